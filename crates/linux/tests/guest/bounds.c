/* Programs that take all they can get, a road for each first argument, and programs of very many threads and processes. */
#include "guest.h"

static int equal(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static char block[1 << 20];
static int ends[2];

static long mapped(long length) { return call(MMAP, 0L, length, 3L, 0x22L, -1L, 0L); }
static long fork(void) { return call(CLONE2, 17L, 0L, 0L, 0L, 0L, 0L); }
static void leave(long status) { call(EXIT_GROUP, status); }

/* Files in memory, written to until the machine has no more. */
static void memfd(void)
{
    for (int i = 0; i < 64; i++) {
        long fd = call(1340L, "x", 0L);
        while (call(WRITE, fd, block, (long)sizeof block) > 0) ;
        if (failed == 28) { print("errno %d\n", failed); return; }
    }
}

static void truncated(void)
{
    long fd = call(1340L, "x", 0L);
    call(1098L, fd, 1L << 31);
    print("errno %d\n", failed);
}

/* Full pipes; a child that gets no more ends. */
static void pipes(void)
{
    for (int child = 0; child < 40; child++) {
        if (fork() != 0) continue;
        for (int i = 0; i < 400; i++) {
            if (call(1317L, ends, 04000L) < 0) leave(0);
            while (call(WRITE, (long)ends[1], block, 65536L) > 0) ;
            if (failed == 12) leave(0);
        }
        for (;;) call(POLL, 0L, 0L, -1L);
    }
    int status;
    call(WAIT4, -1L, &status, 0L, 0L);
    print("a child ended\n");
}

/* Signals that queue, for thousands of threads that hold them back. */
static void queues(void)
{
    u64 all = ~0ul;
    call(SIGPROCMASK, 0L, &all, 0L, 8L);
    static int info[32];
    info[2] = -1;
    for (int child = 0; child < 2000; child++) {
        long pid = fork();
        if (pid == 0) for (;;) call(POLL, 0L, 0L, -1L);
        if (pid < 0) { print("errno %d\n", failed); return; }
        while (call(SIGQUEUEINFO, pid, 40L, info) == 0) ;
    }
    print("errno %d\n", failed);
}

/* Mappings, copied by every child. */
static void mappings(void)
{
    long base = mapped(2L << 30);
    for (long i = 0; i < 30000; i++) call(MPROTECT, base + i * 32768, 16384L, 1L);
    long made = 0;
    for (; made < 4000; made++) {
        long pid = fork();
        if (pid == 0) for (;;) call(POLL, 0L, 0L, -1L);
        if (pid < 0) break;
    }
    print("errno %d after less than 4000: %d\n", failed, made < 4000L);
}

/* Snapshots of the list of mappings, which names of files make long. */
static void maps(void)
{
    long base = mapped(1L << 30);
    for (long i = 0; i < 30000; i++) call(MPROTECT, base + i * 32768, 16384L, 1L);
    for (int i = 0; i < 1000; i++) {
        if (call(OPEN, "/proc/self/maps", 0L, 0L) < 0) { print("errno %d\n", failed); return; }
    }
}

static void epolls(void)
{
    static u64 event[2] = { 1, 0 };
    for (int child = 0; child < 40; child++) {
        if (fork() == 0) {
            call(1317L, ends, 0L);
            for (long i = 0; i < 100; i++) call(1057L, (long)ends[0]);
            for (;;) {
                long set = call(1243L, 1L);
                if (set < 0) for (;;) call(POLL, 0L, 0L, -1L);
                for (long i = 3; i < 100; i++)
                    if (call(1244L, set, 1L, i, event) < 0 && failed == 12) leave(0);
            }
        }
    }
    int status;
    call(WAIT4, -1L, &status, 0L, 0L);
    print("a child ended\n");
}

/* Names, one after the other: numbers and times of files. */
static void names(void)
{
    static char name[] = "0000000";
    for (long i = 0;; i++) {
        for (long n = i, at = 6; at >= 0; at--, n /= 10) name[at] = '0' + n % 10;
        if (call(MKDIR, name, 0755L) < 0) { print("errno %d after %d\n", failed, i); return; }
    }
}

static void numbers(void)
{
    for (long i = 0; i < 100000; i++) call(5000 + i);
}

static void writes(void)
{
    long fd = call(OPEN, "big", 0102L, 0640L), total = 0, count;
    while ((count = call(WRITE, fd, block, 600000L)) > 0) total += count;
    print("errno %d after %d\n", failed, total);
    print("in place %d\n", call(LSEEK, fd, 0L, 0L) + call(WRITE, fd, block, 1000L));
    call(1097L, "big", 0L);
    print("again %d\n", call(LSEEK, fd, 0L, 0L) + call(WRITE, fd, block, 1000L));
    call(1098L, fd, 1L << 40);
    print("hole %d\n", failed);
    call(UNLINK, "big");
    call(CLOSE, fd);
    fd = call(OPEN, "next", 0102L, 0640L);
    print("next %d\n", call(WRITE, fd, block, 1000000L));
}

static void limited(void)
{
    static u64 limit[2] = { 1000, 1000 };
    call(1084L, 1L, limit);
    static u64 ignore[3] = { 1, 0, 0 };
    call(SIGACTION, 25L, ignore, 0L, 8L);
    long fd = call(OPEN, "big", 0102L, 0640L);
    print("write %d\n", call(WRITE, fd, block, 4000L));
    call(WRITE, fd, block, 1L);
    print("errno %d\n", failed);
    call(1098L, fd, 2000L);
    print("errno %d\n", failed);
    static u64 fatal[3] = { 0, 0, 0 };
    call(SIGACTION, 25L, fatal, 0L, 8L);
    call(WRITE, fd, block, 1L);
    print("not reached\n");
}

/* Sleeps a second while a timer whose signal is ignored expires every microsecond. */
static void sleeper(void)
{
    static u64 ignore[3] = { 1, 0, 0 }, timer[4] = { 0, 1, 0, 1 }, second[2] = { 1, 0 }, now[2];
    call(SIGACTION, 14L, ignore, 0L, 8L);
    call(SETITIMER, 0L, timer, 0L);
    print("slept %d\n", call(NANOSLEEP, second, 0L));
    call(CLOCK_GETTIME, 1L, now);
    print("seconds %d\n", now[0]);
}

/* The same with signals that wait: expiries of one timer are one signal with a count. */
static void overruns(void)
{
    static u64 held = 1ul << 39, second[2] = { 1, 0 };
    static int event[16] = { 7, 0, 40, 0 }, id, info[32];
    static u64 timer[4] = { 0, 1000, 0, 1000 };
    call(SIGPROCMASK, 0L, &held, 0L, 8L);
    call(1248L, 1L, event, &id);
    call(1249L, (long)id, 0L, timer, 0L);
    call(NANOSLEEP, second, 0L);
    long signal = call(1183L, &held, info, 0L, 8L);
    print("signal %d, more than 900000 overruns: %d\n", signal, info[5] > 900000);
}

static void processes(void)
{
    call(1317L, ends, 0L);
    long made = 0;
    for (; made < 4000; made++) {
        long pid = fork();
        if (pid == 0) {
            call(CLOSE, (long)ends[1]);
            call(READ, (long)ends[0], block, 1L);
            leave(0);
        }
        if (pid < 0) break;
    }
    call(CLOSE, (long)ends[1]);
    long ended = 0;
    while (call(WAIT4, -1L, 0L, 0L, 0L) > 0) ended++;
    print("%d made, %d ended\n", made, ended);
}

static int gate, arrived;

static void arrive(void)
{
    __atomic_add_fetch(&arrived, 1, 4);
    call(FUTEX, &gate, 0L, 0L, 0L, 0L, 0L);
    __atomic_sub_fetch(&arrived, 1, 4);
    call(FUTEX, &arrived, 1L, 1L);
}

static void threads(void)
{
    long stacks = mapped(5000L * 65536), made = 0;
    for (; made < 5000; made++)
        if (start_thread(0x10f00L, (void *)(stacks + made * 65536), 65536L, 0, 0, arrive) < 0) break;
    while (__atomic_load_n(&arrived, 2) < made) call(1164L);
    print("%d made\n", made);
    gate = 1;
    call(FUTEX, &gate, 1L, 5000L);
    for (int n; (n = __atomic_load_n(&arrived, 2)) > 0;) call(FUTEX, &arrived, 0L, (long)n, 0L, 0L, 0L);
    print("%d left\n", (long)arrived);
}

/* Children that wait for several files at once, each for its own. */
static void polls(void)
{
    static int sets[400][2];
    static struct { int fd; short wanted, found; } row;
    for (int i = 0; i < 400; i++) {
        call(1317L, sets[i], 0L);
        if (fork() == 0) {
            row.fd = sets[i][0];
            row.wanted = 1;
            call(POLL, &row, 1L, -1L);
            leave(row.found);
        }
    }
    for (int i = 399; i >= 0; i--) call(WRITE, (long)sets[i][1], "x", 1L);
    long ended = 0;
    while (call(WAIT4, -1L, 0L, 0L, 0L) > 0) ended++;
    print("%d ended\n", ended);
}

/* Processes that wait at their own pipe, at 70 others and at standard input, of which nothing special ever comes. */
static void wide(long select)
{
    static int sets[100][2], more[2];
    static struct { int fd; short wanted, found; } rows[72];
    static u64 readable[16], special[16];
    for (int i = 0; i < 100; i++) {
        call(1317L, sets[i], 0L);
        if (fork() == 0) {
            rows[0].fd = sets[i][0];
            rows[0].wanted = 1;
            rows[1].wanted = 2;
            for (int row = 2; row < 72; row++) {
                call(1317L, more, 0L);
                rows[row].fd = more[0];
                rows[row].wanted = 1;
            }
            for (int row = 0; row < 72; row++)
                (rows[row].wanted == 1 ? readable : special)[rows[row].fd / 64] |= 1ul << rows[row].fd % 64;
            if (select) leave(call(1089L, 1024L, readable, 0L, special, 0L));
            leave(call(POLL, rows, 72L, -1L));
        }
    }
    for (int i = 99; i >= 0; i--) call(WRITE, (long)sets[i][1], "x", 1L);
    long ended = 0;
    while (call(WAIT4, -1L, 0L, 0L, 0L) > 0) ended++;
    print("%d ended\n", ended);
}

static void wide_polls(void) { wide(0); }
static void wide_selects(void) { wide(1); }

/* Threads that each wait in a way of its own, as many as can be made of a number. */
static int files[4000], next, words[4000];

static int arrive_as(void) { return __atomic_fetch_add(&next, 1, 4); }

static void leave_wait(void)
{
    __atomic_sub_fetch(&arrived, 1, 4);
    call(FUTEX, &arrived, 1L, 1L);
}

static long crowd(long count, void (*wait)(void))
{
    static u64 descriptors[2] = { 4096, 4096 };
    call(1084L, 7L, descriptors);
    long stacks = mapped(count * 65536), made = 0;
    for (arrived = count; made < count; made++)
        if (start_thread(0x10f00L, (void *)(stacks + made * 65536), 65536L, 0, 0, wait) < 0) break;
    while (__atomic_load_n(&next, 2) < made) call(1164L);
    return made;
}

static void gather(long made)
{
    for (int n; (n = __atomic_load_n(&arrived, 2)) > 0;) call(FUTEX, &arrived, 0L, (long)n, 0L, 0L, 0L);
    print("%d made, %d left\n", made, (long)arrived);
}

static void count_down(void)
{
    u64 count;
    call(READ, (long)files[arrive_as()], &count, 8L);
    leave_wait();
}

/* Each reads a counter of its own. */
static void counters(void)
{
    static u64 descriptors[2] = { 4096, 4096 }, one = 1;
    call(1084L, 7L, descriptors);
    for (int i = 0; i < 4000; i++) files[i] = call(1314L, 0L, 0L);
    long made = crowd(4000L, count_down);
    for (int i = 3999; i >= 0; i--) call(WRITE, (long)files[i], &one, 8L);
    gather(made);
}

static void watch_alone(int timer)
{
    static u64 event[2] = { 1, 0 };
    u64 found[2], at[4] = { 0, 0, 1, arrive_as() * 1000 };
    long file = call(1310L, 1L, 0L), set = timer ? 0 : call(1243L, 1L);
    call(1311L, file, 0L, at, 0L);
    if (timer) call(READ, file, found, 8L);
    else call(1244L, set, 1L, file, event), call(1245L, set, found, 1L, -1L);
    leave_wait();
}

static void watch_instance(void) { watch_alone(0); }
static void read_timer(void) { watch_alone(1); }

/* Each waits for an epoll instance, or reads a timer, of its own: the times lie apart. */
static void instances(void) { gather(crowd(2000L, watch_instance)); }
static void expiries(void) { gather(crowd(4000L, read_timer)); }

/* Processes with interval timers whose signals they wait for. */
static void alarms(void)
{
    static u64 held = 1ul << 13;
    static u64 timer[4] = { 0, 0, 1, 0 };
    call(SIGPROCMASK, 0L, &held, 0L, 8L);
    long made = 0, ended = 0;
    for (; made < 4000; made++) {
        timer[3] = made;
        long pid = fork();
        if (pid == 0) {
            static int info[32];
            call(SETITIMER, 0L, timer, 0L);
            call(1183L, &held, info, 0L, 8L);
            leave(0);
        }
        if (pid < 0) break;
    }
    while (call(WAIT4, -1L, 0L, 0L, 0L) > 0) ended++;
    print("%d made, %d left\n", made, made - ended);
}

static void take_lock(void)
{
    int *word = &words[arrive_as()];
    call(FUTEX, word, 6L, 0L, 0L, 0L, 0L);
    call(FUTEX, word, 7L, 0L, 0L, 0L, 0L);
    leave_wait();
}

/* Each waits for a lock of its own that inherits priority. */
static void locks(void)
{
    for (int i = 0; i < 4000; i++) words[i] = call(GETTID);
    long made = crowd(4000L, take_lock);
    for (int i = 3999; i >= 0; i--) call(FUTEX, &words[i], 7L, 0L, 0L, 0L, 0L);
    gather(made);
}

static int pair[2], above, below;

static void watcher(void)
{
    u64 found[2 * 4];
    int me = arrive_as();
    for (int i = 0; i < 3; i++) {
        long count = call(1245L, (long)(me & 1 ? above : below), found, 4L, 50L);
        print("%d %d\n", (long)me, count);
    }
    leave_wait();
}

/* Instances one above the other, with edges, while what they watch fills, empties, is closed and opened again. */
static void watches(void)
{
    static u64 edge[2] = { 1u << 31 | 1, 7 }, level[2] = { 1, 8 }, at[4] = { 0, 1000000, 0, 2000000 };
    u64 count = 1;
    call(1317L, pair, 04000L);
    long counter = call(1314L, 0L, 04000L), timer = call(1310L, 1L, 04000L);
    below = call(1243L, 1L), above = call(1243L, 1L);
    call(1244L, (long)below, 1L, (long)pair[0], edge);
    call(1244L, (long)below, 1L, counter, level);
    call(1244L, (long)above, 1L, (long)below, edge);
    call(1244L, (long)above, 1L, timer, level);
    long stacks = mapped(4L * 65536);
    for (arrived = 0; arrived < 4; arrived++)
        start_thread(0x10f00L, (void *)(stacks + arrived * 65536), 65536L, 0, 0, watcher);
    for (int i = 0; i < 200; i++) {
        static char byte;
        switch (i * 7 % 11) {
        case 0: call(WRITE, (long)pair[1], &byte, 1L); break;
        case 1: call(READ, (long)pair[0], &byte, 1L); break;
        case 2: call(WRITE, counter, &count, 8L); break;
        case 3: call(READ, counter, &count, 8L); break;
        case 4: call(1311L, timer, 0L, at, 0L); break;
        case 5: call(READ, timer, &count, 8L); break;
        case 6: call(CLOSE, counter); counter = call(1314L, 0L, 04000L); break;
        case 7: call(1244L, (long)below, 1L, counter, level); break;
        case 8: call(1244L, (long)below, 3L, (long)pair[0], edge); break;
        case 9: call(1244L, (long)above, 2L, timer, 0L); call(1244L, (long)above, 1L, timer, level); break;
        default: call(1164L);
        }
    }
    gather(4);
}

/* Children, one after the other. */
static void generations(void)
{
    for (int child = 0; child < 100; child++) {
        if (fork() == 0) leave(0);
        call(WAIT4, -1L, 0L, 0L, 0L);
    }
}

static long open_all(void)
{
    long count = 0;
    while (call(OPEN, "/proc/self/exe", 0L) >= 0) count++;
    return count;
}

/* Files: as many as a process can have open, then as many as all can. */
static void descriptors(void)
{
    long count = open_all(), number;
    print("%d then errno %d\n", count, failed);
    for (long fd = 3; fd < 1024; fd++) call(CLOSE, fd);
    call(1317L, ends, 0L);
    for (int child = 0; child < 40; child++) {
        if (fork() == 0) {
            open_all();
            number = failed;
            call(WRITE, (long)ends[1], &number, 8L);
            for (;;) call(POLL, 0L, 0L, -1L);
        }
        call(READ, (long)ends[0], &number, 8L);
        if (number != 24) break;
    }
    print("all then errno %d\n", number);
}

static void hog(void)
{
    long base = mapped(15L << 30);
    for (long at = 0;; at += 16384) *(volatile char *)(base + at) = 1;
}

void begin(long *stack)
{
    static const struct { const char *name; void (*run)(void); } roads[] = {
        { "memfd", memfd }, { "truncated", truncated }, { "pipes", pipes }, { "queues", queues }, { "mappings", mappings },
        { "maps", maps }, { "epolls", epolls }, { "names", names }, { "numbers", numbers }, { "writes", writes },
        { "limited", limited }, { "sleeper", sleeper }, { "overruns", overruns }, { "processes", processes },
        { "threads", threads }, { "polls", polls }, { "hog", hog },
        { "counters", counters }, { "instances", instances }, { "expiries", expiries }, { "alarms", alarms },
        { "locks", locks }, { "wide polls", wide_polls }, { "wide selects", wide_selects }, { "watches", watches }, { "descriptors", descriptors },
        { "generations", generations },
    };
    char **argv = (char **)(stack + 1);
    for (u64 i = 0; i < sizeof roads / sizeof *roads; i++)
        if (stack[0] > 1 && equal(argv[1], roads[i].name)) roads[i].run();
    leave(3);
}
