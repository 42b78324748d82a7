//! Extended attributes: those of file systems that have none.

use super::paths::HERE;
use super::{Args, OK, SysResult};
use crate::abi::errno::Errno;
use crate::fs::path::Place;
use crate::kernel::Kernel;
use crate::process::Tid;

/// Bytes of the longest name (`XATTR_NAME_MAX`) and of the longest value (`XATTR_SIZE_MAX`).
const LONGEST_NAME: u64 = 255;
const LONGEST_VALUE: u64 = 65_536;
/// `XATTR_CREATE` and `XATTR_REPLACE`.
const FLAGS: u64 = 3;

/// Looks for the file of a path.
fn look_up(k: &mut Kernel, tid: Tid, path: u64, follow: bool) -> Result<(), Errno> {
    let path = k.read_path(tid, path)?;
    match k.place(tid, HERE, &path, follow)? {
        Place::Missing { .. } => Err(Errno::ENOENT),
        _ => Ok(()),
    }
}

/// Refuses an attribute by its name.
fn refuse(k: &mut Kernel, tid: Tid, name: u64) -> SysResult {
    let space = &mut k.memory(tid)?.space;
    let name = space.read_cstr(name, LONGEST_NAME as usize + 1)?;
    match name.len() as u64 {
        1..=LONGEST_NAME => Err(Errno::EOPNOTSUPP),
        _ => Err(Errno::ERANGE),
    }
}

/// Refuses to set an attribute to a value of `size` bytes at an address, which is read before the file system is asked.
fn refuse_value(
    k: &mut Kernel,
    tid: Tid,
    name: u64,
    (value, size): (u64, u64),
    flags: u64,
) -> SysResult {
    if flags & !FLAGS & u64::from(u32::MAX) != 0 {
        return Err(Errno::EINVAL);
    }
    match refuse(k, tid, name) {
        Err(Errno::EOPNOTSUPP) if size > LONGEST_VALUE => Err(Errno::E2BIG),
        Err(Errno::EOPNOTSUPP) => k.read(tid, value, size).and(Err(Errno::EOPNOTSUPP)),
        refused => refused,
    }
}

pub(crate) fn setxattr(
    k: &mut Kernel,
    tid: Tid,
    [path, name, value, size, flags, ..]: Args,
) -> SysResult {
    look_up(k, tid, path, true)?;
    refuse_value(k, tid, name, (value, size), flags)
}

pub(crate) fn lsetxattr(
    k: &mut Kernel,
    tid: Tid,
    [path, name, value, size, flags, ..]: Args,
) -> SysResult {
    look_up(k, tid, path, false)?;
    refuse_value(k, tid, name, (value, size), flags)
}

pub(crate) fn fsetxattr(
    k: &mut Kernel,
    tid: Tid,
    [fd, name, value, size, flags, ..]: Args,
) -> SysResult {
    k.open_file_id(tid, fd)?;
    refuse_value(k, tid, name, (value, size), flags)
}

/// `getxattr` and `removexattr`.
pub(crate) fn refuse_by_path(k: &mut Kernel, tid: Tid, [path, name, ..]: Args) -> SysResult {
    look_up(k, tid, path, true)?;
    refuse(k, tid, name)
}

/// `lgetxattr` and `lremovexattr`.
pub(crate) fn refuse_by_link(k: &mut Kernel, tid: Tid, [path, name, ..]: Args) -> SysResult {
    look_up(k, tid, path, false)?;
    refuse(k, tid, name)
}

/// `fgetxattr` and `fremovexattr`.
pub(crate) fn refuse_by_descriptor(k: &mut Kernel, tid: Tid, [fd, name, ..]: Args) -> SysResult {
    k.open_file_id(tid, fd)?;
    refuse(k, tid, name)
}

/// The list is empty.
pub(crate) fn listxattr(k: &mut Kernel, tid: Tid, [path, ..]: Args) -> SysResult {
    look_up(k, tid, path, true)?;
    OK
}

/// The list is empty.
pub(crate) fn llistxattr(k: &mut Kernel, tid: Tid, [path, ..]: Args) -> SysResult {
    look_up(k, tid, path, false)?;
    OK
}

/// The list is empty.
pub(crate) fn flistxattr(k: &mut Kernel, tid: Tid, [fd, ..]: Args) -> SysResult {
    k.open_file_id(tid, fd)?;
    OK
}
