/* build: -O2 -ffp-contract=fast */
/* Software-pipelined loops written by hand (swp-ia64.S): rotating general, floating-point and predicate registers, br.ctop, br.cexit, br.wtop. */
#include "guest.h"

enum { COUNT = 500, ROUNDS = 300, TEXT = 400 };

i64 swp_sum(const i64 *a, i64 count);
i64 swp_sum_by_two(const i64 *a, i64 count);
double swp_dot(const double *x, const double *y, i64 count);
void swp_axpy(double *y, const double *x, i64 count, double factor);
i64 swp_copy(i64 *to, const i64 *from);

static i64 numbers[COUNT], copied[TEXT];
static double x[COUNT], y[COUNT];

int main(void)
{
    u64 seed = 0x5eed000f, hash = 1;
    for (int i = 0; i < COUNT; i++) {
        numbers[i] = (i64)next_random(&seed) >> 8;
        x[i] = (double)((i64)next_random(&seed) >> 12) * 0x1p-51;
        y[i] = (double)((i64)next_random(&seed) >> 12) * 0x1p-51;
    }
    for (int round = 0; round < ROUNDS; round++) {
        i64 count = COUNT - round % 7;
        hash = mix(hash, (u64)swp_sum(numbers + round % 7, count));
        hash = mix(hash, (u64)swp_sum_by_two(numbers, count));
    }
    print_hex("sums", hash);
    hash = 1;
    for (int round = 0; round < ROUNDS; round++) {
        i64 count = COUNT - round % 5;
        swp_axpy(y, x, count, round & 1 ? 0.001 : -0.003);
        hash = mix(hash, double_bits(swp_dot(x, y, count)));
    }
    print_hex("dots", hash);
    hash = 1;
    for (int round = 0; round < ROUNDS; round++) {
        i64 end = 1 + round;
        i64 saved = numbers[end];
        numbers[end] = 0;
        hash = mix(hash, (u64)swp_copy(copied, numbers));
        numbers[end] = saved;
        hash = mix(hash, (u64)copied[end - 1]);
        hash = mix(hash, (u64)copied[end]);
    }
    print_hex("copies", hash);
    /* Short trip counts: the pipeline never fills. */
    hash = 1;
    for (int round = 1; round < 3000; round++) {
        i64 count = 1 + (round & 7);
        hash = mix(hash, (u64)swp_sum(numbers + (round & 255), count));
        hash = mix(hash, (u64)swp_sum_by_two(numbers + (round & 127), count));
    }
    print_hex("short", hash);
    return 0;
}
