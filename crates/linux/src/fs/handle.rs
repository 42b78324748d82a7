//! The host's descriptors that a run holds: a limited number, and never those that the simulator itself needs.

use crate::abi::errno::Errno;
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use rustix::process::{Resource, getrlimit};
use std::cell::Cell;
use std::fs::File;
use std::io;
use std::ops::Deref;
use std::rc::Rc;

/// Most descriptors of the host that one run can hold, whatever the number of its processes. An open file counts as
/// one, however many descriptors of the guest refer to it. So does each open directory, each working directory and each
/// directory above one.
const MOST: u32 = 16_384;

/// Descriptors of the host's process that are left to the simulator: results, logs, pipes of workers.
const RESERVED: u64 = 64;

/// Counts the descriptors of a run.
#[derive(Debug)]
pub(crate) struct Handles {
    held: Cell<u32>,
    /// Descriptor numbers from here on are reserved for the simulator.
    end: RawFd,
    /// Whether the host had no room for what was written.
    full: Cell<bool>,
}

impl Handles {
    /// A counter at zero, with the present limit of the host's process.
    pub(crate) fn new() -> Rc<Handles> {
        let limit = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let end = limit.saturating_sub(RESERVED.min(limit / 2));
        Rc::new(Handles {
            held: Cell::new(0),
            end: RawFd::try_from(end).unwrap_or(RawFd::MAX),
            full: Cell::new(false),
        })
    }

    /// Notes an error that shows that the host has no room left.
    pub(super) fn note(&self, errno: Errno) {
        if errno.is_of_full_host() {
            self.full.set(true);
        }
    }

    /// Whether the host had no room for what was written.
    pub(super) fn is_full(&self) -> bool {
        self.full.get()
    }

    /// Counts a descriptor that has been opened for the run.
    ///
    /// # Errors
    /// `ENFILE`: there are too many; the descriptor has been closed.
    pub(crate) fn hold<F: AsRawFd>(self: &Rc<Self>, file: F) -> Result<Handle<F>, Errno> {
        let held = self.held.get();
        // A new descriptor gets the lowest free number, so that the number shows how many are in use.
        if held >= MOST || file.as_raw_fd() >= self.end {
            return Err(Errno::ENFILE);
        }
        self.held.set(held + 1);
        Ok(Handle {
            file,
            handles: Rc::clone(self),
        })
    }
}

/// An open file of the host, or a place there, that counts for as long as it is held.
#[derive(Debug)]
pub(crate) struct Handle<F> {
    file: F,
    handles: Rc<Handles>,
}

/// A place of the host: a descriptor that opens nothing.
pub(crate) type HostPlace = Handle<OwnedFd>;

/// A file of the host that is open for use.
pub(crate) type HostFile = Handle<File>;

impl<F> Handle<F> {
    /// An error of a write that no system call reports: the lack of room is noted.
    pub(crate) fn failed(&self, error: io::Error) -> Errno {
        let errno = Errno::from(error);
        self.handles.note(errno);
        errno
    }
}

impl<F> Drop for Handle<F> {
    fn drop(&mut self) {
        self.handles.held.set(self.handles.held.get() - 1);
    }
}

impl<F> Deref for Handle<F> {
    type Target = F;

    fn deref(&self) -> &F {
        &self.file
    }
}

impl<F: AsFd> AsFd for Handle<F> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_too_many_is_refused_and_one_that_is_given_up_makes_room() {
        let file = || File::open("/dev/null").unwrap();
        let run = |held, end| {
            Rc::new(Handles {
                held: Cell::new(held),
                end,
                full: Cell::new(false),
            })
        };
        let handles = run(MOST - 1, RawFd::MAX);
        let last = handles.hold(file()).ok();
        assert!(last.is_some());
        assert_eq!(handles.hold(file()).err(), Some(Errno::ENFILE));
        drop(last);
        assert!(handles.hold(file()).is_ok());
        assert_eq!(run(0, 0).hold(file()).err(), Some(Errno::ENFILE));
    }
}
