/* build: -O2 */
#include "guest.h"

#ifndef __ia64__
#include <unistd.h>
i64 guest_write(int fd, const void *buf, u64 size) { return write(fd, buf, size); }
i64 guest_read(int fd, void *buf, u64 size) { return read(fd, buf, size); }
#else
/* The compiler may call these even in freestanding code. */
void *memcpy(void *restrict to, const void *restrict from, u64 size)
{
    u8 *d = to;
    const u8 *s = from;
    while (size--)
        *d++ = *s++;
    return to;
}

void *memset(void *to, int byte, u64 size)
{
    u8 *d = to;
    while (size--)
        *d++ = (u8)byte;
    return to;
}
#endif

enum { LINE = 96 };

static u64 put_label(char *line, const char *label)
{
    u64 at = 0;
    while (*label && at < LINE - 24)
        line[at++] = *label++;
    line[at++] = ' ';
    return at;
}

void print_hex(const char *label, u64 value)
{
    char line[LINE];
    u64 at = put_label(line, label);
    for (int shift = 60; shift >= 0; shift -= 4)
        line[at++] = "0123456789abcdef"[(value >> shift) & 15];
    line[at++] = '\n';
    guest_write(1, line, at);
}

void print_count(const char *label, u64 value)
{
    char line[LINE];
    u64 at = put_label(line, label);
    static const u64 powers[] = {
        10000000000000000000ul, 1000000000000000000ul, 100000000000000000ul, 10000000000000000ul, 1000000000000000ul,
        100000000000000ul, 10000000000000ul, 1000000000000ul, 100000000000ul, 10000000000ul, 1000000000ul, 100000000ul,
        10000000ul, 1000000ul, 100000ul, 10000ul, 1000ul, 100ul, 10ul, 1ul,
    };
    int started = 0;
    for (u64 i = 0; i < sizeof powers / sizeof *powers; i++) {
        u64 power = powers[i];
        char digit = '0';
        while (value >= power) {
            value -= power;
            digit++;
        }
        if (digit != '0' || started || power == 1) {
            line[at++] = digit;
            started = 1;
        }
    }
    line[at++] = '\n';
    guest_write(1, line, at);
}

u64 parse_count(const char *text)
{
    u64 value = 0;
    while (*text >= '0' && *text <= '9')
        value = value * 10 + (u64)(*text++ - '0');
    return value;
}
