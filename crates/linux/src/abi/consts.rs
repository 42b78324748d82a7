//! Flag and command numbers of the system-call interface, by the header that defines them.
//!
//! IA-64 follows `asm-generic` nearly everywhere; the numbers are the same as on the host architectures
//! that do too, but none is taken from the host.

/// Bytes of a page, the granularity of every mapping (the usual kernel configuration on Itanium).
pub const PAGE: u64 = 16 * 1024;

/// `asm-generic/fcntl.h`: flags of `open`.
pub mod open {
    pub const ACCMODE: u32 = 3;
    pub const WRONLY: u32 = 1;
    pub const RDWR: u32 = 2;
    pub const CREAT: u32 = 0o100;
    pub const EXCL: u32 = 0o200;
    pub const TRUNC: u32 = 0o1000;
    pub const APPEND: u32 = 0o2000;
    pub const NONBLOCK: u32 = 0o4000;
    pub const DIRECTORY: u32 = 0o200000;
    pub const NOFOLLOW: u32 = 0o400000;
    pub const CLOEXEC: u32 = 0o2000000;
    pub const PATH: u32 = 0o10000000;
    pub const TMPFILE: u32 = 0o20000000;
    /// The flags that `F_SETFL` may change.
    pub const SETTABLE: u32 = APPEND | NONBLOCK;
}

/// `linux/fcntl.h`: the descriptor that means the working directory, and flags of the `*at` calls.
pub mod at {
    pub const FDCWD: i32 = -100;
    pub const SYMLINK_NOFOLLOW: u32 = 0x100;
    /// The same bit as `AT_EACCESS`, in `unlinkat`.
    pub const REMOVEDIR: u32 = 0x200;
    pub const SYMLINK_FOLLOW: u32 = 0x400;
    pub const EMPTY_PATH: u32 = 0x1000;
}

/// `asm-generic/fcntl.h`: commands of `fcntl`.
pub mod fcntl {
    pub const DUPFD: u64 = 0;
    pub const GETFD: u64 = 1;
    pub const SETFD: u64 = 2;
    pub const GETFL: u64 = 3;
    pub const SETFL: u64 = 4;
    pub const GETLK: u64 = 5;
    pub const SETLK: u64 = 6;
    pub const SETLKW: u64 = 7;
    pub const SETOWN: u64 = 8;
    pub const GETOWN: u64 = 9;
    pub const OFD_GETLK: u64 = 36;
    pub const OFD_SETLK: u64 = 37;
    pub const OFD_SETLKW: u64 = 38;
    pub const DUPFD_CLOEXEC: u64 = 1030;
    pub const SETPIPE_SZ: u64 = 1031;
    pub const GETPIPE_SZ: u64 = 1032;
    pub const UNLCK: u16 = 2;
}

/// `asm-generic/mman-common.h` and IA-64's `asm/mman.h`.
pub mod mman {
    pub const PROT_READ: u64 = 1;
    pub const PROT_WRITE: u64 = 2;
    pub const PROT_EXEC: u64 = 4;
    pub const MAP_SHARED: u64 = 1;
    pub const MAP_PRIVATE: u64 = 2;
    pub const MAP_SHARED_VALIDATE: u64 = 3;
    pub const MAP_TYPE: u64 = 0xf;
    pub const MAP_FIXED: u64 = 0x10;
    pub const MAP_ANONYMOUS: u64 = 0x20;
    pub const MAP_FIXED_NOREPLACE: u64 = 0x100000;
    pub const MREMAP_MAYMOVE: u64 = 1;
    pub const MREMAP_FIXED: u64 = 2;
    pub const MADV_DONTNEED: u64 = 4;
    pub const MADV_FREE: u64 = 8;
    pub const MADV_REMOVE: u64 = 9;
}

/// `linux/sched.h`: flags of `clone`.
pub mod clone {
    pub const SIGNAL: u64 = 0xff;
    pub const VM: u64 = 0x100;
    pub const FS: u64 = 0x200;
    pub const FILES: u64 = 0x400;
    pub const SIGHAND: u64 = 0x800;
    pub const VFORK: u64 = 0x4000;
    pub const PARENT: u64 = 0x8000;
    pub const THREAD: u64 = 0x10000;
    pub const SETTLS: u64 = 0x80000;
    pub const PARENT_SETTID: u64 = 0x100000;
    pub const CHILD_CLEARTID: u64 = 0x200000;
    pub const CHILD_SETTID: u64 = 0x1000000;
}

/// `linux/futex.h`.
pub mod futex {
    pub const WAIT: u64 = 0;
    pub const WAKE: u64 = 1;
    pub const REQUEUE: u64 = 3;
    pub const CMP_REQUEUE: u64 = 4;
    pub const WAKE_OP: u64 = 5;
    pub const LOCK_PI: u64 = 6;
    pub const UNLOCK_PI: u64 = 7;
    pub const TRYLOCK_PI: u64 = 8;
    pub const WAIT_BITSET: u64 = 9;
    pub const WAKE_BITSET: u64 = 10;
    pub const COMMAND: u64 = 0x7f;
    pub const REALTIME: u64 = 0x100;
    /// The kernel's bits of a robust or priority-inheriting lock word.
    pub const WAITERS: u32 = 0x8000_0000;
    pub const OWNER_DIED: u32 = 0x4000_0000;
    pub const TID: u32 = 0x3fff_ffff;
}

/// `linux/wait.h` and the codes of `SIGCHLD` in `asm-generic/siginfo.h`.
pub mod wait {
    pub const NOHANG: u64 = 1;
    pub const UNTRACED: u64 = 2;
    pub const EXITED: u64 = 4;
    pub const CONTINUED: u64 = 8;
    pub const NOWAIT: u64 = 0x0100_0000;
    pub const CLD_EXITED: i32 = 1;
    pub const CLD_KILLED: i32 = 2;
    pub const CLD_DUMPED: i32 = 3;
    pub const CLD_STOPPED: i32 = 5;
    pub const CLD_CONTINUED: i32 = 6;
}

/// `asm-generic/poll.h`.
pub mod poll {
    pub const IN: u16 = 0x1;
    pub const PRI: u16 = 0x2;
    pub const OUT: u16 = 0x4;
    pub const ERR: u16 = 0x8;
    pub const HUP: u16 = 0x10;
    pub const NVAL: u16 = 0x20;
    pub const RDNORM: u16 = 0x40;
    pub const WRNORM: u16 = 0x100;
}

/// Type bits of `st_mode` (`linux/stat.h`).
pub mod mode {
    pub const FORMAT: u32 = 0o170000;
    pub const FIFO: u32 = 0o010000;
    pub const CHARACTER: u32 = 0o020000;
    pub const BLOCK: u32 = 0o060000;
    pub const DIRECTORY: u32 = 0o040000;
    pub const REGULAR: u32 = 0o100000;
    pub const LINK: u32 = 0o120000;
    pub const SOCKET: u32 = 0o140000;
}

/// `asm-generic/resource.h`: numbers of limits, and the count of them.
pub mod rlimit {
    pub const FSIZE: usize = 1;
    pub const STACK: usize = 3;
    pub const NOFILE: usize = 7;
    pub const COUNT: usize = 16;
    pub const INFINITY: u64 = u64::MAX;
}
