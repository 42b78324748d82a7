//! Pairs of sockets: their making, ends, names and options, and calls that send or receive one piece of memory.

use super::data::{Attempt, check_parts};
use super::descriptors::{install_pair, store_pair};
use super::epoll::Change;
use super::paths::HERE;
use super::{Args, Flow, OK, SysResult, value};
use crate::abi::consts::{open, socket};
use crate::abi::errno::Errno;
use crate::abi::layout::Image;
use crate::fs::file::{Object, OpenFile};
use crate::fs::path::Place;
use crate::fs::pipe::{Carries, Pipe, SOCKET_BUFFER};
use crate::kernel::{Kernel, TRANSFER_LIMIT};
use crate::pool::Id;
use crate::process::{GID, Tid, UID};
use crate::sched::Channel;

pub(crate) fn socketpair(
    k: &mut Kernel,
    tid: Tid,
    [domain, kind, protocol, address, ..]: Args,
) -> SysResult {
    if domain != u64::from(socket::UNIX) {
        return Err(Errno::EAFNOSUPPORT);
    }
    if protocol as u32 != 0 && protocol as u32 != socket::UNIX {
        return Err(Errno::EPROTONOSUPPORT);
    }
    let flags = kind as u32 & (open::CLOEXEC | open::NONBLOCK);
    let carries = match kind as u32 & !flags {
        socket::STREAM => Carries::Bytes,
        socket::SEQPACKET => Carries::Packets,
        socket::DGRAM | socket::RAW => Carries::Datagrams,
        _ => return Err(Errno::ESOCKTNOSUPPORT),
    };
    let maker = k.pid(tid);
    let pipes: [_; 2] = std::array::from_fn(|_| {
        let inode = k.files.fresh_inode();
        k.pipes
            .insert(Pipe::of_sockets(carries, maker, inode, &k.frames))
    });
    let ends = [(pipes[0], pipes[1]), (pipes[1], pipes[0])];
    let status = flags & open::NONBLOCK | open::RDWR;
    let files = ends
        .map(|(input, output)| OpenFile::new(Object::Pair { input, output }, status, Vec::new()));
    let pair = install_pair(k, tid, files, flags)?;
    store_pair(k, tid, address, pair)
}

impl Kernel {
    /// The open file of a descriptor that stands for a socket.
    pub(super) fn socket(&mut self, tid: Tid, fd: u64) -> Result<Id, Errno> {
        let id = self.open_file_id(tid, fd)?;
        self.pair(id).map(|_| id)
    }

    /// An address of a socket in memory; empty where there is none.
    pub(super) fn read_address(
        &mut self,
        tid: Tid,
        address: u64,
        length: u64,
    ) -> Result<Vec<u8>, Errno> {
        match u32::try_from(length as i32) {
            Ok(length) if length <= LONGEST_ADDRESS => self.read(tid, address, length.into()),
            _ => Err(Errno::EINVAL),
        }
    }

    /// Stores an address of a socket, as much of it as has a place, and its whole length.
    pub(super) fn store_address(
        &mut self,
        tid: Tid,
        name: &[u8],
        address: u64,
        length: u64,
    ) -> Result<(), Errno> {
        let room = self.read_u32(tid, length)? as i32;
        let room = usize::try_from(room.min(name.len() as i32)).map_err(|_| Errno::EINVAL)?;
        self.write(tid, address, &name[..room])?;
        self.write_u32(tid, length, name.len() as u32)
    }

    /// Refuses the flags of a message and the address that it is sent to. No socket has an address but those of pairs, which have
    /// none.
    pub(super) fn check_address(
        &mut self,
        tid: Tid,
        id: Id,
        address: &[u8],
        flags: u32,
    ) -> Result<(), Errno> {
        if flags & socket::message::OUT_OF_BAND != 0 {
            return Err(Errno::EOPNOTSUPP);
        }
        let (_, output) = self.pair(id)?;
        match (self.pipe(output)?.carries, address) {
            (_, []) | (Carries::Packets, _) => Ok(()),
            (Carries::Bytes, _) => Err(Errno::EISCONN),
            (Carries::Datagrams, [low, high, path @ ..])
                if !path.is_empty() && address.len() <= UNIX_ADDRESS =>
            {
                let name = path.split(|&byte| byte == 0).next().unwrap_or_default();
                if [*low, *high] != unnamed() {
                    return Err(Errno::EINVAL);
                }
                if name.is_empty() {
                    return Err(Errno::ECONNREFUSED);
                }
                match self.place(tid, HERE, name, true)? {
                    Place::Missing { .. } => Err(Errno::ENOENT),
                    _ => Err(Errno::ECONNREFUSED),
                }
            }
            (Carries::Datagrams, _) => Err(Errno::EINVAL),
        }
    }
}

/// Bytes of an address that any call takes (`struct sockaddr_storage`).
pub(super) const LONGEST_ADDRESS: u32 = 128;
/// Bytes of the longest address of `AF_UNIX` (`struct sockaddr_un`).
const UNIX_ADDRESS: usize = 110;

/// The address of a socket that has none: the family alone.
fn unnamed() -> [u8; 2] {
    (socket::UNIX as u16).to_le_bytes()
}

pub(crate) fn getsockname(k: &mut Kernel, tid: Tid, [fd, address, length, ..]: Args) -> SysResult {
    k.socket(tid, fd)?;
    k.store_address(tid, &unnamed(), address, length)?;
    OK
}

pub(crate) fn getpeername(k: &mut Kernel, tid: Tid, [fd, address, length, ..]: Args) -> SysResult {
    let id = k.socket(tid, fd)?;
    let (_, output) = k.pair(id)?;
    if k.pipe(output)?.ending.severed {
        return Err(Errno::ENOTCONN);
    }
    k.store_address(tid, &unnamed(), address, length)?;
    OK
}

/// Ends one or both directions of a socket. The other socket of a connection learns of it (`unix_shutdown`).
pub(crate) fn shutdown(k: &mut Kernel, tid: Tid, [fd, how, ..]: Args) -> SysResult {
    let id = k.socket(tid, fd)?;
    let (reads, writes) = match how as i32 {
        0 => (true, false),
        1 => (false, true),
        2 => (true, true),
        _ => return Err(Errno::EINVAL),
    };
    let (input, output) = k.pair(id)?;
    let connection = k.pipe(input)?.carries != Carries::Datagrams;
    let ending = &mut k.pipe(input)?.ending;
    ending.reading |= reads;
    ending.writing |= reads && connection;
    let ending = &mut k.pipe(output)?.ending;
    ending.writing |= writes;
    ending.reading |= writes && connection;
    for pipe in [input, output] {
        k.note_change(Channel::Pipe(pipe), Change::Ended);
    }
    k.event_pending = true;
    OK
}

pub(crate) fn send(k: &mut Kernel, tid: Tid, [fd, buffer, count, flags, ..]: Args) -> SysResult {
    sendto(k, tid, [fd, buffer, count, flags, 0, 0, 0, 0])
}

pub(crate) fn sendto(
    k: &mut Kernel,
    tid: Tid,
    [fd, buffer, count, flags, address, length, ..]: Args,
) -> SysResult {
    let parts = [(buffer, count.min(TRANSFER_LIMIT))];
    check_parts(&parts)?;
    let id = k.socket(tid, fd)?;
    let address = match address {
        0 => Vec::new(),
        address => k.read_address(tid, address, length)?,
    };
    let flags = flags as u32;
    k.check_address(tid, id, &address, flags)?;
    k.send_parts(tid, id, &parts, &mut Vec::new(), flags)
}

pub(crate) fn recv(k: &mut Kernel, tid: Tid, [fd, buffer, count, flags, ..]: Args) -> SysResult {
    recvfrom(k, tid, [fd, buffer, count, flags, 0, 0, 0, 0])
}

pub(crate) fn recvfrom(
    k: &mut Kernel,
    tid: Tid,
    [fd, buffer, count, flags, address, length, ..]: Args,
) -> SysResult {
    let parts = [(buffer, count.min(TRANSFER_LIMIT))];
    check_parts(&parts)?;
    let id = k.socket(tid, fd)?;
    let flags = flags as u32;
    let Attempt::Done(mut received) = k.receive_parts(tid, id, &parts, flags)? else {
        return Ok(Flow::Block(None));
    };
    k.close_files(&mut received.files);
    store_sender(k, tid, address, length)?;
    value(match flags & socket::message::TRUNCATED {
        0 => received.count,
        _ => received.length,
    })
}

/// Stores the address of a sender, which has none, if the program asks for it.
pub(super) fn store_sender(
    k: &mut Kernel,
    tid: Tid,
    address: u64,
    length: u64,
) -> Result<(), Errno> {
    match address {
        0 => Ok(()),
        _ => k.store_address(tid, &[], address, length),
    }
}

/// What a socket carries.
fn carried(k: &mut Kernel, tid: Tid, fd: u64) -> Result<Carries, Errno> {
    let id = k.socket(tid, fd)?;
    let (input, _) = k.pair(id)?;
    Ok(k.pipe(input)?.carries)
}

/// Bytes of an option's value.
const VALUE: u32 = 4;

pub(crate) fn getsockopt(
    k: &mut Kernel,
    tid: Tid,
    [fd, level, name, address, length, ..]: Args,
) -> SysResult {
    let carries = carried(k, tid, fd)?;
    if level as u32 != socket::LEVEL {
        return Err(Errno::EOPNOTSUPP);
    }
    let room = k.read_u32(tid, length)?;
    if (room as i32) < 0 {
        return Err(Errno::EINVAL);
    }
    let id = k.socket(tid, fd)?;
    let mut answer = Image::new();
    let word = match name as u32 {
        socket::TYPE => match carries {
            Carries::Bytes => socket::STREAM,
            Carries::Packets => socket::SEQPACKET,
            Carries::Datagrams => socket::DGRAM,
        },
        socket::DOMAIN => socket::UNIX,
        socket::SEND_BUFFER | socket::RECEIVE_BUFFER => SOCKET_BUFFER,
        socket::ERROR => {
            let (input, _) = k.pair(id)?;
            let error = k.take_socket_error(input);
            error.map_or(0, |errno| u32::from(errno.0))
        }
        socket::PROTOCOL | socket::LISTENS | socket::PASS_CREDENTIALS => 0,
        socket::PEER_CREDENTIALS => {
            let (input, _) = k.pair(id)?;
            // Both sockets are those of one process.
            let maker = k.pipe(input)?.maker;
            answer = answer.u32(maker).u32(UID);
            GID
        }
        _ => return Err(Errno::ENOPROTOOPT),
    };
    let answer = answer.u32(word).done();
    let given = room.min(answer.len() as u32);
    k.write(tid, address, &answer[..given as usize])?;
    k.write_u32(tid, length, given)?;
    OK
}

/// The sizes of buffers stay as they are, whatever they are set to. `SO_REUSEADDR` has no effect, because the sockets of a pair have no
/// addresses. Credentials cannot be received.
pub(crate) fn setsockopt(
    k: &mut Kernel,
    tid: Tid,
    [fd, level, name, address, length, ..]: Args,
) -> SysResult {
    carried(k, tid, fd)?;
    if level as u32 != socket::LEVEL {
        return Err(Errno::EOPNOTSUPP);
    }
    if (length as i32) < VALUE as i32 {
        return Err(Errno::EINVAL);
    }
    let wanted = k.read_u32(tid, address)?;
    match name as u32 {
        socket::SEND_BUFFER | socket::RECEIVE_BUFFER | socket::REUSE_ADDRESS => OK,
        socket::PASS_CREDENTIALS if wanted == 0 => OK,
        _ => Err(Errno::ENOPROTOOPT),
    }
}
