//! Locks of files, and the calls that wait for them. A file is saved as an open file of it, because its identity on the host is not that of
//! another day.

use checkpoint::{Damage, Grows as _, Source};

use crate::kernel::Kernel;
use crate::locks::{LAST, Lock, Owner, Place, Space, Wait};
use crate::pool::Id;
use crate::process::Tid;

/// A lock as it is saved.
#[derive(Default)]
struct Saved {
    whole: bool,
    of_open_file: bool,
    owner: u32,
    pid: u32,
    file: u32,
    writes: bool,
    start: u64,
    end: u64,
}

checkpoint::state!(Saved {
    whole,
    of_open_file,
    owner,
    pid,
    file,
    writes,
    start,
    end
});

/// A call that waits as it is saved.
#[derive(Default)]
struct SavedWait {
    tid: u32,
    lock: Saved,
}

checkpoint::state!(SavedWait { tid, lock });

impl Saved {
    fn of((space, _): Place, lock: &Lock) -> Self {
        let (of_open_file, owner) = match lock.owner {
            Owner::Table(table) => (false, table),
            Owner::OpenFile(file) => (true, file),
        };
        Self {
            whole: space == Space::Files,
            of_open_file,
            owner: owner.place(),
            pid: lock.pid,
            file: lock.file.place(),
            writes: lock.writes,
            start: lock.start,
            end: lock.end,
        }
    }
}

impl Kernel {
    pub(super) fn save_locks(&self, out: &mut Vec<u8>) {
        let locks = self
            .locks
            .iter()
            .map(|(place, lock)| Saved::of(place, lock));
        locks.collect::<Vec<_>>().save_all(out);
        // A call whose descriptor has been closed fails when it tries again, whatever it waited for.
        let waits = self.locks.waits.iter();
        let waits = waits.filter(|(_, wait)| self.open_files.get(wait.lock.file).is_some());
        let waits = waits.map(|(&tid, wait)| SavedWait {
            tid,
            lock: Saved::of(wait.place, &wait.lock),
        });
        waits.collect::<Vec<_>>().save_all(out);
    }

    pub(super) fn load_locks(&mut self, tid: Tid, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut locks = Vec::<Saved>::new();
        locks.load_all(from)?;
        for saved in &locks {
            let (place, lock) = self.lock_again(tid, saved)?;
            let added = self.locks.add(place, lock);
            added.map_err(|_| Damage::new("no memory is left for the locks of files"))?;
        }
        let mut waits = Vec::<SavedWait>::new();
        waits.load_all(from)?;
        for saved in &waits {
            if !self.threads.contains_key(&saved.tid) {
                return Err(Damage::new(
                    "a thread that waits for a lock and is not there",
                ));
            }
            let (place, lock) = self.lock_again(tid, &saved.lock)?;
            self.locks.waits.insert(saved.tid, Wait { place, lock });
        }
        Ok(())
    }

    fn lock_again(&mut self, tid: Tid, saved: &Saved) -> Result<(Place, Lock), Damage> {
        let wrong = || Damage::new("a lock of what is not open");
        let (owner, file) = (Id::at(saved.owner), Id::at(saved.file));
        let is_there = match saved.of_open_file {
            true => self.open_files.get(owner).is_some(),
            false => self.tables.get(owner).is_some(),
        };
        if !is_there || saved.start > saved.end || saved.end > LAST {
            return Err(wrong());
        }
        let space = match saved.whole {
            true => Space::Files,
            false => Space::Ranges,
        };
        let lock = Lock {
            owner: match saved.of_open_file {
                true => Owner::OpenFile(owner),
                false => Owner::Table(owner),
            },
            pid: saved.pid,
            file,
            writes: saved.writes,
            start: saved.start,
            end: saved.end,
        };
        let place = self.locked_file(tid, file).map_err(|_| wrong())?;
        Ok(((space, place), lock))
    }
}
