/* build: -O2 */
/* One random cycle through 8 MB of cache lines, more than any L3 modelled: every step waits for memory and for the TLB. */
#include "guest.h"

enum { NODES = 131072, STEPS = 250000 };

/* 64 bytes: one L2 line of Itanium, half a line of Itanium 2. */
struct node {
    struct node *next;
    u64 value;
    u64 unused[6];
};

static struct node nodes[NODES] __attribute__((aligned(128)));
static u32 order[NODES];

/* Sattolo's shuffle: a permutation that is a single cycle. */
static NOINLINE void link_nodes(void)
{
    u64 seed = 0x5eed0005;
    for (u32 i = 0; i < NODES; i++)
        order[i] = i;
    for (u32 i = NODES - 1; i > 0; i--) {
        u32 j = (u32)random_below(&seed, i);
        u32 t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (u32 i = 0; i < NODES; i++) {
        nodes[i].next = &nodes[order[i]];
        nodes[i].value = i * 2654435761ul;
    }
}

static NOINLINE u64 chase(const struct node *node, u64 steps)
{
    u64 sum = 0;
    while (steps--) {
        sum = (sum << 1) + (sum >> 63) + node->value;
        node = node->next;
    }
    return mix(sum, (u64)(node - nodes));
}

int main(void)
{
    link_nodes();
    print_hex("chase", chase(nodes, STEPS));
    return 0;
}
