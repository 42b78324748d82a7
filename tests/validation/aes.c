/* Encrypts a block many times over with OpenSSL's hand-written AES: aes aes 1 CALLS. Built by tools/validate from OpenSSL's own
   source; written from its documented interface. */
#include <stdint.h>
#include <stdlib.h>

struct key {
    uint32_t words[60];
    int rounds;
};

void AES_encrypt(const unsigned char *, unsigned char *, const struct key *);

static struct key key = {.rounds = 10};
static unsigned char in[16] __attribute__((aligned(16))), out[16] __attribute__((aligned(16)));

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    for (int i = 0; i < 44; i++)
        key.words[i] = 0x9e3779b9u * (i + 1);
    for (long i = atol(argv[3]); i > 0; i--)
        AES_encrypt(in, out, &key);
    return 0;
}
