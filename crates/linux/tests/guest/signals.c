/* How signals are taken: by which thread, with which mask, and what becomes of the calls that they interrupt. */
#include "guest.h"

enum {
    SELECT = 1089, SETPRIORITY = 1102, GETPRIORITY = 1101, SIGTIMEDWAIT = 1183, TKILL = 1229, TGKILL = 1235, EPOLL_CREATE = 1243,
    EPOLL_WAIT = 1245, CLOCK_NANOSLEEP = 1256, PIPE2 = 1317, PSELECT6 = 1294, PPOLL = 1295, USR1 = 10, SEGV = 11, USR2 = 12, CONT = 18, STOP = 19,
    UNTRACED = 2, SETRLIMIT = 1084, WAITID = 1270, RESTART = 0x10000000, ONSTACK = 0x08000000
};

static int equal(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static void exit_with(long status) { call(EXIT_GROUP, status); }

static long fork(void) { return call(CLONE2, 17L, 0L, 0L, 0L, 0L, 0L); }

static void doze(long nanoseconds) { call(NANOSLEEP, (long[]){ 0, nanoseconds }, 0L); }

static long waited(long child, long options)
{
    static int status;
    call(WAIT4, child, &status, options, 0L);
    return status;
}

static void handle(long signal, void *handler, long flags)
{
    struct { void *handler; long flags, mask; } action = { handler, flags, 0 };
    call(SIGACTION, signal, &action, 0L, 8L);
}

static void set_mask(long mask) { call(SIGPROCMASK, 2L, &mask, 0L, 8L); }

static long mask(void)
{
    static long old;
    call(SIGPROCMASK, 0L, 0L, &old, 8L);
    return old;
}

static char stacks[3][65536] __attribute__((aligned(16)));
static volatile int slept, interrupted, handled, last_thread;

static void note(int signal) { handled++; last_thread = call(GETTID); }

static void sleeper(void)
{
    call(NANOSLEEP, (long[]){ 0, 20000000 }, 0L);
    __sync_fetch_and_add(failed ? &interrupted : &slept, 1);
}

/* Three threads sleep, and their process gets signals that the first thread blocks. */
static void one_taker(void)
{
    handle(USR1, note, 0);
    for (int i = 0; i < 3; i++) start_thread(0x50f00, stacks[i], sizeof stacks[i], 0, 0, sleeper);
    set_mask(1L << (USR1 - 1));
    doze(2000000);
    call(KILL, call(GETPID), (long)USR1);
    while (slept + interrupted < 3) doze(1000000);
    print("interrupted %d slept %d handled %d", (long)interrupted, (long)slept, (long)handled);
    print(" by the thread %d\n", (long)last_thread - call(GETPID));
}

static void other(void) { while (!handled) ; }

/* A signal that no thread blocks is taken by the first one, which sleeps, not by the one that executes. */
static void first_taker(void)
{
    handle(USR1, note, 0);
    long main = call(GETPID);
    start_thread(0x50f00, stacks[0], sizeof stacks[0], 0, 0, other);
    long child = fork();
    if (child == 0) {
        call(KILL, main, (long)USR1);
        exit_with(0);
    }
    while (!handled) doze(1000000);
    print("by the thread %d\n", (long)last_thread - main);
}

/* Milliseconds of a clock that runs while a process is stopped. */
static long now(void)
{
    long time[2];
    call(CLOCK_GETTIME, 1L, time);
    return time[0] * 1000 + time[1] / 1000000;
}

/* Calls that wait while the process is stopped and continued. The status of each child is the errno, and it prints how long the call
   took. */
static void stops(void)
{
    static const char *const names[] = { "nanosleep", "poll", "select", "ppoll", "clock_nanosleep", "futex", "pause", "epoll_wait",
                                         "rt_sigtimedwait", "read" };
    static int word, ends[2];
    static long none;
    static char text[16];
    for (int i = 0; i < 10; i++) {
        call(PIPE2, ends, 0L);
        long child = fork();
        if (child == 0) {
            long time[2] = { 0, 20000000 }, timeval[2] = { 0, 20000 }, set = 1, result = 0, begin = now();
            if (i == 0) result = call(NANOSLEEP, time, 0L);
            if (i == 1) result = call(POLL, 0L, 0L, 20L);
            if (i == 2) result = call(SELECT, 0L, 0L, 0L, 0L, timeval);
            if (i == 3) result = call(PPOLL, 0L, 0L, time, &none, 8L);
            if (i == 4) result = call(CLOCK_NANOSLEEP, 1L, 0L, time, 0L);
            if (i == 5) result = call(FUTEX, &word, 0L, 0L, time, 0L, 0L);
            if (i == 6) {
                long timer[4] = { 0, 0, 0, 15000 };
                handle(14, note, 0);
                call(SETITIMER, 0L, timer, 0L);
                result = call(SIGSUSPEND, &none, 8L);
                if (!handled) exit_with(99);
            }
            if (i == 7) result = call(EPOLL_WAIT, call(EPOLL_CREATE, 1L), text, 1L, 20L);
            if (i == 8) result = call(SIGTIMEDWAIT, &set, 0L, time, 8L);
            if (i == 9) result = call(READ, (long)ends[0], text, 1L) - 1;
            long error = result ? failed : 0;
            print("%d ms ", now() - begin);
            exit_with(error);
        }
        doze(3000000);
        call(KILL, child, (long)STOP);
        waited(child, UNTRACED);
        doze(3000000);
        call(KILL, child, (long)CONT);
        if (i == 9) call(WRITE, (long)ends[1], "x", 1L);
        print("%s %d\n", names[i], waited(child, 0) >> 8);
    }
}

static long masks[4];

static void note_mask(int signal)
{
    if (handled < 4) masks[handled++] = mask();
    print("handler of %d, mask %x\n", (long)signal, mask());
}

/* Calls with a mask of their own: what is pending and admitted is taken before they return. */
static void own_masks(void)
{
    static long none, zero[2], both = 1L << (USR1 - 1) | 1L << (USR2 - 1);
    static int ends[2];
    handle(USR1, note_mask, 0);
    handle(USR2, note_mask, 0);
    set_mask(both);
    long self = call(GETPID);
    call(KILL, self, (long)USR1), call(KILL, self, (long)USR2);
    call(SIGSUSPEND, &none, 8L);
    print("rt_sigsuspend %d, mask %x\n", failed, mask());
    call(KILL, self, (long)USR1);
    call(PPOLL, 0L, 0L, zero, &none, 8L);
    print("ppoll %d\n", failed);
    call(KILL, self, (long)USR1);
    long set[2] = { (long)&none, 8 };
    call(PSELECT6, 0L, 0L, 0L, 0L, zero, set);
    print("pselect6 %d\n", failed);
    /* A call that has something to report returns it, and the signal stays pending. */
    call(PIPE2, ends, 0L);
    call(WRITE, (long)ends[1], "x", 1L);
    struct { int fd; short events, found; } list = { ends[0], 1, 0 };
    call(KILL, self, (long)USR1);
    long ready = call(PPOLL, &list, 1L, zero, &none, 8L);
    print("ready %d, mask %x\n", ready, mask());
}

static void say(int signal) { print(signal == USR1 ? "one\n" : "two\n"); }

/* The handler that is entered first says whether a call is made again. */
static void restarts(void)
{
    static int ends[2];
    static char text[4];
    for (int i = 0; i < 2; i++) {
        call(PIPE2, ends, 0L);
        long child = fork();
        if (child == 0) {
            handle(USR1, say, i ? 0 : RESTART);
            handle(USR2, say, i ? RESTART : 0);
            call(READ, (long)ends[0], text, 1L);
            exit_with(failed);
        }
        doze(2000000);
        call(KILL, child, (long)STOP);
        waited(child, UNTRACED);
        /* That of the thread is taken before that of the process. */
        call(KILL, child, (long)USR1);
        call(TKILL, child, (long)USR2);
        call(KILL, child, (long)CONT);
        doze(2000000);
        call(WRITE, (long)ends[1], "x", 1L);
        print("errno %d\n", waited(child, 0) >> 8);
    }
}

static void on_segv(int signal, int *info)
{
    print("signal %d code %d\n", (long)signal, (long)info[2]);
    exit_with(3);
}

/* A frame that has no place on the stack. */
static void no_frame(void)
{
    static char stack[262144] __attribute__((aligned(16)));
    struct { void *base; long flags, size; } alternate = { stack, 0, sizeof stack };
    call(SIGALTSTACK, &alternate, 0L);
    handle(USR1, note, 0);
    handle(SEGV, on_segv, 4 | ONSTACK);
    register long r32 __asm__("out0") = call(GETTID);
    register long r33 __asm__("out1") = USR1;
    __asm__ volatile("mov r4 = r12\n mov r12 = 4096\n mov r15 = %0 ;;\n break 0x100000 ;;\n mov r12 = r4 ;;"
                     : : "i"(TKILL), "r"(r32), "r"(r33) : "memory", "r4", "r8", "r10", "r15");
    print("no signal\n");
}

static char *hole;
static volatile int depth, filled, sum;

static void fill_hole(int signal, long *info, long *context)
{
    filled += info[2] == (long)hole;
    print("handler at depth %d, registers moved %d\n", (long)(depth > 100), (long)(context[2520 / 8] != 0));
    call(MMAP, hole, 16384L, 3L, 0x32L, -1L, 0L);
}

static __attribute__((noinline)) long deep(long n)
{
    long a = n * 3, b = n * 5, c = n ^ 7;
    depth = n;
    if (n == 3000) return 0;
    long below = deep(n + 1);
    sum += a == n * 3 && b == n * 5 && c == (n ^ 7);
    return below + a + b + c;
}

static void on_small_stack(void)
{
    static char alternate[262144] __attribute__((aligned(16)));
    struct { void *base; long flags, size; } stack = { alternate, 0, sizeof alternate };
    call(SIGALTSTACK, &stack, 0L);
    deep(0);
    slept = 1;
}

/* A page in the way of the register backing store is missing: the handler on the alternate stack maps it. */
static void backing_store(void)
{
    char *stack = (char *)call(MMAP, 0L, 1048576L, 3L, 0x22L, -1L, 0L);
    hole = stack + 16384;
    call(MUNMAP, hole, 16384L);
    handle(SEGV, fill_hole, 4 | ONSTACK);
    start_thread(0x50f00, stack, 1048576, 0, 0, on_small_stack);
    while (!slept) doze(1000000);
    print("at the hole %d, frames %d\n", (long)filled, (long)sum);
}

static void tell_fault(int signal, int *info)
{
    print(" code %d imm %d isr %x\n", (long)info[2], (long)info[6], ((long *)info)[4] & 0xff);
    exit_with(0);
}

/* What happens in a child that has a handler of SIGSEGV. */
static void in_child(const char *what, void (*act)(void))
{
    long child = fork();
    if (child == 0) {
        print(what);
        act();
        print(" nothing\n");
        exit_with(0);
    }
    waited(child, 0);
}

static void read_null(void) { __asm__ volatile("ld4 r8 = [%0]" : : "r"(8L) : "r8"); }
static void write_null(void) { __asm__ volatile("st4 [%0] = r0" : : "r"(16380L) : "memory"); }
static void read_next(void) { __asm__ volatile("ld4 r8 = [%0]" : : "r"(16384L) : "r8"); }
static void prefetch_null(void) { __asm__ volatile("lfetch.fault [%0]" : : "r"(8L)); }

static void jump_null(void) { __asm__ volatile("mov b6 = r0 ;; br.call.sptk.many b0 = b6" : : : "b0", "b6"); }

static void speculate_null(void)
{
    long nat;
    __asm__ volatile("ld8.s r8 = [%1] ;; tnat.nz p6, p7 = r8 ;; (p6) mov %0 = 1 ;; (p7) mov %0 = 0"
                     : "=r"(nat) : "r"(8L) : "r8", "p6", "p7");
    print(nat ? " NaT" : " value");
}

static void unmap_null(void)
{
    print(" write %d", call(MPROTECT, 0L, 16384L, 3L) ? failed : 0);
    print(" read %d", call(MPROTECT, 0L, 16384L, 1L));
    print(" unmap %d", call(MUNMAP, 0L, 16384L));
    read_null();
}

/* The page at address 0. */
static void null_page(void)
{
    static char line[64];
    handle(SEGV, tell_fault, 4);
    in_child("read", read_null);
    in_child("write", write_null);
    in_child("next page", read_next);
    in_child("jump", jump_null);
    in_child("prefetch", prefetch_null);
    in_child("ld.s", speculate_null);
    in_child("without it", unmap_null);
    call(READ, call(OPEN, "/proc/self/maps", 0L), line, 37L);
    print("%s\n", line);
}

/* A core dump is told of when the limit lets one be written. */
static void core_dumps(void)
{
    static int info[32];
    for (long limit = 0; limit <= 16384; limit += 8192) {
        long both[2] = { limit, 1L << 40 };
        if (call(SETRLIMIT, 4L, both)) print("errno %d ", failed);
        long child = fork();
        if (child == 0) call(KILL, call(GETPID), 6L);
        call(WAITID, 1L, child, info, 4L | 0x1000000L, 0L);
        print("limit %d: code %d, status %x\n", limit, (long)info[2], waited(child, 0));
    }
}

/* Nice values: the call of IA-64 gives the value itself. */
static void priorities(void)
{
    print("nice %d", call(GETPRIORITY, 0L, 0L));
    call(SETPRIORITY, 0L, 0L, 5L);
    print(" %d", call(GETPRIORITY, 0L, 0L));
    call(SETPRIORITY, 0L, 0L, 3L);
    print(" errno %d", failed);
    long child = fork();
    if (child == 0) exit_with(call(GETPRIORITY, 0L, 0L));
    print(" child %d", waited(child, 0) >> 8);
    call(GETPRIORITY, 0L, 4242L);
    print(" errno %d\n", failed);
}

/* The time that a wait leaves. */
static void left(void)
{
    static int ends[2];
    long time[2] = { 0, 2000000 }, set = 0;
    call(PSELECT6, 0L, 0L, 0L, 0L, time, 0L);
    print("pselect6 %d", time[1]);
    time[1] = 2000000;
    call(PPOLL, 0L, 0L, time, 0L, 8L);
    print(" ppoll %d", time[1]);
    call(PIPE2, ends, 0L);
    call(WRITE, (long)ends[1], "x", 1L);
    set = 1L << ends[0];
    time[0] = 5, time[1] = 0;
    call(PSELECT6, (long)ends[0] + 1, &set, 0L, 0L, time, 0L);
    print(" at once %d", time[0]);
    handle(14, note, 0);
    long timer[4] = { 0, 0, 1, 0 };
    call(SETITIMER, 0L, timer, 0L);
    time[0] = 5, time[1] = 0;
    call(PSELECT6, 0L, 0L, 0L, 0L, time, 0L);
    print(" interrupted %d: %d\n", failed, time[0]);
}

void begin(long *block)
{
    const char *what = ((char **)(block + 1))[1];
    if (equal(what, "one taker")) one_taker();
    if (equal(what, "first taker")) first_taker();
    if (equal(what, "stops")) stops();
    if (equal(what, "masks")) own_masks();
    if (equal(what, "restarts")) restarts();
    if (equal(what, "no frame")) no_frame();
    if (equal(what, "backing store")) backing_store();
    if (equal(what, "null page")) null_page();
    if (equal(what, "core dumps")) core_dumps();
    if (equal(what, "priorities")) priorities();
    if (equal(what, "left")) left();
    exit_with(3);
}
