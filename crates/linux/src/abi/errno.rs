//! Error numbers of Linux, as a failed system call leaves them in `r8` (with -1 in `r10`).

use machine::{MemoryFault, NoMemory};
use std::io;

/// A Linux error number (`errno`).
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Errno(pub u16);

macro_rules! errnos {
    ($($name:ident = $number:literal,)*) => {
        /// The numbers, which are those of every Linux architecture that follows `asm-generic/errno.h`.
        #[expect(dead_code, reason = "the table is complete, whether or not a call can fail that way")]
        impl Errno { $(pub(crate) const $name: Errno = Errno($number);)* }

        const NAMES: &[(u16, &str)] = &[$(($number, stringify!($name)),)*];
    };
}

errnos! {
    EPERM = 1, ENOENT = 2, ESRCH = 3, EINTR = 4, EIO = 5, ENXIO = 6, E2BIG = 7, ENOEXEC = 8,
    EBADF = 9, ECHILD = 10, EAGAIN = 11, ENOMEM = 12, EACCES = 13, EFAULT = 14, ENOTBLK = 15,
    EBUSY = 16, EEXIST = 17, EXDEV = 18, ENODEV = 19, ENOTDIR = 20, EISDIR = 21, EINVAL = 22,
    ENFILE = 23, EMFILE = 24, ENOTTY = 25, ETXTBSY = 26, EFBIG = 27, ENOSPC = 28, ESPIPE = 29,
    EROFS = 30, EMLINK = 31, EPIPE = 32, EDOM = 33, ERANGE = 34, EDEADLK = 35, ENAMETOOLONG = 36,
    ENOLCK = 37, ENOSYS = 38, ENOTEMPTY = 39, ELOOP = 40, ENOMSG = 42, EIDRM = 43, ECHRNG = 44,
    EL2NSYNC = 45, EL3HLT = 46, EL3RST = 47, ELNRNG = 48, EUNATCH = 49, ENOCSI = 50, EL2HLT = 51,
    EBADE = 52, EBADR = 53, EXFULL = 54, ENOANO = 55, EBADRQC = 56, EBADSLT = 57, EBFONT = 59,
    ENOSTR = 60, ENODATA = 61, ETIME = 62, ENOSR = 63, ENONET = 64, ENOPKG = 65, EREMOTE = 66,
    ENOLINK = 67, EADV = 68, ESRMNT = 69, ECOMM = 70, EPROTO = 71, EMULTIHOP = 72, EDOTDOT = 73,
    EBADMSG = 74, EOVERFLOW = 75, ENOTUNIQ = 76, EBADFD = 77, EREMCHG = 78, ELIBACC = 79,
    ELIBBAD = 80, ELIBSCN = 81, ELIBMAX = 82, ELIBEXEC = 83, EILSEQ = 84, ERESTART = 85,
    ESTRPIPE = 86, EUSERS = 87, ENOTSOCK = 88, EDESTADDRREQ = 89, EMSGSIZE = 90, EPROTOTYPE = 91,
    ENOPROTOOPT = 92, EPROTONOSUPPORT = 93, ESOCKTNOSUPPORT = 94, EOPNOTSUPP = 95,
    EPFNOSUPPORT = 96, EAFNOSUPPORT = 97, EADDRINUSE = 98, EADDRNOTAVAIL = 99, ENETDOWN = 100,
    ENETUNREACH = 101, ENETRESET = 102, ECONNABORTED = 103, ECONNRESET = 104, ENOBUFS = 105,
    EISCONN = 106, ENOTCONN = 107, ESHUTDOWN = 108, ETOOMANYREFS = 109, ETIMEDOUT = 110,
    ECONNREFUSED = 111, EHOSTDOWN = 112, EHOSTUNREACH = 113, EALREADY = 114, EINPROGRESS = 115,
    ESTALE = 116, EUCLEAN = 117, ENOTNAM = 118, ENAVAIL = 119, EISNAM = 120, EREMOTEIO = 121,
    EDQUOT = 122, ENOMEDIUM = 123, EMEDIUMTYPE = 124, ECANCELED = 125, ENOKEY = 126,
    EKEYEXPIRED = 127, EKEYREVOKED = 128, EKEYREJECTED = 129, EOWNERDEAD = 130,
    ENOTRECOVERABLE = 131, ERFKILL = 132, EHWPOISON = 133,
}

impl Errno {
    /// The symbolic name, such as `ENOENT`; `E?` for a number that Linux does not use.
    pub(crate) fn name(self) -> &'static str {
        NAMES
            .binary_search_by_key(&self.0, |row| row.0)
            .map_or("E?", |i| NAMES[i].1)
    }
}

impl std::fmt::Debug for Errno {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Set in the number of an error that says that the host has no room on its disks. A limit of the run itself has the number without it.
const OF_FULL_HOST: u16 = 1 << 15;

impl Errno {
    /// An error of the host, by its number.
    pub(crate) fn of_host(number: u16) -> Errno {
        match Errno(number) {
            Errno::ENOSPC | Errno::EDQUOT => Errno(number | OF_FULL_HOST),
            errno => errno,
        }
    }

    /// Whether the host has no room on its disks, rather than the run none of its own.
    pub(crate) fn is_of_full_host(self) -> bool {
        self.0 & OF_FULL_HOST != 0
    }

    /// The error as the guest knows it.
    pub(crate) fn for_guest(self) -> Errno {
        Errno(self.0 & !OF_FULL_HOST)
    }
}

impl From<Errno> for io::Error {
    fn from(errno: Errno) -> io::Error {
        io::Error::from_raw_os_error(errno.for_guest().0.into())
    }
}

impl From<io::Error> for Errno {
    /// The host's number where there is one (hosts agree with `asm-generic` on these), else the nearest by kind.
    fn from(error: io::Error) -> Errno {
        if let Some(number) = error.raw_os_error().and_then(|n| u16::try_from(n).ok()) {
            return Errno::of_host(number);
        }
        match error.kind() {
            io::ErrorKind::NotFound => Errno::ENOENT,
            io::ErrorKind::PermissionDenied => Errno::EACCES,
            io::ErrorKind::AlreadyExists => Errno::EEXIST,
            io::ErrorKind::BrokenPipe => Errno::EPIPE,
            io::ErrorKind::WouldBlock => Errno::EAGAIN,
            io::ErrorKind::InvalidInput => Errno::EINVAL,
            io::ErrorKind::StorageFull => Errno::of_host(Errno::ENOSPC.0),
            io::ErrorKind::QuotaExceeded => Errno::of_host(Errno::EDQUOT.0),
            _ => Errno::EIO,
        }
    }
}

impl From<MemoryFault> for Errno {
    fn from(_: MemoryFault) -> Errno {
        Errno::EFAULT
    }
}

impl From<NoMemory> for Errno {
    fn from(_: NoMemory) -> Errno {
        Errno::ENOMEM
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_so_that_each_number_finds_its_own() {
        for (number, name) in NAMES {
            assert_eq!(Errno(*number).name(), *name);
        }
        assert_eq!(Errno(4000).name(), "E?");
    }
}
