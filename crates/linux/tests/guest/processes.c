/* What several processes have together, a topic for each first argument. The first process prints all of it. */
#include "guest.h"

enum { SOCKETPAIR = 1197, PIPE2 = 1317, SET_ROBUST_LIST = 1298, LSTAT = 1211, FORK = 17, PRIVATE = 128 };

static int equal(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static void exit_with(long status) { call(EXIT_GROUP, status); }

static long fork(void) { return call(CLONE2, (long)FORK, 0L, 0L, 0L, 0L, 0L); }

static void doze(long nanoseconds) { call(NANOSLEEP, (long[]){ 0, nanoseconds }, 0L); }

/* The exit status of a child. */
static long waited(long child)
{
    static int status;
    call(WAIT4, child, &status, 0L, 0L);
    return status >> 8 & 255;
}

static long wait_at(volatile int *word, int value, long flags)
{
    long time[2] = { 10, 0 };
    call(FUTEX, word, 0L | flags, (long)value, time, 0L, 0L);
    return failed;
}

/* Wakes until a thread has been woken: how many, 0 when there was none for a second. */
static long wake(volatile int *word, long flags)
{
    for (int i = 0; i < 1000; i++) {
        long woken = call(FUTEX, word, 1L | flags, 1L, 0L, 0L, 0L);
        if (woken) return woken;
        doze(1000000);
    }
    return 0;
}

static volatile int *shared(void) { return (volatile int *)call(MMAP, 0L, 32768L, 3L, 0x21L, -1L, 0L); }

/* Words in a page that two processes share. The child has the second of two pages elsewhere, and no memory in its place. */
static void words(void)
{
    static volatile int own;
    volatile int *page = shared(), *word = page + 4096 + 5;
    long child = fork();
    if (child == 0) {
        long elsewhere = call(MREMAP, page + 4096, 16384L, 16384L, 3L, (long)page + (1L << 32));
        exit_with(wait_at((volatile int *)elsewhere + 5, 0, 0));
    }
    print("woken %d", wake(word, 0L));
    print(" status %d\n", waited(child));
    /* The same address of two memories is two words. */
    child = fork();
    if (child == 0) exit_with(wait_at(&own, 0, 0));
    print("of its own: woken %d", wake(&own, 0L));
    print(" status %d\n", waited(child));
    /* A word that is named as private is one of the process alone, and another than the shared one. */
    child = fork();
    if (child == 0) exit_with(wait_at(word, 0, PRIVATE));
    print("private: woken %d and %d", wake(word, 0L), wake(word, PRIVATE));
    print(" status %d\n", waited(child));
    /* A thread that was moved to another word is woken there. */
    child = fork();
    if (child == 0) exit_with(wait_at(word, 0, 0));
    long moved = 0;
    for (int i = 0; i < 1000 && !moved; i++, doze(1000000)) moved = call(FUTEX, word, 4L, 0L, 1L, page, 0L);
    print("moved %d, woken %d and %d", moved, call(FUTEX, word, 1L, 1L), wake(page, 0));
    print(" status %d\n", waited(child));
    /* One lock of both. */
    call(FUTEX, page + 1, 6L, 0L, 0L, 0L, 0L);
    child = fork();
    if (child == 0) {
        call(FUTEX, page + 1, 6L, 0L, 0L, 0L, 0L);
        long status = failed || page[2] != 77 || page[1] != call(GETTID);
        call(FUTEX, page + 1, 7L, 0L, 0L, 0L, 0L);
        exit_with(status);
    }
    while (page[1] >= 0) doze(1000000);
    page[2] = 77;
    call(FUTEX, page + 1, 7L, 0L, 0L, 0L, 0L);
    print("locked in turn: status %d\n", waited(child));
}

/* A lock whose owner ends without giving it up, in another process. */
static void robust(void)
{
    static struct { void *next; long offset; void *pending; } list;
    volatile int *page = shared();
    long child = fork();
    if (child == 0) {
        void **entry = (void **)page;
        entry[0] = &list;
        list.next = entry, list.offset = 64;
        call(SET_ROBUST_LIST, &list, 24L);
        page[16] = call(GETTID) | 1 << 31;
        while (page[20] == 0) doze(1000000);
        doze(2000000);
        exit_with(4);
    }
    int lock;
    while ((lock = page[16]) == 0) doze(1000000);
    page[20] = 1;
    long error = wait_at(page + 16, lock, 0);
    print("errno %d", error);
    print(" lock %x", (long)(u32)page[16]);
    print(" status %d\n", waited(child));
}

/* Two processes take turns at a word, and a third waits at one of its own. */
static void turns(void)
{
    volatile int *turn = shared() + 4096 + 1;
    int late = 0;
    long third = fork();
    if (third == 0) {
        volatile int *other = turn + 1;
        while (*other == 0) late += wait_at(other, 0, 0) == 110;
        exit_with(*other + late);
    }
    long child = fork();
    int own = child == 0;
    for (int i = own; i < 60; i += 2) {
        int now;
        while ((now = *turn) != i) late += wait_at(turn, now, 0) == 110;
        for (volatile int n = 0; n < 50; n++) ;
        *turn = i + 1;
        call(FUTEX, turn, 1L, 1L, 0L, 0L, 0L);
    }
    if (own) exit_with(5 + late);
    print("status %d", waited(child));
    turn[1] = 9;
    wake(turn + 1, 0);
    print(" and %d after %d turns, late %d\n", waited(third), (long)*turn, (long)late);
}

static char stack[65536] __attribute__((aligned(16)));
static volatile int *word;
static volatile long waiter_error = -1;

static void waiter(void) { waiter_error = wait_at(word, 0, 0); }

/* The path of a file of a process. */
static char *file_of(long pid, const char *file)
{
    static char path[64];
    static const char prefix[] = "/proc/";
    char digits[8];
    int n = 0, at = 0;
    for (const char *p = prefix; *p; p++) path[at++] = *p;
    do { digits[n++] = '0' + pid % 10; pid /= 10; } while (pid);
    while (n) path[at++] = digits[--n];
    path[at++] = '/';
    for (const char *p = file; *p; p++) path[at++] = *p;
    path[at] = 0;
    return path;
}

/* The errors of asking for the status of a file of a process, without following a link, and for where a link leads. */
static void show_errors(long pid, const char *file)
{
    static char text[4096];
    char *path = file_of(pid, file);
    call(LSTAT, path, text);
    print("%s: %d", file, failed);
    call(READLINK, path, text, 4095L);
    print(" and %d\n", failed);
}

/* Bytes that a file of a process has, and what reading a link of it gives. */
static void show_file(long pid, const char *file)
{
    static char text[4096];
    char *path = file_of(pid, file);
    long length = call(READLINK, path, text, 4095L);
    if (failed != 22) {
        text[length < 0 ? 0 : length] = 0;
        print("%s leads to '%s', errno %d;", file, text, failed);
        call(CHDIR, path);
        print(" a directory: %s\n", failed ? "no" : "yes");
        return;
    }
    long fd = call(OPEN, path, 0L, 0L);
    if (fd < 0) { print("%s cannot be opened, errno %d\n", file, failed); return; }
    length = call(READ, fd, text, 4095L);
    if (failed == 21) {
        int entries = 0;
        length = call(GETDENTS64, fd, text, 4095L);
        for (long i = 0; i < length; i += *(unsigned short *)(text + i + 16)) entries++;
        print("%s: %d entries\n", file, (long)entries);
    } else {
        text[length < 40 ? length : 40] = 0;
        print("%s: %s%s\n", file, length ? text : "nothing", length > 40 ? "..." : "");
    }
    call(CLOSE, fd);
}

/* What is seen of a process that has ended, while another one has all that was its own. */
static void zombie(void)
{
    static const char *const links[] = { "cwd", "exe", "fd/0", "fd/77", "fd", "task", "" };
    static int first[2], second[2];
    static char byte;
    call(PIPE2, first, 0L);
    call(PIPE2, second, 0L);
    long child = fork();
    if (child == 0) exit_with(6);
    call(CLOSE, (long)first[1]);
    call(READ, (long)first[0], &byte, 1L);
    long other = fork();
    if (other == 0) {
        call(CHDIR, "/proc");
        call(CLOSE, (long)second[1]);
        exit_with(call(READ, (long)second[0], &byte, 1L));
    }
    doze(1000000);
    show_file(other, "cwd");
    show_errors(other, "fd/0");
    show_errors(other, "fd/77");
    static const char *const files[] = { "maps", "cmdline", "environ", "auxv", "comm", "stat", "status", "exe", "cwd", "fd" };
    for (int i = 0; i < 10; i++) show_file(child, files[i]);
    call(CLOSE, (long)second[1]);
    print("status %d", waited(other));
    print(" and %d\n", waited(child));
    show_file(child, "comm");
    for (int i = 0; i < 7; i++) show_errors(child, links[i]);
}

/* A thread waits at a word of a shared mapping that is gone. */
static void unmapped(void)
{
    word = shared();
    start_thread(0x50f00, stack, sizeof stack, 0, 0, waiter);
    doze(1000000);
    call(MUNMAP, word, 32768L);
    for (volatile int n = 0; n < 3000; n++) ;
    while (waiter_error < 0) doze(100000000);
    print("errno %d\n", waiter_error);
}

/* Bytes lie in both directions of a socket pair while both processes do something else. */
static void pair(void)
{
    static int ends[2];
    static char text[4096];
    call(SOCKETPAIR, 1L, 1L, 0L, ends);
    long child = fork();
    int own = child == 0;
    long end = ends[own];
    call(CLOSE, (long)ends[!own]);
    long sum = 0;
    for (int round = 0; round < 6; round++) {
        long length = 700 * round + 1;
        for (long i = 0; i < length; i++) text[i] = own ? 'c' : 'p';
        call(WRITE, end, text, length);
        for (volatile int n = 0; n < 2000; n++) ;
        for (long got = 0; got < length;) {
            long part = call(READ, end, text, length - got < 999 ? length - got : 999L);
            for (long i = 0; i < part; i++) sum += text[i];
            got += part;
        }
    }
    call(CLOSE, end);
    if (own) exit_with(sum == 'p' * 10506L ? 6 : 7);
    print("read %d", sum);
    print(" status %d\n", waited(child));
}

static volatile int steps;
static char *program;

static void count(void)
{
    for (volatile int n = 0; n < 3000; n++) steps = n + 1;
    doze(1000000);
    steps++;
    exit_with(8);
}

static void execute(void)
{
    steps = -1;
    static char *arguments[3], *none[1];
    arguments[0] = program, arguments[1] = "executed";
    for (volatile int n = 0; n < 1000; n++) ;
    call(EXECVE, program, arguments, none);
    exit_with(9);
}

/* A parent that waits until its child has ended, or executed another program. The last argument is the path of this one. */
static void vfork(void)
{
    long child = start_thread(0x4111, stack, sizeof stack, 0, 0, count);
    print("behind %d steps", (long)steps);
    print(" status %d\n", waited(child));
    child = start_thread(0x4111, stack, sizeof stack, 0, 0, execute);
    print("behind %d", (long)steps);
    print(" status %d\n", waited(child));
}

static void executed(void)
{
    for (volatile int n = 0; n < 3000; n++) ;
    exit_with(10);
}

void begin(long *block)
{
    char **argv = (char **)(block + 1);
    const char *what = argv[1];
    program = argv[2];
    if (equal(what, "words")) words();
    if (equal(what, "robust")) robust();
    if (equal(what, "turns")) turns();
    if (equal(what, "zombie")) zombie();
    if (equal(what, "unmapped")) unmapped();
    if (equal(what, "pair")) pair();
    if (equal(what, "vfork")) vfork();
    if (equal(what, "executed")) executed();
    exit_with(3);
}
