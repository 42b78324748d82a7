//! Directory listings.

use super::{Args, SysResult, value};
use crate::abi::errno::Errno;
use crate::abi::layout::Image;
use crate::fs::PROVIDED_INODE;
use crate::fs::file::{DirectoryEntry, Object};
use crate::fs::special::{self, Special};
use crate::kernel::Kernel;
use crate::process::Tid;
use std::rc::Rc;

/// The entry of a directory that the personality provides.
fn provided(name: String) -> DirectoryEntry {
    DirectoryEntry {
        name: name.into_bytes(),
        inode: PROVIDED_INODE,
        kind: 4,
    }
}

/// The entry of a link that the personality provides.
fn link(name: String) -> DirectoryEntry {
    DirectoryEntry {
        name: name.into_bytes(),
        inode: 103,
        kind: 10,
    }
}

fn dots() -> [DirectoryEntry; 2] {
    [".", ".."].map(|name| provided(name.into()))
}

impl Kernel {
    /// Fills the listing of a directory if that has not been done.
    fn list(&mut self, tid: Tid, id: crate::pool::Id) -> Result<&[DirectoryEntry], Errno> {
        let file = self.open_files.get(id).ok_or(Errno::EBADF)?;
        let Object::Directory { listing, node } = &file.object else {
            return Err(Errno::ENOTDIR);
        };
        if listing.is_none() {
            let node = Rc::clone(node);
            let entries = match node.special {
                Some(Special::Descriptors(pid)) => self.list_descriptors(pid)?,
                Some(_) => self.list_provided(tid, &node.path()),
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
        let open = table.into_iter().flat_map(|table| table.iter());
        let links = open.map(|(fd, _)| link(fd.to_string()));
        Ok(dots().into_iter().chain(links).collect())
    }

    /// The entries of a directory that the personality provides: its files, and the processes or threads that it shows.
    fn list_provided(&mut self, tid: Tid, directory: &[u8]) -> Vec<DirectoryEntry> {
        let pid = self.pid(tid);
        let directory = String::from_utf8_lossy(directory);
        let mut entries = dots().to_vec();
        for name in special::names(&directory) {
            let path = format!("{directory}/{name}");
            entries.push(match special::lookup(path.as_bytes(), pid) {
                Ok(Some(Special::Executable(_) | Special::WorkingDirectory(_)))
                | Ok(Some(Special::Descriptor(..))) => link(name.into()),
                Ok(Some(found)) => match self.special_status(found) {
                    Ok(status) => DirectoryEntry {
                        name: name.into(),
                        inode: status.inode,
                        kind: (status.mode >> 12) as u8,
                    },
                    Err(_) => provided(name.into()),
                },
                _ => provided(name.into()),
            });
        }
        let owner = special::owner_of_tasks(&directory, pid);
        let threads = owner.and_then(|owner| self.processes.get(&owner));
        let numbers: Vec<u32> = match &*directory {
            "/proc" => self.processes.keys().copied().collect(),
            _ => threads.map_or(Vec::new(), |it| it.threads.to_vec()),
        };
        let numbers = numbers
            .into_iter()
            .map(|number| provided(number.to_string()));
        entries.extend(numbers);
        entries
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
        let entries = self.list(tid, id)?;
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
