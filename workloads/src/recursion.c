/* build: -O2 -fno-inline -fno-optimize-sibling-calls -fno-partial-inlining -fno-ipa-cp */
/* Deep and wide recursion: call chains that need far more than the 96 physical stacked registers, so that the register
   stack engine spills and fills. */
#include "guest.h"

static NOINLINE u64 ackermann(u64 m, u64 n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static NOINLINE u64 fibonacci(u64 n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/* Keeps sixteen values alive across the recursive call: a frame of 18 stacked registers. */
static NOINLINE u64 weave(u64 depth, u64 seed)
{
    if (depth == 0)
        return seed;
    u64 a = seed + depth, b = a ^ (a << 7), c = b + (a >> 3), d = c ^ (b << 1);
    u64 e = d + (c >> 5), f = e ^ (d << 9), g = f + (e >> 2), h = g ^ (f << 4);
    u64 i = h + (g >> 7), j = i ^ (h << 3), k = j + (i >> 9), l = k ^ (j << 6);
    u64 m = l + (k >> 4), n = m ^ (l << 5), o = n + (m >> 8), p = o ^ (n << 2);
    u64 inner = weave(depth - 1, p);
    return (((inner + a) ^ b) + ((c ^ d) + (e ^ f))) ^ (((g + h) ^ (i + j)) + ((k ^ l) + (m ^ n)) + (o ^ p));
}

int main(void)
{
    print_count("ackermann", ackermann(3, 5));
    print_count("fibonacci", fibonacci(21));
    u64 hash = 1;
    for (u64 pass = 0; pass < 24; pass++)
        hash = mix(hash, weave(40 * pass, hash));
    print_hex("weave", hash);
    return 0;
}
