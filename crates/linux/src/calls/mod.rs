//! System calls: the table, dispatch, and results.

mod attributes;
pub(crate) mod clone;
mod data;
pub(crate) mod descriptors;
pub(crate) mod epoll;
pub(crate) mod exec;
pub(crate) mod files;
pub(crate) mod futex;
pub(crate) mod limits;
pub(crate) mod listing;
pub(crate) mod locks;
pub(crate) mod memory;
mod messages;
mod names;
pub(crate) mod opening;
pub(crate) mod paths;
pub(crate) mod poll;
pub(crate) mod process;
mod sendmmsg;
mod sendmsg;
mod sharing;
mod signalfd;
pub(crate) mod signals;
mod sockets;
pub(crate) mod status;
pub(crate) mod system;
mod table;
#[cfg(test)]
mod tests;
pub(crate) mod time;
pub(crate) mod timers;
pub(crate) mod transfer;
pub(crate) mod wait;

use crate::abi::consts::socket;
use crate::abi::errno::Errno;
use crate::kernel::Kernel;
use crate::process::Tid;
use crate::signal::{Action, action_flags};
pub(crate) use table::{format, name};

/// Immediate of the `break` that makes a system call (`asm/break.h`).
pub(crate) const BREAK: u64 = 0x10_0000;
/// Number of system call 0 of the table (`__NR_Linux`).
pub(crate) const BASE: u64 = 1024;

/// Arguments of a system call: the output registers of the caller.
pub(crate) type Args = [u64; 8];

/// What a system call leads to.
#[derive(Debug)]
pub(crate) enum Flow {
    /// It is done; `r8` gets the value.
    Value(u64),
    /// It is done; `r8` and `r9` get the values.
    Pair(u64, u64),
    /// It has to wait, at most until a time on the personality's clock, and is tried again after events.
    Block(Option<u64>),
    /// The call has set the registers itself, or the thread has ended.
    Done,
}

/// Result of a system call.
pub(crate) type SysResult = Result<Flow, Errno>;

/// A system call of the personality.
pub(crate) type Handler = fn(&mut Kernel, Tid, Args) -> SysResult;

/// Success without a value.
pub(crate) const OK: SysResult = Ok(Flow::Value(0));

/// A value that is a count or a number.
pub(crate) fn value(value: impl TryInto<u64>) -> SysResult {
    Ok(Flow::Value(value.try_into().map_err(|_| Errno::EOVERFLOW)?))
}

/// Makes a system call. One that the personality lacks is counted and fails with `ENOSYS`.
pub(crate) fn dispatch(kernel: &mut Kernel, tid: Tid, number: u64, args: Args) -> SysResult {
    match table::handler(number) {
        Some(handler) => {
            let result = handler(kernel, tid, args);
            kernel.follow_copies();
            result.map_err(|errno| {
                kernel.files.host.note(errno);
                errno.for_guest()
            })
        }
        None => {
            kernel.count_unimplemented(number);
            Err(Errno::ENOSYS)
        }
    }
}

/// Whether a call is made again after a signal with `action` has interrupted it (signal(7)).
pub(crate) fn restarts((number, args): (u64, Args), action: &Action) -> bool {
    if !action.caught() {
        return table::restartable(number);
    }
    match name(number) {
        "futex" if futex::is_lock(args) => true,
        "futex" if futex::has_timeout(args) => false,
        _ => action.flags & action_flags::RESTART != 0 && table::restartable(number),
    }
}

/// Whether signals end a call even if none of them has a handler.
pub(crate) fn ends_at_signals(number: u64) -> bool {
    matches!(
        name(number),
        "epoll_wait" | "epoll_pwait" | "rt_sigtimedwait"
    )
}

/// The result of a call that a signal ended after so many bytes, or messages.
pub(crate) fn partial_result(kernel: &mut Kernel, tid: Tid, done: u64) -> SysResult {
    let (number, args) = kernel.thread(tid)?.call;
    let [_, header, flags, _, address, length, ..] = args;
    match name(number) {
        call @ ("sendmmsg" | "recvmmsg") => {
            return sendmmsg::partial_result(kernel, tid, args, done, call == "recvmmsg");
        }
        "recvmsg" => {
            let flags = flags as u32 & socket::message::CLOSE_ON_EXEC;
            sendmsg::store_result(kernel, tid, header, flags, 0)?;
        }
        "recvfrom" => sockets::store_sender(kernel, tid, address, length)?,
        _ => {}
    }
    value(done)
}

/// The result of a call that a signal ended.
pub(crate) fn interrupted_result(kernel: &mut Kernel, tid: Tid) -> SysResult {
    time::store_remaining(kernel, tid);
    Err(Errno::EINTR)
}
