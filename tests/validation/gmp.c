/* Calls one routine of GMP's mpn layer many times over: gmp ROUTINE LIMBS CALLS. Built by tools/validate, which links the
   routines as assembled from GMP's own sources. Written from GMP's documented interface. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t limb;
typedef long size;

limb __gmpn_addmul_1(limb *, const limb *, size, limb);
limb __gmpn_submul_1(limb *, const limb *, size, limb);
limb __gmpn_mul_1(limb *, const limb *, size, limb);
limb __gmpn_addmul_2(limb *, const limb *, size, const limb *);
limb __gmpn_mul_2(limb *, const limb *, size, const limb *);
limb __gmpn_add_n(limb *, const limb *, const limb *, size);
limb __gmpn_sub_n(limb *, const limb *, const limb *, size);
limb __gmpn_addlsh1_n(limb *, const limb *, const limb *, size);
limb __gmpn_rsh1add_n(limb *, const limb *, const limb *, size);
void __gmpn_copyi(limb *, const limb *, size);
void __gmpn_copyd(limb *, const limb *, size);
void __gmpn_and_n(limb *, const limb *, const limb *, size);
void __gmpn_xor_n(limb *, const limb *, const limb *, size);
limb __gmpn_lshift(limb *, const limb *, size, unsigned);
limb __gmpn_rshift(limb *, const limb *, size, unsigned);
limb __gmpn_lshiftc(limb *, const limb *, size, unsigned);
limb __gmpn_hamdist(const limb *, const limb *, size);
limb __gmpn_popcount(const limb *, size);
limb __gmpn_bdiv_dbm1c(limb *, const limb *, size, limb, limb);
limb __gmpn_modexact_1c_odd(const limb *, size, limb, limb);
void __gmpn_divexact_1(limb *, const limb *, size, limb);
limb __gmpn_divrem_1(limb *, size, const limb *, size, limb);
limb __gmpn_mod_34lsub1(const limb *, size);
limb __gmpn_cnd_add_n(limb, limb *, const limb *, const limb *, size);
limb __gmpn_add_n_sub_n(limb *, limb *, const limb *, const limb *, size);
void __gmpn_sqr_diag_addlsh1(limb *, const limb *, const limb *, size);
limb __gmpn_gcd_11(limb, limb);
limb __gmpn_invert_limb(limb);

/* Operands of their own pages; a page each lies two limbs further in its page than the one before. */
enum { LIMBS = 8192 };
static limb space[5][LIMBS] __attribute__((aligned(16384)));
static limb *at(int i) { return space[i] + 16 * i; }

static const limb D = 0x9e3779b97f4a7c15;
static limb sink;

#define CALLS(name, call)                    \
    if (!strcmp(routine, name)) {            \
        for (i = 0; i < calls; i++) {        \
            sink += (call);                  \
        }                                    \
        return 0;                            \
    }

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    const char *routine = argv[1];
    size n = atol(argv[2]);
    long calls = atol(argv[3]), i;
    if (n < 1 || n > LIMBS / 4)
        return 2;
    limb *r = at(0), *u = at(1), *v = at(2), *s = at(3);
    limb x = D;
    for (i = 0; i < 2 * n + 2; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        u[i] = x, v[i] = x * D, r[i] = s[i] = x + D;
    }
    CALLS("addmul_1", __gmpn_addmul_1(r, u, n, D))
    CALLS("submul_1", __gmpn_submul_1(r, u, n, D))
    CALLS("mul_1", __gmpn_mul_1(r, u, n, D))
    CALLS("addmul_2", __gmpn_addmul_2(r, u, n, v))
    CALLS("mul_2", __gmpn_mul_2(r, u, n, v))
    CALLS("add_n", __gmpn_add_n(r, u, v, n))
    CALLS("sub_n", __gmpn_sub_n(r, u, v, n))
    CALLS("addlsh1_n", __gmpn_addlsh1_n(r, u, v, n))
    CALLS("rsh1add_n", __gmpn_rsh1add_n(r, u, v, n))
    CALLS("copyi", (__gmpn_copyi(r, u, n), 0))
    CALLS("copyd", (__gmpn_copyd(r, u, n), 0))
    CALLS("and_n", (__gmpn_and_n(r, u, v, n), 0))
    CALLS("xor_n", (__gmpn_xor_n(r, u, v, n), 0))
    CALLS("lshift", __gmpn_lshift(r, u, n, 13))
    CALLS("rshift", __gmpn_rshift(r, u, n, 13))
    CALLS("lshiftc", __gmpn_lshiftc(r, u, n, 13))
    CALLS("hamdist", __gmpn_hamdist(u, v, n))
    CALLS("popcount", __gmpn_popcount(u, n))
    CALLS("bdiv_dbm1c", __gmpn_bdiv_dbm1c(r, u, n, D, 0))
    CALLS("modexact_1c_odd", __gmpn_modexact_1c_odd(u, n, D, 0))
    CALLS("divexact_1", (__gmpn_divexact_1(r, u, n, D), 0))
    CALLS("divrem_1", __gmpn_divrem_1(r, 0, u, n, D))
    CALLS("mod_34lsub1", __gmpn_mod_34lsub1(u, n))
    CALLS("cnd_add_n", __gmpn_cnd_add_n(1, r, u, v, n))
    CALLS("add_n_sub_n", __gmpn_add_n_sub_n(r, s, u, v, n))
    CALLS("sqr_diag_addlsh1", (__gmpn_sqr_diag_addlsh1(r, v, u, n), 0))
    CALLS("gcd_11", __gmpn_gcd_11(u[i & 63] | 1, v[i & 63] | 1))
    CALLS("none", u[i & 63] | 1ul << 63)
    CALLS("invert_limb", __gmpn_invert_limb(u[i & 63] | 1ul << 63))
    return 2;
}
