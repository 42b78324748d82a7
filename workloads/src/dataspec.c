/* build: -O2 -ffp-contract=fast */
/* Data speculation (dataspec-ia64.S): advanced loads that later stores sometimes hit, repaired by ld.c and chk.a. */
#include "guest.h"

enum { SLOTS = 64, STEPS = 2000, ROUNDS = 14 };

i64 ds_load_check(i64 *table, const i64 *stores, const i64 *loads, i64 count);
i64 ds_recover(i64 *table, const i64 *stores, const i64 *loads, i64 count);
i64 ds_invariant(i64 *table, const i64 *stores, const i64 *cell, i64 count);
i64 ds_bytes(u8 *table, const i64 *stores, const i64 *loads, i64 count);
double ds_float(double *table, const i64 *stores, const i64 *loads, i64 count);
i64 ds_pointers(i64 *table, const i64 *stores, const i64 *const *pointers, i64 count);
i64 ds_many(i64 *table, const i64 *stores, i64 count);

static i64 table[SLOTS], stores[STEPS], loads[STEPS];
static double values[SLOTS];
static const i64 *pointers[STEPS];

static void choose(u64 *seed, u64 limit)
{
    for (int i = 0; i < STEPS; i++) {
        stores[i] = (i64)random_below(seed, limit);
        loads[i] = (i64)random_below(seed, limit);
        pointers[i] = next_random(seed) & 0x300 ? &table[loads[i]] : 0;
    }
}

int main(void)
{
    u64 seed = 0x5eed0010, hash[7] = { 1, 1, 1, 1, 1, 1, 1 };
    for (int i = 0; i < SLOTS; i++) {
        table[i] = (i64)next_random(&seed);
        values[i] = (double)((i64)next_random(&seed) >> 12) * 0x1p-51;
    }
    /* From no conflicts to speak of up to one store in two. */
    for (int round = 0; round < ROUNDS; round++) {
        choose(&seed, round & 1 ? 2 : SLOTS);
        hash[0] = mix(hash[0], (u64)ds_load_check(table, stores, loads, STEPS));
        hash[1] = mix(hash[1], (u64)ds_recover(table, stores, loads, STEPS));
        hash[2] = mix(hash[2], (u64)ds_invariant(table, stores, &table[round & 1], STEPS));
        hash[3] = mix(hash[3], (u64)ds_bytes((u8 *)table, stores, loads, STEPS));
        hash[4] = mix(hash[4], double_bits(ds_float(values, stores, loads, STEPS)));
        hash[5] = mix(hash[5], (u64)ds_pointers(table, stores, pointers, STEPS));
        hash[6] = mix(hash[6], (u64)ds_many(table, stores, STEPS / 40));
    }
    print_hex("load check", hash[0]);
    print_hex("recover", hash[1]);
    print_hex("invariant", hash[2]);
    print_hex("bytes", hash[3]);
    print_hex("float", hash[4]);
    print_hex("pointers", hash[5]);
    print_hex("many", hash[6]);
    return 0;
}
