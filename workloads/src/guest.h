/* What every workload shares. The same sources build natively, where libc takes the place of crt0.S:
   that is how the expected outputs are verified (tools/build-workloads --verify). */
#ifndef GUEST_H
#define GUEST_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef int i32;
typedef long i64;

#define NOINLINE __attribute__((noinline, noclone))

/* On IA-64 the compiler fuses the expression (-ffp-contract=fast); the native build asks for the fused operation by name. */
#ifdef __ia64__
#define FMA(a, b, c) ((a) * (b) + (c))
#else
#define FMA(a, b, c) __builtin_fma(a, b, c)
#endif

i64 guest_write(int fd, const void *buf, u64 size);
i64 guest_read(int fd, void *buf, u64 size);

/* Prints "label 0123456789abcdef". */
void print_hex(const char *label, u64 value);
/* Prints "label 12345". */
void print_count(const char *label, u64 value);
/* Decimal digits up to the first other character. */
u64 parse_count(const char *text);

/* Folds a value into a checksum. */
static inline u64 mix(u64 hash, u64 value)
{
    hash = (hash ^ value) * 0x100000001b3ul;
    return hash ^ (hash >> 32);
}

static inline u64 double_bits(double value)
{
    union { double d; u64 u; } pun = { .d = value };
    return pun.u;
}

/* Xorshift generator of period 2^64 - 1; the state must not be 0. */
static inline u64 next_random(u64 *state)
{
    u64 x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return *state = x;
}

/* A number below `limit` (at most 2^32), without a division. */
static inline u64 random_below(u64 *state, u64 limit)
{
    return ((next_random(state) >> 32) * limit) >> 32;
}

#endif
