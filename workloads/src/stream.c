/* build: -O3 -ffp-contract=fast -fprefetch-loop-arrays */
/* Copy, scale, add and triad over three arrays of 2 MB each, with the compiler's lfetch prefetches: memory bandwidth. */
#include "guest.h"

enum { COUNT = 262144 };

static double a[COUNT], b[COUNT], c[COUNT];

static NOINLINE void copy(double *restrict to, const double *restrict from)
{
    for (int i = 0; i < COUNT; i++)
        to[i] = from[i];
}

static NOINLINE void scale(double *restrict to, const double *restrict from, double factor)
{
    for (int i = 0; i < COUNT; i++)
        to[i] = factor * from[i];
}

static NOINLINE void add(double *restrict to, const double *restrict x, const double *restrict y)
{
    for (int i = 0; i < COUNT; i++)
        to[i] = x[i] + y[i];
}

static NOINLINE void triad(double *restrict to, const double *restrict x, const double *restrict y, double factor)
{
    for (int i = 0; i < COUNT; i++)
        to[i] = FMA(factor, y[i], x[i]);
}

static u64 checksum(const double *m)
{
    u64 hash = 1;
    for (int i = 0; i < COUNT; i += 61)
        hash = mix(hash, double_bits(m[i]));
    return hash;
}

int main(void)
{
    double x = 1.0;
    for (int i = 0; i < COUNT; i++) {
        a[i] = x;
        x += 0.3;
    }
    copy(c, a);
    print_hex("copy", checksum(c));
    scale(b, c, 1.1);
    print_hex("scale", checksum(b));
    add(c, a, b);
    print_hex("add", checksum(c));
    triad(a, b, c, 0.7);
    print_hex("triad", checksum(a));
    return 0;
}
