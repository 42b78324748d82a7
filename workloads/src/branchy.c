/* build: -O2 -fno-if-conversion -fno-if-conversion2 */
/* Branches on random bits, kept as branches: no predictor can learn them. A second part has patterns that a history predictor learns. */
#include "guest.h"

enum { ROUNDS = 60000, KEYS = 1024, SEARCHES = 12000 };

static u64 sorted[KEYS];

static NOINLINE u64 random_arms(void)
{
    u64 seed = 0x5eed0007, sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        u64 bits = next_random(&seed);
        if (bits & 1)
            sum += bits >> 33;
        else
            sum ^= bits;
        if (bits & 2)
            sum = (sum << 1) | (sum >> 63);
        if (bits & 4)
            sum -= i;
        else if (bits & 8)
            sum += 77;
        if ((bits & 0x70) == 0x70)
            sum = ~sum;
    }
    return sum;
}

static NOINLINE u64 learned_pattern(void)
{
    u64 sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        if (i & 1)
            sum += i;
        else
            sum ^= i;
        if ((i & 3) == 3)
            sum = (sum << 1) | (sum >> 63);
        if ((0x9669ul >> (i & 15)) & 1)
            sum -= 3;
        else
            sum += 5;
    }
    return sum;
}

static NOINLINE u64 binary_searches(void)
{
    u64 seed = 0x5eed0008, found = 0;
    for (int i = 0; i < SEARCHES; i++) {
        u64 key = next_random(&seed) >> 40;
        u64 low = 0, high = KEYS;
        while (low < high) {
            u64 middle = (low + high) / 2;
            if (sorted[middle] < key)
                low = middle + 1;
            else
                high = middle;
        }
        found = found * 3 + low;
    }
    return found;
}

int main(void)
{
    u64 seed = 0x5eed0009, value = 0;
    for (int i = 0; i < KEYS; i++)
        sorted[i] = value += next_random(&seed) >> 49;
    print_hex("random", random_arms());
    print_hex("pattern", learned_pattern());
    print_hex("search", binary_searches());
    return 0;
}
