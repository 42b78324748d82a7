//! Flag and command numbers of the system-call interface, by the header that defines them.
//!
//! IA-64 follows `asm-generic` nearly everywhere; the numbers are the same as on the host architectures
//! that do too, but none is taken from the host.

/// Bytes of a page, the granularity of every mapping (the usual kernel configuration on Itanium).
pub(crate) const PAGE: u64 = 16 * 1024;

/// `asm-generic/fcntl.h`: flags of `open`.
pub(crate) mod open {
    pub(crate) const ACCMODE: u32 = 3;
    pub(crate) const WRONLY: u32 = 1;
    pub(crate) const RDWR: u32 = 2;
    pub(crate) const CREAT: u32 = 0o100;
    pub(crate) const EXCL: u32 = 0o200;
    pub(crate) const NOCTTY: u32 = 0o400;
    pub(crate) const TRUNC: u32 = 0o1000;
    pub(crate) const APPEND: u32 = 0o2000;
    pub(crate) const NONBLOCK: u32 = 0o4000;
    pub(crate) const ASYNC: u32 = 0o20000;
    /// Of a pipe: each write is a packet.
    pub(crate) const DIRECT: u32 = 0o40000;
    /// What a 64-bit kernel adds to every file that it opens.
    pub(crate) const LARGEFILE: u32 = 0o100000;
    pub(crate) const DIRECTORY: u32 = 0o200000;
    pub(crate) const NOFOLLOW: u32 = 0o400000;
    pub(crate) const CLOEXEC: u32 = 0o2000000;
    pub(crate) const PATH: u32 = 0o10000000;
    pub(crate) const TMPFILE: u32 = 0o20000000;
    /// The flags that `F_SETFL` may change.
    pub(crate) const SETTABLE: u32 = APPEND | NONBLOCK;
}

/// `linux/fcntl.h`: the descriptor that means the working directory, and flags of the `*at` calls.
pub(crate) mod at {
    pub(crate) const FDCWD: i32 = -100;
    pub(crate) const SYMLINK_NOFOLLOW: u32 = 0x100;
    pub(crate) const EACCESS: u32 = 0x200;
    /// The same bit as `AT_EACCESS`, in `unlinkat`.
    pub(crate) const REMOVEDIR: u32 = 0x200;
    pub(crate) const SYMLINK_FOLLOW: u32 = 0x400;
    pub(crate) const NO_AUTOMOUNT: u32 = 0x800;
    /// `AT_STATX_FORCE_SYNC` and `AT_STATX_DONT_SYNC`.
    pub(crate) const STATX_SYNC: u32 = 0x6000;
    pub(crate) const EMPTY_PATH: u32 = 0x1000;
}

/// `linux/fcntl.h`: seals of files in memory.
pub(crate) mod seal {
    pub(crate) const SEAL: u32 = 1;
    pub(crate) const SHRINK: u32 = 2;
    pub(crate) const GROW: u32 = 4;
    pub(crate) const WRITE: u32 = 8;
    pub(crate) const FUTURE_WRITE: u32 = 0x10;
    pub(crate) const ALL: u32 = 0x1f;
}

/// `asm-generic/fcntl.h`: commands of `fcntl`.
pub(crate) mod fcntl {
    pub(crate) const DUPFD: u64 = 0;
    pub(crate) const GETFD: u64 = 1;
    pub(crate) const SETFD: u64 = 2;
    pub(crate) const GETFL: u64 = 3;
    pub(crate) const SETFL: u64 = 4;
    pub(crate) const GETLK: u64 = 5;
    pub(crate) const SETLK: u64 = 6;
    pub(crate) const SETLKW: u64 = 7;
    pub(crate) const SETOWN: u64 = 8;
    pub(crate) const GETOWN: u64 = 9;
    pub(crate) const GETSIG: u64 = 11;
    pub(crate) const GETOWN_EX: u64 = 16;
    pub(crate) const OFD_GETLK: u64 = 36;
    pub(crate) const OFD_SETLK: u64 = 37;
    pub(crate) const OFD_SETLKW: u64 = 38;
    pub(crate) const DUPFD_CLOEXEC: u64 = 1030;
    pub(crate) const SETPIPE_SZ: u64 = 1031;
    pub(crate) const GETPIPE_SZ: u64 = 1032;
    pub(crate) const ADD_SEALS: u64 = 1033;
    pub(crate) const GET_SEALS: u64 = 1034;
    pub(crate) const GET_RW_HINT: u64 = 1035;
    pub(crate) const SET_RW_HINT: u64 = 1036;
    pub(crate) const RDLCK: u16 = 0;
    pub(crate) const WRLCK: u16 = 1;
    pub(crate) const UNLCK: u16 = 2;
}

/// `asm-generic/fcntl.h`: what `flock` takes.
pub(crate) mod flock {
    pub(crate) const SHARED: u64 = 1;
    pub(crate) const EXCLUSIVE: u64 = 2;
    pub(crate) const NO_WAIT: u64 = 4;
    pub(crate) const UNLOCK: u64 = 8;
}

/// `asm-generic/mman-common.h` and IA-64's `asm/mman.h`.
pub(crate) mod mman {
    pub(crate) const PROT_READ: u64 = 1;
    pub(crate) const PROT_WRITE: u64 = 2;
    pub(crate) const PROT_EXEC: u64 = 4;
    pub(crate) const MAP_SHARED: u64 = 1;
    pub(crate) const MAP_PRIVATE: u64 = 2;
    pub(crate) const MAP_SHARED_VALIDATE: u64 = 3;
    pub(crate) const MAP_TYPE: u64 = 0xf;
    pub(crate) const MAP_FIXED: u64 = 0x10;
    pub(crate) const MAP_ANONYMOUS: u64 = 0x20;
    pub(crate) const MAP_HUGETLB: u64 = 0x40000;
    pub(crate) const MAP_FIXED_NOREPLACE: u64 = 0x100000;
    /// The flags that every file takes with `MAP_SHARED_VALIDATE` (`LEGACY_MAP_MASK`); `MAP_SYNC` is none of them.
    pub(crate) const MAP_VALID: u64 = 0x7c07_f933;
    pub(crate) const MREMAP_MAYMOVE: u64 = 1;
    pub(crate) const MREMAP_FIXED: u64 = 2;
    pub(crate) const MREMAP_DONTUNMAP: u64 = 4;
    /// All flags of `msync`.
    pub(crate) const MS_ALL: u64 = 7;
    /// `MS_ASYNC` and `MS_SYNC`, which exclude each other.
    pub(crate) const MS_ASYNC_SYNC: u64 = 5;
    /// All flags of `mlockall`. `MCL_ONFAULT` needs `MCL_CURRENT` or `MCL_FUTURE`.
    pub(crate) const MCL_ALL: u32 = 7;
    pub(crate) const MCL_ONFAULT: u32 = 4;
    /// The kinds of advice: without those about pages of equal contents (12, 13) and huge pages (14, 15, 25).
    pub(crate) const MADV_KNOWN: [u64; 18] = [
        0, 1, 2, 3, 4, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24,
    ];
    pub(crate) const MADV_DONTNEED: u64 = 4;
    pub(crate) const MADV_FREE: u64 = 8;
    pub(crate) const MADV_REMOVE: u64 = 9;
    pub(crate) const MADV_DONTFORK: u64 = 10;
    pub(crate) const MADV_DOFORK: u64 = 11;
    pub(crate) const MADV_WIPEONFORK: u64 = 18;
    pub(crate) const MADV_KEEPONFORK: u64 = 19;
    pub(crate) const MADV_DONTNEED_LOCKED: u64 = 24;
}

/// `linux/sched.h`: flags of `clone`.
pub(crate) mod clone {
    pub(crate) const SIGNAL: u64 = 0xff;
    pub(crate) const VM: u64 = 0x100;
    pub(crate) const FS: u64 = 0x200;
    pub(crate) const FILES: u64 = 0x400;
    pub(crate) const SIGHAND: u64 = 0x800;
    pub(crate) const VFORK: u64 = 0x4000;
    pub(crate) const PARENT: u64 = 0x8000;
    pub(crate) const THREAD: u64 = 0x10000;
    pub(crate) const NEW_MOUNTS: u64 = 0x20000;
    /// All `CLONE_NEW…`.
    pub(crate) const NEW_SPACES: u64 = 0x7e02_0000;
    pub(crate) const SETTLS: u64 = 0x80000;
    pub(crate) const PARENT_SETTID: u64 = 0x100000;
    pub(crate) const CHILD_CLEARTID: u64 = 0x200000;
    pub(crate) const CHILD_SETTID: u64 = 0x1000000;
}

/// `linux/futex.h`.
pub(crate) mod futex {
    pub(crate) const WAIT: u64 = 0;
    pub(crate) const WAKE: u64 = 1;
    pub(crate) const REQUEUE: u64 = 3;
    pub(crate) const CMP_REQUEUE: u64 = 4;
    pub(crate) const WAKE_OP: u64 = 5;
    pub(crate) const LOCK_PI: u64 = 6;
    pub(crate) const UNLOCK_PI: u64 = 7;
    pub(crate) const TRYLOCK_PI: u64 = 8;
    pub(crate) const WAIT_BITSET: u64 = 9;
    pub(crate) const WAKE_BITSET: u64 = 10;
    pub(crate) const LOCK_PI2: u64 = 13;
    /// The commands that there are.
    pub(crate) const KNOWN: [u64; 11] = [
        WAIT,
        WAKE,
        REQUEUE,
        CMP_REQUEUE,
        WAKE_OP,
        LOCK_PI,
        UNLOCK_PI,
        TRYLOCK_PI,
        WAIT_BITSET,
        WAKE_BITSET,
        LOCK_PI2,
    ];
    pub(crate) const COMMAND: u64 = 0x7f;
    pub(crate) const PRIVATE: u64 = 0x80;
    pub(crate) const REALTIME: u64 = 0x100;
    /// The kernel's bits of a robust or priority-inheriting lock word.
    pub(crate) const WAITERS: u32 = 0x8000_0000;
    pub(crate) const OWNER_DIED: u32 = 0x4000_0000;
    pub(crate) const TID: u32 = 0x3fff_ffff;
}

/// `linux/wait.h` and the codes of `SIGCHLD` in `asm-generic/siginfo.h`.
pub(crate) mod wait {
    pub(crate) const NOHANG: u64 = 1;
    pub(crate) const UNTRACED: u64 = 2;
    pub(crate) const EXITED: u64 = 4;
    pub(crate) const CONTINUED: u64 = 8;
    /// `__WNOTHREAD`, `__WALL`, `__WCLONE`.
    pub(crate) const CLONES: u64 = 0xe000_0000;
    pub(crate) const ALL: u64 = 0x4000_0000;
    pub(crate) const CLONE: u64 = 0x8000_0000;
    pub(crate) const NOWAIT: u64 = 0x0100_0000;
    pub(crate) const CLD_EXITED: i32 = 1;
    pub(crate) const CLD_KILLED: i32 = 2;
    pub(crate) const CLD_DUMPED: i32 = 3;
    pub(crate) const CLD_STOPPED: i32 = 5;
    pub(crate) const CLD_CONTINUED: i32 = 6;
}

/// `asm-generic/poll.h`.
pub(crate) mod poll {
    pub(crate) const IN: u16 = 0x1;
    pub(crate) const PRI: u16 = 0x2;
    pub(crate) const OUT: u16 = 0x4;
    pub(crate) const ERR: u16 = 0x8;
    pub(crate) const HUP: u16 = 0x10;
    pub(crate) const NVAL: u16 = 0x20;
    pub(crate) const RDNORM: u16 = 0x40;
    pub(crate) const WRNORM: u16 = 0x100;
    pub(crate) const RDHUP: u16 = 0x2000;
}

/// Type bits of `st_mode` (`linux/stat.h`).
pub(crate) mod mode {
    pub(crate) const FORMAT: u32 = 0o170000;
    pub(crate) const FIFO: u32 = 0o010000;
    pub(crate) const CHARACTER: u32 = 0o020000;
    pub(crate) const BLOCK: u32 = 0o060000;
    pub(crate) const DIRECTORY: u32 = 0o040000;
    pub(crate) const REGULAR: u32 = 0o100000;
    pub(crate) const LINK: u32 = 0o120000;
    pub(crate) const SOCKET: u32 = 0o140000;
}

/// `asm-generic/resource.h`: numbers of limits, and the count of them.
pub(crate) mod rlimit {
    pub(crate) const CPU: usize = 0;
    pub(crate) const FSIZE: usize = 1;
    pub(crate) const DATA: usize = 2;
    pub(crate) const CORE: usize = 4;
    pub(crate) const STACK: usize = 3;
    pub(crate) const NPROC: usize = 6;
    pub(crate) const NOFILE: usize = 7;
    pub(crate) const AS: usize = 9;
    pub(crate) const SIGPENDING: usize = 11;
    pub(crate) const NICE: usize = 13;
    pub(crate) const COUNT: usize = 16;
    pub(crate) const INFINITY: u64 = u64::MAX;
}

/// Kinds, levels and options of sockets.
pub(crate) mod socket {
    /// `AF_UNIX`.
    pub(crate) const UNIX: u32 = 1;
    /// `SOCK_*`.
    pub(crate) const STREAM: u32 = 1;
    pub(crate) const DGRAM: u32 = 2;
    pub(crate) const RAW: u32 = 3;
    pub(crate) const SEQPACKET: u32 = 5;
    /// `SOL_SOCKET`.
    pub(crate) const LEVEL: u32 = 1;
    /// `SO_REUSEADDR`, `SO_TYPE`, `SO_ERROR`, `SO_SNDBUF`, `SO_RCVBUF`, `SO_PASSCRED`, `SO_PEERCRED`, `SO_ACCEPTCONN`, `SO_PROTOCOL`, `SO_DOMAIN`.
    pub(crate) const REUSE_ADDRESS: u32 = 2;
    pub(crate) const TYPE: u32 = 3;
    pub(crate) const ERROR: u32 = 4;
    pub(crate) const SEND_BUFFER: u32 = 7;
    pub(crate) const RECEIVE_BUFFER: u32 = 8;
    pub(crate) const PASS_CREDENTIALS: u32 = 16;
    pub(crate) const PEER_CREDENTIALS: u32 = 17;
    pub(crate) const LISTENS: u32 = 30;
    pub(crate) const PROTOCOL: u32 = 38;
    pub(crate) const DOMAIN: u32 = 39;
    /// `MSG_*`: flags of a transfer.
    pub(crate) mod message {
        pub(crate) const OUT_OF_BAND: u32 = 1;
        pub(crate) const PEEK: u32 = 2;
        pub(crate) const CONTROL_TRUNCATED: u32 = 8;
        pub(crate) const TRUNCATED: u32 = 0x20;
        pub(crate) const DONT_WAIT: u32 = 0x40;
        pub(crate) const WAIT_ALL: u32 = 0x100;
        pub(crate) const NO_SIGNAL: u32 = 0x4000;
        pub(crate) const WAIT_FOR_ONE: u32 = 0x1_0000;
        pub(crate) const CLOSE_ON_EXEC: u32 = 0x4000_0000;
    }
    /// `SCM_RIGHTS` and `SCM_CREDENTIALS`.
    pub(crate) const RIGHTS: u32 = 1;
    pub(crate) const CREDENTIALS: u32 = 2;
}
