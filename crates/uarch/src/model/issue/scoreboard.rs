//! The scoreboard: when the newest value of every register is ready, and what produces it.

use crate::model::issue::latency::{Bypass, Consumer, Producer};
use crate::model::register_stack::rename::{ENTRIES, File, file};
use events::Stall;

/// Bits below the cycle in an entry: the kind of the producer.
const KIND: u32 = 8;

/// Ready cycles by scoreboard entry.
#[derive(Clone, Debug)]
pub(crate) struct Scoreboard {
    entries: Box<[u64; ENTRIES]>,
    bypass: Bypass,
    /// Entries written since [`pending`](Self::pending) was asked last, and those that it named then.
    written: [u16; WRITTEN],
    count: usize,
}

/// Most entries that are remembered one by one; a power of two.
const WRITTEN: usize = 128;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// When it is ready.
    pub ready: u64,
    /// Kind of its producer.
    pub producer: u8,
}

/// A value that a later instruction may still wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    /// Its scoreboard entry.
    pub entry: u16,
    /// Kind of its producer.
    pub producer: u8,
    /// When it is ready.
    pub ready: u64,
}

impl Scoreboard {
    /// Every register is ready.
    pub(crate) fn new(bypass: Bypass) -> Self {
        Self {
            entries: Box::new([0; ENTRIES]),
            bypass,
            written: [0; WRITTEN],
            count: 0,
        }
    }

    /// A value becomes ready in a cycle (for multimedia results: is issued).
    #[inline(always)]
    pub(crate) fn produce(&mut self, entry: u16, ready: u64, producer: u8) {
        // Latencies 7: a later write replaces the earlier one.
        self.entries[usize::from(entry) % ENTRIES] = ready << KIND | u64::from(producer);
        self.written[self.count % WRITTEN] = entry;
        self.count += 1;
    }

    /// The values that an instruction may wait for that issues in cycle `from` or later.
    pub(crate) fn pending(&mut self, from: u64, list: &mut Vec<Pending>) {
        list.clear();
        if self.count > WRITTEN {
            // Too many to remember: all are looked at.
            for entry in 0..ENTRIES as u16 {
                list.extend(self.pending_at(entry, from));
            }
        } else {
            for &entry in &self.written[..self.count] {
                list.extend(self.pending_at(entry, from));
            }
        }
        self.count = 0;
        list.sort_unstable_by_key(|pending| pending.entry);
        list.dedup_by_key(|pending| pending.entry);
        for pending in list.iter().take(WRITTEN) {
            self.written[self.count] = pending.entry;
            self.count += 1;
        }
        if list.len() > WRITTEN {
            self.count = WRITTEN + 1;
        }
    }

    /// The value of an entry, under way or not.
    pub(crate) fn value(&self, entry: u16) -> Value {
        let value = self.entries[usize::from(entry) % ENTRIES];
        Value {
            ready: value >> KIND,
            producer: value as u8,
        }
    }

    /// When a consumer may use a value.
    pub(crate) fn ready_for(&self, value: Value, consumer: u8) -> u64 {
        value.ready + self.bypass.extra(value.producer, consumer)
    }

    /// The cycle from which nothing waits for a value any more.
    pub(crate) fn settled(&self, value: Value) -> u64 {
        value.ready + self.bypass.settled(value.producer)
    }

    fn pending_at(&self, entry: u16, from: u64) -> Option<Pending> {
        let value = self.value(entry);
        (self.settled(value) > from).then_some(Pending {
            entry,
            producer: value.producer,
            ready: value.ready,
        })
    }

    /// Makes every value ready that [`pending`](Self::pending) named or that was written since.
    pub(crate) fn settle(&mut self) {
        if self.count > WRITTEN {
            self.entries.fill(0);
        } else {
            for &entry in &self.written[..self.count] {
                self.entries[usize::from(entry) % ENTRIES] = 0;
            }
        }
        self.count = 0;
    }

    /// The first cycle in which a consumer may issue.
    #[inline(always)]
    pub(crate) fn ready(&self, entry: u16, consumer: u8) -> u64 {
        // Latencies 1
        let value = self.entries[usize::from(entry) % ENTRIES];
        (value >> KIND) + self.bypass.extra(value as u8, consumer)
    }

    /// The latest cycle before which a multimedia result must not be used by a consumer; 0 when there
    /// is no such hazard.
    pub(crate) fn hazard(&self, entry: u16, consumer: u8) -> u64 {
        // Latencies 9
        let value = self.entries[usize::from(entry) % ENTRIES];
        if value as u8 == Producer::Multimedia as u8 && consumer != Consumer::Multimedia as u8 {
            (value >> KIND) + self.bypass.hazard
        } else {
            0
        }
    }

    /// How long after issue early use of a multimedia result flushes; 0: never.
    pub(crate) fn hazard_window(&self) -> u64 {
        self.bypass.hazard
    }

    /// What a wait for an entry is charged to.
    pub(crate) fn stall(&self, entry: u16) -> Stall {
        // Accounting 3: a source that a load produces is a wait for data.
        let kind = self.entries[usize::from(entry) % ENTRIES] as u8;
        if kind == Producer::Load as u8 || kind == Producer::Semaphore as u8 {
            return Stall::DataInteger;
        }
        if kind == Producer::FpLoad as u8 {
            return Stall::DataFloat;
        }
        match file(entry) {
            File::General => Stall::ScoreInteger,
            File::Float => Stall::ScoreFloat,
            File::Predicate => Stall::ScorePredicate,
            File::Branch => Stall::ScoreBranch,
            File::Application => Stall::ScoreApplication,
        }
    }
}
