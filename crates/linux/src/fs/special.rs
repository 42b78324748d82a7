//! The synthetic files of `/dev`, `/proc` and `/sys`. Everything else below `/proc` and `/sys` does not exist for the guest,
//! because the host's would make runs differ, and would let a guest reach the simulator.

use crate::abi::errno::Errno;

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
    /// `/proc/PID`, `/proc` and other directories that exist but list nothing.
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

/// Finds the synthetic file of an absolute, normalised guest path, seen from process `pid`; `None`: the path is the host's.
pub(crate) fn lookup(guest: &[u8], pid: u32) -> Result<Option<Special>, Errno> {
    let Ok(text) = std::str::from_utf8(guest) else {
        return Ok(None);
    };
    if let Some(name) = text.strip_prefix("/dev/") {
        return Ok(Some(match name {
            "null" => Special::Null,
            "zero" => Special::Zero,
            "full" => Special::Full,
            "random" | "urandom" => Special::Random,
            "tty" => Special::Terminal,
            "stdin" => Special::Descriptor(pid, 0),
            "stdout" => Special::Descriptor(pid, 1),
            "stderr" => Special::Descriptor(pid, 2),
            "fd" => Special::Descriptors(pid),
            _ => match name.strip_prefix("fd/") {
                Some(number) => {
                    Special::Descriptor(pid, number.parse().map_err(|_| Errno::ENOENT)?)
                }
                // Other names in `/dev`, `/dev/shm` among them, are not synthetic.
                None => return Ok(None),
            },
        }));
    }
    if text == "/proc" {
        return Ok(Some(Special::Directory));
    }
    if let Some(rest) = text.strip_prefix("/proc/") {
        return proc(rest, pid).map(Some).ok_or(Errno::ENOENT);
    }
    match text {
        "/sys/devices/system/cpu/online" | "/sys/devices/system/cpu/possible" => {
            Ok(Some(Special::Fixed(Constant::OnlineProcessors)))
        }
        "/sys" | "/sys/devices" | "/sys/devices/system" | "/sys/devices/system/cpu" => {
            Ok(Some(Special::Directory))
        }
        _ if text.starts_with("/sys/") => Err(Errno::ENOENT),
        _ => Ok(None),
    }
}

fn proc(rest: &str, pid: u32) -> Option<Special> {
    let fixed = match rest {
        "cpuinfo" => Constant::CpuInfo,
        "meminfo" => Constant::MemInfo,
        "version" => Constant::Version,
        "uptime" => Constant::Uptime,
        "loadavg" => Constant::LoadAverage,
        "stat" => Constant::SystemStat,
        "filesystems" => Constant::FileSystems,
        "mounts" => Constant::Mounts,
        "sys/kernel/osrelease" => Constant::OsRelease,
        "sys/kernel/pid_max" => Constant::PidMax,
        "sys/vm/overcommit_memory" => Constant::Overcommit,
        "sys" | "sys/kernel" | "sys/vm" => return Some(Special::Directory),
        _ => return proc_of(rest, pid),
    };
    Some(Special::Fixed(fixed))
}

fn proc_of(rest: &str, pid: u32) -> Option<Special> {
    let (owner, file) = rest.split_once('/').unwrap_or((rest, ""));
    let owner = match owner {
        "self" | "thread-self" => pid,
        number => number.parse().ok()?,
    };
    // The directory of a thread shows the same as that of its process.
    let file = match file
        .strip_prefix("task/")
        .or((file == "task").then_some(""))
    {
        Some(task) => task.split_once('/').map_or("", |(_, file)| file),
        None => file,
    };
    Some(match file {
        "" => Special::Directory,
        "exe" => Special::Executable(owner),
        "maps" => Special::Maps(owner),
        "cmdline" => Special::CommandLine(owner),
        "environ" => Special::Environment(owner),
        "status" => Special::Status(owner),
        "stat" => Special::Stat(owner),
        "comm" => Special::Comm(owner),
        "auxv" => Special::AuxiliaryVector(owner),
        "cwd" => Special::WorkingDirectory(owner),
        "fd" => Special::Descriptors(owner),
        _ => Special::Descriptor(owner, file.strip_prefix("fd/")?.parse().ok()?),
    })
}

/// The number that a path below `/proc` names a process or thread by; `None`: it names none.
pub(crate) fn owner(guest: &[u8]) -> Option<u32> {
    let rest = std::str::from_utf8(guest).ok()?.strip_prefix("/proc/")?;
    rest.split('/').next()?.parse().ok()
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
        assert_eq!(lookup(b"/dev/fd/2", 7), Ok(Some(Special::Descriptor(7, 2))));
    }
}
