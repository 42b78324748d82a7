//! Several messages in one call: `sendmmsg` and `recvmmsg`.

use super::sendmsg::{MOST_PARTS, receive_one, send_one, store_result};
use super::{Args, Flow, SysResult, value};
use crate::abi::consts::socket::message;
use crate::abi::errno::Errno;
use crate::abi::layout;
use crate::clock::NANOSECONDS;
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::Tid;

/// Bytes of `struct mmsghdr`, and the place of `msg_len`.
const ENTRY: u64 = 64;
const LENGTH: u64 = 56;

/// The entry of a message in the list of a call.
fn entry(list: u64, number: u64) -> u64 {
    list.wrapping_add(number.wrapping_mul(ENTRY))
}

impl Kernel {
    /// The messages that a call has passed before it began to wait.
    fn passed_before(&mut self, tid: Tid) -> Result<u64, Errno> {
        Ok(self.thread(tid)?.waiting().map_or(0, |w| w.messages))
    }

    /// The socket of a call. `None`: another thread has closed its descriptor, and the call ends with the messages passed before.
    fn socket_of(&mut self, tid: Tid, fd: u64, passed: u64) -> Result<Option<Id>, Errno> {
        match self.socket(tid, fd) {
            Err(_) if passed > 0 => Ok(None),
            id => id.map(Some),
        }
    }

    /// Stores the length of a message that has been passed, and notes how many have been for the next try of the call.
    fn note_message(
        &mut self,
        tid: Tid,
        (list, number): (u64, u64),
        length: u64,
    ) -> Result<(), Errno> {
        self.write_u32(tid, entry(list, number) + LENGTH, length as u32)?;
        let waiting = self.waiting_call(tid)?;
        waiting.messages = number + 1;
        waiting.done = 0;
        // A thread with a lower number that waits for the message, or for its room, tries again in the next round.
        self.event_pending = true;
        Ok(())
    }
}

pub(crate) fn sendmmsg(k: &mut Kernel, tid: Tid, [fd, list, count, flags, ..]: Args) -> SysResult {
    let count = u64::from(count as u32).min(MOST_PARTS);
    let mut sent = k.passed_before(tid)?;
    let Some(id) = k.socket_of(tid, fd, sent)? else {
        return value(sent);
    };
    while sent < count {
        let result = send_one(k, tid, id, entry(list, sent), flags as u32);
        let noted = match result {
            Ok((Flow::Value(length), wanted)) => {
                let noted = k.note_message(tid, (list, sent), length);
                noted.map(|()| length == wanted)
            }
            Ok((flow, _)) => return Ok(flow),
            Err(errno) => Err(errno),
        };
        match noted {
            Ok(whole) => {
                sent += 1;
                if !whole {
                    break;
                }
            }
            Err(errno) if sent == 0 => return Err(errno),
            Err(_) => break,
        }
    }
    value(sent)
}

/// The time at which a call takes no further message; it is looked at behind each message, not during a wait, as on Linux.
fn end_of(k: &mut Kernel, tid: Tid, timeout: u64) -> Result<Option<u64>, Errno> {
    if timeout == 0 {
        return Ok(None);
    }
    if let Some(waiting) = k.thread(tid)?.waiting() {
        return Ok(waiting.until);
    }
    let length = k.read_time(tid, timeout)?;
    Ok(Some(k.clock.now().saturating_add(length)))
}

pub(crate) fn recvmmsg(
    k: &mut Kernel,
    tid: Tid,
    [fd, list, count, flags, timeout, ..]: Args,
) -> SysResult {
    let end = end_of(k, tid, timeout)?;
    let mut received = k.passed_before(tid)?;
    let Some(id) = k.socket_of(tid, fd, received)? else {
        return value(received);
    };
    let (input, _) = k.pair(id)?;
    if k.thread(tid)?.waiting().is_none()
        && let Some(errno) = k.take_socket_error(input)
    {
        return Err(errno);
    }
    let count = u64::from(count as u32);
    let mut flags = flags as u32;
    let waits_for_one = flags & message::WAIT_FOR_ONE != 0;
    flags &= !message::WAIT_FOR_ONE;
    let mut stored = Ok(());
    while received < count {
        if waits_for_one && received > 0 {
            flags |= message::DONT_WAIT;
        }
        let result = match receive_one(k, tid, id, entry(list, received), flags) {
            Ok(Flow::Value(length)) => k.note_message(tid, (list, received), length),
            Ok(flow) => {
                k.waiting_call(tid)?.until = end;
                return Ok(flow);
            }
            Err(errno) => Err(errno),
        };
        match result {
            Ok(()) => received += 1,
            Err(errno) if received == 0 => return Err(errno),
            Err(Errno::EAGAIN) => break,
            Err(errno) => {
                // The next call reports it.
                k.pipe(input)?.ending.error = Some(errno);
                break;
            }
        }
        if let Some(end) = end {
            let left = end.saturating_sub(k.clock.now());
            let image = layout::time(left / NANOSECONDS, left % NANOSECONDS);
            stored = k.write(tid, timeout, &image);
            if left == 0 {
                break;
            }
        }
    }
    stored?;
    value(received)
}

/// The result of a call that a signal ended behind so many bytes of a message.
pub(super) fn partial_result(
    k: &mut Kernel,
    tid: Tid,
    [fd, list, _, flags, ..]: Args,
    done: u64,
    receives: bool,
) -> SysResult {
    let passed = k.passed_before(tid)?;
    if done == 0 {
        return value(passed);
    }
    let flags = flags as u32 & message::CLOSE_ON_EXEC;
    let stored = match receives {
        true => store_result(k, tid, entry(list, passed), flags, 0),
        false => Ok(()),
    };
    match stored.and_then(|()| k.note_message(tid, (list, passed), done)) {
        Ok(()) => return value(passed + 1),
        Err(errno) if passed == 0 => return Err(errno),
        Err(errno) if receives => {
            if let Ok(id) = k.socket(tid, fd) {
                let (input, _) = k.pair(id)?;
                // The next call reports it.
                k.pipe(input)?.ending.error = Some(errno);
            }
        }
        Err(_) => {}
    }
    value(passed)
}
