//! The synthetic files of `/dev`, `/proc` and `/sys`. Everything else below `/proc` and `/sys` does not exist for the guest,
//! because the host's would make runs differ, and would let a guest reach the simulator.

use crate::abi::errno::Errno;
use std::borrow::Cow;

/// A file that the personality provides.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Special {
    #[default]
    Null,
    Zero,
    Full,
    Random,
    /// The controlling terminal: there is none.
    Terminal,
    /// `/proc/PID/exe`, a link to the program.
    Executable(u32),
    Maps(u32),
    CommandLine(u32),
    Environment(u32),
    Status(u32),
    Stat(u32),
    Comm(u32),
    AuxiliaryVector(u32),
    /// `/proc/PID/cwd`, a link.
    WorkingDirectory(u32),
    /// `/proc/PID/fd/N` and `/dev/fd/N`.
    Descriptor(u32, i32),
    /// `/proc/PID/fd`.
    Descriptors(u32),
    /// A constant file.
    Fixed(Constant),
    /// `/proc/PID`, `/proc` and other directories.
    Directory,
}

/// Constant files of `/proc` and `/sys`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Constant {
    CpuInfo,
    MemInfo,
    Version,
    Uptime,
    LoadAverage,
    SystemStat,
    OsRelease,
    PidMax,
    Overcommit,
    OnlineProcessors,
    FileSystems,
    Mounts,
}

/// What a name of [`NAMES`] stands for.
#[derive(Copy, Clone)]
enum Named {
    /// The same for every process.
    Fixed(Special),
    /// What the process has of it whose number is in the path, or that looks.
    Own(fn(u32) -> Special),
    /// A descriptor of the process that looks.
    Opened(i32),
}

/// The names of files that the personality provides, and of directories with numbers in them. Those of every process stand below
/// `/proc/self`. What is above a name is a directory.
const NAMES: [(&str, Named); 33] = [
    ("/dev/null", Named::Fixed(Special::Null)),
    ("/dev/zero", Named::Fixed(Special::Zero)),
    ("/dev/full", Named::Fixed(Special::Full)),
    ("/dev/random", Named::Fixed(Special::Random)),
    ("/dev/urandom", Named::Fixed(Special::Random)),
    ("/dev/tty", Named::Fixed(Special::Terminal)),
    ("/dev/stdin", Named::Opened(0)),
    ("/dev/stdout", Named::Opened(1)),
    ("/dev/stderr", Named::Opened(2)),
    ("/dev/fd", Named::Own(Special::Descriptors)),
    ("/proc/cpuinfo", constant(Constant::CpuInfo)),
    ("/proc/meminfo", constant(Constant::MemInfo)),
    ("/proc/version", constant(Constant::Version)),
    ("/proc/uptime", constant(Constant::Uptime)),
    ("/proc/loadavg", constant(Constant::LoadAverage)),
    ("/proc/stat", constant(Constant::SystemStat)),
    ("/proc/filesystems", constant(Constant::FileSystems)),
    ("/proc/mounts", constant(Constant::Mounts)),
    ("/proc/sys/kernel/osrelease", constant(Constant::OsRelease)),
    ("/proc/sys/kernel/pid_max", constant(Constant::PidMax)),
    (
        "/proc/sys/vm/overcommit_memory",
        constant(Constant::Overcommit),
    ),
    ("/proc/self/exe", Named::Own(Special::Executable)),
    ("/proc/self/maps", Named::Own(Special::Maps)),
    ("/proc/self/cmdline", Named::Own(Special::CommandLine)),
    ("/proc/self/environ", Named::Own(Special::Environment)),
    ("/proc/self/status", Named::Own(Special::Status)),
    ("/proc/self/stat", Named::Own(Special::Stat)),
    ("/proc/self/comm", Named::Own(Special::Comm)),
    ("/proc/self/auxv", Named::Own(Special::AuxiliaryVector)),
    ("/proc/self/cwd", Named::Own(Special::WorkingDirectory)),
    ("/proc/self/fd", Named::Own(Special::Descriptors)),
    (
        "/sys/devices/system/cpu/online",
        constant(Constant::OnlineProcessors),
    ),
    (
        "/sys/devices/system/cpu/possible",
        constant(Constant::OnlineProcessors),
    ),
];

const fn constant(constant: Constant) -> Named {
    Named::Fixed(Special::Fixed(constant))
}

/// The directory of the threads of a process.
const TASKS: &str = "/proc/self/task";

/// Finds the synthetic file of an absolute, normalised guest path, seen from process `pid`; `None`: the path is the host's.
pub(crate) fn lookup(guest: &[u8], pid: u32) -> Result<Option<Special>, Errno> {
    let Ok(text) = std::str::from_utf8(guest) else {
        return Ok(None);
    };
    let Some((path, owner)) = of_process(text, pid) else {
        return Err(Errno::ENOENT);
    };
    if let Some((_, named)) = NAMES.iter().find(|(name, _)| *name == path) {
        return Ok(Some(match *named {
            Named::Fixed(special) => special,
            Named::Own(special) => match (special(owner), task(text)) {
                (Special::Status(_), Some(tid)) => Special::Status(tid),
                (Special::Stat(_), Some(tid)) => Special::Stat(tid),
                (Special::Comm(_), Some(tid)) => Special::Comm(tid),
                (special, _) => special,
            },
            Named::Opened(fd) => Special::Descriptor(pid, fd),
        }));
    }
    for descriptors in ["/dev/fd/", "/proc/self/fd/"] {
        if let Some(number) = path.strip_prefix(descriptors) {
            let fd = number.parse().map_err(|_| Errno::ENOENT)?;
            return Ok(Some(Special::Descriptor(owner, fd)));
        }
    }
    // Other names in `/dev`, `/dev/shm` among them, are not synthetic.
    match is_kernel(&path) {
        false => Ok(None),
        true if path == TASKS || !names(&path).is_empty() => Ok(Some(Special::Directory)),
        true => Err(Errno::ENOENT),
    }
}

/// Whether a path is `/proc`, `/sys` or below them.
fn is_kernel(path: &str) -> bool {
    let below = |top| path.strip_prefix(top);
    let rest = below("/proc").or_else(|| below("/sys"));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The number of the thread in whose directory (`/proc/PID/task/TID`) a path lies, or that it names.
fn task(path: &str) -> Option<u32> {
    let (_, file) = path.strip_prefix("/proc/")?.split_once('/')?;
    file.strip_prefix("task/")?.split('/').next()?.parse().ok()
}

/// A path with `/proc/self` for a process or thread that it names, and the process. The directory of a thread has the files of that of
/// its process. `None`: there cannot be such a process.
fn of_process(path: &str, pid: u32) -> Option<(Cow<'_, str>, u32)> {
    let own = NAMES.iter().any(|(name, _)| is_below(name, path)) || !path.starts_with("/proc/");
    let rest = path.strip_prefix("/proc/").filter(|_| !own);
    let Some(rest) = rest else {
        return Some((path.into(), pid));
    };
    let (owner, file) = rest.split_once('/').unwrap_or((rest, ""));
    let owner = match owner {
        "self" | "thread-self" => pid,
        number => number.parse().ok()?,
    };
    let file = match file.strip_prefix("task/").map(|task| task.split_once('/')) {
        Some(Some((_, "task"))) => return None,
        Some(Some((_, file))) => file,
        Some(None) => "",
        None => file,
    };
    let path = match file {
        "" => "/proc/self".into(),
        file => format!("/proc/self/{file}"),
    };
    Some((path.into(), owner))
}

/// Whether a name is a path or below it.
fn is_below(name: &str, path: &str) -> bool {
    let rest = name.strip_prefix(path);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The names in a directory that the personality provides, but for numbers.
pub(crate) fn names(directory: &str) -> Vec<&'static str> {
    let Some((path, _)) = of_process(directory, 0) else {
        return Vec::new();
    };
    let below = |&(name, _): &(&'static str, Named)| {
        let rest = name.strip_prefix(&*path)?.strip_prefix('/')?;
        rest.split('/').next()
    };
    let mut names: Vec<&str> = NAMES.iter().filter_map(below).collect();
    names.dedup();
    names.extend(match &*path {
        "/proc" => Some("thread-self"),
        "/proc/self" if !directory.contains("/task/") => Some("task"),
        "/dev" => Some("shm"),
        _ => None,
    });
    names
}

/// The process whose threads a directory lists, if it is one of threads, seen from process `pid`.
pub(crate) fn owner_of_tasks(directory: &str, pid: u32) -> Option<u32> {
    let (path, owner) = of_process(directory, pid)?;
    (path == TASKS).then_some(owner)
}

/// The process or thread that a path below `/proc` names by its number, and the thread of it, seen from process `pid`; `None`: it names none.
pub(crate) fn owner(guest: &[u8], pid: u32) -> Option<(u32, Option<u32>)> {
    let path = std::str::from_utf8(guest).ok()?;
    let rest = path.strip_prefix("/proc/")?;
    match (rest.split('/').next()?, task(path)) {
        ("self", None) => None,
        ("self", thread) => Some((pid, thread)),
        (number, thread) => Some((number.parse().ok()?, thread)),
    }
}

impl Special {
    /// Whether it is neither a directory nor a link that may lead to one.
    pub(crate) fn is_file(self) -> bool {
        !matches!(
            self,
            Special::Directory
                | Special::Descriptors(_)
                | Special::Descriptor(..)
                | Special::WorkingDirectory(_)
        )
    }
}

impl Constant {
    /// The file's text. `frequency` in Hz, the memory of the machine and what is free of it in bytes.
    pub(crate) fn text(self, frequency: u64, memory: u64, free: u64) -> String {
        match self {
            Constant::CpuInfo => {
                let mhz = frequency as f64 / 1e6;
                format!(
                    "processor  : 0\nvendor     : GenuineIntel\narch       : IA-64\nfamily     : Itanium\nfeatures   : branchlong\n\
                     cpu number : 0\ncpu regs   : 4\ncpu MHz    : {mhz:.6}\nitc MHz    : {mhz:.6}\nBogoMIPS   : {mhz:.2}\n\n"
                )
            }
            Constant::MemInfo => {
                let (total, free) = (memory / 1024, free / 1024);
                format!(
                    "MemTotal:       {total:8} kB\nMemFree:        {free:8} kB\nMemAvailable:   {free:8} kB\nBuffers:               0 kB\n\
                     Cached:                0 kB\nSwapTotal:             0 kB\nSwapFree:              0 kB\n"
                )
            }
            Constant::Version => {
                let [name, _, release, version, ..] = crate::calls::system::UNAME;
                format!("{name} version {release} {version}\n")
            }
            Constant::Uptime => "1.00 0.00\n".into(),
            Constant::LoadAverage => "0.00 0.00 0.00 1/1 1\n".into(),
            Constant::SystemStat => {
                format!(
                    "cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0 0 0\nbtime {}\n",
                    crate::clock::START
                )
            }
            Constant::OsRelease => format!("{}\n", crate::calls::system::UNAME[2]),
            Constant::PidMax => "32768\n".into(),
            Constant::Overcommit => "0\n".into(),
            Constant::OnlineProcessors => "0\n".into(),
            Constant::FileSystems => "nodev\tproc\n\text2\n".into(),
            Constant::Mounts => "/dev/root / ext2 rw 0 0\n".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_find_themselves_and_the_hosts_proc_stays_hidden() {
        assert_eq!(
            lookup(b"/proc/self/exe", 7),
            Ok(Some(Special::Executable(7)))
        );
        assert_eq!(
            lookup(b"/proc/9/fd/3", 7),
            Ok(Some(Special::Descriptor(9, 3)))
        );
        assert_eq!(lookup(b"/proc/kcore", 7), Err(Errno::ENOENT));
        assert_eq!(lookup(b"/procession", 7), Ok(None));
        for path in [
            "/proc",
            "/proc/8",
            "/proc/8/task",
            "/proc/8/task/9",
            "/sys/devices",
        ] {
            let found = lookup(path.as_bytes(), 7);
            assert_eq!(found, Ok(Some(Special::Directory)), "{path}");
        }
        let stat = lookup(b"/proc/8/task/9/stat", 7);
        assert_eq!(stat, Ok(Some(Special::Stat(9))));
        let maps = lookup(b"/proc/8/task/9/maps", 7);
        assert_eq!(maps, Ok(Some(Special::Maps(8))));
        for path in [
            "/proc/8/task/9/task",
            "/proc/sys/none",
            "/proc/8/none",
            "/sys/fs",
        ] {
            assert_eq!(lookup(path.as_bytes(), 7), Err(Errno::ENOENT), "{path}");
        }
        assert_eq!(owner_of_tasks("/proc/8/task", 7), Some(8));
        assert_eq!(lookup(b"/dev/fd/2", 7), Ok(Some(Special::Descriptor(7, 2))));
    }
}
