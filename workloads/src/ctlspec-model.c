/* What the kernels of ctlspec-ia64.S compute, without speculation. */
#include "guest.h"

struct link {
    struct link *next;
    i64 value;
};

i64 cs_guarded(i64 *const *pointers, i64 count, i64 *deferred)
{
    u64 sum = 0;
    for (i64 i = 0; i < count; i++)
        if (pointers[i])
            sum = sum * 3 + (u64)*pointers[i];
        else
            ++*deferred;
    return (i64)sum;
}

i64 cs_chain(i64 **const *roots, i64 count)
{
    u64 sum = 0;
    for (i64 i = 0; i < count; i++) {
        u64 value = 7;
        if (roots[i] && (u64)*roots[i] >= 0x10000)
            value = (u64)**roots[i];
        sum = 2 * sum + 5 * value;
    }
    return (i64)sum;
}

i64 cs_list(const struct link *first)
{
    u64 sum = 0;
    for (const struct link *at = first; at; at = at->next)
        sum = 2 * sum + (u64)at->value;
    return (i64)sum;
}

/* Each level holds a NaT (even depth) or a number (odd depth) in a stacked register across the call. */
i64 cs_deep(i64 depth, const i64 *cell)
{
    if (depth == 0)
        return 1;
    u64 inner = (u64)cs_deep(depth - 1, cell);
    u64 sum = inner * 2;
    for (u64 k = 1; k <= 25; k++)
        sum += (u64)depth + k;
    return (i64)(depth & 1 ? sum + (u64)*cell : sum + 1000);
}

/* Each step: a NaT and a number are spilled and filled; the NaT counts 1, the number adds itself. */
i64 cs_spill(i64 *memory, i64 count, const i64 *cell)
{
    (void)memory;
    u64 sum = 0;
    for (i64 i = 0; i < count; i++)
        sum += 1 + ((u64)*cell ^ (u64)i);
    return (i64)sum;
}

double cs_float(double *const *pointers, i64 count)
{
    double sum = 1.0;
    for (i64 i = 0; i < count; i++) {
        double value = pointers[i] ? *pointers[i] : 0.125;
        sum = FMA(sum, 0.5, FMA(value, value, value));
    }
    return sum;
}
