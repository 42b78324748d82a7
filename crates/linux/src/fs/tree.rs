//! The guest's tree of directories: each consists of one or several directories of the host, laid over each other, or
//! is provided by the personality.

use super::Files;
use super::handle::HostPlace;
use super::host::{Attributes, FileId, FileRef, Role};
use super::special::{self, Special};
use crate::abi::errno::Errno;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::{Rc, Weak};

/// A directory of the host that the options name, with all below it.
pub(crate) struct Source {
    pub place: Rc<HostPlace>,
    pub id: FileId,
    pub role: Role,
    /// Its base in the record of dependencies; `None`: nothing is recorded there.
    pub base: Option<Rc<str>>,
}

/// A directory of the host that is a part of a guest's directory.
pub(crate) struct Layer {
    pub place: Rc<HostPlace>,
    pub id: FileId,
    pub source: Rc<Source>,
    /// The names from the source down to it.
    pub path: Vec<Vec<u8>>,
}

impl Layer {
    pub(crate) fn top(source: &Rc<Source>) -> Rc<Layer> {
        Rc::new(Layer {
            place: Rc::clone(&source.place),
            id: source.id,
            source: Rc::clone(source),
            path: Vec::new(),
        })
    }

    pub(crate) fn role(&self) -> Role {
        self.source.role
    }

    /// Bytes of memory that it takes.
    fn held(&self) -> u64 {
        let names = self
            .path
            .iter()
            .map(|name| size_of::<Vec<u8>>() + name.len());
        (2 * size_of::<Layer>() + names.sum::<usize>()) as u64
    }

    /// The layer of the subdirectory `name`.
    pub(crate) fn below(
        &self,
        name: &[u8],
        place: HostPlace,
        attributes: &Attributes,
    ) -> Rc<Layer> {
        self.under(&[name], place, attributes)
    }

    /// The layer of a directory several names below this one.
    pub(crate) fn under(
        &self,
        names: &[&[u8]],
        place: HostPlace,
        attributes: &Attributes,
    ) -> Rc<Layer> {
        let names = names.iter().map(|name| name.to_vec());
        Rc::new(Layer {
            place: Rc::new(place),
            id: attributes.id,
            source: Rc::clone(&self.source),
            path: self.path.iter().cloned().chain(names).collect(),
        })
    }
}

/// What the options mount at a place of the guest's tree.
#[derive(Clone)]
pub(crate) enum Mount {
    /// Nothing here, but something further down.
    Through,
    Directory(Rc<Source>),
    File(Rc<FileRef>),
    /// The sysroot's file of the same path, if there is one.
    Library,
}

/// A place of the guest's tree at which the options mount something, or one above such a place.
#[derive(Clone)]
pub(crate) struct Point {
    pub mount: Mount,
    pub below: BTreeMap<Vec<u8>, Rc<Point>>,
    /// Names with this prefix are taken from the sysroot.
    pub library_prefix: Option<&'static [u8]>,
}

impl Point {
    pub(crate) fn new() -> Point {
        Point {
            mount: Mount::Through,
            below: BTreeMap::new(),
            library_prefix: None,
        }
    }

    /// The point of an absolute, normalised guest path, made where there is none.
    pub(crate) fn at(&mut self, path: &[u8]) -> &mut Point {
        let names = path.split(|&c| c == b'/').filter(|name| !name.is_empty());
        names.fold(self, |point, name| {
            let next = point.below.entry(name.to_vec());
            Rc::make_mut(next.or_insert_with(|| Rc::new(Point::new())))
        })
    }

    fn child(&self, name: &[u8]) -> Option<Rc<Point>> {
        let own = self.below.get(name).cloned();
        let prefix = self.library_prefix.is_some_and(|p| name.starts_with(p));
        own.or_else(|| {
            prefix.then(|| {
                Rc::new(Point {
                    mount: Mount::Library,
                    ..Point::new()
                })
            })
        })
    }
}

/// Which names in a directory the personality provides.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Domain {
    /// `/`, with `/dev`, `/proc` and `/sys`.
    Top,
    /// `/dev` and below it.
    Devices,
    /// `/proc`, `/sys` and below them.
    Kernel,
    /// None.
    Plain,
}

/// A directory of the guest. There is one node for each directory in use; it is dropped with its last user.
pub(crate) struct Node {
    /// Parent and name; `None`: the root.
    place: RefCell<Option<(Rc<Node>, Vec<u8>)>>,
    /// The layers from top to bottom; `None`: not looked up yet.
    layers: RefCell<Option<Vec<Rc<Layer>>>>,
    point: Option<Rc<Point>>,
    pub domain: Domain,
    /// Set for a directory that the personality provides.
    pub special: Option<Special>,
    removed: Cell<bool>,
    children: RefCell<HashMap<Vec<u8>, Weak<Node>>>,
    /// Size of `children` at which dropped nodes are removed from it.
    prune_at: Cell<usize>,
    /// Bytes of memory of this node, and of all nodes together.
    held: Cell<u64>,
    all_held: Rc<Cell<u64>>,
}

/// Bytes that a dropped node keeps while its parent has an entry for it: the name, and the node without its contents.
const CHILD_BYTES: usize = size_of::<(Vec<u8>, Weak<Node>)>() + size_of::<Node>() + 64;

/// What is known of a directory when it is found.
pub(crate) struct KnownDirectory {
    pub layers: Option<Vec<Rc<Layer>>>,
    pub point: Option<Rc<Point>>,
    pub domain: Domain,
    pub special: Option<Special>,
}

impl KnownDirectory {
    /// A directory of the host in which nothing is decided by options.
    pub(crate) fn plain(layers: Option<Vec<Rc<Layer>>>) -> KnownDirectory {
        KnownDirectory {
            layers,
            point: None,
            domain: Domain::Plain,
            special: None,
        }
    }
}

impl Node {
    pub(crate) fn root(layers: Vec<Rc<Layer>>, point: Point) -> Rc<Node> {
        let found = KnownDirectory {
            layers: Some(layers),
            point: Some(Rc::new(point)),
            domain: Domain::Top,
            special: None,
        };
        Rc::new(Node::new(None, found, Rc::default()))
    }

    fn new(
        place: Option<(Rc<Node>, Vec<u8>)>,
        found: KnownDirectory,
        all_held: Rc<Cell<u64>>,
    ) -> Node {
        let node = Node {
            place: RefCell::new(place),
            layers: RefCell::new(found.layers),
            point: found.point,
            domain: found.domain,
            special: found.special,
            removed: Cell::new(false),
            children: RefCell::default(),
            prune_at: Cell::new(64),
            held: Cell::new(0),
            all_held,
        };
        node.weigh();
        node
    }

    /// Bytes that all directories in use take.
    pub(crate) fn all_held(&self) -> u64 {
        self.all_held.get()
    }

    /// Counts the bytes that it takes anew.
    fn weigh(&self) {
        let name = self.place.borrow().as_ref().map_or(0, |p| p.1.len());
        let layers = self.layers.borrow();
        let layers = layers.iter().flatten().map(|layer| layer.held());
        let children = self.children.borrow().capacity() * CHILD_BYTES;
        let held = (size_of::<Node>() + name + children) as u64 + layers.sum::<u64>();
        let others = self.all_held.get() - self.held.replace(held);
        self.all_held.set(others + held);
    }

    /// The directory above; the root's is the root.
    pub(crate) fn parent(self: &Rc<Node>) -> Rc<Node> {
        match &*self.place.borrow() {
            Some((parent, _)) => Rc::clone(parent),
            None => Rc::clone(self),
        }
    }

    /// Parent and name; `None` for the root.
    pub(crate) fn entry(&self) -> Option<(Rc<Node>, Vec<u8>)> {
        self.place.borrow().clone()
    }

    /// Whether a directory is this one or below it.
    pub(crate) fn holds(self: &Rc<Node>, directory: &Rc<Node>) -> bool {
        let mut at = Some(Rc::clone(directory));
        while let Some(node) = at {
            if Rc::ptr_eq(&node, self) {
                return true;
            }
            at = node.entry().map(|(parent, _)| parent);
        }
        false
    }

    /// Absolute guest path.
    pub(crate) fn path(&self) -> Vec<u8> {
        let mut names = Vec::new();
        let mut next = self.entry();
        while let Some((node, name)) = next {
            names.push(name);
            next = node.entry();
        }
        if names.is_empty() {
            return b"/".to_vec();
        }
        let reversed = names.iter().rev();
        reversed
            .flat_map(|name| [b"/", name.as_slice()].concat())
            .collect()
    }

    /// Its place on the host, or the uppermost of several, if it has been looked up.
    pub(crate) fn known_place(&self) -> Option<Rc<HostPlace>> {
        let layers = self.layers.borrow();
        Some(Rc::clone(&layers.as_ref()?.first()?.place))
    }

    /// Whether the guest has removed it or a directory above it.
    pub(crate) fn is_removed(&self) -> bool {
        if self.removed.get() {
            return true;
        }
        let mut next = self.entry();
        while let Some((node, _)) = next {
            if node.removed.get() {
                return true;
            }
            next = node.entry();
        }
        false
    }

    /// Whether it cannot be moved or removed: the options mount something here or below, it is provided, or it is the
    /// root.
    pub(crate) fn is_fixed(&self) -> bool {
        self.point.is_some() || self.special.is_some() || self.place.borrow().is_none()
    }

    /// Whether it is `/`.
    pub(crate) fn is_top(&self) -> bool {
        self.domain == Domain::Top
    }

    pub(crate) fn point(&self) -> Option<&Rc<Point>> {
        self.point.as_ref()
    }

    /// The layer of a directory that, with all below it, is exactly one directory of the host.
    pub(crate) fn plain_layer(&self) -> Option<Rc<Layer>> {
        if self.domain != Domain::Plain || self.point.is_some() || self.special.is_some() {
            return None;
        }
        match self.layers.borrow().as_deref() {
            Some([layer]) if layer.role() != Role::Scratch => Some(Rc::clone(layer)),
            _ => None,
        }
    }

    /// Puts a layer over the others.
    pub(crate) fn cover(&self, layer: Rc<Layer>) {
        if let Some(layers) = &mut *self.layers.borrow_mut() {
            layers.insert(0, layer);
        }
        self.weigh();
    }

    /// The node of the subdirectory `name`: the one in use if it still has the same layers, else a new one.
    pub(crate) fn adopt(self: &Rc<Node>, name: &[u8], found: KnownDirectory) -> Rc<Node> {
        let mut children = self.children.borrow_mut();
        if let Some(old) = children.get(name).and_then(Weak::upgrade)
            && !old.removed.get()
            && old.special == found.special
            && old.is_same(found.layers.as_deref())
        {
            let mut known = old.layers.borrow_mut();
            let fresh = known.is_none();
            if fresh {
                *known = found.layers;
            }
            drop(known);
            if fresh {
                old.weigh();
            }
            return old;
        }
        if children.len() >= self.prune_at.get() {
            children.retain(|_, child| child.strong_count() > 0);
            children.shrink_to(64);
            self.prune_at.set((2 * children.len()).max(64));
        }
        let place = Some((Rc::clone(self), name.to_vec()));
        let node = Rc::new(Node::new(place, found, Rc::clone(&self.all_held)));
        let room = children.capacity();
        children.insert(name.to_vec(), Rc::downgrade(&node));
        let grown = children.capacity() != room;
        drop(children);
        if grown {
            self.weigh();
        }
        node
    }

    fn is_same(&self, layers: Option<&[Rc<Layer>]>) -> bool {
        match (self.layers.borrow().as_deref(), layers) {
            (Some(own), Some(other)) => {
                own.len() == other.len() && own.iter().zip(other).all(|(a, b)| a.id == b.id)
            }
            _ => true,
        }
    }

    /// The directory in use under a name.
    fn in_use(&self, name: &[u8]) -> Option<Rc<Node>> {
        self.children.borrow().get(name).and_then(Weak::upgrade)
    }

    /// Notes that the guest has removed `name` from this directory.
    pub(crate) fn took(&self, name: &[u8]) {
        if let Some(node) = self.in_use(name) {
            node.removed.set(true);
        }
        self.children.borrow_mut().remove(name);
    }

    /// Notes that the guest has moved a directory.
    pub(crate) fn moved(from: &Rc<Node>, name: &[u8], to: &Rc<Node>, new_name: &[u8]) {
        let moved = from.detach(name);
        to.took(new_name);
        if let Some(node) = moved {
            to.attach(node, new_name);
        }
    }

    /// Notes that the guest has exchanged two names, of directories or of other files.
    pub(crate) fn exchanged(from: &Rc<Node>, name: &[u8], to: &Rc<Node>, new_name: &[u8]) {
        let (first, second) = (from.detach(name), to.detach(new_name));
        if let Some(node) = first {
            to.attach(node, new_name);
        }
        if let Some(node) = second {
            from.attach(node, name);
        }
    }

    /// Removes a name from what is known here, and returns the directory in use under it.
    fn detach(&self, name: &[u8]) -> Option<Rc<Node>> {
        let node = self.in_use(name);
        self.children.borrow_mut().remove(name);
        node
    }

    /// Gives a directory in use a new place.
    fn attach(self: &Rc<Node>, node: Rc<Node>, name: &[u8]) {
        let mut children = self.children.borrow_mut();
        children.insert(name.to_vec(), Rc::downgrade(&node));
        drop(children);
        *node.place.borrow_mut() = Some((Rc::clone(self), name.to_vec()));
        node.weigh();
        self.weigh();
    }
}

impl Drop for Node {
    /// Drops a long chain of parents in a loop: nested drops could overflow the host's stack.
    fn drop(&mut self) {
        self.all_held.set(self.all_held.get() - self.held.get());
        let mut next = self.place.take();
        while let Some((node, _)) = next {
            next = Rc::into_inner(node).and_then(|mut node| node.place.get_mut().take());
        }
    }
}

/// What a name in a directory stands for.
pub(crate) enum Child {
    Directory(Rc<Node>),
    /// A file, or a link.
    File(Rc<FileRef>),
    Special(Special),
    /// The sysroot's file of the same path.
    Library,
}

impl Files {
    /// The layers of a directory.
    pub(crate) fn layers(&self, node: &Rc<Node>) -> Result<Vec<Rc<Layer>>, Errno> {
        // Directories that a walk of several names has passed over have no layers yet: look these up from the nearest
        // known one.
        let mut unknown: Vec<Rc<Node>> = Vec::new();
        let mut at = Rc::clone(node);
        while at.layers.borrow().is_none() {
            unknown.push(Rc::clone(&at));
            at = at.parent();
        }
        let mut layers = at.layers.borrow().clone().unwrap_or_default();
        for node in unknown.into_iter().rev() {
            let (_, name) = node.entry().ok_or(Errno::ENOENT)?;
            let mut next = Vec::new();
            for layer in &layers {
                if let Some((place, attributes)) = self.host.child(layer, &name)? {
                    if !attributes.is_directory() {
                        return Err(Errno::ENOTDIR);
                    }
                    next.push(layer.below(&name, place, &attributes));
                }
            }
            if next.is_empty() {
                return Err(Errno::ENOENT);
            }
            *node.layers.borrow_mut() = Some(next.clone());
            node.weigh();
            layers = next;
        }
        Ok(layers)
    }

    /// What process `pid` finds under a name in a directory.
    pub(crate) fn child(
        &self,
        node: &Rc<Node>,
        name: &[u8],
        pid: u32,
    ) -> Result<Option<Child>, Errno> {
        if node.removed.get() {
            return Ok(None);
        }
        let provided = |domain, special| {
            let found = KnownDirectory {
                layers: Some(Vec::new()),
                point: node.point.as_ref().and_then(|p| p.child(name)),
                domain,
                special: Some(special),
            };
            Ok(Some(Child::Directory(node.adopt(name, found))))
        };
        match (node.domain, name) {
            (Domain::Plain, _) => self.natural(node, name, Domain::Plain),
            (Domain::Top, b"proc" | b"sys") => provided(Domain::Kernel, Special::Directory),
            (Domain::Top, b"dev") => match self.natural(node, name, Domain::Devices)? {
                Some(Child::Directory(own)) if !self.layers(&own)?.is_empty() => {
                    Ok(Some(Child::Directory(own)))
                }
                _ => provided(Domain::Devices, Special::Directory),
            },
            (Domain::Top, _) => self.natural(node, name, Domain::Plain),
            (domain, _) => {
                let path = [node.path().as_slice(), b"/", name].concat();
                match special::lookup(&path, pid) {
                    Ok(Some(Special::Directory)) => provided(domain, Special::Directory),
                    Ok(Some(fds @ Special::Descriptors(_))) => provided(domain, fds),
                    Ok(Some(special)) => Ok(Some(Child::Special(special))),
                    Err(_) => Ok(None),
                    Ok(None) => match self.natural(node, name, Domain::Plain)? {
                        None if path == b"/dev/shm" => {
                            let layer = Layer::top(&self.shared_memory()?);
                            let found = KnownDirectory::plain(Some(vec![layer]));
                            Ok(Some(Child::Directory(node.adopt(name, found))))
                        }
                        found => Ok(found),
                    },
                }
            }
        }
    }

    /// The host's file or directory under a name, as far as the options let it be seen. A directory gets `domain`.
    fn natural(
        &self,
        node: &Rc<Node>,
        name: &[u8],
        domain: Domain,
    ) -> Result<Option<Child>, Errno> {
        let layers = self.layers(node)?;
        let point = node.point.as_ref().and_then(|p| p.child(name));
        let mut found: Vec<Rc<Layer>> = Vec::new();
        let directory = |layers, point| {
            let found = KnownDirectory {
                layers: Some(layers),
                point,
                domain,
                special: None,
            };
            Ok(Some(Child::Directory(node.adopt(name, found))))
        };
        let mut lower = layers.as_slice();
        if let Some((upper, rest)) = lower.split_first()
            && upper.role() == Role::Scratch
        {
            lower = rest;
            if let Some((place, attributes)) = self.host.child(upper, name)? {
                if !attributes.is_directory() {
                    return Ok(Some(self.file(upper, name, place, attributes)));
                }
                found.push(upper.below(name, place, &attributes));
                found.extend(self.laid_under(attributes.id));
                return directory(found, point);
            }
            if self.is_hidden(upper.id, name) {
                return Ok(None);
            }
        }
        match point.as_ref().map(|point| &point.mount) {
            Some(Mount::Directory(source)) => {
                return directory(vec![Layer::top(source)], point);
            }
            Some(Mount::File(file)) => return Ok(Some(Child::File(Rc::clone(file)))),
            Some(Mount::Library) => return Ok(Some(Child::Library)),
            Some(Mount::Through) | None => {}
        }
        for layer in lower {
            let Some((place, attributes)) = self.host.child(layer, name)? else {
                continue;
            };
            if attributes.is_directory() {
                found.push(layer.below(name, place, &attributes));
            } else if !found.is_empty() {
                break;
            } else if point.is_none() {
                return Ok(Some(self.file(layer, name, place, attributes)));
            }
        }
        if found.is_empty() && point.is_none() {
            Ok(None)
        } else {
            directory(found, point)
        }
    }

    fn file(&self, layer: &Layer, name: &[u8], place: HostPlace, attributes: Attributes) -> Child {
        Child::File(Rc::new(FileRef {
            place,
            attributes,
            role: layer.role(),
            directory: Rc::clone(&layer.place),
            name: name.to_vec(),
            origin: self.host.origin(layer, &[name]),
        }))
    }
}
