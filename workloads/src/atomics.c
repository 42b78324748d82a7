/* build: -O2 */
/* Semaphore instructions on one processor: fetchadd (ticket lock), xchg (spin lock), cmpxchg of every size (stack, counters), memory fences. */
#include "guest.h"

enum { ROUNDS = 30000, NODES = 64 };

static u32 ticket, serving;
static u64 spin, counter;
static u8 byte;
static u16 half;
static u32 word;
static u64 top, next_node[NODES], node_value[NODES];

static NOINLINE u64 ticket_lock(void)
{
    u64 sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        u32 mine = __sync_fetch_and_add(&ticket, 1);
        while (__atomic_load_n(&serving, __ATOMIC_ACQUIRE) != mine)
            ;
        sum = sum * 3 + mine;
        __atomic_store_n(&serving, mine + 1, __ATOMIC_RELEASE);
    }
    return sum;
}

static NOINLINE u64 spin_lock(void)
{
    for (u64 i = 0; i < ROUNDS; i++) {
        while (__atomic_exchange_n(&spin, i + 1, __ATOMIC_ACQUIRE) != 0)
            ;
        counter = counter * 5 + i;
        __atomic_store_n(&spin, 0, __ATOMIC_RELEASE);
    }
    return counter;
}

static NOINLINE u64 narrow_counters(void)
{
    u64 hash = 1;
    for (int i = 0; i < ROUNDS / 4; i++) {
        u8 b = __sync_fetch_and_xor(&byte, (u8)(i * 7));
        u16 h = __sync_fetch_and_sub(&half, (u16)b);
        u32 w = __sync_val_compare_and_swap(&word, (u32)(i & 1 ? h : ~h), (u32)i);
        word += b;
        hash = mix(hash, (u64)b << 48 | (u64)h << 32 | w);
    }
    return hash;
}

/* A lock-free stack of node numbers; the high half of `top` counts changes. */
static void push(u64 node)
{
    u64 old = top, seen;
    for (;;) {
        next_node[node] = old & 0xffff;
        seen = __sync_val_compare_and_swap(&top, old, ((old >> 16) + 1) << 16 | (node + 1));
        if (seen == old)
            return;
        old = seen;
    }
}

static u64 pop(void)
{
    u64 old = top, seen;
    while (old & 0xffff) {
        u64 node = (old & 0xffff) - 1;
        seen = __sync_val_compare_and_swap(&top, old, ((old >> 16) + 1) << 16 | next_node[node]);
        if (seen == old)
            return node;
        old = seen;
    }
    return NODES;
}

static NOINLINE u64 stack(void)
{
    u64 seed = 0x5eed000d, hash = 1, depth = 0;
    for (u64 node = 0; node < NODES; node++)
        push(node);
    for (int i = 0; i < ROUNDS; i++) {
        u64 node = pop();
        if (node == NODES)
            return 0;
        node_value[node] += next_random(&seed) & 255;
        hash = mix(hash, node_value[node]);
        if (i % 3 == 0) {
            u64 other = pop();
            push(node);
            push(other);
        } else {
            push(node);
        }
        __sync_synchronize();
        depth += node;
    }
    return mix(hash, depth);
}

int main(void)
{
    print_hex("ticket", ticket_lock());
    print_hex("spin", spin_lock());
    print_hex("narrow", narrow_counters());
    print_hex("stack", stack());
    return 0;
}
