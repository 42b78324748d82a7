/* build: -O2 -ffp-contract=off -fno-math-errno -minline-float-divide-max-throughput -minline-sqrt-max-throughput -minline-int-divide-max-throughput */
/* Divisions, square roots and integer remainders as inline frcpa and frsqrta sequences: long floating-point dependency chains. */
#include "guest.h"

enum { SIZE = 24, SYSTEMS = 12, ROOTS = 12000, PAIRS = 2500 };

static double matrix[SIZE][SIZE], right[SIZE];

static double random_unit(u64 *seed)
{
    return (double)(i64)(next_random(seed) >> 12) * 0x1p-52;
}

/* Solves a diagonally dominant system by elimination without pivoting. */
static NOINLINE u64 solve(u64 *seed)
{
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++)
            matrix[i][j] = random_unit(seed) - 0.5;
        matrix[i][i] += SIZE;
        right[i] = random_unit(seed);
    }
    for (int k = 0; k < SIZE; k++)
        for (int i = k + 1; i < SIZE; i++) {
            double factor = matrix[i][k] / matrix[k][k];
            for (int j = k; j < SIZE; j++)
                matrix[i][j] -= factor * matrix[k][j];
            right[i] -= factor * right[k];
        }
    u64 hash = 1;
    for (int i = SIZE - 1; i >= 0; i--) {
        double sum = right[i];
        for (int j = i + 1; j < SIZE; j++)
            sum -= matrix[i][j] * right[j];
        right[i] = sum / matrix[i][i];
        hash = mix(hash, double_bits(right[i]));
    }
    return hash;
}

static NOINLINE u64 roots_and_quotients(void)
{
    u64 seed = 0x5eed000a, hash = 1;
    float small = 1.0f;
    for (int i = 0; i < ROOTS; i++) {
        double x = random_unit(&seed) * 1e6 + 1e-3;
        double y = __builtin_sqrt(x);
        hash = mix(hash, double_bits(y) + double_bits(1.0 / x));
        small = (float)y / (small + 0.37f) + 1.0f;
        hash = mix(hash, double_bits((double)small));
    }
    return hash;
}

/* Rare operands: zeros, infinities, NaNs, the largest, the smallest normal, denormals. They leave the fast path of the sequences. */
static NOINLINE u64 rare_quotients(void)
{
    static const u64 bits[] = {
        0, 0x8000000000000000ul, 0x7ff0000000000000ul, 0xfff0000000000000ul, 0x7fefffffffffffff, 0x0010000000000000ul,
        0x0000000000000001ul, 0x000fffffffffffff, 0x3ff0000000000000ul, 0xbff8000000000000ul, 0x7fe123456789abcdul,
        0x4008000000000000ul, 0x0020000000000001ul,
    };
    enum { N = sizeof bits / sizeof *bits };
    u64 hash = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            union { u64 u; double d; } x = { .u = bits[i] }, y = { .u = bits[j] };
            double q = x.d / y.d;
            /* The sign of a NaN result is not the same on all processors. */
            hash = mix(hash, q != q ? 0x7ff8000000000000ul : double_bits(q));
        }
    return hash;
}

static NOINLINE u64 remainders(void)
{
    u64 seed = 0x5eed000b, hash = 1;
    for (int i = 0; i < PAIRS; i++) {
        u64 a = next_random(&seed) >> (i & 31), b = (next_random(&seed) >> 24) | 1;
        hash = mix(hash, a / b);
        while (b) {
            u64 t = a % b;
            a = b;
            b = t;
        }
        hash = mix(hash, a);
        i64 n = (i64)next_random(&seed);
        hash = mix(hash, (u64)(n / 1000003) ^ (u64)(n % 97));
    }
    return hash;
}

int main(void)
{
    u64 seed = 0x5eed000c, hash = 1;
    for (int i = 0; i < SYSTEMS; i++)
        hash = mix(hash, solve(&seed));
    print_hex("systems", hash);
    print_hex("roots", roots_and_quotients());
    print_hex("rare", rare_quotients());
    print_hex("remainders", remainders());
    return 0;
}
