/* What the kernels of cloop-ia64.S compute. */
#include "guest.h"

i64 cloop_single(i64 trips, i64 step)
{
    u64 sum = 0, last = 1;
    for (i64 i = 0; i < trips; i++) {
        sum += (u64)step;
        last ^= sum;
    }
    return (i64)(sum + last);
}

i64 cloop_nested(i64 outer, i64 inner)
{
    u64 sum = 0;
    for (i64 i = 0; i < outer; i++)
        for (i64 j = 0; j < inner; j++)
            sum += (u64)i ^ (u64)j;
    return (i64)sum;
}

void cloop_fill(i64 *to, i64 count, i64 value)
{
    for (i64 i = 0; i < count; i++)
        to[i] = value + i;
}

i64 cloop_sum(const i64 *from, i64 count)
{
    u64 sum = 0;
    for (i64 i = 0; i < count; i++)
        sum += (u64)from[i];
    return (i64)sum;
}
