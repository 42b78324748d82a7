/* What nops_run of nops-ia64.S computes: ten additions in each round. */
#include "guest.h"

i64 nops_run(i64 rounds)
{
    u64 sum = 0;
    for (i64 i = 0; i < rounds; i++)
        sum += 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10;
    return (i64)sum;
}
