/* build: -O2 */
/* Byte-wise checksums and an open hash table: dependent byte loads, shifts and table lookups. */
#include "guest.h"

enum { BYTES = 65536, SLOTS = 8192, WORDS = 6000 };

static u8 data[BYTES];
static u32 table[256];
static u64 slots[SLOTS];

static void fill_table(void)
{
    for (u32 i = 0; i < 256; i++) {
        u32 c = i;
        for (int bit = 0; bit < 8; bit++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
}

static NOINLINE u32 crc32(const u8 *p, u64 size)
{
    u32 c = ~0u;
    for (u64 i = 0; i < size; i++)
        c = table[(c ^ p[i]) & 255] ^ (c >> 8);
    return ~c;
}

static NOINLINE u32 crc32_bitwise(const u8 *p, u64 size)
{
    u32 c = ~0u;
    for (u64 i = 0; i < size; i++) {
        c ^= p[i];
        for (int bit = 0; bit < 8; bit++)
            c = (c >> 1) ^ (0xedb88320u & -(c & 1));
    }
    return ~c;
}

static NOINLINE u64 fnv1a(const u8 *p, u64 size)
{
    u64 hash = 0xcbf29ce484222325ul;
    for (u64 i = 0; i < size; i++)
        hash = (hash ^ p[i]) * 0x100000001b3ul;
    return hash;
}

static NOINLINE u32 adler32(const u8 *p, u64 size)
{
    u32 low = 1, high = 0;
    for (u64 i = 0; i < size; i++) {
        low += p[i];
        if (low >= 65521)
            low -= 65521;
        high += low;
        if (high >= 65521)
            high -= 65521;
    }
    return high << 16 | low;
}

/* Inserts keys (never 0) into an open-addressed table and counts the probes. */
static NOINLINE u64 hash_probes(void)
{
    u64 seed = 0x5eed0003, probes = 0;
    for (int i = 0; i < WORDS; i++) {
        u64 key = (next_random(&seed) >> 44) + 1;
        u64 at = (key * 0x9e3779b97f4a7c15ul) >> 51;
        for (;;) {
            probes++;
            if (slots[at] == 0 || slots[at] == key)
                break;
            at = (at + 1) & (SLOTS - 1);
        }
        slots[at] = key;
    }
    return probes;
}

int main(void)
{
    u64 seed = 0x5eed0004;
    for (int i = 0; i < BYTES; i++)
        data[i] = (u8)(next_random(&seed) >> 56);
    fill_table();
    u32 check = crc32((const u8 *)"123456789", 9);
    print_hex("check", check); /* the published check value of CRC-32: cbf43926 */
    u32 whole = 0;
    for (int pass = 0; pass < 4; pass++)
        whole = whole * 31 + crc32(data + pass, BYTES - 4);
    print_hex("crc32", whole);
    print_hex("bitwise", crc32_bitwise(data, BYTES / 8));
    print_hex("fnv1a", fnv1a(data, BYTES));
    print_hex("adler32", adler32(data, BYTES));
    print_count("probes", hash_probes());
    return 0;
}
