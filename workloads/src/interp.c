/* build: -O2 -fno-gcse */
/* An interpreter with threaded dispatch: one hard-to-predict indirect branch for each interpreted instruction. */
#include "guest.h"

enum op { LOAD_IMM, MOVE, ADD, SUB, MUL, AND, XOR, SHIFT_RIGHT, LESS, ADD_IMM, LOAD, STORE, JUMP, JUMP_NONZERO, JUMP_ZERO, HALT };

struct code {
    u8 op, a, b;
    short imm;
};

/* Longest Collatz sequence below r0, lengths of odd starts kept in memory and folded into r9. */
static const struct code collatz[] = {
    /*  0 */ { LOAD_IMM, 1, 0, 1 },       /* n = 1 */
    /*  1 */ { LOAD_IMM, 7, 0, 0 },       /* best = 0 */
    /*  2 */ { LOAD_IMM, 9, 0, 17 },
    /*  3 */ { MOVE, 2, 1, 0 },           /* next: x = n */
    /*  4 */ { LOAD_IMM, 3, 0, 0 },       /* length = 0 */
    /*  5 */ { LOAD_IMM, 4, 0, 1 },       /* step: t = x & 1 */
    /*  6 */ { AND, 4, 2, 0 },
    /*  7 */ { JUMP_NONZERO, 4, 0, 10 },
    /*  8 */ { SHIFT_RIGHT, 2, 0, 1 },    /* even: x >>= 1 */
    /*  9 */ { JUMP, 0, 0, 16 },
    /* 10 */ { LOAD_IMM, 5, 0, 1 },       /* odd: stop when x == 1 */
    /* 11 */ { SUB, 5, 2, 0 },
    /* 12 */ { JUMP_ZERO, 5, 0, 18 },
    /* 13 */ { LOAD_IMM, 5, 0, 3 },
    /* 14 */ { MUL, 2, 5, 0 },
    /* 15 */ { ADD_IMM, 2, 0, 1 },
    /* 16 */ { ADD_IMM, 3, 0, 1 },
    /* 17 */ { JUMP, 0, 0, 5 },
    /* 18 */ { MOVE, 6, 1, 0 },           /* done: memory[n & 1023] = length, r9 = r9 * 5 ^ length */
    /* 19 */ { LOAD_IMM, 8, 0, 1023 },
    /* 20 */ { AND, 6, 8, 0 },
    /* 21 */ { STORE, 6, 3, 0 },
    /* 22 */ { LOAD_IMM, 8, 0, 5 },
    /* 23 */ { MUL, 9, 8, 0 },
    /* 24 */ { XOR, 9, 3, 0 },
    /* 25 */ { MOVE, 8, 7, 0 },           /* best = max(best, length) */
    /* 26 */ { LESS, 8, 3, 0 },
    /* 27 */ { JUMP_ZERO, 8, 0, 29 },
    /* 28 */ { MOVE, 7, 3, 0 },
    /* 29 */ { ADD_IMM, 1, 0, 1 },
    /* 30 */ { MOVE, 8, 1, 0 },
    /* 31 */ { LESS, 8, 0, 0 },
    /* 32 */ { JUMP_NONZERO, 8, 0, 3 },
    /* 33 */ { LOAD_IMM, 6, 0, 27 },      /* r6 = memory[27] */
    /* 34 */ { LOAD, 6, 6, 0 },
    /* 35 */ { HALT, 0, 0, 0 },
};

static u64 memory[1024];

static NOINLINE u64 run(const struct code *program, u64 *r)
{
    static const void *const labels[] = {
        &&load_imm, &&move, &&add, &&sub, &&mul, &&and, &&xor, &&shift_right,
        &&less, &&add_imm, &&load, &&store, &&jump, &&jump_nonzero, &&jump_zero, &&halt,
    };
    const struct code *pc = program;
    u64 executed = 0;
#define NEXT do { executed++; goto *labels[pc->op]; } while (0)
    NEXT;
load_imm:
    r[pc->a] = (u64)(i64)pc->imm;
    pc++;
    NEXT;
move:
    r[pc->a] = r[pc->b];
    pc++;
    NEXT;
add:
    r[pc->a] += r[pc->b];
    pc++;
    NEXT;
sub:
    r[pc->a] -= r[pc->b];
    pc++;
    NEXT;
mul:
    r[pc->a] *= r[pc->b];
    pc++;
    NEXT;
and:
    r[pc->a] &= r[pc->b];
    pc++;
    NEXT;
xor:
    r[pc->a] ^= r[pc->b];
    pc++;
    NEXT;
shift_right:
    r[pc->a] >>= pc->imm;
    pc++;
    NEXT;
less:
    r[pc->a] = r[pc->a] < r[pc->b];
    pc++;
    NEXT;
add_imm:
    r[pc->a] += (u64)(i64)pc->imm;
    pc++;
    NEXT;
load:
    r[pc->a] = memory[r[pc->b] & 1023];
    pc++;
    NEXT;
store:
    memory[r[pc->a] & 1023] = r[pc->b];
    pc++;
    NEXT;
jump:
    pc = program + pc->imm;
    NEXT;
jump_nonzero:
    pc = r[pc->a] ? program + pc->imm : pc + 1;
    NEXT;
jump_zero:
    pc = r[pc->a] ? pc + 1 : program + pc->imm;
    NEXT;
halt:
    return executed;
}

int main(void)
{
    u64 r[16] = { 900 };
    u64 executed = run(collatz, r);
    print_count("executed", executed);
    print_count("longest", r[7]);
    print_count("from 27", r[6]);
    print_hex("checksum", r[9]);
    return 0;
}
