//! Changes to directories: creating, linking, removing and renaming, each by the descriptor of a directory and one name
//! in it.

use super::handle::HostFile;
use super::host::{self, Attributes, FileId, FileRef, Role};
use super::overlay::Upper;
use super::path::{LocatedFile, join};
use super::tree::{Child, Layer, Node};
use super::{Files, PROVIDED_INODE};
use crate::abi::consts::mode;
use crate::abi::errno::Errno;
use crate::fs::file::DirectoryEntry;
use rustix::fs::{self, AtFlags, Mode, OFlags, RenameFlags};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a name that is to be changed stands for.
enum Target {
    Nothing,
    File(Rc<FileRef>),
    Directory(Rc<Node>),
}

impl Target {
    fn attributes(&self, files: &Files) -> Option<Attributes> {
        match self {
            Target::Nothing => None,
            Target::File(file) => file.now().ok(),
            Target::Directory(node) => files.directory_attributes(node).ok().flatten(),
        }
    }
}

impl Files {
    /// Creates a file and opens it; fails with `EEXIST` if the name exists.
    pub(crate) fn create(
        &mut self,
        parent: &Rc<Node>,
        name: &[u8],
        mode: u32,
        access: OFlags,
    ) -> Result<(Rc<HostFile>, Attributes), Errno> {
        let layer = self.writable_layer(parent)?;
        self.disk.name()?;
        let flags = access | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = fs::openat(&*layer.place, name, flags, Mode::RUSR | Mode::WUSR)?;
        self.note_change(layer.role(), || join(parent, name));
        // The creation mask of the host's process must have no effect.
        fs::fchmod(&file, host::permissions(mode))?;
        let attributes = Attributes::of(&file)?;
        match self.host.hold_file(file.into()) {
            Ok(file) => Ok((file, attributes)),
            Err(errno) => {
                // A file for which there is no descriptor is not created either.
                let _ = fs::unlinkat(&*layer.place, name, AtFlags::empty());
                self.disk.unname(attributes.id, true);
                Err(errno)
            }
        }
    }

    /// Makes a directory.
    pub(crate) fn make_directory(
        &mut self,
        parent: &Rc<Node>,
        name: &[u8],
        mode: u32,
    ) -> Result<Attributes, Errno> {
        let layer = self.writable_layer(parent)?;
        self.disk.name()?;
        let made = self.new_directory(&layer, name, mode, Upper::default())?;
        self.note_change(layer.role(), || join(parent, name));
        Attributes::of(&*made.place)
    }

    /// Makes a symbolic link.
    pub(crate) fn make_link(
        &mut self,
        parent: &Rc<Node>,
        name: &[u8],
        target: &[u8],
    ) -> Result<Attributes, Errno> {
        let layer = self.writable_layer(parent)?;
        self.disk.name()?;
        fs::symlinkat(target, &*layer.place, name)?;
        self.note_change(layer.role(), || join(parent, name));
        Ok(self.find(&layer, name)?.attributes)
    }

    /// Gives a file a second name.
    pub(crate) fn make_name(
        &mut self,
        located: &LocatedFile,
        parent: &Rc<Node>,
        name: &[u8],
    ) -> Result<Attributes, Errno> {
        let file = self.changeable(located, true)?;
        let layer = self.writable_layer(parent)?;
        self.disk.name()?;
        let (old, new) = (&*file.directory, &*layer.place);
        fs::linkat(old, file.name.as_slice(), new, name, AtFlags::empty())?;
        self.note_change(layer.role(), || join(parent, name));
        Ok(self.find(&layer, name)?.attributes)
    }

    /// Sets the permissions of a directory.
    pub(crate) fn set_directory_mode(&mut self, node: &Rc<Node>, mode: u32) -> Result<(), Errno> {
        let layer = self.writable_layer(node)?;
        let open = host::open_directory(&*layer.place)?;
        fs::fchmod(open, host::permissions(mode))?;
        self.note_change(layer.role(), || node.path());
        Ok(())
    }

    fn target(&self, parent: &Rc<Node>, name: &[u8]) -> Result<Target, Errno> {
        match self.child(parent, name, 0)? {
            None => Ok(Target::Nothing),
            Some(Child::File(file)) => Ok(Target::File(file)),
            Some(Child::Directory(node)) => Ok(Target::Directory(node)),
            Some(Child::Special(_)) => Err(Errno::EACCES),
            Some(Child::Library) => Err(Errno::EROFS),
        }
    }

    /// Refuses to remove or rename what has to stay where it is.
    fn check_movable(&self, target: &Target) -> Result<(), Errno> {
        match target {
            Target::Directory(node) if node.special.is_some() => Err(Errno::EACCES),
            Target::Directory(node) if node.is_fixed() => Err(Errno::EBUSY),
            Target::File(file) if file.role == Role::Frozen && !self.is_overlaid() => {
                Err(Errno::EROFS)
            }
            Target::Directory(node) if !self.is_overlaid() => {
                let layers = self.layers(node)?;
                let frozen = layers.iter().any(|layer| layer.role() == Role::Frozen);
                if frozen { Err(Errno::EROFS) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// The error for the removal or renaming of a name that does not exist: that of the directory if it cannot be
    /// changed, else ENOENT.
    fn missing(&self, parent: &Rc<Node>) -> Errno {
        self.may_change(parent).err().unwrap_or(Errno::ENOENT)
    }

    /// Whether changes in a directory are possible.
    pub(crate) fn may_change(&self, node: &Rc<Node>) -> Result<(), Errno> {
        match self.layers(node)?.first() {
            Some(layer) if layer.role() != Role::Shared && !self.is_overlaid() => Err(Errno::EROFS),
            None if node.special.is_some() => Err(Errno::ENOENT),
            _ => Ok(()),
        }
    }

    fn check_empty(&self, node: &Rc<Node>) -> Result<(), Errno> {
        /// Bytes for the names that are read: names that the guest has removed are among them.
        const ROOM: u64 = 64 << 20;
        match self.names(node, ROOM) {
            Ok(names) if names.is_empty() => Ok(()),
            Ok(_) | Err(Errno::ENOMEM) => Err(Errno::ENOTEMPTY),
            Err(errno) => Err(errno),
        }
    }

    /// Removes a file or an empty directory.
    pub(crate) fn remove(
        &mut self,
        parent: &Rc<Node>,
        name: &[u8],
        directory: bool,
    ) -> Result<(), Errno> {
        let target = self.target(parent, name)?;
        match &target {
            Target::Nothing => return Err(self.missing(parent)),
            Target::File(_) if directory => return Err(Errno::ENOTDIR),
            Target::Directory(_) if !directory => return Err(Errno::EISDIR),
            _ => self.check_movable(&target)?,
        }
        let layer = self.writable_layer(parent)?;
        let gone = target.attributes(self);
        let flags = if directory {
            AtFlags::REMOVEDIR
        } else {
            AtFlags::empty()
        };
        if layer.role() == Role::Scratch {
            if let Target::Directory(node) = &target {
                self.check_empty(node)?;
            }
            // A name that exists only in the directories below is not in the scratch folder; it is only hidden.
            match fs::unlinkat(&*layer.place, name, flags) {
                Ok(()) | Err(rustix::io::Errno::NOENT) => {}
                Err(error) => return Err(error.into()),
            }
            self.hide(parent, &layer, name)?;
        } else {
            fs::unlinkat(&*layer.place, name, flags)?;
            self.note_change(layer.role(), || join(parent, name));
        }
        parent.took(name);
        if let Some(attributes) = gone {
            self.forget_directory(attributes.id);
            self.lost_name(&attributes);
        }
        Ok(())
    }

    /// Renames `name` in `from` to `new_name` in `to`, and returns its attributes; `None`: both are names of one file and stay.
    /// `replace`: an existing `new_name` is replaced.
    pub(crate) fn rename(
        &mut self,
        from: &Rc<Node>,
        name: &[u8],
        to: &Rc<Node>,
        new_name: &[u8],
        replace: bool,
    ) -> Result<Option<Attributes>, Errno> {
        let (old, new) = (self.target(from, name)?, self.target(to, new_name)?);
        let Some(attributes) = old.attributes(self) else {
            return Err(self.missing(from));
        };
        self.check_movable(&old)?;
        let replaced = new.attributes(self);
        if replaced.is_some() || matches!(new, Target::Directory(_)) {
            if !replace {
                return Err(Errno::EEXIST);
            }
            self.check_movable(&new)?;
        }
        // A directory cannot be moved into itself, and one that holds the moved name is not empty.
        if matches!(&old, Target::Directory(node) if node.holds(to)) {
            return Err(Errno::EINVAL);
        }
        if matches!(&new, Target::Directory(node) if node.holds(from)) {
            return Err(Errno::ENOTEMPTY);
        }
        // As on Linux, two names of the same file stay as they are.
        if replaced.is_some_and(|new| new.id == attributes.id) {
            return Ok(None);
        }
        match (&old, &new) {
            (Target::Directory(_), Target::File(_)) => return Err(Errno::ENOTDIR),
            (Target::File(_), Target::Directory(_)) => return Err(Errno::EISDIR),
            (Target::Directory(_), Target::Directory(node)) if self.private => {
                self.check_empty(node)?;
            }
            _ => {}
        }
        self.make_movable(&old, from, name)?;
        let (source, target) = (self.writable_layer(from)?, self.writable_layer(to)?);
        self.move_name(&source, name, &target, new_name, replace)?;
        self.note_change(source.role(), || join(from, name));
        self.note_change(target.role(), || join(to, new_name));
        self.hide(from, &source, name)?;
        Node::moved(from, name, to, new_name);
        if let Some(gone) = replaced {
            self.forget_directory(gone.id);
            self.lost_name(&gone);
        }
        let moved = self.target(to, new_name)?.attributes(self);
        Ok(Some(moved.unwrap_or(attributes)))
    }

    /// Exchanges what `name` in `from` and `new_name` in `to` stand for, and returns the identities of both; `None`: both are names
    /// of one file and stay.
    pub(crate) fn exchange(
        &mut self,
        from: &Rc<Node>,
        name: &[u8],
        to: &Rc<Node>,
        new_name: &[u8],
    ) -> Result<Option<[FileId; 2]>, Errno> {
        let (old, new) = (self.target(from, name)?, self.target(to, new_name)?);
        let first = old.attributes(self).ok_or_else(|| self.missing(from))?;
        let second = new.attributes(self).ok_or_else(|| self.missing(to))?;
        self.check_movable(&old)?;
        self.check_movable(&new)?;
        let holds = |target: &Target, directory| matches!(target, Target::Directory(node) if node.holds(directory));
        if holds(&old, to) || holds(&new, from) {
            return Err(Errno::EINVAL);
        }
        if first.id == second.id {
            return Ok(None);
        }
        self.make_movable(&old, from, name)?;
        self.make_movable(&new, to, new_name)?;
        let layers = [self.writable_layer(from)?, self.writable_layer(to)?];
        let (source, target) = (&*layers[0].place, &*layers[1].place);
        fs::renameat_with(source, name, target, new_name, RenameFlags::EXCHANGE)?;
        for (parent, layer, name) in [(from, &layers[0], name), (to, &layers[1], new_name)] {
            self.note_change(layer.role(), || join(parent, name));
            self.hide(parent, layer, name)?;
        }
        Node::exchanged(from, name, to, new_name);
        Ok(Some([first.id, second.id]))
    }

    /// Has what a name stands for lie where its directory is changed: in a scratch folder, if there is one.
    fn make_movable(
        &mut self,
        target: &Target,
        parent: &Rc<Node>,
        name: &[u8],
    ) -> Result<(), Errno> {
        match target {
            Target::File(file) => {
                let located = LocatedFile {
                    file: Rc::clone(file),
                    parent: Rc::clone(parent),
                    name: name.to_vec(),
                };
                self.changeable(&located, true)?;
            }
            Target::Directory(node) => drop(self.writable_layer(node)?),
            Target::Nothing => return Err(Errno::ENOENT),
        }
        Ok(())
    }

    fn move_name(
        &mut self,
        source: &Rc<Layer>,
        name: &[u8],
        target: &Rc<Layer>,
        new_name: &[u8],
        replace: bool,
    ) -> Result<(), Errno> {
        let (from, to) = (&*source.place, &*target.place);
        if !replace {
            match fs::renameat_with(from, name, to, new_name, RenameFlags::NOREPLACE) {
                // The file system does not have the flag. That the name is free has just been checked.
                Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS) => {}
                result => return Ok(result?),
            }
        }
        Ok(fs::renameat(from, name, to, new_name)?)
    }

    /// The names in a directory, in byte order, with the host's attributes; `None`: the personality provides it.
    /// `room`: bytes that they may take.
    pub(crate) fn names(
        &self,
        node: &Rc<Node>,
        mut room: u64,
    ) -> Result<BTreeMap<Vec<u8>, Option<Attributes>>, Errno> {
        let mut found = BTreeMap::new();
        let layers = self.layers(node)?;
        let upper = layers.first().filter(|layer| layer.role() == Role::Scratch);
        for layer in &layers {
            let over = layer.role() == Role::Scratch;
            for name in self.host.names_in(layer, &mut room)? {
                let hidden = |upper: &Rc<Layer>| !over && self.is_hidden(upper.id, &name);
                if found.contains_key(&name) || upper.is_some_and(hidden) {
                    continue;
                }
                // A file that was removed meanwhile is not listed.
                let looked = self.host.look(&layer.place, layer.id.device, &name);
                if let Ok(Some(attributes)) = looked {
                    found.insert(name, Some(attributes));
                } else if node.is_top() && [&b"dev"[..], b"proc", b"sys"].contains(&&*name) {
                    found.insert(name, None);
                }
            }
        }
        let points = node
            .point()
            .into_iter()
            .flat_map(|point| point.below.keys());
        for name in points {
            if found.contains_key(name) {
                continue;
            }
            match self.child(node, name, 0)? {
                Some(Child::Directory(below)) => {
                    found.insert(name.clone(), self.directory_attributes(&below)?);
                }
                Some(Child::File(file)) => {
                    found.insert(name.clone(), Some(file.now()?));
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// The listing of a directory: itself, its parent, then the names in byte order. `room`: bytes that the names may
    /// take.
    ///
    /// # Errors
    /// `ENOMEM`: there are too many names. Others: the host's.
    pub(crate) fn list(
        &mut self,
        node: &Rc<Node>,
        room: u64,
    ) -> Result<Vec<DirectoryEntry>, Errno> {
        let mut rows = vec![
            (b".".to_vec(), self.directory_attributes(node)?),
            (b"..".to_vec(), self.directory_attributes(&node.parent())?),
        ];
        rows.extend(self.names(node, room)?);
        let entries = rows.into_iter().map(|(name, attributes)| {
            let (inode, bits) = match attributes {
                Some(attributes) => {
                    let status = self.status(&attributes);
                    (status.inode, status.mode)
                }
                None => (PROVIDED_INODE, mode::DIRECTORY),
            };
            DirectoryEntry {
                name,
                inode,
                kind: (bits >> 12) as u8,
            }
        });
        Ok(entries.collect())
    }
}
