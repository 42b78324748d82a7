/* build: -O2 */
/* Counted loops (cloop-ia64.S) whose trip counts, bundles and branches are known exactly. */
#include "guest.h"

enum { WORDS = 256 };

i64 cloop_single(i64 trips, i64 step);
i64 cloop_nested(i64 outer, i64 inner);
void cloop_fill(i64 *to, i64 count, i64 value);
i64 cloop_sum(const i64 *from, i64 count);

static i64 words[WORDS];

int main(void)
{
    print_hex("single", (u64)cloop_single(500000, 3));
    print_hex("nested", (u64)cloop_nested(20000, 12));
    u64 hash = 1;
    for (i64 round = 0; round < 900; round++) {
        cloop_fill(words, WORDS, round);
        hash = mix(hash, (u64)cloop_sum(words, WORDS));
    }
    print_hex("memory", hash);
    /* One trip: the loop branch falls through at once. */
    print_hex("once", (u64)cloop_single(1, 41));
    return 0;
}
