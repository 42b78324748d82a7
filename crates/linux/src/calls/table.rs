//! The numbers, names, argument kinds and properties of all system calls of Linux on IA-64, with the functions that make them.

use super::{
    BASE, Handler, attributes, clone, descriptors, epoll, exec, files, futex, limits, listing,
    locks, memory, opening, paths, poll, process, sendmmsg, sendmsg, signalfd, signals, sockets,
    status, system, time, timers, transfer, wait,
};

struct Row {
    name: &'static str,
    /// How arguments print, a letter for each: `d` decimal, `u` unsigned, `x` hexadecimal, `o` octal, `p` pointer, `s` string.
    format: &'static str,
    handler: Option<Handler>,
    /// Made again after a handler with `SA_RESTART` has interrupted it (signal(7)).
    restartable: bool,
}

macro_rules! table {
    ($($number:literal $name:ident $format:literal $($module:ident :: $handler:ident)? $(, $restartable:ident)?;)*) => {
        const LENGTH: usize = {
            let numbers = [$($number),*];
            numbers[numbers.len() - 1] + 1
        };

        static TABLE: [Option<Row>; LENGTH] = {
            let mut table = [const { None }; LENGTH];
            $(table[$number] = Some(Row {
                name: stringify!($name),
                format: $format,
                handler: table!(@handler $($module $handler)?),
                restartable: table!(@restartable $($restartable)?),
            });)*
            table
        };
    };
    (@handler $module:ident $handler:ident) => { Some($module::$handler as Handler) };
    (@handler) => { None };
    (@restartable restartable) => { true };
    (@restartable) => { false };
}

fn row(number: u64) -> Option<&'static Row> {
    TABLE
        .get(usize::try_from(number.checked_sub(BASE)?).ok()?)?
        .as_ref()
}

/// The function of a call by its number in `r15`.
pub(super) fn handler(number: u64) -> Option<Handler> {
    row(number)?.handler
}

/// The name of a call, `?` when Linux has none with the number.
pub(crate) fn name(number: u64) -> &'static str {
    row(number).map_or("?", |row| row.name)
}

/// Whether a call that a handler with `SA_RESTART` interrupts is made again (signal(7)).
pub(crate) fn restartable(number: u64) -> bool {
    row(number).is_some_and(|row| row.restartable)
}

/// How the arguments of a call print.
pub(crate) fn format(number: u64) -> &'static str {
    row(number).map_or("xxxxxx", |row| row.format)
}

table! {
    0 ni_syscall "xxxxxx";
    1 exit "d" process::exit;
    2 read "dpu" files::read, restartable;
    3 write "dpu" files::write, restartable;
    4 open "sxo" opening::open, restartable;
    5 close "d" descriptors::close;
    6 creat "so" opening::creat;
    7 link "ss" paths::link;
    8 unlink "s" paths::unlink;
    9 execve "spp" exec::execve;
    10 chdir "s" status::chdir;
    11 fchdir "d" status::fchdir;
    12 utimes "sp" paths::utimes;
    13 mknod "sox" paths::mknod;
    14 chmod "so" paths::chmod;
    15 chown "sdd" paths::chown;
    16 lseek "ddd" files::lseek;
    17 getpid "" process::getpid;
    18 getppid "" process::getppid;
    19 mount "xxxxxx";
    20 umount2 "xxxxxx";
    21 setuid "d" process::setid;
    22 getuid "" process::getuid;
    23 geteuid "" process::geteuid;
    24 ptrace "xxxxxx";
    25 access "so" status::access;
    26 sync "" files::sync;
    27 fsync "d" files::fsync;
    28 fdatasync "d" files::fsync;
    29 kill "dd" signals::kill;
    30 rename "ss" paths::rename;
    31 mkdir "so" paths::mkdir;
    32 rmdir "s" paths::rmdir;
    33 dup "d" descriptors::dup;
    34 pipe "" descriptors::pipe;
    35 times "p" time::times;
    36 brk "p" memory::brk;
    37 setgid "d" process::setid;
    38 getgid "" process::getgid;
    39 getegid "" process::getegid;
    40 acct "xxxxxx";
    41 ioctl "dxp" descriptors::ioctl, restartable;
    42 fcntl "dup" descriptors::fcntl, restartable;
    43 umask "o" status::umask;
    44 chroot "xxxxxx";
    45 ustat "xxxxxx";
    46 dup2 "dd" descriptors::dup2;
    47 setreuid "dd" process::setids;
    48 setregid "dd" process::setids;
    49 getresuid "ppp" process::getresids;
    50 setresuid "ddd" process::setids;
    51 getresgid "ppp" process::getresids;
    52 setresgid "ddd" process::setids;
    53 getgroups "dp" process::getgroups;
    54 setgroups "dp" process::setgroups;
    55 getpgid "d" process::getpgid;
    56 setpgid "dd" process::setpgid;
    57 setsid "" process::setsid;
    58 getsid "d" process::getsid;
    59 sethostname "su" system::not_permitted;
    60 setrlimit "dp" limits::setrlimit;
    61 getrlimit "dp" limits::getrlimit;
    62 getrusage "dp" limits::getrusage;
    63 gettimeofday "pp" time::gettimeofday;
    64 settimeofday "pp" system::not_permitted;
    65 select "dpppp" poll::select;
    66 poll "pdd" poll::poll;
    67 symlink "ss" paths::symlink;
    68 readlink "spu" status::readlink;
    69 uselib "xxxxxx";
    70 swapon "xxxxxx";
    71 swapoff "xxxxxx";
    72 reboot "xxxxxx";
    73 truncate "sd" paths::truncate;
    74 ftruncate "dd" files::ftruncate;
    75 fchmod "do" paths::fchmod;
    76 fchown "ddd" paths::fchown;
    77 getpriority "dd" system::getpriority;
    78 setpriority "ddd" system::setpriority;
    79 statfs "sp" status::statfs;
    80 fstatfs "dp" status::fstatfs;
    81 gettid "" process::gettid;
    82 semget "xxxxxx";
    83 semop "xxxxxx";
    84 semctl "xxxxxx";
    85 msgget "xxxxxx";
    86 msgsnd "xxxxxx";
    87 msgrcv "xxxxxx";
    88 msgctl "xxxxxx";
    89 shmget "xxxxxx";
    90 shmat "xxxxxx";
    91 shmdt "xxxxxx";
    92 shmctl "xxxxxx";
    93 syslog "xxxxxx";
    94 setitimer "dpp" timers::setitimer;
    95 getitimer "dp" timers::getitimer;
    99 vhangup "xxxxxx";
    100 lchown "sdd" paths::lchown;
    101 remap_file_pages "xxxxxx";
    102 wait4 "dpxp" wait::wait4, restartable;
    103 sysinfo "p" system::sysinfo;
    104 clone "xpppp" clone::clone;
    105 setdomainname "su" system::not_permitted;
    106 uname "p" system::uname;
    107 adjtimex "xxxxxx";
    109 init_module "xxxxxx";
    110 delete_module "xxxxxx";
    113 quotactl "xxxxxx";
    114 bdflush "xxxxxx";
    115 sysfs "xxxxxx";
    116 personality "x" system::personality;
    117 afs_syscall "xxxxxx";
    118 setfsuid "d" process::setfsuid;
    119 setfsgid "d" process::setfsuid;
    120 getdents "dpu" listing::getdents;
    121 flock "dd" locks::flock, restartable;
    122 readv "dpd" files::readv, restartable;
    123 writev "dpd" files::writev, restartable;
    124 pread64 "dpud" files::pread;
    125 pwrite64 "dpud" files::pwrite;
    126 _sysctl "xxxxxx";
    127 mmap "pdxxdd" memory::mmap;
    128 munmap "pd" memory::munmap;
    129 mlock "pd" memory::mlock;
    130 mlockall "x" memory::mlockall;
    131 mprotect "pdx" memory::mprotect;
    132 mremap "pddxp" memory::mremap;
    133 msync "pdx" memory::msync;
    134 munlock "pd" memory::mlock;
    135 munlockall "" system::zero;
    136 sched_getparam "dp" system::sched_getparam;
    137 sched_setparam "dp" system::sched_setparam;
    138 sched_getscheduler "d" system::sched_getscheduler;
    139 sched_setscheduler "ddp" system::sched_setscheduler;
    140 sched_yield "" process::sched_yield;
    141 sched_get_priority_max "d" system::priority_max;
    142 sched_get_priority_min "d" system::priority_min;
    143 sched_rr_get_interval "dp" system::sched_rr_get_interval;
    144 nanosleep "pp" time::nanosleep;
    145 nfsservctl "xxxxxx";
    146 prctl "dxxxx" system::prctl;
    147 old_getpagesize "" system::getpagesize;
    148 mmap2 "pdxxdd" memory::mmap2;
    149 pciconfig_read "xxxxxx";
    150 pciconfig_write "xxxxxx";
    151 perfmonctl "xxxxxx";
    152 sigaltstack "pp" signals::sigaltstack;
    153 rt_sigaction "dppu" signals::sigaction;
    154 rt_sigpending "pu" signals::sigpending;
    155 rt_sigprocmask "dppu" signals::sigprocmask;
    156 rt_sigqueueinfo "ddp" signals::sigqueueinfo;
    157 rt_sigreturn "" signals::sigreturn;
    158 rt_sigsuspend "pu" signals::sigsuspend;
    159 rt_sigtimedwait "pppu" signals::sigtimedwait;
    160 getcwd "pu" status::getcwd;
    161 capget "pp" system::capget;
    162 capset "pp" system::not_permitted;
    163 sendfile "ddpu" transfer::sendfile;
    164 getpmsg "xxxxxx";
    165 putpmsg "xxxxxx";
    166 socket "xxxxxx";
    167 bind "xxxxxx";
    168 connect "xxxxxx";
    169 listen "xxxxxx";
    170 accept "xxxxxx";
    171 getsockname "dpp" sockets::getsockname;
    172 getpeername "dpp" sockets::getpeername;
    173 socketpair "dddp" sockets::socketpair;
    174 send "dpux" sockets::send, restartable;
    175 sendto "dpuxpd" sockets::sendto, restartable;
    176 recv "dpux" sockets::recv, restartable;
    177 recvfrom "dpuxpp" sockets::recvfrom, restartable;
    178 shutdown "dd" sockets::shutdown;
    179 setsockopt "dddpd" sockets::setsockopt;
    180 getsockopt "dddpp" sockets::getsockopt;
    181 sendmsg "dpx" sendmsg::sendmsg, restartable;
    182 recvmsg "dpx" sendmsg::recvmsg, restartable;
    183 pivot_root "xxxxxx";
    184 mincore "pdp" memory::mincore;
    185 madvise "pdd" memory::madvise;
    186 stat "sp" status::stat;
    187 lstat "sp" status::lstat;
    188 fstat "dp" status::fstat;
    189 clone2 "xpuppp" clone::clone2;
    190 getdents64 "dpu" listing::getdents64;
    191 getunwind "xxxxxx";
    192 readahead "ddd" files::ignore_descriptor;
    193 setxattr "sspux" attributes::setxattr;
    194 lsetxattr "sspux" attributes::lsetxattr;
    195 fsetxattr "dspux" attributes::fsetxattr;
    196 getxattr "sspu" attributes::refuse_by_path;
    197 lgetxattr "sspu" attributes::refuse_by_link;
    198 fgetxattr "dspu" attributes::refuse_by_descriptor;
    199 listxattr "spu" attributes::listxattr;
    200 llistxattr "spu" attributes::llistxattr;
    201 flistxattr "dpu" attributes::flistxattr;
    202 removexattr "ss" attributes::refuse_by_path;
    203 lremovexattr "ss" attributes::refuse_by_link;
    204 fremovexattr "ds" attributes::refuse_by_descriptor;
    205 tkill "dd" signals::tkill;
    206 futex "pddppd" futex::futex, restartable;
    207 sched_setaffinity "dup" system::sched_setaffinity;
    208 sched_getaffinity "dup" system::sched_getaffinity;
    209 set_tid_address "p" process::set_tid_address;
    210 fadvise64 "dddd" files::ignore_descriptor;
    211 tgkill "ddd" signals::tgkill;
    212 exit_group "d" process::exit_group;
    213 lookup_dcookie "xxxxxx";
    214 io_setup "xxxxxx";
    215 io_destroy "xxxxxx";
    216 io_getevents "xxxxxx";
    217 io_submit "xxxxxx";
    218 io_cancel "xxxxxx";
    219 epoll_create "d" epoll::epoll_create;
    220 epoll_ctl "dddp" epoll::epoll_ctl;
    221 epoll_wait "dpdd" epoll::epoll_wait;
    222 restart_syscall "xxxxxx";
    223 semtimedop "xxxxxx";
    224 timer_create "dpp" timers::timer_create;
    225 timer_settime "ddpp" timers::timer_settime;
    226 timer_gettime "dp" timers::timer_gettime;
    227 timer_getoverrun "d" timers::timer_getoverrun;
    228 timer_delete "d" timers::timer_delete;
    229 clock_settime "dp" system::not_permitted;
    230 clock_gettime "dp" time::clock_gettime;
    231 clock_getres "dp" time::clock_getres;
    232 clock_nanosleep "ddpp" time::clock_nanosleep;
    233 fstatfs64 "dup" status::fstatfs64;
    234 statfs64 "sup" status::statfs64;
    235 mbind "xxxxxx";
    236 get_mempolicy "xxxxxx";
    237 set_mempolicy "xxxxxx";
    238 mq_open "xxxxxx";
    239 mq_unlink "xxxxxx";
    240 mq_timedsend "xxxxxx";
    241 mq_timedreceive "xxxxxx";
    242 mq_notify "xxxxxx";
    243 mq_getsetattr "xxxxxx";
    244 kexec_load "xxxxxx";
    245 vserver "xxxxxx";
    246 waitid "ddpxp" wait::waitid, restartable;
    247 add_key "xxxxxx";
    248 request_key "xxxxxx";
    249 keyctl "xxxxxx";
    250 ioprio_set "xxxxxx";
    251 ioprio_get "xxxxxx";
    252 move_pages "xxxxxx";
    253 inotify_init "xxxxxx";
    254 inotify_add_watch "xxxxxx";
    255 inotify_rm_watch "xxxxxx";
    256 migrate_pages "xxxxxx";
    257 openat "dsxo" opening::openat, restartable;
    258 mkdirat "dso" paths::mkdirat;
    259 mknodat "dsox" paths::mknodat;
    260 fchownat "dsddx" paths::fchownat;
    261 futimesat "dsp" paths::futimesat;
    262 newfstatat "dspx" status::newfstatat;
    263 unlinkat "dsx" paths::unlinkat;
    264 renameat "dsds" paths::renameat;
    265 linkat "dsdsx" paths::linkat;
    266 symlinkat "sds" paths::symlinkat;
    267 readlinkat "dspu" status::readlinkat;
    268 fchmodat "dso" paths::fchmodat;
    269 faccessat "dso" status::faccessat;
    270 pselect6 "dppppp" poll::pselect6;
    271 ppoll "pdpp" poll::ppoll;
    272 unshare "xxxxxx";
    273 splice "xxxxxx";
    274 set_robust_list "pu" process::set_robust_list;
    275 get_robust_list "dpp" process::get_robust_list;
    276 sync_file_range "dddx" files::fsync;
    277 tee "xxxxxx";
    278 vmsplice "xxxxxx";
    279 fallocate "dddd" files::fallocate;
    280 getcpu "ppp" system::getcpu;
    281 epoll_pwait "dpddp" epoll::epoll_pwait;
    282 utimensat "dspx" paths::utimensat;
    283 signalfd "dpu" signalfd::signalfd;
    284 timerfd "xxxxxx";
    285 eventfd "d" descriptors::eventfd;
    286 timerfd_create "dx" timers::timerfd_create;
    287 timerfd_settime "dxpp" timers::timerfd_settime;
    288 timerfd_gettime "dp" timers::timerfd_gettime;
    289 signalfd4 "dpux" signalfd::signalfd4;
    290 eventfd2 "dx" descriptors::eventfd2;
    291 epoll_create1 "x" epoll::epoll_create1;
    292 dup3 "ddx" descriptors::dup3;
    293 pipe2 "px" descriptors::pipe2;
    294 inotify_init1 "xxxxxx";
    295 preadv "dpdd" files::preadv;
    296 pwritev "dpdd" files::pwritev;
    297 rt_tgsigqueueinfo "dddp" signals::tgsigqueueinfo;
    298 recvmmsg "dpuxp" sendmmsg::recvmmsg, restartable;
    299 fanotify_init "xxxxxx";
    300 fanotify_mark "xxxxxx";
    301 prlimit64 "ddpp" limits::prlimit64;
    302 name_to_handle_at "xxxxxx";
    303 open_by_handle_at "xxxxxx";
    304 clock_adjtime "xxxxxx";
    305 syncfs "d" files::fsync;
    306 setns "xxxxxx";
    307 sendmmsg "dpux" sendmmsg::sendmmsg, restartable;
    308 process_vm_readv "xxxxxx";
    309 process_vm_writev "xxxxxx";
    310 accept4 "xxxxxx";
    311 finit_module "xxxxxx";
    312 sched_setattr "xxxxxx";
    313 sched_getattr "xxxxxx";
    314 renameat2 "dsdsx" paths::renameat2;
    315 getrandom "pux" system::getrandom, restartable;
    316 memfd_create "sx" descriptors::memfd_create;
    317 bpf "xxxxxx";
    318 execveat "dsppx" exec::execveat;
    319 userfaultfd "xxxxxx";
    320 membarrier "dxd" system::membarrier;
    321 kcmp "xxxxxx";
    322 mlock2 "pdx" memory::mlock;
    323 copy_file_range "dpdpux" transfer::copy_file_range;
    324 preadv2 "dpdddx" files::preadv2;
    325 pwritev2 "dpdddx" files::pwritev2;
    326 statx "dsxxp" status::statx;
    327 io_pgetevents "xxxxxx";
    328 perf_event_open "xxxxxx";
    329 seccomp "xxxxxx";
    330 pkey_mprotect "xxxxxx";
    331 pkey_alloc "xxxxxx";
    332 pkey_free "xxxxxx";
    333 rseq "xxxxxx";
    424 pidfd_send_signal "xxxxxx";
    425 io_uring_setup "xxxxxx";
    426 io_uring_enter "xxxxxx";
    427 io_uring_register "xxxxxx";
    428 open_tree "xxxxxx";
    429 move_mount "xxxxxx";
    430 fsopen "xxxxxx";
    431 fsconfig "xxxxxx";
    432 fsmount "xxxxxx";
    433 fspick "xxxxxx";
    434 pidfd_open "xxxxxx";
    436 close_range "uux" descriptors::close_range;
    437 openat2 "xxxxxx";
    438 pidfd_getfd "xxxxxx";
    439 faccessat2 "dsox" status::faccessat2;
    440 process_madvise "xxxxxx";
    441 epoll_pwait2 "xxxxxx";
    442 mount_setattr "xxxxxx";
    443 quotactl_fd "xxxxxx";
    444 landlock_create_ruleset "xxxxxx";
    445 landlock_add_rule "xxxxxx";
    446 landlock_restrict_self "xxxxxx";
    448 process_mrelease "xxxxxx";
    449 futex_waitv "xxxxxx";
    450 set_mempolicy_home_node "xxxxxx";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_numbers_have_their_names() {
        for (number, expected) in [
            (1025, "exit"),
            (1027, "write"),
            (1128, "clone"),
            (1213, "clone2"),
            (1236, "exit_group"),
        ] {
            assert_eq!(name(number), expected);
        }
        assert_eq!(name(0), "?");
        assert_eq!(name(u64::MAX), "?");
    }
}
