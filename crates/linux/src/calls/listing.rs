//! Directory listings.

use super::{Args, SysResult, value};
use crate::abi::errno::Errno;
use crate::abi::layout::Image;
use crate::fs::file::{Entry, Object};
use crate::fs::special::Special;
use crate::kernel::Kernel;
use crate::process::Tid;
use std::fs;
use std::os::unix::ffi::OsStrExt;

impl Kernel {
    /// Fills the listing of a directory if that has not been done.
    fn list(&mut self, id: crate::pool::Id) -> Result<&[Entry], Errno> {
        let file = self.open_files.get(id).ok_or(Errno::EBADF)?;
        let Object::Directory { listing } = &file.object else {
            return Err(Errno::ENOTDIR);
        };
        if listing.is_none() {
            let (path, special) = (file.path.clone(), file.special);
            let entries = match special {
                Some(Special::Descriptors(pid)) => self.list_descriptors(pid)?,
                _ => self.list_host(&path)?,
            };
            if let Some(Object::Directory { listing }) =
                self.open_files.get_mut(id).map(|f| &mut f.object)
            {
                *listing = Some(entries);
            }
        }
        match self.open_files.get(id).map(|f| &f.object) {
            Some(Object::Directory {
                listing: Some(entries),
            }) => Ok(entries),
            _ => Err(Errno::ENOTDIR),
        }
    }

    fn list_descriptors(&mut self, pid: u32) -> Result<Vec<Entry>, Errno> {
        let table = self.processes.get(&pid).ok_or(Errno::ENOENT)?.descriptors;
        let table = self.tables.get(table).ok_or(Errno::ENOENT)?;
        let dots = [&b"."[..], b".."].map(|name| Entry {
            name: name.to_vec(),
            inode: 101,
            kind: 4,
        });
        let links = table.iter().map(|(fd, _)| Entry {
            name: fd.to_string().into_bytes(),
            inode: 103,
            kind: 10,
        });
        Ok(dots.into_iter().chain(links).collect())
    }

    fn list_host(&mut self, guest: &[u8]) -> Result<Vec<Entry>, Errno> {
        let host = self.files.host_path(guest, true)?;
        let top = guest == b"/";
        let mut names: Vec<Vec<u8>> = Vec::new();
        for entry in fs::read_dir(&host)? {
            names.push(entry?.file_name().as_bytes().to_vec());
        }
        names.sort();
        let dots = [b".".to_vec(), b"..".to_vec()];
        let mut entries = Vec::new();
        for name in dots.into_iter().chain(names) {
            // A file that went away meanwhile is simply not listed.
            // The root is its own parent.
            let file = if top && name == b".." {
                host.clone()
            } else {
                host.join(std::ffi::OsStr::from_bytes(&name))
            };
            let Ok(metadata) = fs::symlink_metadata(file) else {
                continue;
            };
            let status = self.files.status(&metadata);
            entries.push(Entry {
                name,
                inode: status.inode,
                kind: (status.mode >> 12) as u8,
            });
        }
        Ok(entries)
    }

    fn read_directory(
        &mut self,
        tid: Tid,
        fd: u64,
        buffer: u64,
        size: u64,
        old_form: bool,
    ) -> SysResult {
        let id = self.file_id(tid, fd)?;
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

pub fn getdents(k: &mut Kernel, tid: Tid, [fd, buffer, size, ..]: Args) -> SysResult {
    k.read_directory(tid, fd, buffer, size, true)
}

pub fn getdents64(k: &mut Kernel, tid: Tid, [fd, buffer, size, ..]: Args) -> SysResult {
    k.read_directory(tid, fd, buffer, size, false)
}
