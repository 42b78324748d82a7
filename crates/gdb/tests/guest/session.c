/* What a session of gdb looks at: a structure, a loop, a call chain, a signal handler, memory that changes. No C library:
   build.sh makes session.elf. */

struct point {
    int x;
    long y;
    double weight;
};

static long total;
static volatile int handled;

/* A system call (start.S). */
long call(long a, long b, long c, long d, long number);

static void handler(int signal)
{
    handled = signal;
}

/* As the kernel takes it: handler, flags, restorer, mask. */
struct action {
    void (*handler)(int);
    unsigned long flags;
    unsigned long mask;
};

static long weigh(struct point *point, int times)
{
    long sum = 0;
    for (int i = 0; i < times; i++) {
        sum += point->x * i + point->y;
        total += sum;
    }
    return sum;
}

int main(int argc, char **argv)
{
    struct point point = {3, 40, 2.5};
    struct action action = {handler, 0, 0};
    long sum = weigh(&point, 10);
    call(10, (long)&action, 0, 8, 1177);
    call(call(0, 0, 0, 0, 1041), 10, 0, 0, 1053);
    point.x = handled;
    return sum == 535 && point.x == 10 && argc == 1 ? 0 : 1;
}

void start_c(long *stack)
{
    call(main((int)stack[0], (char **)(stack + 1)), 0, 0, 0, 1236);
}
