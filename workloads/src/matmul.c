/* build: -O3 -ffp-contract=fast */
/* Double-precision matrix products with fused multiply-add, in two loop orders: one bound by the latency of the sum, one by loads and stores. */
#include "guest.h"

enum { SIZE = 72 };

static double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE], d[SIZE][SIZE];

/* Row times column: each sum is one chain of multiply-adds. */
static NOINLINE void multiply_by_sums(void)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            double sum = 0.0;
            for (int k = 0; k < SIZE; k++)
                sum = FMA(a[i][k], b[k][j], sum);
            c[i][j] = sum;
        }
}

/* Row updates: independent multiply-adds, each with two loads and a store. */
static NOINLINE void multiply_by_rows(void)
{
    for (int i = 0; i < SIZE; i++)
        for (int k = 0; k < SIZE; k++) {
            double factor = c[i][k];
            for (int j = 0; j < SIZE; j++)
                d[i][j] = FMA(factor, b[k][j], d[i][j]);
        }
}

static u64 checksum(double m[SIZE][SIZE])
{
    u64 hash = 1;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            hash = mix(hash, double_bits(m[i][j]));
    return hash;
}

int main(void)
{
    u64 seed = 0x5eed0002;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            a[i][j] = (double)(i64)(next_random(&seed) >> 12) * 0x1p-51 - 1.0;
            b[i][j] = (double)(i64)(next_random(&seed) >> 12) * 0x1p-51 - 1.0;
        }
    multiply_by_sums();
    print_hex("sums", checksum(c));
    multiply_by_rows();
    print_hex("rows", checksum(d));
    return 0;
}
