/* Runs one of OpenSSL's hand-written routines many times over: ciphers ROUTINE BYTES CALLS. Built by tools/validate from OpenSSL's own
   sources; written from their documented interfaces. */
#include <stdint.h>
#include <stdlib.h>

#include "calls.h"

struct aes_key {
    uint32_t words[60];
    int rounds;
};

void AES_encrypt(const unsigned char *, unsigned char *, const struct aes_key *);
void sha1_block_data_order(uint32_t *, const void *, size_t);
void sha256_block_data_order(uint32_t *, const void *, size_t);
void sha512_block_data_order(uint64_t *, const void *, size_t);
void gcm_ghash_4bit(uint64_t *, const uint64_t *, const unsigned char *, size_t);
void ChaCha20_ctr32(unsigned char *, const unsigned char *, size_t, const uint32_t *, const uint32_t *);
int poly1305_init(void *, const unsigned char *);
void poly1305_blocks(void *, const unsigned char *, size_t, uint32_t);

enum { BYTES = 8192 };
static struct aes_key aes = {.rounds = 10};
static unsigned char in[BYTES] __attribute__((aligned(128)));
static uint64_t state[32] __attribute__((aligned(16))), table[32] __attribute__((aligned(128)));

/* AES has no routine for more than a block. */
static int encrypt(size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 16)
        AES_encrypt(in + i, in + i, &aes);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    const char *routine = argv[1];
    size_t bytes = strtoul(argv[2], NULL, 10);
    long calls = atol(argv[3]), i;
    if (bytes < 128 || bytes % 128 || bytes > BYTES)
        return 2;
    uint64_t x = 0x9e3779b97f4a7c15;
    for (int i = 0; i < BYTES; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        in[i] = x >> 24;
    }
    for (int i = 0; i < 32; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        table[i] = x;
    }
    for (int i = 0; i < 44; i++)
        aes.words[i] = 0x9e3779b9u * (i + 1);
    CALLS("aes", encrypt(bytes))
    CALLS("sha1", (sha1_block_data_order((uint32_t *)state, in, bytes / 64), 0))
    CALLS("sha256", (sha256_block_data_order((uint32_t *)state, in, bytes / 64), 0))
    CALLS("sha512", (sha512_block_data_order(state, in, bytes / 128), 0))
    CALLS("ghash", (gcm_ghash_4bit(state, table, in, bytes), 0))
    CALLS("chacha20", (ChaCha20_ctr32(in, in, bytes, (const uint32_t *)table, (const uint32_t *)table + 8), 0))
    state[0] = 0;
    poly1305_init(state, (const unsigned char *)table);
    CALLS("poly1305", (poly1305_blocks(state, in, bytes, 1), 0))
    return 2;
}
