/* What the kernels of multiway-ia64.S compute. */
#include "guest.h"

i64 multiway_bbb(u64 seed, i64 count)
{
    u64 sum = 0;
    while (count--) {
        u64 bits = next_random(&seed);
        switch ((bits >> 20) & 3) {
        case 0: sum += bits; break;
        case 1: sum ^= bits; break;
        case 2: sum -= bits; break;
        case 3: sum = (sum << 1) + bits; break;
        }
    }
    return (i64)sum;
}

i64 multiway_mbb(u64 seed, i64 count)
{
    u64 sum = 0;
    while (count--) {
        u64 bits = next_random(&seed);
        if (bits & 0x100)
            sum += bits & 0xff;
        else if (bits & 0x200)
            sum ^= bits;
        else
            sum += 1;
    }
    return (i64)sum;
}

i64 multiway_computed(u64 seed, i64 count)
{
    u64 sum = 0;
    while (count--) {
        u64 bits = next_random(&seed);
        switch ((bits >> 33) & 7) {
        case 0: sum += bits; break;
        case 1: sum ^= bits; break;
        case 2: sum -= bits; break;
        case 3: sum = sum * 2 + bits; break;
        case 4: sum = sum * 4 + bits; break;
        case 5: sum &= ~bits; break;
        case 6: sum |= bits; break;
        case 7: sum += 7; break;
        }
    }
    return (i64)sum;
}
