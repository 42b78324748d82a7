/* Calls one routine of GMP's mpn layer many times over: gmp ROUTINE LIMBS CALLS. Built by tools/validate, which links the
   routines as assembled from GMP's own sources. Written from GMP's documented interface. */
#include <stdint.h>
#include <stdlib.h>

#include "calls.h"

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
limb __gmpn_sublsh1_n(limb *, const limb *, const limb *, size);
limb __gmpn_rsblsh1_n(limb *, const limb *, const limb *, size);
limb __gmpn_addlsh2_n(limb *, const limb *, const limb *, size);
limb __gmpn_sublsh2_n(limb *, const limb *, const limb *, size);
limb __gmpn_rsblsh2_n(limb *, const limb *, const limb *, size);
limb __gmpn_rsh1add_n(limb *, const limb *, const limb *, size);
limb __gmpn_rsh1sub_n(limb *, const limb *, const limb *, size);
void __gmpn_copyi(limb *, const limb *, size);
void __gmpn_copyd(limb *, const limb *, size);
void __gmpn_and_n(limb *, const limb *, const limb *, size);
void __gmpn_andn_n(limb *, const limb *, const limb *, size);
void __gmpn_nand_n(limb *, const limb *, const limb *, size);
void __gmpn_ior_n(limb *, const limb *, const limb *, size);
void __gmpn_iorn_n(limb *, const limb *, const limb *, size);
void __gmpn_nior_n(limb *, const limb *, const limb *, size);
void __gmpn_xor_n(limb *, const limb *, const limb *, size);
void __gmpn_xnor_n(limb *, const limb *, const limb *, size);
limb __gmpn_lshift(limb *, const limb *, size, unsigned);
limb __gmpn_rshift(limb *, const limb *, size, unsigned);
limb __gmpn_lshiftc(limb *, const limb *, size, unsigned);
limb __gmpn_hamdist(const limb *, const limb *, size);
limb __gmpn_popcount(const limb *, size);
limb __gmpn_bdiv_dbm1c(limb *, const limb *, size, limb, limb);
limb __gmpn_modexact_1c_odd(const limb *, size, limb, limb);
void __gmpn_divexact_1(limb *, const limb *, size, limb);
limb __gmpn_divrem_1(limb *, size, const limb *, size, limb);
limb __gmpn_divrem_2(limb *, size, limb *, size, const limb *);
limb __gmpn_mod_34lsub1(const limb *, size);
limb __gmpn_cnd_add_n(limb, limb *, const limb *, const limb *, size);
limb __gmpn_cnd_sub_n(limb, limb *, const limb *, const limb *, size);
limb __gmpn_add_n_sub_n(limb *, limb *, const limb *, const limb *, size);
void __gmpn_sec_tabselect(limb *, const limb *, size, size, size);
void __gmpn_sqr_diag_addlsh1(limb *, const limb *, const limb *, size);
limb __gmpn_gcd_11(limb, limb);
limb __gmpn_invert_limb(limb);

/* Operands of their own pages; a page each lies two limbs further in its page than the one before. */
enum { LIMBS = 8192 };
static limb space[5][LIMBS] __attribute__((aligned(16384)));
static limb *at(int i) { return space[i] + 16 * i; }

static const limb D = 0x9e3779b97f4a7c15;
static const limb divisor[2] = {0x7f4a7c159e3779b9, 0x9e3779b97f4a7c15};
enum { ENTRIES = 2 }; /* of the table that sec_tabselect reads: it stays in L1D */

/* sec_tabselect overwrites r6 and ar.lc, which belong to its caller. */
static __attribute__((noinline)) limb select_entry(limb *r, const limb *table, size n, size which)
{
    __gmpn_sec_tabselect(r, table, n, ENTRIES, which);
    __asm__ volatile("" ::: "r6", "ar.lc");
    return 0;
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
    CALLS("sublsh1_n", __gmpn_sublsh1_n(r, u, v, n))
    CALLS("rsblsh1_n", __gmpn_rsblsh1_n(r, u, v, n))
    CALLS("addlsh2_n", __gmpn_addlsh2_n(r, u, v, n))
    CALLS("sublsh2_n", __gmpn_sublsh2_n(r, u, v, n))
    CALLS("rsblsh2_n", __gmpn_rsblsh2_n(r, u, v, n))
    CALLS("rsh1sub_n", __gmpn_rsh1sub_n(r, u, v, n))
    CALLS("rsh1add_n", __gmpn_rsh1add_n(r, u, v, n))
    CALLS("copyi", (__gmpn_copyi(r, u, n), 0))
    CALLS("copyd", (__gmpn_copyd(r, u, n), 0))
    CALLS("and_n", (__gmpn_and_n(r, u, v, n), 0))
    CALLS("andn_n", (__gmpn_andn_n(r, u, v, n), 0))
    CALLS("nand_n", (__gmpn_nand_n(r, u, v, n), 0))
    CALLS("ior_n", (__gmpn_ior_n(r, u, v, n), 0))
    CALLS("iorn_n", (__gmpn_iorn_n(r, u, v, n), 0))
    CALLS("nior_n", (__gmpn_nior_n(r, u, v, n), 0))
    CALLS("xor_n", (__gmpn_xor_n(r, u, v, n), 0))
    CALLS("xnor_n", (__gmpn_xnor_n(r, u, v, n), 0))
    CALLS("lshift", __gmpn_lshift(r, u, n, 13))
    CALLS("rshift", __gmpn_rshift(r, u, n, 13))
    CALLS("lshiftc", __gmpn_lshiftc(r, u, n, 13))
    CALLS("hamdist", __gmpn_hamdist(u, v, n))
    CALLS("popcount", __gmpn_popcount(u, n))
    CALLS("bdiv_dbm1c", __gmpn_bdiv_dbm1c(r, u, n, D, 0))
    CALLS("modexact_1c_odd", __gmpn_modexact_1c_odd(u, n, D, 0))
    CALLS("divexact_1", (__gmpn_divexact_1(r, u, n, D), 0))
    CALLS("divrem_1", __gmpn_divrem_1(r, 0, u, n, D))
    CALLS("divrem_2", __gmpn_divrem_2(r, 0, u, n, divisor))
    CALLS("divrem_2_frac", __gmpn_divrem_2(r, n, u, 2, divisor))
    CALLS("mod_34lsub1", __gmpn_mod_34lsub1(u, n))
    CALLS("cnd_add_n", __gmpn_cnd_add_n(1, r, u, v, n))
    CALLS("cnd_sub_n", __gmpn_cnd_sub_n(1, r, u, v, n))
    CALLS("sec_tabselect", select_entry(r, u, n, i % ENTRIES))
    CALLS("add_n_sub_n", __gmpn_add_n_sub_n(r, s, u, v, n))
    CALLS("sqr_diag_addlsh1", (__gmpn_sqr_diag_addlsh1(r, v, u, n), 0))
    CALLS("gcd_11", __gmpn_gcd_11(u[i & 63] | 1, v[i & 63] | 1))
    CALLS("none", u[i & 63] | 1ul << 63)
    CALLS("invert_limb", __gmpn_invert_limb(u[i & 63] | 1ul << 63))
    return 2;
}
