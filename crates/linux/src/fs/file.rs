//! Open file descriptions.

use super::disk::Growth;
use super::handle::HostFile;
use super::host::Role;
use super::memory_file::MemoryFile;
use super::path::Place;
use super::special::Special;
use super::tree::Node;
use crate::abi::errno::Errno;
use crate::pool::Id;
use crate::process::Pid;
use crate::sched::Channel;
use crate::signal::SignalSet;
use machine::Charge;
use std::collections::BTreeMap;
use std::rc::Rc;

/// One of the streams that the run was started with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stream {
    Input,
    Output,
    Error,
}

/// Entry of a directory listing.
#[derive(Clone, Debug)]
pub(crate) struct DirectoryEntry {
    pub name: Vec<u8>,
    pub inode: u64,
    /// `DT_*` of `dirent.h`.
    pub kind: u8,
}

/// What an epoll instance watches: a descriptor, and the open file that it stood for when the watch was made. The watch
/// lasts until the file is closed, whatever the descriptor stands for since.
pub(crate) type Watched = (i32, Id);

/// How an epoll instance watches a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    /// Events asked for, with the mode bits of `EPOLLET` and `EPOLLONESHOT`.
    pub events: u32,
    /// The process that has begun the watch: signals that are sent to it are changes of a file for signals. A level-triggered watch is
    /// looked at without a change, too, and then reports the pending signals of whichever process waits; Linux reports these only
    /// after a change.
    pub by: Pid,
    /// What the program gets back.
    pub data: u64,
    /// Place among the watches of the instance that may have something to report: they are looked at in ascending order. 0: the
    /// file has not changed since the watch was last looked at and found without events, or reported as edge-triggered.
    pub place: u64,
}

/// Bytes of what the schedule notes of a watch: two channels with their sets.
const WATCH_INDEX: usize = 2 * (size_of::<Channel>() + 4 * size_of::<(Id, Watched)>());

/// What an open file is.
pub(crate) enum Object {
    Stream(Stream),
    /// A regular file of the host.
    Host {
        file: Rc<HostFile>,
        role: Role,
    },
    /// A directory; the listing is made at the first read.
    Directory {
        node: Rc<Node>,
        listing: Option<Vec<DirectoryEntry>>,
    },
    PipeReader(Id),
    PipeWriter(Id),
    /// Two pipes, as `socketpair` makes: read from the first, write to the second.
    Pair {
        input: Id,
        output: Id,
    },
    Null,
    Zero,
    Full,
    Random,
    /// A snapshot of a synthetic text.
    Text(Vec<u8>),
    /// A file in memory (`memfd_create`).
    Memory(Rc<MemoryFile>),
    /// `eventfd`.
    Event {
        count: u64,
        semaphore: bool,
        inode: u64,
    },
    /// `epoll_create`: what is watched.
    Epoll(BTreeMap<Watched, Watch>),
    /// `timerfd_create`: expiries since the last read are computed when it is read.
    Timer {
        clock: u64,
        next: u64,
        interval: u64,
        inode: u64,
    },
    /// `signalfd`: the signals that the reader takes, of those that are pending for itself.
    Signals {
        wanted: SignalSet,
        inode: u64,
    },
    /// Opened with `O_PATH`: names a place, cannot be read.
    Path(Place),
}

/// An open file, shared by the descriptors that `dup` and `fork` make.
pub(crate) struct OpenFile {
    pub object: Object,
    /// Access mode and status flags of `open`.
    pub flags: u32,
    pub position: u64,
    /// Absolute guest path, for `/proc/self/fd` and maps; empty where there is none.
    pub path: Vec<u8>,
    /// Whether the name that the path ends with has been removed since.
    pub deleted: bool,
    /// Set for a synthetic file, which `fstat` describes by it.
    pub special: Option<Special>,
    /// What it takes of the machine's memory, once a descriptor can name it.
    pub charge: Option<Charge>,
    /// Growth of a file of the host that has been written to through this description.
    pub growth: Option<Rc<Growth>>,
}

/// A path as `/proc` shows it, of a name that has been removed or not.
pub(crate) fn shown_path(mut path: Vec<u8>, deleted: bool) -> Vec<u8> {
    if deleted {
        path.extend_from_slice(b" (deleted)");
    }
    path
}

impl OpenFile {
    pub(crate) fn new(object: Object, flags: u32, path: Vec<u8>) -> OpenFile {
        OpenFile {
            object,
            flags,
            position: 0,
            path,
            deleted: false,
            special: None,
            charge: None,
            growth: None,
        }
    }

    /// An open directory.
    pub(crate) fn directory(node: Rc<Node>, flags: u32) -> OpenFile {
        let (path, special) = (node.path(), node.special);
        let listing = None;
        let mut file = OpenFile::new(Object::Directory { node, listing }, flags, path);
        file.special = special;
        file
    }

    /// The directory that it is or names.
    pub(crate) fn node(&self) -> Option<&Rc<Node>> {
        match &self.object {
            Object::Directory { node, .. } | Object::Path(Place::Directory(node)) => Some(node),
            _ => None,
        }
    }

    /// Its path as `/proc` shows it.
    pub(crate) fn shown_path(&self) -> Vec<u8> {
        match self.node() {
            Some(node) => shown_path(node.path(), node.is_removed()),
            None => shown_path(self.path.clone(), self.deleted),
        }
    }

    /// Bytes of the host that it takes: itself, its path and what the object holds.
    pub(crate) fn held(&self) -> u64 {
        let own = match &self.object {
            Object::Text(text) => text.capacity(),
            Object::Epoll(watches) => {
                watches.len() * 2 * (size_of::<(Watched, Watch)>() + WATCH_INDEX)
            }
            Object::Directory {
                listing: Some(entries),
                ..
            } => entries
                .iter()
                .map(|entry| size_of::<DirectoryEntry>() + entry.name.len())
                .sum(),
            _ => 0,
        };
        (2 * size_of::<OpenFile>() + self.path.len() + own) as u64
    }

    /// Counts what it has come to hold.
    ///
    /// # Errors
    /// The memory does not have so much.
    pub(crate) fn recount(&mut self) -> Result<(), Errno> {
        let held = self.held();
        match &mut self.charge {
            Some(charge) => Ok(charge.resize(held)?),
            None => Ok(()),
        }
    }

    pub(crate) fn readable(&self) -> bool {
        use crate::abi::consts::open;
        matches!(self.flags & open::ACCMODE, 0 | open::RDWR) && self.flags & open::PATH == 0
    }

    pub(crate) fn writable(&self) -> bool {
        use crate::abi::consts::open;
        matches!(self.flags & open::ACCMODE, open::WRONLY | open::RDWR)
            && self.flags & open::PATH == 0
    }

    /// Whether it has positions.
    pub(crate) fn is_seekable(&self) -> bool {
        !matches!(
            self.object,
            Object::Stream(_)
                | Object::PipeReader(_)
                | Object::PipeWriter(_)
                | Object::Pair { .. }
                | Object::Event { .. }
                | Object::Timer { .. }
                | Object::Signals { .. }
                | Object::Epoll(_)
        )
    }

    /// Whether it is a pipe's end for writes that stay apart.
    pub(crate) fn writes_packets(&self) -> bool {
        matches!(self.object, Object::PipeWriter(_))
            && self.flags & crate::abi::consts::open::DIRECT != 0
    }

    pub(crate) fn nonblocking(&self) -> bool {
        self.flags & crate::abi::consts::open::NONBLOCK != 0
    }
}
