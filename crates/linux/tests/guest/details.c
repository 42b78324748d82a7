/* Details of single calls, limits and process groups, a topic for each first argument. */
#include "guest.h"

enum {
    ACCESS_AT = 1293, EPOLL_CREATE1 = 1315, EPOLL_CTL = 1244, EPOLL_WAIT = 1245, PIPE2 = 1317, SOCKETPAIR = 1197, LINKAT = 1289,
    PREADV = 1319, PWRITEV2 = 1349, MSYNC = 1157, MLOCKALL = 1154, STATX = 1350, FSTATAT = 1286, SETRLIMIT = 1084,
    SETPGID = 1080, SETSID = 1081, COPY_FILE_RANGE = 1347, SENDFILE = 1187, SYMLINK = 1091, MADVISE = 1209, GETAFFINITY = 1232,
    LINK = 1031, RMDIR = 1056, MEMFD_CREATE = 1340,
    SET_ROBUST_LIST = 1298, PREAD = 1148, FORK = 17, TSTP = 20, STOP = 19, CONT = 18, HUP = 1, UNTRACED = 2, XCPU = 24
};

static char *program;

static int equal(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static void exit_with(long status) { call(EXIT_GROUP, status); }

static long fork(void) { return call(CLONE2, (long)FORK, 0L, 0L, 0L, 0L, 0L); }

static void doze(long nanoseconds) { call(NANOSLEEP, (long[]){ 0, nanoseconds }, 0L); }

static int status;

static long waited(long child, long options) { return call(WAIT4, child, &status, options, 0L); }

static void handle(long signal, void *handler)
{
    struct { void *handler; long flags, mask; } action = { handler, 0, 0 };
    call(SIGACTION, signal, &action, 0L, 8L);
}

/* An instance watches an open file, whatever descriptors stand for it. */
static void epoll(void)
{
    static int ends[2];
    static struct { int events, pad; long data; } event = { 1, 0, 7 }, found;
    long instance = call(EPOLL_CREATE1, 0L);
    call(PIPE2, ends, 0L);
    call(EPOLL_CTL, instance, 1L, (long)ends[0], &event);
    call(WRITE, (long)ends[1], "x", 1L);
    long copy = call(DUP, (long)ends[0]);
    call(CLOSE, (long)ends[0]);
    print("by a copy: %d", call(EPOLL_WAIT, instance, &found, 1L, 0L));
    long child = fork();
    if (child == 0) {
        call(CLOSE, copy);
        exit_with(call(EPOLL_WAIT, instance, &found, 1L, 0L));
    }
    waited(child, 0);
    print(" in a child: %d", (long)status >> 8);
    call(CLOSE, copy);
    print(" closed: %d\n", call(EPOLL_WAIT, instance, &found, 1L, 0L));
    struct { int fd; short events, found; } list;
    call(SOCKETPAIR, 1L, 1L, 0L, ends);
    call(CLOSE, (long)ends[0]);
    list.fd = ends[1], list.events = 5;
    call(POLL, &list, 1L, 0L);
    print("hung up: %x\n", (long)list.found);
}

/* Transfers with buffers of which a part is missing, and with flags. */
static void transfers(void)
{
    static int ends[2];
    static char text[16];
    char *pages = (char *)call(MMAP, 0L, 32768L, 3L, 0x22L, -1L, 0L);
    char *end = pages + 16384;
    call(MUNMAP, end, 16384L);
    long fd = call(OPEN, "file", 0102L, 0644L);
    call(WRITE, fd, "0123456789", 10L);
    print("read %d", call(PREAD, fd, end - 4, 10L, 2L));
    print(" '%s' then", (char[]){ end[-4], end[-1], 0 });
    call(LSEEK, fd, 0L, 0L);
    call(READ, fd, end - 5, 10L);
    print(" at %d,", call(LSEEK, fd, 0L, 1L));
    print(" write %d", call(WRITE, fd, end - 3, 10L));
    print(" at %d\n", call(LSEEK, fd, 0L, 1L));
    call(PIPE2, ends, 04000L);
    call(WRITE, (long)ends[1], "abcdefghij", 10L);
    call(READ, (long)ends[0], end - 5, 8L);
    print("pipe errno %d", failed);
    print(" left %d", call(READ, (long)ends[0], text, 16L));
    call(WRITE, (long)ends[1], end - 5, 8L);
    print(" errno %d\n", failed);
    struct { const void *base; long length; } part = { "ZZ", 2 };
    call(PWRITEV2, fd, &part, 1L, 2L, 0L, 16L);
    print("append: size %d", call(LSEEK, fd, 0L, 2L));
    part.base = text;
    call(PREADV, fd, &part, 1L, -1L);
    print(" errno %d", failed);
    call(PWRITEV2, fd, &part, 1L, 0L, 0L, 0x1000L);
    print(" errno %d\n", failed);
    long from = 0, to = 4;
    call(COPY_FILE_RANGE, fd, &from, fd, &to, 6L, 0L);
    print("overlap errno %d", failed);
    to = 20;
    print(" apart %d", call(COPY_FILE_RANGE, fd, &from, fd, &to, 6L, 0L));
    long append = call(OPEN, "file", 02001L);
    from = 0;
    call(COPY_FILE_RANGE, fd, &from, append, 0L, 2L, 0L);
    print(" append errno %d", failed);
    call(SENDFILE, append, fd, &from, 2L);
    print(" and %d\n", failed);
}

static long error(long result) { return result == -1 ? failed : 0; }

/* Arguments that Linux refuses. */
static void refusals(void)
{
    static char text[512];
    call(SYMLINK, "nowhere", "link");
    print("faccessat %d", error(call(ACCESS_AT, -100L, "link", 0L, 0x100L)));
    print(" linkat %d", error(call(LINKAT, -100L, "link", -100L, "other", 1L)));
    print(" fstatat %d", error(call(FSTATAT, -100L, ".", text, 1L)));
    print(" statx %d", error(call(STATX, -100L, ".", 1L, 0x7ffL, text)));
    print(" msync %d", error(call(MSYNC, (long)text & -16384L, 16384L, 5L)));
    print(" mlockall %d", error(call(MLOCKALL, 99L)));
    print(" wait4 %d", error(call(WAIT4, -1L, 0L, 0x80L, 0L)));
    print(" madvise %d", error(call(MADVISE, (long)text & -16384L, 16384L, 26L)));
    print(" affinity %d", error(call(GETAFFINITY, 4242L, 8L, text)));
    print(" futex %d\n", error(call(FUTEX, &(int){ 4242 }, 6L, 0L, 0L, 0L, 0L)));
    call(MKDIR, "closed", 0L);
    print("chdir %d\n", error(call(CHDIR, "closed")));
    long info[16] = { 10, 0, 0, 0 };
    handle(10, (void *)1);
    print("to itself %d", error(call(SIGQUEUEINFO, call(GETPID), 10L, info)));
    long child = call(CLONE2, 0L, 0L, 0L, 0L, 0L, 0L);
    if (child == 0) exit_with(5);
    print(" clone %d", error(waited(-1, 0)));
    print(" %d\n", waited(-1, 0x80000000L) == child);
}

static volatile int warned;

static void warn(int signal) { warned++; }

static void limit(long resource, long soft, long hard) { call(SETRLIMIT, resource, (long[]){ soft, hard }); }

static long map(long bits) { return error(call(MMAP, 0L, 1L << 24, bits, 0x22L, -1L, 0L)); }

enum { MB = 1 << 20 };

static long region(long length, long bits) { return call(MMAP, 0L, length, bits, 0x22L, -1L, 0L); }

static long resized(long at, long old, long new, long flags, long target)
{
    return error(call(MREMAP, at, old, new, flags, target));
}

/* RLIMIT_DATA and RLIMIT_AS, where memory becomes writable, longer, or takes the place of other memory. */
static void growth(void)
{
    long readable = region(16L * MB, 1), a = region(MB, 3), taken;
    limit(2, 4L * MB, -1);
    print("data: mprotect %d", error(call(MPROTECT, readable, 16L * MB, 3L)));
    print(" %d", error(call(MPROTECT, readable, 1L * MB, 3L)));
    print(" %d", error(call(MPROTECT, readable, 1L * MB, 3L)));
    print(" mremap %d", resized(a, MB, 8L * MB, 1, 0));
    print(" %d", resized(readable + 8 * MB, 2L * MB, 8L * MB, 1, 0));
    print(" %d", resized(a, MB, MB / 2, 1, 0));
    print(" %d\n", resized(a, MB / 2, MB + MB / 2, 1, 0));
    limit(2, -1, -1);
    call(MUNMAP, 0x2000000000000000, 64L * MB);
    readable = region(MB, 1), taken = region(2L * MB, 1), a = region(MB, 3);
    limit(9, 5L * MB, -1);
    print("all: mprotect %d", error(call(MPROTECT, taken, 2L * MB, 3L)));
    print(" mremap %d", resized(a, MB, 4L * MB, 1, 0));
    print(" %d", resized(readable, MB, 4L * MB, 1, 0));
    print(" replacing %d", resized(a, MB, 2L * MB, 3, taken));
    print(" %d\n", resized(taken, 2L * MB, 5L * MB, 1, 0));
    limit(9, -1, -1);
}

/* RLIMIT_DATA, RLIMIT_AS and RLIMIT_CPU. */
static void limits(void)
{
    long start = call(BRK, 0L);
    limit(2, 1L << 22, -1);
    print("data: %d %d", map(3), map(1));
    print(" break %d\n", call(BRK, start + (1L << 23)) - start);
    limit(2, -1, -1);
    limit(9, 1L << 22, -1);
    print("all: %d %d\n", map(3), map(1));
    limit(9, -1, -1);
    long child = fork();
    if (child == 0) {
        handle(XCPU, warn);
        limit(0, 1, 3);
        while (warned < 2) ;
        print("warned %d\n", (long)warned);
        for (;;) ;
    }
    waited(child, 0);
    print("killed by %d\n", (long)status);
}

static void show(int signal) { print("got %d\n", (long)signal); }

/* Stops of process groups. */
static void groups(void)
{
    long child = fork();
    if (child == 0) {
        call(SETSID);
        call(KILL, call(GETPID), (long)TSTP);
        exit_with(4);
    }
    waited(child, UNTRACED);
    print("orphaned: %x", (long)status);
    child = fork();
    if (child == 0) {
        call(SETPGID, 0L, 0L);
        call(KILL, call(GETPID), (long)TSTP);
        exit_with(5);
    }
    waited(child, UNTRACED);
    print(" with a parent: %x", (long)status);
    call(KILL, child, (long)CONT);
    waited(child, 0);
    print(" %x\n", (long)status);
    child = fork();
    if (child == 0) {
        call(SETSID);
        long below = fork();
        if (below == 0) {
            call(SETPGID, 0L, 0L);
            handle(HUP, show), handle(CONT, show);
            call(KILL, call(GETPID), (long)STOP);
            print("goes on\n");
            exit_with(0);
        }
        waited(below, UNTRACED);
        exit_with(6);
    }
    waited(child, 0);
    doze(5000000);
    print("setpgid %d", error(call(SETPGID, 0L, 4242L)));
    print(" %d", error(call(SETPGID, -1L, 0L)));
    static char *arguments[3], *none[1];
    arguments[0] = program, arguments[1] = "doze";
    child = fork();
    if (child == 0) call(EXECVE, program, arguments, none);
    doze(1000000);
    print(" %d\n", error(call(SETPGID, child, child)));
}

/* A file that is executed cannot be written, and one that is being written cannot be executed. */
static void busy(void)
{
    static char *arguments[2] = { "new", 0 }, *none[1];
    print("open %d", error(call(OPEN, program, 1L)));
    print(" truncate %d", error(call(OPEN, program, 01000L)));
    long fd = call(OPEN, "new", 0102L, 0755L);
    call(WRITE, fd, "no program", 10L);
    print(" execve %d", error(call(EXECVE, "new", arguments, none)));
    call(CLOSE, fd);
    print(" %d\n", error(call(EXECVE, "new", arguments, none)));
}

/* Executes a script. */
static void script(const char *path)
{
    static char *arguments[2], *none[1];
    arguments[0] = "zero";
    print("%s: ", path);
    print("errno %d\n", error(call(EXECVE, path, arguments, none)));
}

/* What a script's interpreter is told. */
static void names(long *block)
{
    long *word = block + 1 + block[0] + 1;
    while (*word++) ;
    while (word[0] != 31) word += 2;
    static char name[16];
    call(PRCTL, 16L, name);
    print("file %s name %s\n", (char *)word[1], name);
}

/* A lock whose owner executes another program. */
static void robust(void)
{
    static struct { void *next; long offset; void *pending; } list;
    static char *arguments[3], *none[1];
    arguments[0] = program, arguments[1] = "doze";
    volatile int *page = (volatile int *)call(MMAP, 0L, 16384L, 3L, 0x21L, -1L, 0L);
    long child = fork();
    if (child == 0) {
        void **entry = (void **)page;
        entry[0] = &list, list.next = entry, list.offset = 64;
        call(SET_ROBUST_LIST, &list, 24L);
        page[16] = call(GETTID) | 1 << 31;
        while (page[20] == 0) doze(1000000);
        doze(2000000);
        call(EXECVE, program, arguments, none);
    }
    int lock;
    while ((lock = page[16]) == 0) doze(1000000);
    page[20] = 1;
    print("errno %d", error(call(FUTEX, page + 16, 0L, (long)lock, (long[]){ 0, 50000000 }, 0L, 0L)));
    print(" lock %x", (long)(u32)page[16]);
    print(" alive %d\n", waited(child, 1) == 0);
}

/* Calls about a thread or a process by its number, and the order of their checks. */
static void numbered(void)
{
    enum { GETPARAM = 1160, SETPARAM = 1161, GETSCHEDULER = 1162, SETSCHEDULER = 1163, INTERVAL = 1167, SETAFFINITY = 1231,
        TGSIGQUEUEINFO = 1321, TKILL = 1229, TGKILL = 1235, FIFO = 1, BATCH = 3, RESET = 0x40000000 };
    long own = call(GETPID), words[2];
    int none = 0, one = 1;
    print("negative %d", error(call(SETPARAM, -1L, &none)));
    print(" %d", error(call(GETPARAM, -1L, &none)));
    print(" %d", error(call(SETSCHEDULER, -1L, 0L, &none)));
    print(" %d", error(call(GETSCHEDULER, -1L)));
    print(" %d", error(call(INTERVAL, -1L, words)));
    print(" affinity %d", error(call(SETAFFINITY, -1L, 8L, &(long){ 1 })));
    print(" %d\n", error(call(GETAFFINITY, -1L, 8L, words)));
    print("policies %d", error(call(SETSCHEDULER, 0L, (long)FIFO, &one)));
    print(" %d", error(call(SETSCHEDULER, 0L, (long)FIFO, &none)));
    print(" %d", error(call(SETSCHEDULER, 0L, 9L, &none)));
    print(" %d", error(call(SETSCHEDULER, 0L, (long)BATCH, 0L)));
    print(" %d", error(call(SETPARAM, own, &one)));
    print(" %d", error(call(SETSCHEDULER, own, (long)BATCH | RESET, &none)));
    print(" %x", call(GETSCHEDULER, 0L));
    long child = fork();
    if (child == 0) exit_with(call(GETSCHEDULER, 0L));
    waited(child, 0);
    print(" child %d\n", (long)status >> 8);
    child = fork();
    if (child == 0) for (;;) doze(1000000000);
    int info[32] = { 0, 0, -1 };
    print("tgsigqueueinfo %d", error(call(TGSIGQUEUEINFO, 0L, own, 10L, info)));
    print(" %d", error(call(TGSIGQUEUEINFO, own, -1L, 10L, info)));
    print(" %d", error(call(TGSIGQUEUEINFO, own, own, 10L, 0L)));
    print(" %d", error(call(TGSIGQUEUEINFO, own, child, 0L, info)));
    print(" %d", error(call(TGSIGQUEUEINFO, child, child, 99L, info)));
    print(" %d", error(call(TGSIGQUEUEINFO, child, child, 0L, info)));
    info[2] = 0;
    print(" codes %d", error(call(TGSIGQUEUEINFO, child, child, 0L, info)));
    info[2] = -6;
    print(" %d", error(call(TGSIGQUEUEINFO, child, child, 0L, info)));
    print(" %d", error(call(TGSIGQUEUEINFO, own, own, 0L, info)));
    print(" sigqueueinfo %d", error(call(SIGQUEUEINFO, -5L, 0L, info)));
    info[2] = -1;
    print(" %d", error(call(SIGQUEUEINFO, -5L, 0L, info)));
    print(" %d", error(call(SIGQUEUEINFO, 4242L, 99L, info)));
    print(" %d\n", error(call(SIGQUEUEINFO, child, 99L, info)));
    print("kill %d", error(call(KILL, 4242L, 99L)));
    print(" %d", error(call(KILL, child, 99L)));
    print(" tkill %d", error(call(TKILL, 4242L, 99L)));
    print(" %d", error(call(TKILL, child, 99L)));
    print(" tgkill %d", error(call(TGKILL, own, child, 99L)));
    print(" %d\n", error(call(TGKILL, child, child, 99L)));
    call(KILL, child, 9L);
    waited(child, 0);
}

/* A parent ends whose children are in groups of two, of which two have stopped members. */
static void orphans(void)
{
    long parent = fork();
    if (parent == 0) {
        long children[6];
        for (long n = 0; n < 6; n++) {
            children[n] = fork();
            if (children[n] == 0) {
                handle(HUP, show);
                handle(CONT, show);
                doze(400000000);
                exit_with(0);
            }
            call(SETPGID, children[n], children[n & 6]);
        }
        doze(100000000);
        for (long n = 0; n < 6; n++) if (n / 2 != 1) call(KILL, children[n], (long)STOP);
        doze(100000000);
        exit_with(0);
    }
    waited(parent, 0);
    doze(800000000);
    print("ended\n");
}

static char text[16384];

static const char *link_of(long fd)
{
    char path[] = "/proc/self/fd/0";
    path[14] += fd;
    long length = call(READLINK, path, text, 100L);
    text[length < 0 ? 0 : length] = 0;
    return text;
}

/* The number of an open file, and of its names. */
static long numbers[18];

static long number_of(long fd)
{
    call(FSTAT, fd, numbers);
    return numbers[1];
}

/* The last word of the line of the own mappings that has an address. */
static const char *name_at(u64 address)
{
    long fd = call(OPEN, "/proc/self/maps", 0L), length = call(READ, fd, text, (long)sizeof text - 1);
    call(CLOSE, fd);
    text[length] = 0;
    for (char *line = text; *line; line++) {
        u64 from = 0;
        char *name = line;
        for (; *line != '-'; line++) from = from * 16 + (*line <= '9' ? *line - '0' : *line - 'a' + 10);
        for (; *line && *line != '\n'; line++) if (*line == '/' && *name != '/') name = line;
        *line = 0;
        if (from == address) return name;
    }
    return "";
}

/* The lengths of pipes. */
static void pipes(void)
{
    enum { FCNTL = 1066, SET = 1031, GET = 1032, NONBLOCK = 04000 };
    static char block[1 << 18];
    int ends[2];
    call(PIPE2, ends, (long)NONBLOCK);
    long in = ends[0], out = ends[1];
    print("length %d", call(FCNTL, in, (long)SET, 100000L));
    print(" %d", call(FCNTL, out, (long)GET, 0L));
    print(" holds %d", call(WRITE, out, block, (long)sizeof block));
    print(" errno %d", error(call(FCNTL, out, (long)SET, 1L << 16)));
    print(" %d", error(call(FCNTL, out, (long)SET, 2L << 20)));
    print(" larger %d", call(FCNTL, out, (long)SET, 1L << 18));
    print(" holds %d\n", call(WRITE, out, block, (long)sizeof block));
}

/* What open files and mappings show of files whose names change. */
static void unlinked(void)
{
    enum { RDONLY = 0, MADE = 0102, PAGE = 16384 };
    long a = call(OPEN, "u", MADE, 0644L), b = call(OPEN, "u", RDONLY), number = number_of(a);
    call(WRITE, a, "u", 1L);
    u64 page = call(MMAP, 0L, (long)PAGE, 1L, 2L, a, 0L);
    call(RENAME, "u", "v");
    print("renamed %s", link_of(a));
    print(" %s\n", name_at(page));
    call(UNLINK, "v");
    print("removed %s", link_of(a));
    print(" %s", name_at(page));
    print(" %d names %d\n", (long)(number_of(a) == number), numbers[2]);
    long c = call(OPEN, "v", MADE, 0644L);
    print("again %s %d\n", link_of(c), (long)(number_of(c) == number));
    call(CLOSE, a);
    page = call(MMAP, 0L, (long)PAGE, 1L, 2L, b, 0L);
    print("closed %d mapped %s\n", (long)(number_of(b) == number), name_at(page));
    long d = call(OPEN, "w", MADE, 0644L);
    number = number_of(d);
    call(RENAME, "v", "w");
    print("replaced %s", link_of(d));
    print(" by %s %d\n", link_of(c), (long)(number_of(d) == number && number_of(c) != number));
    call(LINK, "w", "x");
    call(UNLINK, "w");
    print("second name %s", link_of(c));
    print(" %d\n", (number_of(c), numbers[2]));
    call(MKDIR, "d", 0755L);
    long e = call(OPEN, "d", RDONLY);
    number = number_of(e);
    call(MKDIR, "d/e", 0755L);
    long f = call(OPEN, "d/e/f", MADE, 0644L);
    call(RENAME, "d", "g");
    print("below %s\n", link_of(f));
    call(UNLINK, "g/e/f");
    call(RMDIR, "g/e");
    call(RMDIR, "g");
    print("directory %s %d\n", link_of(e), (long)(number_of(e) == number));
    number_of(call(MEMFD_CREATE, "m", 0L));
    print("memory %d\n", numbers[2]);
}

void begin(long *block)
{
    char **argv = (char **)(block + 1);
    const char *what = argv[1];
    program = argv[2];
    if (equal(what, "epoll")) epoll();
    if (equal(what, "transfers")) transfers();
    if (equal(what, "refusals")) refusals();
    if (equal(what, "limits")) limits();
    if (equal(what, "groups")) groups();
    if (equal(what, "busy")) busy();
    if (equal(what, "script")) script(argv[2]);
    if (equal(what, "names")) names(block);
    if (equal(what, "robust")) robust();
    if (equal(what, "growth")) growth();
    if (equal(what, "pipes")) pipes();
    if (equal(what, "numbered")) numbered();
    if (equal(what, "orphans")) orphans();
    if (equal(what, "unlinked")) unlinked();
    if (equal(what, "doze")) doze(200000000);
    exit_with(3);
}
