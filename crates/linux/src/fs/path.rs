//! Resolution of guest paths ([`Files::resolve`]).

use super::Files;
use super::host::FileRef;
use super::special::{self, Special};
use super::tree::{Child, KnownDirectory, Node};
use crate::abi::errno::Errno;
use std::rc::Rc;

/// What a path names.
#[derive(Clone)]
pub(crate) enum Place {
    Directory(Rc<Node>),
    /// A file or a link.
    File(LocatedFile),
    /// A file that only the personality provides.
    Special(Special),
    /// Nothing, in a directory that exists. `slash`: the path ends with a slash, and so means a directory.
    Missing {
        parent: Rc<Node>,
        name: Vec<u8>,
        slash: bool,
    },
}

/// A file with its directory and name in the guest's tree.
#[derive(Clone)]
pub(crate) struct LocatedFile {
    pub file: Rc<FileRef>,
    pub parent: Rc<Node>,
    pub name: Vec<u8>,
}

impl Place {
    /// The directory that holds the name, and the name.
    ///
    /// # Errors
    /// `EBUSY`: it is the root, whatever directory of the host that is. `EACCES`: it is provided.
    pub(crate) fn entry(&self) -> Result<(Rc<Node>, Vec<u8>), Errno> {
        match self {
            Place::Missing { parent, name, .. } => Ok((Rc::clone(parent), name.clone())),
            Place::File(held) => Ok((Rc::clone(&held.parent), held.name.clone())),
            Place::Directory(node) => node.entry().ok_or(Errno::EBUSY),
            Place::Special(_) => Err(Errno::EACCES),
        }
    }

    /// Absolute guest path; empty for what is provided.
    pub(crate) fn path(&self) -> Vec<u8> {
        match self {
            Place::Directory(node) => node.path(),
            Place::File(held) => join(&held.parent, &held.name),
            Place::Missing { parent, name, .. } => join(parent, name),
            Place::Special(_) => Vec::new(),
        }
    }
}

/// Where a path starts and what it may pass through.
pub(crate) struct From<'a> {
    /// Directory of a relative path.
    pub start: &'a Rc<Node>,
    pub pid: u32,
    /// Whether there is a process or thread of a number, one that has ended and was not waited for among them, and a thread of that process.
    pub exists: &'a dyn Fn(u32, Option<u32>) -> bool,
    /// The directory that a provided link leads to; `None`: it is no link, or leads to something else. An error: the process of the
    /// link has ended.
    pub links: &'a dyn Fn(Special) -> Result<Option<Rc<Node>>, Errno>,
}

const LINK_LIMIT: u32 = 40;
/// Bytes of the longest name in a directory.
pub(crate) const NAME_LIMIT: usize = 255;
const PATH_LIMIT: usize = 4096;

/// The guest path of a name in a directory.
pub(crate) fn join(parent: &Rc<Node>, name: &[u8]) -> Vec<u8> {
    let mut path = parent.path();
    if path.last() != Some(&b'/') {
        path.push(b'/');
    }
    path.extend_from_slice(name);
    path
}

/// Joins `path` to the absolute `base` and removes `.`, `..` and doubled slashes, by the text alone.
pub(crate) fn normalise(base: &[u8], path: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    let whole = if path.starts_with(b"/") {
        [path, b""]
    } else {
        [base, path]
    };
    for part in whole.iter().flat_map(|p| p.split(|&c| c == b'/')) {
        match part {
            b"" | b"." => {}
            b".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    let mut out = Vec::new();
    for part in parts {
        out.push(b'/');
        out.extend_from_slice(part);
    }
    if out.is_empty() {
        out.push(b'/');
    }
    out
}

/// The last name of a path as it is written, for calls that refuse `.` and `..` there.
pub(crate) fn last_name(path: &[u8]) -> &[u8] {
    let names = path.split(|&c| c == b'/').rev();
    names
        .into_iter()
        .find(|name| !name.is_empty())
        .unwrap_or_default()
}

/// The names of a path that are still to be resolved, in reverse order: the next one is last.
struct Rest {
    names: Vec<Vec<u8>>,
    /// The last name has to be a directory.
    slash: bool,
}

impl Rest {
    fn of(path: &[u8]) -> Rest {
        let mut rest = Rest {
            names: Vec::new(),
            slash: false,
        };
        rest.put(path);
        rest
    }

    /// Puts a path before the rest.
    fn put(&mut self, path: &[u8]) {
        if self.names.is_empty() {
            self.slash |= path.ends_with(b"/") || path.ends_with(b"/.");
        }
        let names = path.split(|&c| c == b'/');
        let names = names.filter(|name| !name.is_empty() && *name != b".");
        self.names.extend(names.rev().map(<[u8]>::to_vec));
    }

    /// The names before the next `..`, without the last one of the path, in order.
    fn run(&self) -> Vec<&[u8]> {
        let names = self.names.get(1..).unwrap_or_default().iter().rev();
        let names = names.map(Vec::as_slice);
        names.take_while(|name| *name != b"..").collect()
    }
}

impl Files {
    /// Resolves a path. `follow`: a symbolic link in the last place is followed.
    pub(crate) fn resolve(&self, from: &From, path: &[u8], follow: bool) -> Result<Place, Errno> {
        if path.is_empty() {
            return Err(Errno::ENOENT);
        }
        if path.len() >= PATH_LIMIT {
            return Err(Errno::ENAMETOOLONG);
        }
        // A regular file of the sysroot takes precedence over the host's.
        let absolute = path.starts_with(b"/");
        if let Some(library) = self
            .library
            .as_ref()
            .filter(|_| self.library_first && absolute)
            && let Ok(Place::File(held)) = self.walk(library, library, from, path, true)
            && held.file.attributes.is_regular()
        {
            return self.walk(library, library, from, path, follow);
        }
        let start = if absolute { &self.root } else { from.start };
        let place = self.walk(&self.root, start, from, path, follow);
        // The program itself exists under its name if the guest has nothing else there.
        if let (Err(Errno::ENOENT) | Ok(Place::Missing { .. }), Some((name, file))) =
            (&place, &self.program)
            && normalise(&start.path(), path) == *name
        {
            return Ok(Place::File(LocatedFile {
                file: Rc::clone(file),
                parent: Rc::clone(&self.root),
                name: name.strip_prefix(b"/").unwrap_or(name).to_vec(),
            }));
        }
        place
    }

    /// Walks name by name, so that neither `..` nor a link leads above `root`.
    fn walk(
        &self,
        root: &Rc<Node>,
        start: &Rc<Node>,
        from: &From,
        path: &[u8],
        follow: bool,
    ) -> Result<Place, Errno> {
        let mut root = root;
        let mut rest = Rest::of(path);
        let mut node = Rc::clone(start);
        let mut links = 0;
        // A removed directory is empty, but still has a parent.
        let mut removed = node.is_removed();
        while !rest.names.is_empty() {
            if !removed && let Some(below) = self.pass(&node, &rest.run()) {
                let passed = rest.run().len();
                rest.names.truncate(rest.names.len() - passed);
                node = below;
            }
            let Some(name) = rest.names.pop() else {
                break;
            };
            let last = rest.names.is_empty();
            if name == b".." {
                node = node.parent();
                removed = removed && node.is_removed();
                continue;
            }
            if removed {
                return Err(Errno::ENOENT);
            }
            if name.len() > NAME_LIMIT {
                return Err(Errno::ENAMETOOLONG);
            }
            let owner = match node.special {
                Some(_) => special::owner(&join(&node, &name), from.pid),
                None => None,
            };
            if owner.is_some_and(|(owner, thread)| !(from.exists)(owner, thread)) {
                return Err(Errno::ENOENT);
            }
            match self.child(&node, &name, from.pid)? {
                None if last => {
                    return Ok(Place::Missing {
                        parent: node,
                        name,
                        slash: rest.slash,
                    });
                }
                None => return Err(Errno::ENOENT),
                Some(Child::Directory(below)) => node = below,
                Some(Child::File(file)) if file.attributes.is_link() => {
                    if last && !follow && !rest.slash {
                        return Ok(Place::File(LocatedFile {
                            file,
                            parent: node,
                            name,
                        }));
                    }
                    links += 1;
                    if links > LINK_LIMIT {
                        return Err(Errno::ELOOP);
                    }
                    let target = file.target()?;
                    if target.is_empty() {
                        return Err(Errno::ENOENT);
                    }
                    if target.starts_with(b"/") {
                        node = Rc::clone(root);
                    }
                    rest.put(&target);
                }
                Some(Child::File(_)) if !last || rest.slash => return Err(Errno::ENOTDIR),
                Some(Child::File(file)) => {
                    return Ok(Place::File(LocatedFile {
                        file,
                        parent: node,
                        name,
                    }));
                }
                Some(Child::Special(special)) if last && !rest.slash => {
                    return Ok(Place::Special(special));
                }
                Some(Child::Special(special)) => {
                    node = (from.links)(special)?.ok_or(Errno::ENOTDIR)?;
                }
                Some(Child::Library) => {
                    let Some(library) = &self.library else {
                        return Err(Errno::ENOENT);
                    };
                    let whole = join(&node, &name);
                    root = library;
                    node = Rc::clone(library);
                    rest.put(&whole);
                }
            }
        }
        Ok(Place::Directory(node))
    }

    /// Walks down several names at once, where all below is one directory of the host.
    fn pass(&self, node: &Rc<Node>, names: &[&[u8]]) -> Option<Rc<Node>> {
        if names.len() < 2 {
            return None;
        }
        let layer = node.plain_layer()?;
        let (place, attributes) = self.host.below(&layer, names)?;
        let (last, before) = names.split_last()?;
        let parent = before.iter().fold(Rc::clone(node), |node, name| {
            node.adopt(name, KnownDirectory::plain(None))
        });
        let found = KnownDirectory::plain(Some(vec![layer.under(names, place, &attributes)]));
        Some(parent.adopt(last, found))
    }
}
