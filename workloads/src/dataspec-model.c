/* What the kernels of dataspec-ia64.S compute: the same loops in program order, without speculation. */
#include "guest.h"

i64 ds_load_check(i64 *table, const i64 *stores, const i64 *loads, i64 count)
{
    u64 sum = 1;
    for (i64 i = 0; i < count; i++) {
        table[stores[i]] = (i64)sum;
        sum = 2 * sum + (u64)table[loads[i]];
    }
    return (i64)sum;
}

i64 ds_recover(i64 *table, const i64 *stores, const i64 *loads, i64 count)
{
    u64 sum = 1;
    for (i64 i = 0; i < count; i++) {
        table[stores[i]] = (i64)sum;
        sum += 3 * (u64)table[loads[i]] + 1;
    }
    return (i64)sum;
}

i64 ds_invariant(i64 *table, const i64 *stores, const i64 *cell, i64 count)
{
    u64 sum = 0;
    for (i64 i = 0; i < count; i++) {
        table[stores[i]] = (i64)(sum ^ (u64)i);
        sum += (u64)*cell;
    }
    return (i64)sum;
}

i64 ds_bytes(u8 *table, const i64 *stores, const i64 *loads, i64 count)
{
    u64 sum = 1;
    for (i64 i = 0; i < count; i++) {
        table[stores[i] * 8 + 3] = (u8)sum;
        u64 word = 0;
        for (int k = 7; k >= 0; k--)
            word = word << 8 | table[loads[i] * 8 + k];
        sum = 2 * sum + word;
    }
    return (i64)sum;
}

double ds_float(double *table, const i64 *stores, const i64 *loads, i64 count)
{
    double sum = 1.0;
    for (i64 i = 0; i < count; i++) {
        table[stores[i]] = sum;
        sum = FMA(sum, 0.5, table[loads[i]] * 0.25);
    }
    return sum;
}

i64 ds_pointers(i64 *table, const i64 *stores, const i64 *const *pointers, i64 count)
{
    u64 sum = 1;
    for (i64 i = 0; i < count; i++) {
        table[stores[i]] = (i64)sum;
        if (pointers[i])
            sum += (u64)*pointers[i];
        else
            sum ^= 0x55;
    }
    return (i64)sum;
}

i64 ds_many(i64 *table, const i64 *stores, i64 count)
{
    u64 sum = 0;
    for (i64 i = 0; i < count; i++) {
        for (int k = 0; k < 8; k++)
            table[stores[8 * i + k]] = (i64)(sum + (u64)k);
        for (int k = 0; k < 40; k++)
            sum = 2 * sum + (u64)table[k];
    }
    return (i64)sum;
}
