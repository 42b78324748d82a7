//! Pairs of sockets and their options.

use super::descriptors::{install_pair, store_pair};
use super::{Args, OK, SysResult};
use crate::abi::consts::{open, socket};
use crate::abi::errno::Errno;
use crate::fs::file::{Object, OpenFile};
use crate::fs::pipe::{Carries, Pipe, SOCKET_BUFFER};
use crate::kernel::Kernel;
use crate::process::Tid;

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
    let pipes: [_; 2] = std::array::from_fn(|_| {
        let inode = k.files.fresh_inode();
        k.pipes.insert(Pipe::of_sockets(carries, inode, &k.frames))
    });
    let ends = [(pipes[0], pipes[1]), (pipes[1], pipes[0])];
    let status = flags & open::NONBLOCK | open::RDWR;
    let files = ends
        .map(|(input, output)| OpenFile::new(Object::Pair { input, output }, status, Vec::new()));
    let pair = install_pair(k, tid, files, flags)?;
    store_pair(k, tid, address, pair)
}

/// What a socket carries.
fn carried(k: &mut Kernel, tid: Tid, fd: u64) -> Result<Carries, Errno> {
    let &Object::Pair { input, .. } = &k.file(tid, fd)?.object else {
        return Err(Errno::ENOTSOCK);
    };
    Ok(k.pipes.get(input).ok_or(Errno::EBADF)?.carries)
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
    let answer = match name as u32 {
        socket::TYPE => match carries {
            Carries::Bytes => socket::STREAM,
            Carries::Packets => socket::SEQPACKET,
            Carries::Datagrams => socket::DGRAM,
        },
        socket::DOMAIN => socket::UNIX,
        socket::SEND_BUFFER | socket::RECEIVE_BUFFER => SOCKET_BUFFER,
        socket::ERROR | socket::PROTOCOL | socket::LISTENS | socket::PASS_CREDENTIALS => 0,
        _ => return Err(Errno::ENOPROTOOPT),
    };
    let given = room.min(VALUE);
    k.write(tid, address, &answer.to_le_bytes()[..given as usize])?;
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
