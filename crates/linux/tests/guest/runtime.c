#include "guest.h"

long failed;

__attribute__((noinline)) static struct result enter(long number, long a, long b, long c, long d, long e, long f)
{
    register long r15 __asm__("r15") = number;
    register long r8 __asm__("r8");
    register long r10 __asm__("r10");
    register long o0 __asm__("out0") = a;
    register long o1 __asm__("out1") = b;
    register long o2 __asm__("out2") = c;
    register long o3 __asm__("out3") = d;
    register long o4 __asm__("out4") = e;
    register long o5 __asm__("out5") = f;
    __asm__ volatile("break 0x100000 ;;"
                     : "=r"(r8), "=r"(r10), "+r"(r15), "+r"(o0), "+r"(o1), "+r"(o2), "+r"(o3), "+r"(o4), "+r"(o5)
                     :
                     : "memory", "out6", "out7", "r2", "r3", "r9", "r11", "r14", "r16", "r17", "r18", "r19", "r20", "r21", "r22",
                       "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31", "b6", "b7", "p6", "p7", "p8", "p9", "p10",
                       "p11", "p12", "p13", "p14", "p15");
    return (struct result){ r8, r10 };
}

long call(long number, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, number);
    long a[6];
    for (int i = 0; i < 6; i++)
        a[i] = __builtin_va_arg(list, long);
    __builtin_va_end(list);
    struct result r = enter(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    failed = r.error ? r.value : 0;
    return r.error ? -1 : r.value;
}

static char buffer[512];
static int used;

static void put(char c) { if (used < 512) buffer[used++] = c; }

static void number(u64 value, unsigned base)
{
    char digits[32];
    int n = 0;
    do { digits[n++] = "0123456789abcdef"[value % base]; value /= base; } while (value);
    while (n) put(digits[--n]);
}

void print(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    used = 0;
    for (; *format; format++) {
        if (*format != '%') { put(*format); continue; }
        switch (*++format) {
        case 'd': {
            long v = __builtin_va_arg(list, long);
            if (v < 0) { put('-'); v = -v; }
            number(v, 10);
            break;
        }
        case 'x': number(__builtin_va_arg(list, u64), 16); break;
        case 's': for (const char *s = __builtin_va_arg(list, const char *); *s; s++) put(*s); break;
        }
    }
    __builtin_va_end(list);
    call(WRITE, 1L, buffer, (long)used, 0L, 0L, 0L);
}

void check(const char *what, int holds) { print("%s: %s\n", what, holds ? "yes" : "NO"); }

void *memset(void *p, int c, u64 n) { for (u64 i = 0; i < n; i++) ((volatile u8 *)p)[i] = c; return p; }
void *memcpy(void *to, const void *from, u64 n)
{
    for (u64 i = 0; i < n; i++) ((volatile u8 *)to)[i] = ((const u8 *)from)[i];
    return to;
}
