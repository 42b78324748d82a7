/* build: -O2 */
/* Multiway branches (multiway-ia64.S): up to three branches in one bundle, and computed jumps, all on random bits. */
#include "guest.h"

i64 multiway_bbb(u64 seed, i64 count);
i64 multiway_mbb(u64 seed, i64 count);
i64 multiway_computed(u64 seed, i64 count);

int main(void)
{
    print_hex("three branches", (u64)multiway_bbb(0x5eed0012, 90000));
    print_hex("two branches", (u64)multiway_mbb(0x5eed0013, 90000));
    print_hex("computed jump", (u64)multiway_computed(0x5eed0014, 90000));
    return 0;
}
