//! Directory listings.

use super::{Args, SysResult, value};
use crate::abi::errno::Errno;
use crate::abi::layout::Image;
use crate::fs::PROVIDED_INODE;
use crate::fs::file::{DirectoryEntry, Object};
use crate::fs::special::Special;
use crate::kernel::Kernel;
use crate::process::Tid;
use std::rc::Rc;

impl Kernel {
    /// Fills the listing of a directory if that has not been done.
    fn list(&mut self, id: crate::pool::Id) -> Result<&[DirectoryEntry], Errno> {
        let file = self.open_files.get(id).ok_or(Errno::EBADF)?;
        let Object::Directory { listing, node } = &file.object else {
            return Err(Errno::ENOTDIR);
        };
        if listing.is_none() {
            let node = Rc::clone(node);
            let entries = match node.special {
                Some(Special::Descriptors(pid)) => self.list_descriptors(pid)?,
                Some(_) => Vec::new(),
                None if node.is_removed() => return Err(Errno::ENOENT),
                None => self.files.list(&node, self.frames.free())?,
            };
            if let Some(Object::Directory { listing, .. }) =
                self.open_files.get_mut(id).map(|f| &mut f.object)
            {
                *listing = Some(entries);
            }
            if let Some(file) = self.open_files.get_mut(id)
                && let Err(errno) = file.recount()
            {
                if let Object::Directory { listing, .. } = &mut file.object {
                    *listing = None;
                }
                return Err(errno);
            }
        }
        match self.open_files.get(id).map(|f| &f.object) {
            Some(Object::Directory {
                listing: Some(entries),
                ..
            }) => Ok(entries),
            _ => Err(Errno::ENOTDIR),
        }
    }

    fn list_descriptors(&mut self, pid: u32) -> Result<Vec<DirectoryEntry>, Errno> {
        let process = self.processes.get(&pid).ok_or(Errno::ENOENT)?;
        // A process that has ended has none.
        let table = match process.ended {
            None => self.tables.get(process.descriptors),
            Some(_) => None,
        };
        let dots = [&b"."[..], b".."].map(|name| DirectoryEntry {
            name: name.to_vec(),
            inode: PROVIDED_INODE,
            kind: 4,
        });
        let open = table.into_iter().flat_map(|table| table.iter());
        let links = open.map(|(fd, _)| DirectoryEntry {
            name: fd.to_string().into_bytes(),
            inode: 103,
            kind: 10,
        });
        Ok(dots.into_iter().chain(links).collect())
    }

    fn read_directory(
        &mut self,
        tid: Tid,
        fd: u64,
        buffer: u64,
        size: u64,
        old_form: bool,
    ) -> SysResult {
        let id = self.open_file_id(tid, fd)?;
        let start = self.open_files.get(id).map_or(0, |f| f.position) as usize;
        let mut bytes = Vec::new();
        let entries = self.list(id)?;
        let mut next = start;
        for entry in entries.iter().skip(start) {
            // The old form has the kind behind the name instead of before it.
            let head = if old_form { 18 } else { 19 };
            let length = (head + entry.name.len() + 1 + usize::from(old_form)).next_multiple_of(8);
            if bytes.len() + length > size as usize {
                break;
            }
            next += 1;
            let image = Image::new()
                .u64(entry.inode)
                .u64(next as u64)
                .u16(length as u16);
            let image = if old_form {
                image
            } else {
                image.bytes(&[entry.kind])
            };
            let mut record = image.bytes(&entry.name).pad_to(length).done();
            if old_form {
                record[length - 1] = entry.kind;
            }
            bytes.extend(record);
        }
        if bytes.is_empty() && start < entries.len() {
            return Err(Errno::EINVAL);
        }
        self.write(tid, buffer, &bytes)?;
        if let Some(file) = self.open_files.get_mut(id) {
            file.position = next as u64;
        }
        value(bytes.len() as u64)
    }
}

pub(crate) fn getdents(k: &mut Kernel, tid: Tid, [fd, buffer, size, ..]: Args) -> SysResult {
    k.read_directory(tid, fd, buffer, size, true)
}

pub(crate) fn getdents64(k: &mut Kernel, tid: Tid, [fd, buffer, size, ..]: Args) -> SysResult {
    k.read_directory(tid, fd, buffer, size, false)
}
