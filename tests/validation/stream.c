/* The triad of STREAM, a[i] = b[i] + 3 c[i], by the program's own clock: prints megabytes a second, 24 bytes an element as STREAM counts
   them, of the best of three passes. Written from STREAM's description; lines are prefetched PREFETCH elements ahead, as compilers for IA-64 do. */
#include <stdio.h>
#include <time.h>

enum { N = 1 << 20, PREFETCH = 512, LINE = 16 };
static double a[N + PREFETCH] __attribute__((aligned(128))), b[N + PREFETCH] __attribute__((aligned(128))),
    c[N + PREFETCH] __attribute__((aligned(128)));

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 0, b[i] = 1, c[i] = 2;
    double best = 1e9;
    for (int pass = 0; pass < 3; pass++) {
        double start = now();
        for (int i = 0; i < N; i += LINE) {
            __builtin_prefetch(&b[i + PREFETCH], 0, 2);
            __builtin_prefetch(&c[i + PREFETCH], 0, 2);
            __builtin_prefetch(&a[i + PREFETCH], 1, 2);
#pragma GCC unroll 16
            for (int j = 0; j < LINE; j++)
                a[i + j] = b[i + j] + 3.0 * c[i + j];
        }
        double time = now() - start;
        best = time < best ? time : best;
    }
    printf("%.0f\n", 24e-6 * N / best);
    return a[N / 2] != 7.0;
}
