/* Files that are mapped as shared, a topic for each first argument. */
#include "guest.h"

enum {
    FTRUNCATE = 1098, MSYNC = 1157, PREAD = 1148, MADVISE = 1209, FALLOCATE = 1303, PWRITE = 1149, MEMFD_CREATE = 1340, FORK = 17, PAGE = 16384, PAGES = 3,
    RDONLY = 0, RDWR = 2, CREAT = 0100, TRUNC = 01000, R = 1, RW = 3, RX = 5
};

typedef volatile u8 *bytes;

static int equal(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static void exit_with(long status) { call(EXIT_GROUP, status); }

static long fork(void) { return call(CLONE2, (long)FORK, 0L, 0L, 0L, 0L, 0L); }

static long waited(long child)
{
    static int status;
    call(WAIT4, child, &status, 0L, 0L);
    return status;
}

static long opened(const char *path, long flags) { return call(OPEN, path, flags, 0644L); }

static long map_at(long fd, long rights, long offset) { return call(MMAP, 0L, (long)PAGES * PAGE - offset, rights, 1L, fd, offset); }

static bytes map(long fd, long rights) { return (bytes)map_at(fd, rights, 0L); }

static long byte_at(long fd, long at)
{
    u8 byte = 0;
    return call(PREAD, fd, &byte, 1L, at) == 1 ? byte : -1;
}

static void put_byte(long fd, long at, long value)
{
    u8 byte = value;
    call(PWRITE, fd, &byte, 1L, at);
}

/* A file of three pages but a few bytes, whose bytes are zero. */
static long sized(long fd)
{
    call(FTRUNCATE, fd, (long)PAGES * PAGE - 100);
    return fd;
}

static long fresh(const char *path) { return sized(opened(path, RDWR | CREAT | TRUNC)); }

/* Two mappings of a file that can be written, one that can only be read, and the file itself. */
static void see(long fd, bytes only)
{
    bytes a = map(fd, RW), b = map(fd, RW);
    a[5] = 1;
    print("%d %d ", (long)b[5], (long)only[5]);
    b[PAGE + 7] = 2;
    print("%d %d ", (long)a[PAGE + 7], (long)only[PAGE + 7]);
    print("%d %d\n", byte_at(fd, 5), byte_at(fd, PAGE + 7));
    put_byte(fd, 5, 3);
    print("written %d %d %d\n", (long)a[5], (long)b[5], (long)only[5]);
    b[6] = 4;
    put_byte(fd, 7, 5);
    print("beside it %d %d\n", (long)a[6], (long)a[7]);
    bytes last = (bytes)map_at(fd, RW, 2L * PAGE);
    last[9] = 6;
    print("from an offset %d %d\n", (long)a[2 * PAGE + 9], byte_at(fd, 2 * PAGE + 9));
    print("msync %d\n", call(MSYNC, a, (long)PAGES * PAGE, 4L));
    call(MUNMAP, a, (long)PAGES * PAGE);
    b[8] = 7;
    print("unmapped %d %d\n", (long)only[8], byte_at(fd, 8));
    b[200] = 8, b[2 * PAGE] = 9;
    call(FTRUNCATE, fd, 100L);
    print("cut %d %d\n", (long)b[200], (long)only[200]);
    b[201] = 10;
    sized(fd);
    print("grown %d %d %d\n", (long)b[200], (long)b[201], (long)b[2 * PAGE]);
    long appended = call(LSEEK, fd, 0L, 2L);
    call(WRITE, fd, "+", 1L);
    print("appended %d %d\n", (long)b[appended], (long)only[appended]);
    b[300] = 11;
}

static void twice(void)
{
    long fd = fresh("f");
    see(fd, map(opened("f", RDONLY), R));
    /* The file is emptied when it is opened. */
    bytes a = map(fd, RW);
    a[20] = 12;
    call(CLOSE, opened("f", RDWR | TRUNC));
    print("emptied %d\n", call(LSEEK, fd, 0L, 2L));
    sized(fd);
    print("grown %d\n", (long)a[20]);
    a[21] = 13;
    a[PAGE] = 14;
    /* Its end comes without munmap. */
}

/* What a file in memory, and one in /dev/shm, have together. */
static void memory(void)
{
    long fd = sized(call(MEMFD_CREATE, "m", 0L));
    see(fd, map(fd, R));
    bytes again = map(fd, RW);
    call(CLOSE, fd);
    again[1] = 1;
    print("closed %d\n", (long)again[1] + again[300]);
    fd = fresh("/dev/shm/s");
    bytes a = map(fd, RW);
    call(UNLINK, "/dev/shm/s");
    bytes b = map(fd, RW);
    a[3] = 3;
    print("removed %d %d\n", (long)b[3], byte_at(fd, 3));
}

/* Each of two processes makes a mapping of its own, and one is inherited. */
static void forked(void)
{
    static volatile int *word;
    long fd = fresh("f");
    bytes a = map(fd, RW);
    long child = fork();
    if (child == 0) {
        bytes own = map(opened("f", RDWR), RW);
        word = (volatile int *)(own + PAGE);
        a[1] = 1, own[2] = 2;
        word[1] = 1;
        long time[2] = { 10, 0 };
        call(FUTEX, word, 0L, 0L, time, 0L, 0L);
        own[3] = failed == 0 && own[4] == 4 && a[4] == 4 ? 3 : 99;
        call(KILL, call(GETPID), 9L);
    }
    word = (volatile int *)(a + PAGE);
    while (word[1] == 0) call(NANOSLEEP, (long[]){ 0, 1000000 }, 0L);
    a[4] = 4;
    long woken = 0;
    for (int i = 0; i < 100 && !woken; i++) {
        woken = call(FUTEX, word, 1L, 1L, 0L, 0L, 0L);
        call(NANOSLEEP, (long[]){ 0, 1000000 }, 0L);
    }
    print("woken %d status %d:", woken, waited(child));
    print(" %d %d %d\n", (long)a[1], (long)a[2], (long)a[3]);
    call(MUNMAP, a, (long)PAGES * PAGE);
    /* A process that stores and is killed, when no other has a mapping, and one that executes another program. */
    child = fork();
    if (child == 0) {
        map(fd, RW)[5] = 5;
        call(KILL, call(GETPID), 9L);
    }
    print("killed %d %d\n", waited(child), byte_at(fd, 5));
    child = fork();
    if (child == 0) {
        map(fd, RW)[6] = 6;
        static char *none[1];
        call(EXECVE, "missing", none, none);
        call(EXIT_GROUP, 1L);
    }
    print("ended %d %d\n", waited(child), byte_at(fd, 6));
}

/* What a mapping may do follows from what the file was opened for, and a mapping that is moved and made longer goes on with the file. */
static void rights(void)
{
    long fd = fresh("f"), only = opened("f", RDONLY);
    bytes a = map(only, R);
    call(MPROTECT, a, (long)PAGE, (long)RW);
    print("errno %d ", failed);
    call(MMAP, 0L, (long)PAGE, (long)RW, 1L, only, 0L);
    print("%d\n", failed);
    bytes b = map(fd, R);
    print("mprotect %d\n", call(MPROTECT, b, (long)PAGE, (long)RW));
    b[1] = 1;
    print("%d\n", (long)a[1]);
    put_byte(fd, 2 * PAGE + 1, 2);
    bytes c = (bytes)call(MMAP, 0x2000000100000000, (long)PAGE, (long)RW, 1L, fd, (long)PAGE);
    bytes longer = (bytes)call(MREMAP, c, (long)PAGE, 2L * PAGE, 0L, 0L);
    print("in place %d %d\n", (long)(longer == c), (long)longer[PAGE + 1]);
    longer[PAGE + 2] = 3;
    print("%d\n", (long)a[2 * PAGE + 2]);
    call(MUNMAP, c + PAGE, (long)PAGE);
    bytes moved = (bytes)call(MREMAP, c, (long)PAGE, 2L * PAGE, 3L, 0x2000000200000000);
    c = 0;
    moved[3] = 4, moved[PAGE + 3] = 5;
    print("moved %d %d %d\n", (long)a[PAGE + 3], (long)a[2 * PAGE + 3], (long)moved[PAGE + 2]);
    call(UNLINK, "f");
    bytes d = map(fd, RW);
    d[4] = 6;
    print("removed %d %d\n", (long)a[4], byte_at(fd, 4));
}

/* Nothing here but what is made of the register. */
__attribute__((noinline, aligned(32))) static long forty(void) { return 40; }
__attribute__((noinline, aligned(32))) static long fifty(void) { return 50; }

/* Code at one address is written at another, and an advanced load is met by a store at another address. */
static void aliases(void)
{
    long fd = fresh("f");
    bytes text = map(fd, RX), data = map(fd, RW);
    long (*functions[])(void) = { forty, fifty, forty };
    for (int i = 0; i < 3; i++) {
        u64 code[2] = { (u64)text, 0 };
        const u64 *from = *(const u64 **)functions[i];
        for (int n = 0; n < 4; n++) ((volatile u64 *)data)[n] = from[n];
        __asm__ volatile("fc %0 ;; sync.i ;; srlz.i ;;" : : "r"(data) : "memory");
        print("%d ", ((long (*)(void))code)());
    }
    volatile long *a = (volatile long *)(data + PAGE), *b = (volatile long *)(text + PAGE);
    bytes other = map(fd, RW);
    b = (volatile long *)(other + PAGE);
    *a = 1;
    long value;
    __asm__ volatile("ld8.a %0 = [%1] ;; st8 [%2] = %3 ;; ld8.c.clr %0 = [%1] ;;" : "=&r"(value) : "r"(a), "r"(b), "r"(2L) : "memory");
    print("checked %d\n", value);
}

/* A file that is not this program's own yet is mapped, and only then opened for writing; `changed` waits in between. */
static void kept(int changed)
{
    long only = opened("f", RDONLY);
    bytes a = map(only, R), b = map(only, R);
    print("mapped %d\n", (long)a[0]);
    for (volatile int n = 0; n < 3000 * changed; n++) ;
    long fd = opened("f", RDWR);
    put_byte(fd, 5, 3);
    print("written %d %d %d\n", (long)a[5], (long)b[5], byte_at(only, 5));
    bytes c = map(fd, RW);
    c[6] = 4;
    print("stored %d %d %d\n", (long)a[6], (long)b[6], byte_at(only, 6));
    print("%d\n", (long)c[0]);
}

/* The status of a child that reads a byte, or writes it. */
static long touched(bytes at, int write)
{
    long child = fork();
    if (child == 0) {
        if (write) *at = 1;
        exit_with(*at);
    }
    return waited(child);
}

/* Pages behind the end of a file, while the end moves. */
static void end(void)
{
    long fd = opened("f", RDWR | CREAT | TRUNC);
    bytes a = map(fd, RW);
    print("none %d %d\n", touched(a, 0), touched(a, 1));
    call(WRITE, fd, "abc", 3L);
    print("first %d %d %d\n", touched(a, 0), touched(a + PAGE - 1, 1), touched(a + PAGE, 0));
    call(FTRUNCATE, fd, (long)PAGE + 1);
    print("second %d %d\n", touched(a + PAGE, 1), touched(a + 2 * PAGE, 0));
    call(MPROTECT, a, (long)PAGES * PAGE, (long)R);
    print("read only %d %d %d\n", touched(a + PAGE, 1), touched(a + 2 * PAGE, 0), touched(a + 2 * PAGE, 1));
    call(MPROTECT, a, (long)PAGES * PAGE, (long)RW);
    bytes moved = (bytes)call(MREMAP, a, (long)PAGES * PAGE, 2L * PAGES * PAGE, 3L, 0x2000000200000000);
    print("moved %d %d %d\n", touched(moved + PAGE, 0), touched(moved + 2 * PAGE, 0), touched(moved + 5 * PAGE, 0));
    call(READ, fd, moved + 2 * PAGE, 1L);
    print("errno %d\n", failed);
    call(FTRUNCATE, fd, 6L * PAGE);
    print("grown %d\n", touched(moved + 5 * PAGE, 1));
    call(FTRUNCATE, fd, 1L);
    print("cut %d %d\n", touched(moved, 0), touched(moved + PAGE, 0));
}

static bytes base;

static void on_bus(int signal, int *info)
{
    print("signal %d code %d at %d\n", (long)signal, (long)info[2], (long)(*(bytes *)(info + 4) - base));
    exit_with(9);
}

static bytes map_private(long fd, long rights) { return (bytes)call(MMAP, 0L, (long)PAGES * PAGE, rights, 2L, fd, 0L); }

/* The same for a private mapping, with what it holds of the file. */
static void copies(long fd)
{
    bytes a = map_private(fd, RW);
    print("none %d %d\n", touched(a, 0), touched(a + PAGE, 1));
    call(WRITE, fd, "abc", 3L);
    print("first %d %d %d %d\n", touched(a, 0), (long)a[3] + a[PAGE - 1], touched(a + PAGE - 1, 1), touched(a + PAGE, 0));
    long child = fork();
    if (child == 0) {
        long action[3] = { (long)on_bus, 4 };
        base = a;
        call(SIGACTION, 7L, action, 0L, 8L);
        exit_with(a[2 * PAGE + 5]);
    }
    waited(child);
    a[1] = 1;
    put_byte(fd, PAGE + 1, 7);
    print("grown %d %d\n", touched(a + PAGE + 1, 0), touched(a + 2 * PAGE, 0));
    a[PAGE + 2] = 2;
    call(FTRUNCATE, fd, 1L);
    print("cut %d %d %d\n", (long)a[1], touched(a + PAGE, 0), touched(a + PAGE, 1));
    call(READ, fd, a + PAGE, 1L);
    put_byte(fd, 4 * PAGE, 8);
    print("again %d %d\n", (long)a[PAGE + 1], (long)a[PAGE + 2]);
    call(FTRUNCATE, fd, 4L * PAGE + 1);
    call(MPROTECT, a, (long)PAGES * PAGE, (long)R);
    print("read only %d %d\n", touched(a + 2 * PAGE, 0), touched(a + 2 * PAGE, 1));
    bytes moved = (bytes)call(MREMAP, a, (long)PAGES * PAGE, 2L * PAGES * PAGE, 3L, 0x2000000200000000);
    print("moved %d %d %d\n", (long)moved[1], (long)moved[4 * PAGE], touched(moved + 5 * PAGE, 0));
    bytes longer = map_private(fd, RW);
    bytes same = (bytes)call(MREMAP, longer, (long)PAGES * PAGE, 5L * PAGE, 0L);
    print("longer %d %d\n", (long)(longer == same), (long)longer[4 * PAGE]);
    longer[0] = 9;
    call(MADVISE, longer, 5L * PAGE, 4L);
    print("dropped %d %d %d\n", (long)longer[0], (long)longer[4 * PAGE], touched(longer + 5 * PAGE, 0));
    call(CLOSE, opened("f", RDWR | TRUNC));
    print("emptied %d\n", touched(longer, 0));
}

/* Where the data and the holes of a file begin, from a position on, in pages and bytes; or the error. */
static void sought(const char *what, long fd, long at)
{
    print("%s", what);
    for (long whence = 3; whence <= 4; whence++) {
        long found = call(LSEEK, fd, at, whence);
        if (found < 0) print(" errno %d", failed);
        else print(" %d+%d", found / PAGE, found % PAGE);
    }
    print("\n");
}

static long fallocated(long fd, long mode, long from, long length) { return call(FALLOCATE, fd, mode, from, length) ? failed : 0; }

/* Holes of a file in memory; one of the host has none. */
static void holes(void)
{
    long fd = call(MEMFD_CREATE, "m", 0L);
    call(FTRUNCATE, fd, 5L * PAGE);
    sought("empty", fd, 0);
    put_byte(fd, 2 * PAGE + 5, 1);
    sought("before", fd, 9);
    sought("inside", fd, 2 * PAGE + 7);
    put_byte(fd, 3 * PAGE + 5, 2), put_byte(fd, 3 * PAGE + 15, 3);
    sought("two", fd, 2 * PAGE);
    bytes a = (bytes)call(MMAP, 0L, 5L * PAGE, (long)RW, 1L, fd, 0L);
    a[1] = 4;
    sought("stored", fd, 0);
    print("punched %d", fallocated(fd, 3, 2 * PAGE - 10, PAGE + 20));
    print(" %d %d %d\n", (long)a[2 * PAGE + 5], (long)a[3 * PAGE + 5] + byte_at(fd, 3 * PAGE + 5), byte_at(fd, 3 * PAGE + 15));
    sought("after", fd, 2 * PAGE);
    print("errno %d", fallocated(fd, 2, 0, PAGE));
    print(" %d", fallocated(fd, 16, 0, PAGE));
    print(" %d length %d\n", fallocated(fd, 3, 8 * PAGE, PAGE), call(LSEEK, fd, 0L, 2L) / PAGE);
    fallocated(fd, 0, 0, 6 * PAGE);
    sought("allocated", fd, 4 * PAGE);
    put_byte(fd, 6 * PAGE + 99, 1);
    sought("last", fd, 6 * PAGE);
    sought("behind", fd, 6 * PAGE + 100);
    call(FTRUNCATE, fd, (long)PAGE);
    call(FTRUNCATE, fd, 7L * PAGE);
    sought("cut", fd, PAGE);
    fd = fresh("f");
    sought("host", fd, 5);
    print("errno %d\n", fallocated(fd, 3, 0, PAGE));
}

/* A private mapping whose second page is behind the end of the file, for a while. */
static void short_copy(void)
{
    bytes a = map_private(opened("f", RDONLY), RW);
    print("mapped\n");
    for (volatile int n = 0; n < 3000; n++) ;
    print("%d %d %d\n", touched(a, 0), touched(a + 3 * PAGE - 1, 0), touched(a + PAGE, 1));
}

/* A file that is written back is mapped for a while. */
static void held(void)
{
    long fd = fresh("f");
    map(fd, RW)[1] = 1;
    print("mapped\n");
    for (volatile int n = 0; n < 3000; n++) ;
}

void begin(long *block)
{
    char **argv = (char **)(block + 1);
    const char *what = argv[1];
    if (equal(what, "twice")) twice();
    if (equal(what, "memory")) memory();
    if (equal(what, "forked")) forked();
    if (equal(what, "rights")) rights();
    if (equal(what, "aliases")) aliases();
    if (equal(what, "copied")) kept(0);
    if (equal(what, "kept")) kept(1);
    if (equal(what, "held")) held();
    if (equal(what, "end")) end();
    if (equal(what, "copies")) copies(opened("f", RDWR | CREAT | TRUNC));
    if (equal(what, "memory copies")) copies(call(MEMFD_CREATE, "m", 0L));
    if (equal(what, "holes")) holes();
    if (equal(what, "short copy")) short_copy();
    exit_with(3);
}
