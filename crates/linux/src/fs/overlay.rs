//! The scratch folder of a private view: what the guest writes lies there, over files that stay as they are.
//!
//! The scratch folder holds whole files and directories under the guest's names. Which directories lie under one of its
//! directories, and which of their names are hidden, is kept here by the identity of that directory, so that it moves
//! with it.

use super::Files;
use super::host::{self, FileId, FileRef, Role};
use super::path::LocatedFile;
use super::tree::{Layer, Node, Source};
use crate::abi::errno::Errno;
use rustix::fs::{self, AtFlags, Mode, OFlags};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::rc::Rc;

/// A directory under a directory of the scratch folder.
struct Lower {
    source: Rc<Source>,
    path: Vec<Vec<u8>>,
}

/// What lies under a directory of the scratch folder.
#[derive(Default)]
pub(crate) struct Upper {
    lower: Vec<Lower>,
    /// Names of the directories below that the guest has removed.
    hidden: BTreeSet<Vec<u8>>,
}

impl Upper {
    /// Bytes of memory that it takes.
    fn held(&self) -> u64 {
        let lower = self.lower.iter().flat_map(|lower| &lower.path);
        let names = lower.chain(&self.hidden).map(|name| name_bytes(name));
        let own = 2 * size_of::<(FileId, Upper)>() + self.lower.len() * size_of::<Lower>();
        own as u64 + names.sum::<u64>()
    }

    /// A directory over the given ones.
    pub(crate) fn over(layers: &[Rc<Layer>]) -> Upper {
        let lower = layers.iter().map(|layer| Lower {
            source: Rc::clone(&layer.source),
            path: layer.path.clone(),
        });
        Upper {
            lower: lower.collect(),
            hidden: BTreeSet::new(),
        }
    }
}

/// Bytes that a name takes in a list or set.
fn name_bytes(name: &[u8]) -> u64 {
    (2 * size_of::<Vec<u8>>() + name.len()) as u64
}

/// Prefix of the marks of removed files; their names follow.
const REMOVED: &[u8] = b".wh.";
/// Mark in a directory that has replaced another one: nothing of the one under it is visible.
const OPAQUE: &str = ".wh..wh..opq";

/// Bytes copied at a time.
const CHUNK: usize = 1 << 18;

impl Files {
    /// Whether the guest's changes go to a scratch folder over files that are never changed.
    pub(crate) fn is_overlaid(&self) -> bool {
        self.private && !self.frozen
    }

    /// Whether the guest has removed a name of the directories below.
    pub(super) fn is_hidden(&self, upper: FileId, name: &[u8]) -> bool {
        self.uppers
            .get(&upper)
            .is_some_and(|known| known.hidden.contains(name))
    }

    /// The directories under a directory of the scratch folder.
    pub(super) fn laid_under(&self, upper: FileId) -> Vec<Rc<Layer>> {
        let lower = self
            .uppers
            .get(&upper)
            .map_or(&[][..], |known| &known.lower);
        lower
            .iter()
            .filter_map(|lower| self.open_lower(lower))
            .collect()
    }

    fn open_lower(&self, lower: &Lower) -> Option<Rc<Layer>> {
        let top = Layer::top(&lower.source);
        let names: Vec<&[u8]> = lower.path.iter().map(Vec::as_slice).collect();
        if names.is_empty() {
            return Some(top);
        }
        if let Some((place, attributes)) = self.host.below(&top, &names) {
            return Some(top.under(&names, place, &attributes));
        }
        names.iter().try_fold(top, |layer, name| {
            let (place, attributes) = self.host.child(&layer, name).ok()??;
            attributes
                .is_directory()
                .then(|| layer.below(name, place, &attributes))
        })
    }

    /// Notes that the guest has changed or opened for writing a file of the host that others see. `/dev/shm` belongs to
    /// the run and is left out.
    pub(crate) fn note_change(&mut self, role: Role, path: impl FnOnce() -> Vec<u8>) {
        if role == Role::Shared && self.changed.is_none() {
            let own = |path: &Vec<u8>| path == b"/dev/shm" || path.starts_with(b"/dev/shm/");
            self.changed = Some(path()).filter(|path| !own(path));
        }
    }

    /// The directory of the host in which changes to a guest's directory are made.
    pub(crate) fn writable_layer(&mut self, node: &Rc<Node>) -> Result<Rc<Layer>, Errno> {
        if node.is_removed() {
            return Err(Errno::ENOENT);
        }
        let layers = self.layers(node)?;
        match layers.first() {
            Some(layer) if layer.role() == Role::Shared => Ok(Rc::clone(layer)),
            Some(layer) if layer.role() == Role::Scratch && !self.frozen => Ok(Rc::clone(layer)),
            // Nothing can be created in a provided directory.
            _ if node.special.is_some() => Err(Errno::ENOENT),
            _ if self.is_overlaid() => self.scratch_layer(node),
            _ => Err(Errno::EROFS),
        }
    }

    /// The directory of the scratch folder for a guest's directory, made if there is none.
    pub(super) fn scratch_layer(&mut self, node: &Rc<Node>) -> Result<Rc<Layer>, Errno> {
        // The nearest directory above that exists in the scratch folder, and the way down from it.
        let mut way = Vec::new();
        let mut at = Rc::clone(node);
        let mut upper = loop {
            let first = self.layers(&at)?.first().cloned();
            if let Some(layer) = first.filter(|layer| layer.role() == Role::Scratch) {
                break layer;
            }
            let (parent, name) = at.entry().ok_or(Errno::EROFS)?;
            way.push((at, name));
            at = parent;
        };
        while let Some((node, name)) = way.pop() {
            let lower = self.layers(&node)?;
            let below = lower
                .first()
                .map(|layer| host::Attributes::of(&*layer.place));
            let below = below.transpose()?;
            let mode = below.map_or(0o755, |attributes| attributes.mode);
            let layer = self.new_directory(&upper, &name, mode, Upper::over(&lower))?;
            if let Some(below) = below {
                self.same_inode(below.id, layer.id);
            }
            node.cover(Rc::clone(&layer));
            upper = layer;
        }
        Ok(upper)
    }

    /// Makes a directory of the host with exactly these permissions.
    pub(super) fn new_directory(
        &mut self,
        parent: &Rc<Layer>,
        name: &[u8],
        mode: u32,
        known: Upper,
    ) -> Result<Rc<Layer>, Errno> {
        fs::mkdirat(&*parent.place, name, Mode::RWXU)?;
        let found = self.host.step(&*parent.place, parent.id.device, name)?;
        let (place, attributes) = found.ok_or(Errno::ENOENT)?;
        // A file that another process has put there meanwhile must not be changed.
        if !attributes.is_directory() {
            return Err(Errno::ENOENT);
        }
        fs::fchmod(host::open_directory(&place)?, host::permissions(mode))?;
        let layer = parent.below(name, place, &attributes);
        if parent.role() == Role::Scratch {
            self.note_upper(attributes.id, known);
        }
        Ok(layer)
    }

    /// Whether neither a file nor a copy of it may be changed.
    pub(crate) fn is_read_only(&self, file: &Rc<FileRef>) -> bool {
        let program = self.program.as_ref();
        let own = program.is_some_and(|(_, program)| Rc::ptr_eq(program, file));
        file.role == Role::Frozen && (!self.is_overlaid() || own)
    }

    /// A file that may be changed: the file itself, or its copy in the scratch folder. `contents`: whether its contents
    /// are copied.
    pub(crate) fn changeable(
        &mut self,
        located: &LocatedFile,
        contents: bool,
    ) -> Result<Rc<FileRef>, Errno> {
        let file = &located.file;
        if file.role != Role::Frozen {
            return Ok(Rc::clone(file));
        }
        if self.is_read_only(file) {
            return Err(Errno::EROFS);
        }
        let upper = self.writable_layer(&located.parent)?;
        let copy = self.copy(file, &upper, &located.name, contents);
        if copy.is_err() {
            // An incomplete copy must not hide the file.
            let _ = fs::unlinkat(&*upper.place, located.name.as_slice(), AtFlags::empty());
        }
        let copy = Rc::new(copy?);
        self.same_inode(file.attributes.id, copy.attributes.id);
        self.copied.push((file.attributes.id, Rc::clone(&copy)));
        Ok(copy)
    }

    fn copy(
        &mut self,
        file: &FileRef,
        upper: &Layer,
        name: &[u8],
        contents: bool,
    ) -> Result<FileRef, Errno> {
        if file.attributes.is_link() {
            fs::symlinkat(file.target()?, &*upper.place, name)?;
        } else {
            let from = self.host.reopen(file, OFlags::RDONLY)?;
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
            let mode = Mode::RUSR | Mode::WUSR;
            let to: File = fs::openat(&*upper.place, name, flags | OFlags::CLOEXEC, mode)?.into();
            let mut bytes = vec![0; if contents { CHUNK } else { 0 }];
            let mut at = 0;
            loop {
                let count = from.read_at(&mut bytes, at)?;
                if count == 0 {
                    break;
                }
                self.store(&to, &bytes[..count], at)?;
                at += count as u64;
            }
            fs::fchmod(&to, host::permissions(file.attributes.mode))?;
        }
        self.find(upper, name)
    }

    /// The file under a name of a layer.
    pub(super) fn find(&self, layer: &Layer, name: &[u8]) -> Result<FileRef, Errno> {
        let found = self.host.child(layer, name)?;
        let (place, attributes) = found.ok_or(Errno::ENOENT)?;
        Ok(FileRef {
            place,
            attributes,
            role: layer.role(),
            directory: Rc::clone(&layer.place),
            name: name.to_vec(),
            origin: self.host.origin(layer, &[name]),
        })
    }

    /// Gives a copy the guest's inode number of its original.
    fn same_inode(&mut self, old: FileId, new: FileId) {
        let inode = self.inode(old);
        self.inodes.insert(new, inode);
    }

    /// Hides a name of the directories under a directory of the scratch folder, if they have it.
    pub(super) fn hide(
        &mut self,
        node: &Rc<Node>,
        upper: &Layer,
        name: &[u8],
    ) -> Result<(), Errno> {
        if upper.role() != Role::Scratch {
            return Ok(());
        }
        let mounted = node
            .point()
            .is_some_and(|point| point.below.contains_key(name));
        let mut there = mounted;
        for layer in self
            .layers(node)?
            .iter()
            .filter(|l| l.role() == Role::Frozen)
        {
            there |= self.host.child(layer, name)?.is_some();
        }
        if there {
            if !self.uppers.contains_key(&upper.id) {
                self.note_upper(upper.id, Upper::default());
            }
            if let Some(known) = self.uppers.get_mut(&upper.id)
                && known.hidden.insert(name.to_vec())
            {
                self.uppers_held += name_bytes(name);
            }
        }
        Ok(())
    }

    /// Registers a directory of the scratch folder.
    pub(super) fn note_upper(&mut self, id: FileId, known: Upper) {
        self.forget_directory(id);
        self.uppers_held += known.held();
        self.uppers.insert(id, known);
    }

    /// Marks in a scratch folder that is kept what the guest has removed.
    fn mark_removed(&self, top: &Path) -> io::Result<()> {
        let mut waiting = vec![top.to_path_buf()];
        while let Some(directory) = waiting.pop() {
            for entry in std::fs::read_dir(&directory)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    waiting.push(entry.path());
                }
            }
            let id = host::Attributes::from(fs::stat(&directory)?).id;
            let hidden = self.uppers.get(&id).map(|known| &known.hidden);
            for name in hidden.into_iter().flatten() {
                let there = directory.join(OsStr::from_bytes(name));
                let mark = match there.symlink_metadata() {
                    Ok(metadata) if metadata.is_dir() => there.join(OPAQUE),
                    Ok(_) => continue,
                    Err(_) => directory.join(OsStr::from_bytes(&[REMOVED, name].concat())),
                };
                File::create(mark)?;
            }
        }
        Ok(())
    }

    /// Forgets a directory of the scratch folder that was removed.
    pub(super) fn forget_directory(&mut self, id: FileId) {
        let known = self.uppers.remove(&id);
        self.uppers_held -= known.map_or(0, |known| known.held());
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        if let Some(kept) = &self.kept
            && let Err(error) = self.mark_removed(kept)
        {
            tracing::warn!(
                "cannot mark in {} what was removed: {error}",
                kept.display()
            );
        }
    }
}
