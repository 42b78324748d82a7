/* What the kernels of simd-ia64.S compute, one element at a time. */
#include "guest.h"

static u8 byte_of(u64 word, int i) { return (u8)(word >> (8 * i)); }
static u16 half_of(u64 word, int i) { return (u16)(word >> (16 * i)); }

u64 simd_differences(const u64 *a, const u64 *b, i64 count)
{
    u64 sum = 0;
    for (i64 i = 0; i < count; i++)
        for (int k = 0; k < 8; k++) {
            int d = byte_of(a[i], k) - byte_of(b[i], k);
            sum += (u64)(d < 0 ? -d : d);
        }
    return sum;
}

u64 simd_length(const u64 *text)
{
    const u8 *p = (const u8 *)text;
    u64 length = 0;
    while (p[length])
        length++;
    return length;
}

/* Saturating unsigned byte sums, then a mask of equal bytes, then the larger bytes. */
u64 simd_bytes(const u64 *a, const u64 *b, i64 count)
{
    u64 hash = 0;
    for (i64 i = 0; i < count; i++) {
        u64 sums = 0, equal = 0, larger = 0;
        for (int k = 7; k >= 0; k--) {
            u8 x = byte_of(a[i], k), y = byte_of(b[i], k);
            u32 sum = (u32)x + y;
            sums = sums << 8 | (sum > 255 ? 255 : sum);
            equal = equal << 8 | (x == y ? 255 : 0);
            larger = larger << 8 | (x > y ? x : y);
        }
        hash = (hash << 1) + (sums ^ equal) + larger;
    }
    return hash;
}

/* Products of signed halves shifted right by 16, signed saturating sums of halves, signed minimum, packed to bytes; population counts. */
u64 simd_halves(const u64 *a, const u64 *b, i64 count)
{
    u64 hash = 0;
    for (i64 i = 0; i < count; i++) {
        u64 products = 0, sums = 0, least = 0, packed = 0;
        for (int k = 3; k >= 0; k--) {
            i32 x = (short)half_of(a[i], k), y = (short)half_of(b[i], k);
            products = products << 16 | (u16)((x * y) >> 16);
            i32 sum = x + y;
            sum = sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum;
            sums = sums << 16 | (u16)sum;
            least = least << 16 | (u16)(x < y ? x : y);
        }
        /* pack2.uss: the first operand gives the low four bytes. */
        for (int k = 7; k >= 0; k--) {
            i32 x = (short)half_of(k < 4 ? sums : least, k & 3);
            packed = packed << 8 | (u8)(x < 0 ? 0 : x > 255 ? 255 : x);
        }
        hash = (hash << 1) + (products ^ packed) + (u64)__builtin_popcountl(sums);
    }
    return hash;
}

/* Byte permutations: reversed, interleaved with itself, low halves unpacked with the reversed word, even bytes mixed. */
u64 simd_permute(const u64 *a, i64 count)
{
    u64 hash = 0;
    for (i64 i = 0; i < count; i++) {
        u64 reversed = __builtin_bswap64(a[i]);
        /* @shuf: bytes 7 3 6 2 5 1 4 0, most significant first. */
        static const int shuffle[8] = { 7, 3, 6, 2, 5, 1, 4, 0 };
        u64 shuffled = 0, unpacked = 0, mixed = 0;
        for (int k = 0; k < 8; k++)
            shuffled = shuffled << 8 | byte_of(a[i], shuffle[k]);
        /* unpack1.l x = a, reversed: bytes a3 r3 a2 r2 a1 r1 a0 r0. */
        for (int k = 3; k >= 0; k--)
            unpacked = unpacked << 16 | (u64)byte_of(a[i], k) << 8 | byte_of(reversed, k);
        /* mix2.r x = a, reversed: halves a2 r2 a0 r0. */
        mixed = (u64)half_of(a[i], 2) << 48 | (u64)half_of(reversed, 2) << 32 | (u64)half_of(a[i], 0) << 16 | half_of(reversed, 0);
        hash = (hash << 1) + (reversed ^ shuffled) + (unpacked ^ mixed);
    }
    return hash;
}
