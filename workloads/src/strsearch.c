/* build: -O3 */
/* Counts each pattern of the standard input (one to a line) in a generated text, by three algorithms that must agree: byte loads, short loops, early exits. */
#include "guest.h"

enum { BYTES = 49152, INPUT = 1024, LONGEST = 64 };

static u8 text[BYTES];
static u8 input[INPUT];

static const char *const words[] = {
    "bundle", "slot", "stop", "predicate", "register", "stack", "engine", "rotate", "load", "store", "advanced", "speculative",
    "check", "branch", "template", "cycle", "stall", "cache", "line", "miss", "the", "of", "a", "and", "to", "in", "is", "that",
    "group", "issue", "port", "retire",
};

static void write_text(void)
{
    u64 seed = 0x5eed0006, at = 0;
    while (at < BYTES) {
        const char *word = words[next_random(&seed) >> 59];
        while (*word && at < BYTES)
            text[at++] = (u8)*word++;
        if (at < BYTES)
            text[at++] = ' ';
    }
}

static NOINLINE u64 count_naive(const u8 *p, u64 length)
{
    u64 count = 0;
    for (u64 i = 0; i + length <= BYTES; i++) {
        u64 j = 0;
        while (j < length && text[i + j] == p[j])
            j++;
        count += j == length;
    }
    return count;
}

static NOINLINE u64 count_horspool(const u8 *p, u64 length)
{
    u64 shift[256], count = 0;
    for (int c = 0; c < 256; c++)
        shift[c] = length;
    for (u64 j = 0; j + 1 < length; j++)
        shift[p[j]] = length - 1 - j;
    for (u64 i = 0; i + length <= BYTES; i += shift[text[i + length - 1]]) {
        u64 j = length;
        while (j > 0 && text[i + j - 1] == p[j - 1])
            j--;
        count += j == 0;
    }
    return count;
}

static NOINLINE u64 count_automaton(const u8 *p, u64 length)
{
    u64 border[LONGEST + 1], count = 0, j = 0;
    border[0] = 0;
    border[1] = 0;
    for (u64 i = 1; i < length; i++) {
        while (j > 0 && p[i] != p[j])
            j = border[j];
        j += p[i] == p[j];
        border[i + 1] = j;
    }
    j = 0;
    for (u64 i = 0; i < BYTES; i++) {
        while (j > 0 && (j == length || text[i] != p[j]))
            j = border[j];
        j += text[i] == p[j];
        count += j == length;
    }
    return count;
}

int main(void)
{
    write_text();
    u64 size = 0;
    i64 got;
    while (size < INPUT && (got = guest_read(0, input + size, INPUT - size)) > 0)
        size += (u64)got;
    u64 start = 0, wrong = 0;
    for (u64 i = 0; i < size; i++) {
        if (input[i] != '\n')
            continue;
        u64 length = i - start;
        if (length > 0 && length <= LONGEST) {
            u64 count = count_naive(input + start, length);
            wrong += count_horspool(input + start, length) != count;
            wrong += count_automaton(input + start, length) != count;
            input[i] = 0;
            print_count((const char *)input + start, count);
        }
        start = i + 1;
    }
    print_count("disagreements", wrong);
    return 0;
}
