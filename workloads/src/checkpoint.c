/* build: -O2 -fno-ipa-icf */
/* Events that can be counted by hand: functions called a known number of times, arrays of known size, loops of known length.
   The names are symbols of the executable, so that a monitor can be restricted to their code or data. */
#include "guest.h"

enum { CALLS = 1000, LEAVES = 10, PASSES = 4, WALK_BYTES = 65536, TABLE_BYTES = 1048576 };

u64 small_array[WALK_BYTES / sizeof(u64)];
u64 large_array[TABLE_BYTES / sizeof(u64)];
u64 leaf_calls, inner_calls;

/* Marks for monitoring ranges: everything between the two calls is the measured part. */
NOINLINE void checkpoint_begin(void) { __asm__ volatile("" ::: "memory"); }
NOINLINE void checkpoint_end(void) { __asm__ volatile("" ::: "memory"); }

/* Called 10 000 times. */
NOINLINE void leaf_function(void) { leaf_calls++; }

/* Called 1000 times, each calls leaf_function 10 times. */
NOINLINE void inner_function(void)
{
    inner_calls++;
    for (int i = 0; i < LEAVES; i++)
        leaf_function();
}

/* 8192 loads of 8 bytes for each pass: 4 passes over 64 KB. */
NOINLINE u64 read_small_array(void)
{
    u64 sum = 0;
    for (u64 i = 0; i < WALK_BYTES / sizeof(u64); i++)
        sum += small_array[i];
    return sum;
}

/* 8192 stores of 8 bytes. */
NOINLINE void write_small_array(u64 value)
{
    for (u64 i = 0; i < WALK_BYTES / sizeof(u64); i++)
        small_array[i] = value + i;
}

/* One load in each 64-byte line of 1 MB: 16384 loads. */
NOINLINE u64 read_large_array_lines(void)
{
    u64 sum = 0;
    for (u64 i = 0; i < TABLE_BYTES / sizeof(u64); i += 8)
        sum += large_array[i];
    return sum;
}

/* 4096 multiply-adds in one chain. */
NOINLINE double chain_of_multiply_adds(double x)
{
    double sum = 1.0;
    for (int i = 0; i < 4096; i++)
        sum = __builtin_fma(sum, x, 0.5);
    return sum;
}

int main(void)
{
    for (u64 i = 0; i < TABLE_BYTES / sizeof(u64); i++)
        large_array[i] = i * i;
    checkpoint_begin();
    for (int i = 0; i < CALLS; i++)
        inner_function();
    write_small_array(7);
    u64 sum = 0;
    for (int pass = 0; pass < PASSES; pass++)
        sum += read_small_array();
    u64 lines = read_large_array_lines();
    double chain = chain_of_multiply_adds(0.75);
    checkpoint_end();
    print_count("leaf calls", leaf_calls);
    print_count("inner calls", inner_calls);
    print_count("small sum", sum);
    print_count("lines sum", lines);
    print_hex("chain", double_bits(chain));
    return 0;
}
