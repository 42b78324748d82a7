/* build: -O2 */
/* The sieve of Eratosthenes up to the limit given as the first argument: strided byte stores over an array larger than L2. */
#include "guest.h"

enum { MOST = 2000000 };

static u8 composite[MOST / 2];

int main(int argc, char **argv)
{
    u64 limit = argc > 1 ? parse_count(argv[1]) : 1000000;
    if (limit < 3 || limit > MOST)
        return 2;
    /* Element i stands for the odd number 2i + 1. */
    u64 half = limit / 2;
    for (u64 i = 1; (2 * i + 1) * (2 * i + 1) < limit; i++)
        if (!composite[i])
            for (u64 j = 2 * i * (i + 1); j < half; j += 2 * i + 1)
                composite[j] = 1;
    u64 count = 1, hash = mix(1, 2), last = 2;
    for (u64 i = 1; i < half; i++)
        if (!composite[i]) {
            count++;
            last = 2 * i + 1;
            hash = mix(hash, last);
        }
    print_count("limit", limit);
    print_count("primes", count);
    print_count("last", last);
    print_hex("checksum", hash);
    return 0;
}
