//! Files from which signals are read (`signalfd`).

use super::epoll::Change;
use super::{Args, Flow, SysResult, value};
use crate::abi::consts::open;
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, u32_at, u64_at};
use crate::fs::file::{Object, OpenFile};
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::Tid;
use crate::sched::Channel;
use crate::signal::{Info, SIGBUS, SIGCHLD, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SignalSet, code};

/// Bytes of `struct signalfd_siginfo`.
const RECORD: usize = 128;

/// The fields of `struct signalfd_siginfo` that depend on the cause of a signal.
#[derive(Default)]
struct Told {
    pid: u32,
    uid: u32,
    timer: u32,
    overrun: u32,
    status: u32,
    word: u32,
    pointer: u64,
    user_time: u64,
    system_time: u64,
    address: u64,
}

/// What `siginfo_t` tells of a signal, by the layout that belongs to its number and code (`siginfo_layout`, `signalfd_copyinfo`).
fn told(info: &Info, image: &[u8]) -> Told {
    let (small, word) = (|at| u32_at(image, at), |at| u64_at(image, at));
    let sender = Told {
        pid: small(16),
        uid: small(20),
        ..Told::default()
    };
    match (info.code, info.signal) {
        (code::TIMER, _) => Told {
            timer: small(16),
            overrun: small(20),
            word: small(24),
            pointer: word(24),
            ..Told::default()
        },
        (i32::MIN..=-1, _) => Told {
            word: small(24),
            pointer: word(24),
            ..sender
        },
        (1..code::KERNEL, SIGCHLD) => Told {
            status: small(24),
            user_time: word(32),
            system_time: word(40),
            ..sender
        },
        (1..code::KERNEL, SIGILL | SIGTRAP | SIGBUS | SIGFPE | SIGSEGV) => Told {
            address: word(16),
            ..Told::default()
        },
        _ => sender,
    }
}

/// A `struct signalfd_siginfo`.
fn record(info: &Info) -> Vec<u8> {
    let image = info.image();
    let told = told(info, &image);
    let record = Image::new().u32(info.signal).u32(u32_at(&image, 4));
    let record = record.i32(info.code).u32(told.pid).u32(told.uid);
    // Descriptor and band of signals of files, which there are not.
    let record = record.u32(0).u32(told.timer).u32(0).u32(told.overrun);
    let record = record.u32(0).u32(told.status).u32(told.word);
    let record = record.u64(told.pointer).u64(told.user_time);
    let record = record.u64(told.system_time).u64(told.address);
    record.pad_to(RECORD).done()
}

impl Kernel {
    /// Reads signals of the caller from a file for signals, as many as are pending and have a place. A signal whose place cannot
    /// be written is lost, as on Linux.
    pub(super) fn read_signals(&mut self, tid: Tid, id: Id, parts: &[(u64, u64)]) -> SysResult {
        let file = self.open_files.get(id).ok_or(Errno::EBADF)?;
        let &Object::Signals { wanted, .. } = &file.object else {
            return Err(Errno::EINVAL);
        };
        let waits = !file.nonblocking();
        let pid = self.pid(tid);
        let mut done = 0;
        for &(address, length) in parts {
            let places = length / RECORD as u64;
            if places == 0 && done == 0 {
                return Err(Errno::EINVAL);
            }
            for place in 0..places {
                let Some(info) = self.take_pending(tid, pid, wanted) else {
                    return match done {
                        0 if waits => Ok(Flow::Block(None)),
                        0 => Err(Errno::EAGAIN),
                        done => value(done),
                    };
                };
                let at = address + place * RECORD as u64;
                match self.write(tid, at, &record(&info)) {
                    Err(errno) if done == 0 => return Err(errno),
                    Err(_) => return value(done),
                    Ok(()) => done += RECORD as u64,
                }
            }
            if length % RECORD as u64 != 0 {
                break;
            }
        }
        value(done)
    }

    /// Whether a signal of a set is pending for a thread or its process.
    pub(super) fn is_pending(&self, tid: Tid, wanted: SignalSet) -> bool {
        let thread = self.threads.get(&tid);
        let process = thread.and_then(|thread| self.processes.get(&thread.pid));
        let own = thread.map_or(0, |thread| thread.pending.set().0);
        let shared = process.map_or(0, |process| process.pending.set().0);
        (own | shared) & wanted.0 != 0
    }
}

pub(crate) fn signalfd(k: &mut Kernel, tid: Tid, [fd, mask, size, ..]: Args) -> SysResult {
    signalfd4(k, tid, [fd, mask, size, 0, 0, 0, 0, 0])
}

pub(crate) fn signalfd4(k: &mut Kernel, tid: Tid, [fd, mask, size, flags, ..]: Args) -> SysResult {
    let flags = flags as u32;
    super::signals::check_size(size)?;
    let wanted = SignalSet(k.read_u64(tid, mask)?).blockable();
    if flags & !(open::CLOEXEC | open::NONBLOCK) != 0 {
        return Err(Errno::EINVAL);
    }
    if fd as i32 == -1 {
        let inode = k.files.fresh_inode();
        let object = Object::Signals { wanted, inode };
        let status = flags & open::NONBLOCK | open::RDWR;
        let id = k.add_file(OpenFile::new(object, status, Vec::new()))?;
        return value(k.install(tid, id, flags & open::CLOEXEC != 0, 0)? as u64);
    }
    let id = k.open_file_id(tid, fd)?;
    match k.open_files.get_mut(id).map(|file| &mut file.object) {
        Some(Object::Signals { wanted: set, .. }) => *set = wanted,
        _ => return Err(Errno::EINVAL),
    }
    k.note_change(Channel::File(id), Change::Filled);
    value(fd as u32)
}
