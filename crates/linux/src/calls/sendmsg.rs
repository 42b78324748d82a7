//! Messages with descriptors: `sendmsg` and `recvmsg`.

use super::data::{Attempt, check_parts, total};
use super::sockets::LONGEST_ADDRESS;
use super::{Args, Flow, SysResult, value};
use crate::abi::consts::rlimit;
use crate::abi::consts::socket::{CREDENTIALS, LEVEL, RIGHTS, message};
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, u32_at, u64_at};
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::{GID, Tid, UID};

/// Bytes of `struct msghdr`, and the places of what a call changes of it.
const HEADER: u64 = 56;
const NAME_LENGTH: u64 = 8;
const CONTROL_LENGTH: u64 = 40;
const FLAGS: u64 = 48;
/// Bytes in front of the data of a control message: length, level and kind.
const CONTROL_HEADER: usize = 16;
/// Most descriptors of one message (`SCM_MAX_FD`).
const MOST_FILES: usize = 253;
/// Bytes of control messages that are too many (`net.core.optmem_max`).
const MOST_CONTROL: u64 = 20_480;
/// Most parts of a message, and most messages that one call sends (`UIO_MAXIOV`).
pub(super) const MOST_PARTS: u64 = 1024;

/// `struct msghdr`.
struct Header {
    name: u64,
    name_length: u32,
    parts: Vec<(u64, u64)>,
    control: u64,
    control_length: u64,
}

/// Up to the next multiple of eight bytes.
fn aligned(length: usize) -> usize {
    length.next_multiple_of(8)
}

impl Kernel {
    fn read_header(&mut self, tid: Tid, address: u64) -> Result<Header, Errno> {
        let bytes = self.read(tid, address, HEADER)?;
        let word = |at| u64_at(&bytes, at);
        let (name, vector, count) = (word(0), word(16), word(24));
        let name_length = match name {
            0 => 0,
            _ => u32_at(&bytes, NAME_LENGTH as usize),
        };
        if (name_length as i32) < 0 {
            return Err(Errno::EINVAL);
        }
        if count > MOST_PARTS {
            return Err(Errno::EMSGSIZE);
        }
        let rows = self.read(tid, vector, count * 16)?;
        let rows = rows.chunks_exact(16);
        let parts: Vec<_> = rows.map(|row| (u64_at(row, 0), u64_at(row, 8))).collect();
        if parts.iter().any(|part| part.1 > i64::MAX as u64) {
            return Err(Errno::EINVAL);
        }
        check_parts(&parts)?;
        Ok(Header {
            name,
            name_length: name_length.min(LONGEST_ADDRESS),
            parts,
            control: word(32),
            control_length: word(CONTROL_LENGTH as usize),
        })
    }

    /// The open files that control messages pass. The caller becomes an owner of each.
    fn files_to_pass(&mut self, tid: Tid, control: &[u8]) -> Result<Vec<Id>, Errno> {
        let mut files = Vec::new();
        let shared = self.share_files(tid, control, &mut files);
        let result = shared.and_then(|()| self.check_files_under_way(tid, &files));
        if let Err(errno) = result {
            self.close_files(&mut files);
            return Err(errno);
        }
        Ok(files)
    }

    /// Refuses to pass further files while too many are under way (`too_many_unix_fds`).
    fn check_files_under_way(&mut self, tid: Tid, files: &[Id]) -> Result<(), Errno> {
        let (limit, _) = self.process(tid)?.limits[rlimit::NOFILE];
        if !files.is_empty() && self.passed as u64 > limit {
            return Err(Errno::ETOOMANYREFS);
        }
        Ok(())
    }

    /// Adds the open files that control messages pass to a list, up to the first error (`__scm_send`).
    fn share_files(&mut self, tid: Tid, control: &[u8], files: &mut Vec<Id>) -> Result<(), Errno> {
        let mut rest = control;
        while rest.len() >= CONTROL_HEADER {
            let length = usize::try_from(u64_at(rest, 0)).map_err(|_| Errno::EINVAL)?;
            if length < CONTROL_HEADER || length > rest.len() {
                return Err(Errno::EINVAL);
            }
            let data = &rest[CONTROL_HEADER..length];
            match (u32_at(rest, 8), u32_at(rest, 12)) {
                (LEVEL, RIGHTS) => {
                    let fds = data.chunks_exact(4).map(|fd| u32_at(fd, 0));
                    if files.len() + fds.len() > MOST_FILES {
                        return Err(Errno::EINVAL);
                    }
                    for fd in fds {
                        let file = self.file_id(tid, fd.into())?;
                        files.push(self.open_files.share(file));
                    }
                }
                (LEVEL, CREDENTIALS) => {
                    if data.len() != 12 {
                        return Err(Errno::EINVAL);
                    }
                    let own = [self.pid(tid), UID, GID];
                    if [0, 4, 8].map(|at| u32_at(data, at)) != own {
                        return Err(Errno::EPERM);
                    }
                }
                (LEVEL, _) => return Err(Errno::EINVAL),
                _ => {}
            }
            rest = rest.get(aligned(length)..).unwrap_or_default();
        }
        Ok(())
    }

    fn control_to_send(&mut self, tid: Tid, header: &Header) -> Result<Vec<u8>, Errno> {
        match header.control_length {
            0 => Ok(Vec::new()),
            length if length < MOST_CONTROL => self.read(tid, header.control, length),
            _ => Err(Errno::ENOBUFS),
        }
    }

    /// Gives the receiver of a message descriptors for the files that were passed, as far as there is room for their numbers. Returns the
    /// bytes of the control message and whether descriptors are missing (`scm_detach_fds`).
    fn hand_over(
        &mut self,
        tid: Tid,
        header: &Header,
        mut files: Vec<Id>,
        close_on_exec: bool,
    ) -> Result<(u64, bool), Errno> {
        let room = match header.control {
            0 => 0,
            _ => header.control_length.saturating_sub(CONTROL_HEADER as u64) / 4,
        };
        let passed = files.len();
        let mut left = files.split_off(passed.min(room as usize));
        let mut fitting = files.into_iter();
        let mut given = 0;
        for file in fitting.by_ref() {
            let Ok(fd) = self.install(tid, file, close_on_exec, 0) else {
                break;
            };
            let offset = (CONTROL_HEADER + 4 * given) as u64;
            let place = header.control.wrapping_add(offset);
            if self.write_u32(tid, place, fd as u32).is_err() {
                self.table(tid)?.remove(fd)?;
                left.push(file);
                break;
            }
            self.notify_sharers(tid, file);
            given += 1;
        }
        left.extend(fitting);
        self.close_files(&mut left);
        let length = CONTROL_HEADER + 4 * given;
        let image = Image::new().u64(length as u64).u32(LEVEL).u32(RIGHTS);
        let used = match given {
            0 => 0,
            // The descriptors stay if their message has no place.
            _ if self.write(tid, header.control, &image.done()).is_err() => 0,
            _ => header.control_length.min(aligned(length) as u64),
        };
        Ok((used, given < passed))
    }
}

pub(crate) fn sendmsg(k: &mut Kernel, tid: Tid, [fd, address, flags, ..]: Args) -> SysResult {
    let id = k.socket(tid, fd)?;
    send_one(k, tid, id, address, flags as u32).map(|(flow, _)| flow)
}

/// Sends the message of a `struct msghdr`. Gives its length, too.
pub(super) fn send_one(
    k: &mut Kernel,
    tid: Tid,
    id: Id,
    address: u64,
    flags: u32,
) -> Result<(Flow, u64), Errno> {
    let header = k.read_header(tid, address)?;
    let name = k.read_address(tid, header.name, header.name_length.into())?;
    let control = k.control_to_send(tid, &header)?;
    // What is sent first has the files.
    let mut files = match k.thread(tid)?.waiting().map_or(0, |w| w.done) {
        0 => k.files_to_pass(tid, &control)?,
        _ => Vec::new(),
    };
    let sendable = k.check_address(tid, id, &name, flags);
    let result = sendable.and_then(|()| k.send_parts(tid, id, &header.parts, &mut files, flags));
    k.close_files(&mut files);
    Ok((result?, total(&header.parts)))
}

/// Stores what `recvmsg` says in its `struct msghdr`: that the sender has no address, flags, and bytes of control messages.
pub(super) fn store_result(
    k: &mut Kernel,
    tid: Tid,
    address: u64,
    flags: u32,
    control: u64,
) -> Result<(), Errno> {
    let name = k.read_u64(tid, address)?;
    if name != 0 {
        k.store_address(tid, &[], name, address + NAME_LENGTH)?;
    }
    k.write_u32(tid, address + FLAGS, flags)?;
    k.write_u64(tid, address + CONTROL_LENGTH, control)
}

pub(crate) fn recvmsg(k: &mut Kernel, tid: Tid, [fd, address, flags, ..]: Args) -> SysResult {
    let id = k.socket(tid, fd)?;
    receive_one(k, tid, id, address, flags as u32)
}

/// Receives a message as a `struct msghdr` says.
pub(super) fn receive_one(k: &mut Kernel, tid: Tid, id: Id, address: u64, flags: u32) -> SysResult {
    let header = k.read_header(tid, address)?;
    let Attempt::Done(arrived) = k.receive_parts(tid, id, &header.parts, flags)? else {
        return Ok(Flow::Block(None));
    };
    let close_on_exec = flags & message::CLOSE_ON_EXEC != 0;
    let (used, missing) = k.hand_over(tid, &header, arrived.files, close_on_exec)?;
    let mut found = flags & message::CLOSE_ON_EXEC;
    for (holds, flag) in [
        (arrived.truncated, message::TRUNCATED),
        (missing, message::CONTROL_TRUNCATED),
    ] {
        found |= if holds { flag } else { 0 };
    }
    store_result(k, tid, address, found, used)?;
    value(match flags & message::TRUNCATED {
        0 => arrived.count,
        _ => arrived.length,
    })
}
