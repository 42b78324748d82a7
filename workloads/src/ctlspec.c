/* build: -O2 -ffp-contract=fast */
/* Control speculation (ctlspec-ia64.S): loads above the test that guards them; where the guard fails the load defers to a NaT,
   which travels through arithmetic, spills, fills and the register stack. Only what the architecture fixes is printed. */
#include "guest.h"

enum { CELLS = 256, COUNT = 3000, ROUNDS = 16, DEPTH = 120 };

struct link {
    struct link *next;
    i64 value;
};

i64 cs_guarded(i64 *const *pointers, i64 count, i64 *deferred);
i64 cs_chain(i64 **const *roots, i64 count);
i64 cs_list(const struct link *first);
i64 cs_deep(i64 depth, const i64 *cell);
i64 cs_spill(i64 *memory, i64 count, const i64 *cell);
double cs_float(double *const *pointers, i64 count);

static i64 cells[CELLS];
static i64 *middle[CELLS], *pointers[COUNT];
static i64 **roots[COUNT];
static double numbers[CELLS], *number_pointers[COUNT];
static struct link links[CELLS];
static i64 memory[16];

int main(void)
{
    u64 seed = 0x5eed0011, hash[6] = { 1, 1, 1, 1, 1, 1 };
    u64 deferred_total = 0;
    for (int i = 0; i < CELLS; i++) {
        cells[i] = (i64)next_random(&seed);
        numbers[i] = (double)((i64)next_random(&seed) >> 12) * 0x1p-51;
        /* Null, a small number that is no address, or a pointer. */
        u64 kind = next_random(&seed) >> 61;
        middle[i] = kind == 0 ? 0 : kind == 1 ? (i64 *)0x2008 : &cells[next_random(&seed) >> 56];
        links[i].value = (i64)next_random(&seed);
        links[i].next = i + 1 < CELLS ? &links[i + 1] : 0;
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < COUNT; i++) {
            u64 r = next_random(&seed);
            /* Odd rounds: many null pointers; even rounds: few. */
            u64 null = (r & 15) < (round & 1 ? 6 : 1);
            pointers[i] = null ? 0 : &cells[r >> 56];
            roots[i] = null ? 0 : &middle[r >> 56];
            number_pointers[i] = null ? 0 : &numbers[r >> 56];
        }
        i64 deferred = 0;
        hash[0] = mix(hash[0], (u64)cs_guarded(pointers, COUNT, &deferred));
        deferred_total += (u64)deferred;
        hash[1] = mix(hash[1], (u64)cs_chain(roots, COUNT));
        hash[2] = mix(hash[2], (u64)cs_list(&links[round * 7]));
        hash[3] = mix(hash[3], (u64)cs_deep(DEPTH + round, &cells[round]));
        hash[4] = mix(hash[4], (u64)cs_spill(memory, 200 + round, &cells[round]));
        hash[5] = mix(hash[5], double_bits(cs_float(number_pointers, COUNT)));
    }
    print_hex("guarded", hash[0]);
    print_count("deferred", deferred_total);
    print_hex("chain", hash[1]);
    print_hex("list", hash[2]);
    print_hex("deep", hash[3]);
    print_hex("spill", hash[4]);
    print_hex("float", hash[5]);
    return 0;
}
