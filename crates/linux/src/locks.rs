//! Locks of files between the processes of a run: those of `fcntl` for ranges of bytes, and those of `flock` for whole files. Rules as in
//! `fs/locks.c` of Linux: a lock keeps no process from reading or writing.

use crate::abi::errno::Errno;
use crate::fs::host::FileId;
use crate::pool::Id;
use crate::process::{Pid, Tid};
use machine::{Charge, Frames};
use std::collections::{BTreeMap, BTreeSet};

/// The last byte of a range that has no end.
pub(crate) const LAST: u64 = i64::MAX as u64;

/// Which locks can conflict with each other.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Space {
    /// Those of `fcntl`.
    Ranges,
    /// Those of `flock`.
    Files,
}

/// A file as all open files of it know it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LockedFile {
    /// A file of the host.
    Host(FileId),
    /// A directory, or what is no file of the host, by its inode number for the guest: a directory keeps that when it gets a place in the private
    /// view.
    Other(u64),
}

/// Where a lock is.
pub(crate) type Place = (Space, LockedFile);

/// What has a lock. Locks of one owner do not conflict: a new one takes the place of those that it overlaps.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Owner {
    /// The processes that share a descriptor table: one process as a rule.
    Table(Id),
    /// An open file, however many descriptors there are of it.
    OpenFile(Id),
}

/// A lock, or one that is asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lock {
    pub owner: Owner,
    /// The process that asked for it.
    pub pid: Pid,
    /// An open file of the file.
    pub file: Id,
    /// It excludes every other lock, not only those that write.
    pub writes: bool,
    /// First byte.
    pub start: u64,
    /// Last byte.
    pub end: u64,
}

impl Lock {
    fn overlaps(&self, other: &Lock) -> bool {
        self.start <= other.end && other.start <= self.end
    }

    fn conflicts(&self, other: &Lock) -> bool {
        self.owner != other.owner && (self.writes || other.writes) && self.overlaps(other)
    }
}

/// A call of `fcntl` that waits for a lock.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Wait {
    pub place: Place,
    pub lock: Lock,
}

/// All locks, and what waits for one.
pub(crate) struct Locks {
    /// Locks of a file: those of an owner are neighbours, ascending, and do not touch if they are of one kind.
    files: BTreeMap<Place, Vec<Lock>>,
    /// By thread.
    pub waits: BTreeMap<Tid, Wait>,
    count: usize,
    charge: Charge,
}

impl Locks {
    /// None, in the memory of `frames`.
    pub(crate) fn new(frames: &Frames) -> Locks {
        Locks {
            files: BTreeMap::new(),
            waits: BTreeMap::new(),
            count: 0,
            charge: Charge::none(frames),
        }
    }

    /// Whether there is no lock.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All locks with their places, those of a file in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Place, &Lock)> {
        let files = self.files.iter();
        files.flat_map(|(&place, locks)| locks.iter().map(move |lock| (place, lock)))
    }

    /// The first lock that conflicts with one that is asked for.
    pub(crate) fn conflict(&self, place: Place, wanted: &Lock) -> Option<&Lock> {
        let locks = self.files.get(&place)?;
        locks.iter().find(|lock| lock.conflicts(wanted))
    }

    /// Whether the owner of `wanted` has a lock of this kind and range.
    pub(crate) fn has(&self, place: Place, wanted: &Lock) -> bool {
        let same = |lock: &Lock| {
            (lock.owner, lock.writes, lock.start, lock.end)
                == (wanted.owner, wanted.writes, wanted.start, wanted.end)
        };
        self.files
            .get(&place)
            .is_some_and(|locks| locks.iter().any(same))
    }

    /// Counts a number of locks that is to be.
    fn recount(&mut self, count: usize) -> Result<(), Errno> {
        const BYTES: usize = 2 * (size_of::<Lock>() + size_of::<(Place, Vec<Lock>)>());
        let bytes = (count * BYTES) as u64;
        self.charge.resize(bytes).map_err(|_| Errno::ENOLCK)?;
        self.count = count;
        Ok(())
    }

    /// Gives an owner a lock, which conflicts with none, or (`held` false) takes the range from it. Says whether another owner may now get
    /// what it could not get before.
    ///
    /// # Errors
    /// `ENOLCK`: no memory is left for it; then nothing has changed.
    pub(crate) fn set(&mut self, place: Place, wanted: &Lock, held: bool) -> Result<bool, Errno> {
        let before = self.files.get(&place).map_or(&[][..], Vec::as_slice);
        let is_own = |lock: &&Lock| lock.owner == wanted.owner;
        let at = before.iter().position(|lock| is_own(&lock));
        let mut rest: Vec<Lock> = before.iter().filter(|it| !is_own(it)).copied().collect();
        let (mut own, mut freed) = (Vec::new(), false);
        for lock in before.iter().filter(is_own) {
            if lock.start < wanted.start {
                let end = lock.end.min(wanted.start - 1);
                own.push(Lock { end, ..*lock });
            }
            if lock.end > wanted.end {
                let start = lock.start.max(wanted.end + 1);
                own.push(Lock { start, ..*lock });
            }
            freed |= lock.overlaps(wanted) && !(held && wanted.writes) && (lock.writes || !held);
        }
        if held {
            own.push(*wanted);
        }
        own.sort_by_key(|lock| lock.start);
        own.dedup_by(|next, lock| {
            let touches = lock.writes == next.writes && lock.end.checked_add(1) == Some(next.start);
            if touches {
                lock.end = next.end;
            }
            touches
        });
        let at = at.unwrap_or(rest.len());
        let count = self.count - before.len() + rest.len() + own.len();
        self.recount(count)?;
        rest.splice(at..at, own);
        self.put(place, rest);
        Ok(freed)
    }

    fn put(&mut self, place: Place, locks: Vec<Lock>) {
        if locks.is_empty() {
            self.files.remove(&place);
        } else {
            self.files.insert(place, locks);
        }
    }

    /// Adds a lock of a checkpoint, behind the others of its file.
    ///
    /// # Errors
    /// `ENOLCK`: no memory is left for it.
    pub(crate) fn add(&mut self, place: Place, lock: Lock) -> Result<(), Errno> {
        self.recount(self.count + 1)?;
        self.files.entry(place).or_default().push(lock);
        Ok(())
    }

    /// Takes from an owner all locks of places. Says whether it had any.
    pub(crate) fn release(&mut self, owner: Owner, which: impl Fn(Place) -> bool) -> bool {
        let mut gone = 0;
        self.files.retain(|&place, locks| {
            if which(place) {
                let before = locks.len();
                locks.retain(|lock| lock.owner != owner);
                gone += before - locks.len();
            }
            !locks.is_empty()
        });
        // Less memory is always to be had.
        let _ = self.recount(self.count - gone);
        gone != 0
    }

    /// Has the locks of a file that has been copied be those of its copy.
    pub(crate) fn moved(&mut self, old: FileId, new: FileId) {
        let renamed = |(space, file): Place| match file == LockedFile::Host(old) {
            true => (space, LockedFile::Host(new)),
            false => (space, file),
        };
        for space in [Space::Ranges, Space::Files] {
            let place = (space, LockedFile::Host(old));
            if let Some(locks) = self.files.remove(&place) {
                self.files.entry(renamed(place)).or_default().extend(locks);
            }
        }
        for wait in self.waits.values_mut() {
            wait.place = renamed(wait.place);
        }
    }

    /// Whether a process that waited for `blocker` would wait for itself in the end. Of an open file that is not asked: any process that has it
    /// can release its locks.
    pub(crate) fn is_circle(&self, owner: Owner, blocker: Owner) -> bool {
        if let Owner::OpenFile(_) = owner {
            return false;
        }
        let mut met = BTreeSet::new();
        let mut next = vec![blocker];
        while let Some(blocker) = next.pop() {
            if blocker == owner {
                return true;
            }
            if let Owner::Table(_) = blocker
                && met.insert(blocker)
            {
                let waits = self.waits.values().filter(|it| it.lock.owner == blocker);
                let blockers = waits.filter_map(|it| self.conflict(it.place, &it.lock));
                next.extend(blockers.map(|lock| lock.owner));
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Place = (Space::Ranges, LockedFile::Other(7));

    fn lock(owner: u32, writes: bool, start: u64, end: u64) -> Lock {
        Lock {
            owner: Owner::Table(Id::at(owner)),
            pid: owner,
            file: Id::at(0),
            writes,
            start,
            end,
        }
    }

    fn listed(locks: &Locks) -> Vec<(u32, bool, u64, u64)> {
        let all = locks
            .iter()
            .map(|(_, it)| (it.pid, it.writes, it.start, it.end));
        all.collect()
    }

    #[test]
    fn a_lock_takes_the_place_of_what_its_owner_has_there_and_joins_its_neighbours() {
        let mut locks = Locks::new(&Frames::new(1 << 20));
        let mut set = |lock: Lock, held| (locks.set(PLACE, &lock, held), listed(&locks));
        let (freed, all) = set(lock(1, true, 0, 99), true);
        assert_eq!((freed, all), (Ok(false), vec![(1, true, 0, 99)]));
        // The middle is read only: what was excluded there may come.
        let (freed, all) = set(lock(1, false, 40, 59), true);
        let parts = vec![(1, true, 0, 39), (1, false, 40, 59), (1, true, 60, 99)];
        assert_eq!((freed, all), (Ok(true), parts));
        let (freed, all) = set(lock(1, true, 30, 70), true);
        assert_eq!((freed, all), (Ok(false), vec![(1, true, 0, 99)]));
        let (freed, all) = set(lock(1, true, 100, LAST), true);
        assert_eq!((freed, all), (Ok(false), vec![(1, true, 0, LAST)]));
        let (freed, all) = set(lock(1, true, 10, LAST), false);
        assert_eq!((freed, all), (Ok(true), vec![(1, true, 0, 9)]));
        let (freed, all) = set(lock(1, false, 0, 0), false);
        assert_eq!((freed, all), (Ok(true), vec![(1, true, 1, 9)]));
        let (freed, all) = set(lock(1, false, 0, LAST), false);
        assert_eq!((freed, all), (Ok(true), vec![]));
        assert!(locks.is_empty() && locks.charge.bytes() == 0);
    }

    #[test]
    fn readers_share_a_range_and_a_writer_has_it_alone() {
        let mut locks = Locks::new(&Frames::new(1 << 20));
        locks.set(PLACE, &lock(1, false, 0, 9), true).unwrap();
        locks.set(PLACE, &lock(2, true, 20, 29), true).unwrap();
        let conflict = |lock| locks.conflict(PLACE, &lock).map(|it| it.pid);
        assert_eq!(conflict(lock(3, false, 0, 19)), None);
        assert_eq!(conflict(lock(3, true, 9, 9)), Some(1));
        assert_eq!(conflict(lock(3, false, 0, 20)), Some(2));
        assert_eq!(conflict(lock(2, true, 10, LAST)), None);
        let elsewhere = (Space::Files, PLACE.1);
        assert_eq!(locks.conflict(elsewhere, &lock(3, true, 0, LAST)), None);
        assert!(locks.release(lock(1, true, 0, 0).owner, |_| true));
        assert_eq!(listed(&locks), [(2, true, 20, 29)]);
    }

    #[test]
    fn a_lock_without_memory_for_it_is_refused_and_changes_nothing() {
        let mut locks = Locks::new(&Frames::new(1 << 16));
        let mut set = 0;
        let refused = loop {
            match locks.set(PLACE, &lock(1, true, 2 * set, 2 * set), true) {
                Ok(_) => set += 1,
                Err(errno) => break errno,
            }
        };
        assert_eq!(refused, Errno::ENOLCK);
        assert!(set > 2 && listed(&locks).len() as u64 == set, "{set}");
    }

    #[test]
    fn a_wait_that_closes_a_circle_is_found() {
        let mut locks = Locks::new(&Frames::new(1 << 20));
        for owner in 1..=3 {
            let at = u64::from(owner);
            locks.set(PLACE, &lock(owner, true, at, at), true).unwrap();
        }
        let owner = |number| Owner::Table(Id::at(number));
        let mut wait = |tid: Tid, for_byte: u64| {
            let (place, lock) = (PLACE, lock(tid, true, for_byte, for_byte));
            locks.waits.insert(tid, Wait { place, lock });
        };
        wait(1, 2);
        wait(2, 3);
        assert!(locks.is_circle(owner(3), owner(1)));
        assert!(!locks.is_circle(owner(4), owner(1)));
        // A call for an open file is not part of one, though it waits for what waits for the file's lock.
        let file = Owner::OpenFile(Id::at(9));
        assert!(!locks.is_circle(file, owner(1)));
        assert!(!locks.is_circle(file, file));
    }
}
