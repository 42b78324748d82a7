//! Follows what happens to the names of files: the paths that open files and mappings show, and the numbers of files that are open
//! without a name.

use crate::fs::file::{Object, OpenFile, shown_path};
use crate::fs::host::{Attributes, FileId};
use crate::fs::path::Place;
use crate::kernel::Kernel;
use crate::pool::Id;
use std::collections::BTreeSet;

/// The path of a file after a directory or file `from` has been renamed to `to`; `None`: it is the same as before.
fn moved(path: &[u8], from: &[u8], to: &[u8]) -> Option<Vec<u8>> {
    let rest = path.strip_prefix(from)?;
    let below = rest.is_empty() || rest.starts_with(b"/");
    below.then(|| [to, rest].concat())
}

/// The identity on the host of an open file or directory.
fn identity(file: &OpenFile) -> Option<FileId> {
    let attributes = match &file.object {
        Object::Host { file, .. } => Attributes::of(&**file),
        Object::Path(Place::File(located)) => located.file.now(),
        _ => {
            let place = file.node()?.known_place()?;
            Attributes::of(&*place)
        }
    };
    attributes.ok().map(|it| it.id)
}

impl Kernel {
    /// Has open files and mappings show that the name `path` has been removed.
    pub(super) fn unnamed(&mut self, path: &[u8]) {
        for (_, file) in self.open_files.iter_mut() {
            file.deleted |= !file.path.is_empty() && file.path == path;
        }
        let shown = |name: &[u8]| (name == path).then(|| shown_path(name.to_vec(), true));
        for (_, memory) in self.memories.iter_mut() {
            memory.rename(shown);
        }
        self.settle_numbers();
    }

    /// Has open files and mappings show a new name, which has replaced another file or not.
    pub(super) fn renamed(&mut self, from: &[u8], to: &[u8]) {
        self.unnamed(to);
        self.show_moved(&[from], |path| moved(path, from, to));
    }

    /// Has open files and mappings show that two names have been exchanged.
    pub(super) fn exchanged(&mut self, first: &[u8], second: &[u8]) {
        self.show_moved(&[first, second], |path| {
            moved(path, first, second).or_else(|| moved(path, second, first))
        });
    }

    /// Gives open files and mappings the paths that `new` returns. `names`: those that stand for something else now.
    fn show_moved(&mut self, names: &[&[u8]], new: impl Fn(&[u8]) -> Option<Vec<u8>>) {
        for (_, file) in self.open_files.iter_mut() {
            // The name itself belongs to another file, but the directories above it may have been renamed.
            if file.deleted && names.contains(&&*file.path) {
                continue;
            }
            if let Some(path) = new(&file.path) {
                file.path = path;
                let held = file.held();
                if let Some(charge) = &mut file.charge {
                    charge.force(held);
                }
            }
        }
        for (_, memory) in self.memories.iter_mut() {
            memory.rename(&new);
        }
    }

    /// Notes that an open file is about to be closed.
    pub(crate) fn closing(&mut self, id: Id) {
        if self.files.unlinked.is_empty() {
            return;
        }
        let closed = self.open_files.get(id).and_then(identity);
        if closed.is_some_and(|it| self.files.unlinked.contains(&it)) && !self.holds(closed, id) {
            self.files.forget_numbers(|it| Some(it) == closed);
        }
    }

    /// Whether an open file other than `except` has this identity.
    fn holds(&self, wanted: Option<FileId>, except: Id) -> bool {
        let mut others = self.open_files.iter().filter(|&(id, _)| id != except);
        others.any(|(_, file)| identity(file) == wanted)
    }

    /// Forgets the numbers of files without a name that are not open.
    fn settle_numbers(&mut self) {
        if self.files.unlinked.is_empty() {
            return;
        }
        let files = self.open_files.iter();
        let open: BTreeSet<FileId> = files.filter_map(|it| identity(it.1)).collect();
        self.files.forget_numbers(|it| !open.contains(&it));
    }
}
