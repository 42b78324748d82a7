/* build: -O3 -mtune=itanium2 -ffp-contract=fast -minline-int-divide-max-throughput */
/* The triad of STREAM, a[i] = b[i] + 3 c[i], over 12 MB: prints megabytes a second by its own clock (CLOCK_MONOTONIC), 24 bytes an
   element as STREAM counts them, of the better of two passes. Written from STREAM's description, as tests/validation/stream.c is; lines
   are prefetched 4 KB ahead. Exits with 1 if a sum is wrong. */
#include "guest.h"

enum { COUNT = 1 << 19, AHEAD = 512, LINE = 16 };

static double a[COUNT + AHEAD] __attribute__((aligned(128)));
static double b[COUNT + AHEAD] __attribute__((aligned(128)));
static double c[COUNT + AHEAD] __attribute__((aligned(128)));

/* Nanoseconds; system call 1254, clock_gettime. */
static NOINLINE u64 now(void)
{
    u64 time[2];
    register u64 number __asm__("r15") = 1254;
    register u64 clock __asm__("out0") = 1;
    register u64 *place __asm__("out1") = time;
    register u64 error __asm__("r10");
    __asm__ volatile("break 0x100000" : "=r"(error), "+r"(number) : "r"(clock), "r"(place)
                     : "memory", "r2", "r3", "r8", "r9", "r11", "r14", "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24",
                       "r25", "r26", "r27", "r28", "r29", "r30", "r31", "p6", "p7", "p8", "p9", "p10", "p11", "p12", "p13", "p14", "p15",
                       "b6", "b7");
    return error ? 0 : time[0] * 1000000000 + time[1];
}

static NOINLINE void triad(void)
{
    for (int i = 0; i < COUNT; i += LINE) {
        __builtin_prefetch(&b[i + AHEAD], 0, 2);
        __builtin_prefetch(&c[i + AHEAD], 0, 2);
        __builtin_prefetch(&a[i + AHEAD], 1, 2);
#pragma GCC unroll 16
        for (int j = 0; j < LINE; j++)
            a[i + j] = b[i + j] + 3.0 * c[i + j];
    }
}

int main(void)
{
    for (int i = 0; i < COUNT; i++)
        a[i] = 0, b[i] = 1, c[i] = 2;
    u64 best = ~0ul;
    for (int pass = 0; pass < 2; pass++) {
        u64 start = now();
        triad();
        u64 time = now() - start;
        best = time < best ? time : best;
    }
    print_count("MB/s", 24000ul * COUNT / best);
    for (int i = 0; i < COUNT; i++)
        if (a[i] != 7.0)
            return 1;
    return 0;
}
