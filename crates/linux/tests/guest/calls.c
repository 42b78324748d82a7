/* What the personality does, a topic for each first argument. Output is compared by tests/guest.rs. */
#include "guest.h"

static int equal(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static void exit_with(long status) { call(EXIT_GROUP, status); }

static void show_start(long *block)
{
    long argc = block[0];
    char **argv = (char **)(block + 1), **env = argv + argc + 1;
    for (long i = 0; i < argc; i++) print("argument %s\n", argv[i]);
    for (; *env; env++) print("environment %s\n", *env);
    for (long *aux = (long *)(env + 1); *aux; aux += 2) {
        if (aux[0] == 6) print("page %d\n", aux[1]);
        if (aux[0] == 31) print("name %s\n", (char *)aux[1]);
        if (aux[0] == 25) print("random %x\n", *(u64 *)aux[1]);
        if (aux[0] == 3) check("program headers", *(u32 *)aux[1] == 1 || *(u32 *)aux[1] == 6);
    }
    check("aligned", ((u64)block & 15) == 0);
}

static void files(void)
{
    static char text[64];
    long fd = call(OPEN, "new.txt", 0102L, 0640L);
    print("open %d\n", fd);
    print("write %d\n", call(WRITE, fd, "hello, world", 12L));
    print("seek %d\n", call(LSEEK, fd, 7L, 0L));
    print("read %d %s\n", call(READ, fd, text, 63L), text);
    static long status[18];
    call(FSTAT, fd, status);
    print("size %d mode %x links %d\n", status[6], (long)(u32)status[3], status[2]);
    print("close %d\n", call(CLOSE, fd));
    call(OPEN, "new.txt", 0302L, 0640L);
    print("again %d\n", failed);
    print("mkdir %d\n", call(MKDIR, "sub", 0755L));
    print("rename %d\n", call(RENAME, "new.txt", "sub/b.txt"));
    call(CLOSE, call(OPEN, "sub/a.txt", 0102L, 0644L));
    fd = call(OPEN, "sub", 0200000L, 0L);
    static char entries[1024];
    long count = call(GETDENTS64, fd, entries, 1024L);
    for (long at = 0; at < count; at += *(unsigned short *)(entries + at + 16))
        print("entry %s %d\n", entries + at + 19, (long)(u8)entries[at + 18]);
    call(CLOSE, fd);
    call(CHDIR, "sub");
    call(UNLINK, "a.txt");
    print("unlink %d\n", call(UNLINK, "b.txt"));
    call(STAT, "b.txt", status);
    print("gone %d\n", failed);
    call(READ, 77L, text, 1L);
    print("bad %d\n", failed);
}

static void escape(void)
{
    static const char *const paths[] = { "../../../../etc/hostname", "/etc/hostname", "out/hostname", "/proc/1000/root" };
    for (int i = 0; i < 4; i++)
        print("%s %d\n", paths[i], (call(OPEN, paths[i], 0L, 0L), failed));
    call(OPEN, "readable", 01L, 0L);
    print("write to read-only %d\n", failed);
    print("open to read %d\n", call(OPEN, "readable", 0L, 0L));
}

static void children(void)
{
    static int ends[2], status;
    call(1317L, ends, 0L);
    long child = call(CLONE2, 17L, 0L, 0L, 0L, 0L, 0L);
    if (child == 0) {
        call(CLOSE, (long)ends[0]);
        call(WRITE, (long)ends[1], "from the child", 14L);
        exit_with(7);
    }
    call(CLOSE, (long)ends[1]);
    static char text[32];
    long count = call(READ, (long)ends[0], text, 31L);
    print("read %d %s\n", count, text);
    print("end %d\n", call(READ, (long)ends[0], text, 31L));
    long got = call(WAIT4, -1L, &status, 0L, 0L);
    print("waited %d status %x\n", got - child, (long)status);
    call(WAIT4, -1L, &status, 0L, 0L);
    print("none left %d\n", failed);
    child = call(CLONE2, 17L, 0L, 0L, 0L, 0L, 0L);
    if (child == 0) for (;;) call(NANOSLEEP, (long[]){ 1000, 0 }, 0L);
    call(KILL, child, 15L);
    call(WAIT4, child, &status, 0L, 0L);
    print("killed %x\n", (long)status);
}

static volatile long seen, seen_address;
static volatile u64 handler_sp;

static void handler(int signal, long *info, void *context)
{
    seen = signal;
    seen_address = info[2];
    handler_sp = (u64)&signal;
    (void)context;
}

static void skip_fault(int signal, long *info, long *context)
{
    seen = signal;
    seen_address = info[2];
    context[5] = (context[5] & ~15L) + 16; /* sc_ip: on with the next bundle */
}

static long deep(long n) { return n == 0 ? 1 : deep(n - 1) + n; }

static void signals(void)
{
    struct { void *handler; long flags, mask; } action = { handler, 4, 0 };
    call(SIGACTION, 10L, &action, 0L, 8L);
    register long kept __asm__("r4") = 1234;
    __asm__ volatile("" : "+r"(kept));
    long sum = deep(40);
    call(KILL, call(GETPID), 10L);
    print("signal %d kept %d sum %d\n", seen, kept, sum);
    long mask = 1 << 9, old;
    call(SIGPROCMASK, 0L, &mask, &old, 8L);
    seen = 0;
    call(KILL, call(GETPID), 10L);
    print("held back %d\n", seen);
    mask = 0;
    call(SIGSUSPEND, &mask, 8L);
    print("suspended %d signal %d\n", failed, seen);
    static char stack[262144] __attribute__((aligned(16)));
    struct { void *base; long flags, size; } alternate = { stack, 0, sizeof stack };
    print("altstack %d\n", call(SIGALTSTACK, &alternate, 0L));
    action.flags = 4 | 0x08000000;
    call(SIGACTION, 14L, &action, 0L, 8L);
    long timer[4] = { 0, 0, 0, 5000 };
    call(SETITIMER, 0L, timer, 0L);
    while (seen != 14) deep(10);
    check("on the alternate stack", handler_sp - (u64)stack < sizeof stack);
    action.handler = skip_fault;
    action.flags = 4;
    call(SIGACTION, 11L, &action, 0L, 8L);
    __asm__ volatile("{ .mmi\n ld8 r14 = [%0]\n nop.m 0\n nop.i 0 ;; }\n{ .mmi\n nop.m 0\n nop.m 0\n nop.i 0 ;; }" : : "r"(0x18L) : "r14");
    print("fault %d at %x\n", seen, seen_address);
}

static volatile int counter, finished;
static char stacks[4][65536] __attribute__((aligned(16)));

static void work(void)
{
    for (int i = 0; i < 1000; i++) __sync_fetch_and_add(&counter, 1);
    __sync_fetch_and_add(&finished, 1);
    call(FUTEX, &finished, 1L, 1L, 0L, 0L, 0L);
}

static void threads(void)
{
    for (int i = 0; i < 4; i++)
        start_thread(0x50f00, stacks[i], 65536, 0, 0, work);
    int done;
    while ((done = finished) < 4) call(FUTEX, &finished, 0L, (long)done, 0L, 0L, 0L);
    print("counter %d\n", (long)counter);
    long half[2] = { 0, 500000000 };
    call(FUTEX, &finished, 0L, 4L, half, 0L, 0L);
    print("timed out %d\n", failed);
}

static void memory(void)
{
    char *p = (char *)call(MMAP, 0L, 49152L, 3L, 0x22L, -1L, 0L);
    print("mapped %x\n", (u64)p);
    p[0] = 1, p[49151] = 2;
    char *q = (char *)call(MREMAP, p, 49152L, 98304L, 1L, 0L);
    print("grown %x %d %d\n", (u64)q, (long)q[0], (long)q[49151]);
    print("protect %d\n", call(MPROTECT, q, 16384L, 1L));
    call(FSTAT, 0L, q);
    print("protected %d\n", failed);
    print("unmap %d\n", call(MUNMAP, q, 98304L));
    call(WRITE, 1L, q, 1L);
    print("unmapped %d\n", failed);
    long heap = call(BRK, 0L);
    check("break moves", call(BRK, heap + 100000) == heap + 100000);
    *(char *)(heap + 99999) = 1;
}

static void time(void)
{
    long before[2], after[2], two[2] = { 2, 0 };
    call(CLOCK_GETTIME, 1L, before);
    call(NANOSLEEP, two, 0L);
    call(CLOCK_GETTIME, 1L, after);
    long ns = (after[0] - before[0]) * 1000000000 + after[1] - before[1];
    check("slept", ns >= 2000000000 && ns < 2001000000);
    call(CLOCK_GETTIME, 0L, after);
    print("year 2024: %s\n", after[0] >= 1704067200 && after[0] < 1704067300 ? "yes" : "NO");
    static struct { int fd; short events, revents; } none;
    print("poll %d\n", call(POLL, &none, 0L, 50L));
}

/* More memory than there is. */
static void hog(void)
{
    for (;;) {
        char *p = (char *)call(MMAP, 0L, 1L << 20, 3L, 0x22L, -1L, 0L);
        if (failed) exit_with(failed);
        for (long at = 0; at < 1 << 20; at += 16384) p[at] = 1;
    }
}

/* How many of everything a program can have. */
static void bounds(void)
{
    long count, mask = 1L << 39, info[16] = { 0 };
    for (count = 0; ; count++) {
        long child = call(CLONE2, 17L, 0L, 0L, 0L, 0L, 0L);
        if (failed) break;
        if (!child) exit_with(0);
    }
    print("children %d errno %d\n", count, failed);
    call(SIGPROCMASK, 0L, &mask, 0L, 8L);
    ((int *)info)[2] = -1;
    for (count = 0; call(SIGQUEUEINFO, call(GETPID), 40L, info), !failed; count++) ;
    print("signals %d errno %d\n", count, failed);
    for (count = 0; call(MMAP, 0L, 16384L, count & 1, 0x22L, -1L, 0L), !failed; count++) ;
    print("mappings %s errno %d\n", count > 65000 ? "65000" : "FEW", failed);
}

void sent(void) { call(KILL, call(GETPID), 6L); }

long long_branch(void); /* crt0.S */

void begin(long *block)
{
    char **argv = (char **)(block + 1);
    const char *what = block[0] > 1 ? argv[1] : "start";
    if (equal(what, "start")) show_start(block);
    if (equal(what, "files")) files();
    if (equal(what, "escape")) escape();
    if (equal(what, "children")) children();
    if (equal(what, "signals")) signals();
    if (equal(what, "threads")) threads();
    if (equal(what, "memory")) memory();
    if (equal(what, "time")) time();
    if (equal(what, "unknown")) {
        for (int i = 0; i < 3; i++) call(SOCKET, 1L, 1L, 0L);
        print("errno %d\n", failed);
        call(5000L);
    }
    if (equal(what, "long")) print("long branch %d\n", long_branch());
    if (equal(what, "stuck")) call(FUTEX, &finished, 0L, 0L, 0L, 0L, 0L);
    if (equal(what, "spin")) for (;;) ;
    if (equal(what, "crash")) *(volatile long *)deep(3) = deep(0);
    if (equal(what, "abort")) sent();
    if (equal(what, "hog")) hog();
    if (equal(what, "bounds")) bounds();
    if (equal(what, "divide")) __asm__ volatile("break 1");
    if (equal(what, "cwd")) {
        static char name[256];
        call(GETCWD, name, 256L);
        print("%s\n", name);
        name[call(READLINK, "/proc/self/exe", name, 255L)] = 0;
        print("%s\n", name);
    }
    exit_with(3);
}
