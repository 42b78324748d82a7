//! Keeps mappings of files and the files themselves consistent.

use crate::abi::errno::Errno;
use crate::fs::file::Object;
use crate::fs::host::Attributes;
use crate::fs::memory_file::MemoryFile;
use crate::kernel::Kernel;
use crate::memory::copied::CopiedFile;
use crate::memory::mapped::{Key, MappedFile, Store};
use crate::memory::page_up;
use crate::pool::Id;
use crate::process::{MemoryUsage, Pid, Tid};
use std::collections::BTreeMap;
use std::fs::File;
use std::ops::Range;
use std::rc::Rc;

impl Kernel {
    /// Makes an open file of the host available for shared mappings.
    pub(super) fn map_host(&mut self, open: Id) -> Result<Rc<MappedFile>, Errno> {
        let file = self.open_files.get(open).ok_or(Errno::EBADF)?;
        let Object::Host { file: host, .. } = &file.object else {
            return Err(Errno::ENODEV);
        };
        let metadata = host.metadata()?;
        let growth = if file.writable() {
            // Stores through the mapping may fill holes of the file, which counts on the disk.
            let written = file.growth.as_ref().map(Rc::clone);
            let growth = written.unwrap_or_else(|| self.files.disk.of(&metadata));
            let length = metadata.len();
            self.files.disk.grow(&growth, length, length, 0)?;
            Some(growth)
        } else {
            None
        };
        let store = Store::Host {
            file: Rc::clone(host),
            growth,
        };
        let id = Attributes::of(&**host)?.id;
        Ok(self.map_store(id.into(), store))
    }

    /// Makes a file in memory available for shared mappings.
    pub(super) fn map_memory(&mut self, file: Rc<MemoryFile>) -> Rc<MappedFile> {
        self.map_store(file.inode.into(), Store::Memory(file))
    }

    fn map_store(&mut self, key: Key, store: Store) -> Rc<MappedFile> {
        if let Some(mapped) = self.mapped.get(key) {
            mapped.open(store);
            return mapped;
        }
        let mapped = Rc::new(MappedFile::new(&self.frames, store));
        self.mapped.insert(key, &mapped);
        mapped
    }

    /// Copies bytes that were written to a file into its mappings.
    pub(super) fn show_written(&mut self, file: &Rc<MappedFile>, at: u64, bytes: &[u8]) {
        file.write(at, bytes);
        for (_, memory) in self.memories.iter_mut() {
            memory.notice(file, at, bytes);
        }
    }

    /// Adapts the mappings of a file to a new length. `range`: the bytes that were cut or added, which are zero.
    pub(super) fn show_resized(&mut self, file: &Rc<MappedFile>, range: Range<u64>) {
        for part in file.clear(&range) {
            let zeros = vec![0; (part.end - part.start) as usize];
            for (_, memory) in self.memories.iter_mut() {
                memory.notice(file, part.start, &zeros);
            }
        }
        for (_, memory) in self.memories.iter_mut() {
            memory.follow_shared(file);
        }
    }

    /// Writes what is stored through shared mappings of a file to it, before private ones copy it.
    ///
    /// # Errors
    /// The first error of the host.
    pub(super) fn store_shared(&self, file: &CopiedFile) -> Result<(), Errno> {
        match file.shared(&self.mapped) {
            Some(mapped) => mapped.write_back(0..u64::MAX),
            None => Ok(()),
        }
    }

    /// Adapts the private mappings of a file to a new length.
    pub(super) fn follow_copied(&mut self, key: impl Into<Key>, before: u64, now: u64) {
        // As long as the number of pages is the same, nothing changes in the mappings.
        if page_up(before) == page_up(now) {
            return;
        }
        if let Some(file) = self.copied.get(key) {
            if now > before {
                // The pages that the file has got are copied. An error of the host shows when they are read.
                let _ = self.store_shared(&file);
            }
            for (_, memory) in self.memories.iter_mut() {
                memory.follow_copied(&file, before, now);
            }
        }
    }

    /// Sets the length of a file of the host, and adapts its mappings.
    pub(super) fn resize(&mut self, file: &File, length: u64) -> Result<(), Errno> {
        let before = file.metadata()?.len();
        self.files.resize(file, length)?;
        self.follow_copies();
        if let Some(mapped) = self.mapped.of(file) {
            self.show_resized(&mapped, before.min(length)..before.max(length));
        }
        self.follow_copied(Attributes::of(file)?.id, before, length);
        Ok(())
    }

    /// The same for a file in memory.
    pub(super) fn resize_memory(&mut self, file: &MemoryFile, length: u64) -> Result<(), Errno> {
        let before = file.length();
        let mapped = self.mapped.get(file.inode);
        if let Some(mapped) = &mapped {
            mapped.write_back(0..u64::MAX)?;
        }
        file.resize(length)?;
        if let Some(mapped) = mapped {
            self.show_resized(&mapped, before.min(length)..before.max(length));
            // What was cut is a hole, and no zeros that were stored.
            mapped.mark_stored();
        }
        self.follow_copied(file.inode, before, length);
        Ok(())
    }

    /// Makes a hole in a file in memory, and in its mappings.
    ///
    /// # Errors
    /// `EPERM`: it is sealed.
    pub(super) fn punch(&mut self, file: &MemoryFile, range: Range<u64>) -> Result<(), Errno> {
        file.check_change()?;
        let mapped = self.mapped.get(file.inode);
        if let Some(mapped) = &mapped {
            mapped.write_back(0..u64::MAX)?;
        }
        let part = file.punch(range);
        if let Some(mapped) = mapped {
            self.show_resized(&mapped, part);
            mapped.mark_stored();
        }
        Ok(())
    }

    /// Writes what was stored through shared mappings back to the files, for readers that do not see the mappings.
    pub(crate) fn sync_mappings(&mut self) {
        self.mapped.write_back();
    }

    /// Restores the files of shared mappings after a checkpoint has been loaded. None of them is written back to.
    pub(crate) fn attach_mappings(&mut self) {
        let (frames, files) = (&self.frames, &self.files);
        let mut known = BTreeMap::new();
        for (_, memory) in self.memories.iter_mut() {
            memory.attach(|inode| {
                let new = || Rc::new(MappedFile::new(frames, Store::Lost));
                Rc::clone(known.entry(inode).or_insert_with(new))
            });
        }
        for (inode, file) in known {
            for id in files.ids_of(inode) {
                self.mapped.insert(id, &file);
            }
        }
    }

    /// Removes an owner of a memory. The most pages that it had count for that process, and without another owner its faults, too.
    pub(super) fn release_memory(&mut self, owner: Pid, id: Id) {
        let usage = self.memories.get(id).map(MemoryUsage::of);
        let mut usage = usage.unwrap_or_default();
        match self.memories.release(id) {
            Some(memory) => {
                drop(memory);
                self.mapped.prune();
            }
            None => usage.faults = 0,
        }
        if let Some(process) = self.processes.get_mut(&owner) {
            process.earlier_usage = process.earlier_usage.with(usage);
        }
    }

    /// If a memory has a page at two addresses, restricts the ALATs of its threads to comparing page offsets.
    pub(super) fn compare_aliases(&mut self, tid: Tid) -> Result<(), Errno> {
        if !self.memory(tid)?.is_aliased() {
            return Ok(());
        }
        let id = self.memory_id(tid)?;
        for thread in self.threads.values_mut() {
            let process = self.processes.get(&thread.pid);
            if process.is_some_and(|process| process.memory == id) {
                thread.cpu.alat_mut().compare_offsets();
            }
        }
        Ok(())
    }
}
