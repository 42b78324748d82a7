/* What a profile with source lines looks at: functions that are inlined, one into the other, in a loop; a signal handler. No C library:
   build.sh makes lines.elf, with -O2 -g. */

static volatile long handled;
static long table[64];

/* A system call (crates/gdb/tests/guest/start.S). */
long call(long a, long b, long c, long d, long number);

static inline __attribute__((always_inline)) long square(long x)
{
    return x * x;
}

static inline __attribute__((always_inline)) long mix(long sum, long i)
{
    long value = table[i & 63];
    return sum * 3 + square(value + i);
}

static __attribute__((noinline)) long churn(long times)
{
    long sum = 1;
    for (long i = 0; i < times; i++)
        sum = mix(sum, i);
    return sum;
}

static void handler(int signal)
{
    handled = churn(signal * 40);
}

/* As the kernel takes it: handler, flags, mask. */
struct action {
    void (*handler)(int);
    unsigned long flags;
    unsigned long mask;
};

static int run(void)
{
    struct action action = {handler, 0, 0};
    for (long i = 0; i < 64; i++)
        table[i] = i * 7;
    long sum = churn(500);
    call(10, (long)&action, 0, 8, 1177);
    call(call(0, 0, 0, 0, 1041), 10, 0, 0, 1053);
    return sum != 0 && handled != 0 ? 0 : 1;
}

void start_c(void)
{
    call(run(), 0, 0, 0, 1236);
}
