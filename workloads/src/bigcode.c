/* build: -O2 -fno-ipa-icf */
/* 256 different functions called in random order through a table: code larger than L1I and indirect calls with function descriptors. */
#include "guest.h"

enum { CALLS = 60000 };

#define FUNCTION(n) \
    static NOINLINE u64 step_##n(u64 x) \
    { \
        x += (u64)0x##n * 0x0101010101ul + 1; \
        x ^= x >> (7 + 0x##n % 23); \
        if (x & (1ul << (0x##n % 61))) \
            x = (x << (1 + 0x##n % 31)) - x + 0x##n; \
        else \
            x = (x >> (1 + 0x##n % 29)) ^ (x + 0x5##n##5); \
        x ^= (x << (3 + 0x##n % 17)) + (x & 0xff##n); \
        return x + (x >> (5 + 0x##n % 13)); \
    }
#define NAME(n) step_##n,

#define ROW(M, h) M(h##0) M(h##1) M(h##2) M(h##3) M(h##4) M(h##5) M(h##6) M(h##7) M(h##8) M(h##9) M(h##a) M(h##b) M(h##c) M(h##d) M(h##e) M(h##f)
#define ALL(M) ROW(M, 0) ROW(M, 1) ROW(M, 2) ROW(M, 3) ROW(M, 4) ROW(M, 5) ROW(M, 6) ROW(M, 7) ROW(M, 8) ROW(M, 9) ROW(M, a) ROW(M, b) ROW(M, c) ROW(M, d) ROW(M, e) ROW(M, f)

ALL(FUNCTION)

static u64 (*const steps[256])(u64) = { ALL(NAME) };

int main(void)
{
    u64 seed = 0x5eed000e, x = 1;
    for (int i = 0; i < CALLS; i++)
        x = steps[next_random(&seed) >> 56](x);
    print_hex("random", x);
    for (int i = 0; i < CALLS / 2; i++)
        x = steps[i & 255](x);
    print_hex("in turn", x);
    return 0;
}
