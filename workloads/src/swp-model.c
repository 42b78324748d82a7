/* What the kernels of swp-ia64.S compute, in portable C. */
#include "guest.h"

i64 swp_sum(const i64 *a, i64 count)
{
    u64 sum = 0;
    for (i64 i = 0; i < count; i++)
        sum += (u64)a[i];
    return (i64)sum;
}

i64 swp_sum_by_two(const i64 *a, i64 count)
{
    u64 sum = 0;
    for (i64 i = 0; i < count; i++)
        sum += (u64)(i & 1 ? ~a[i] : a[i]);
    return (i64)sum;
}

/* Five partial sums, as many as the latency of the multiply-add on Itanium; the youngest first in the final sum. */
double swp_dot(const double *x, const double *y, i64 count)
{
    double partial[5] = { 0 };
    for (i64 i = 0; i < count; i++)
        partial[i % 5] = FMA(x[i], y[i], partial[i % 5]);
    double last = partial[(count - 1) % 5], second = partial[(count - 2) % 5], third = partial[(count - 3) % 5];
    double fourth = partial[(count - 4) % 5], fifth = partial[(count - 5) % 5];
    return ((last + second) + (third + fourth)) + fifth;
}

void swp_axpy(double *y, const double *x, i64 count, double factor)
{
    for (i64 i = 0; i < count; i++)
        y[i] = FMA(factor, x[i], y[i]);
}

i64 swp_copy(i64 *to, const i64 *from)
{
    i64 i = 0;
    while ((to[i] = from[i]) != 0)
        i++;
    return i;
}
