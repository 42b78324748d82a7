/* build: -O2 */
/* Parallel integer instructions on bytes and half words (simd-ia64.S). Their results go straight into plain
   integer instructions, which on Itanium flushes the pipeline. */
#include "guest.h"

enum { WORDS = 512, ROUNDS = 60 };

u64 simd_differences(const u64 *a, const u64 *b, i64 count);
u64 simd_length(const u64 *text);
u64 simd_bytes(const u64 *a, const u64 *b, i64 count);
u64 simd_halves(const u64 *a, const u64 *b, i64 count);
u64 simd_permute(const u64 *a, i64 count);

static u64 a[WORDS], b[WORDS];
static union { u8 bytes[1024]; u64 words[128]; } text;

int main(void)
{
    u64 seed = 0x5eed0015, hash[5] = { 1, 1, 1, 1, 1 };
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < WORDS; i++) {
            a[i] = next_random(&seed);
            b[i] = i & 7 ? next_random(&seed) : a[i] ^ 0xff00;
        }
        for (int i = 0; i < 1000; i++)
            text.bytes[i] = (u8)(1 + (i % 255));
        text.bytes[round * 13 + 5] = 0;
        hash[0] = mix(hash[0], simd_differences(a, b, WORDS));
        hash[1] = mix(hash[1], simd_length(text.words));
        hash[2] = mix(hash[2], simd_bytes(a, b, WORDS));
        hash[3] = mix(hash[3], simd_halves(a, b, WORDS));
        hash[4] = mix(hash[4], simd_permute(a, WORDS));
    }
    print_hex("differences", hash[0]);
    print_hex("length", hash[1]);
    print_hex("bytes", hash[2]);
    print_hex("halves", hash[3]);
    print_hex("permute", hash[4]);
    return 0;
}
