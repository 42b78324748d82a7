//! The scoreboard: when the newest value of every register is ready, and what produces it.

use crate::model::accounting::origin::Origin;
use crate::model::latency::{Bypass, Consumer, Producer};
use crate::model::register_stack::rename::{ENTRIES, File, file};
use events::Stall;

/// Number of bits below the cycle in an entry, which hold the kind of the producer.
const KIND: u32 = 8;

/// The newest value of every entry.
#[derive(Clone, Debug)]
pub(crate) struct Scoreboard {
    /// By entry: the cycle in which the value is ready, above the kind of its producer.
    pub entries: Box<[u64; ENTRIES]>,
    pub bypass: Bypass,
    /// By entry: the instruction that wrote it, kept for a listener that adds up.
    pub origins: Box<[Origin; ENTRIES]>,
    /// Which entries were written, for replay. The model never reads it.
    pub written: Written,
}

checkpoint::state!(Scoreboard { entries, written } skips { bypass, origins });

/// The numbers of the entries written last.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// A ring of the newest.
    pub entries: [u16; WRITTEN],
    /// Number of writes so far.
    pub count: usize,
}

checkpoint::state!(Written { entries, count });

/// Number of writes that [`Written`] keeps; a power of two.
pub(crate) const WRITTEN: usize = 128;

/// A value in the scoreboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The cycle in which its base result is ready; of a multimedia result that of its issue.
    pub ready: u64,
    /// Kind of its producer: a row of the bypass table.
    pub producer: u8,
}

impl Scoreboard {
    /// Every register is ready.
    pub(crate) fn new(bypass: Bypass) -> Self {
        Self {
            entries: Box::new([0; ENTRIES]),
            origins: Box::new([Origin::UNKNOWN; ENTRIES]),
            bypass,
            written: Written {
                entries: [0; WRITTEN],
                count: 0,
            },
        }
    }

    /// Writes a value whose base result is ready in a cycle (of a multimedia result: that issues in it).
    #[inline(always)]
    pub(crate) fn produce(&mut self, entry: u16, ready: u64, producer: u8) {
        // Latencies 7: a later write replaces the earlier one.
        self.entries[usize::from(entry) % ENTRIES] = ready << KIND | u64::from(producer);
        self.written.entries[self.written.count % WRITTEN] = entry;
        self.written.count += 1;
    }

    /// Writes a part of an entry, ready in a cycle: the entry is ready when all of its parts are.
    pub(crate) fn produce_part(&mut self, entry: u16, ready: u64) {
        // Latencies 7: a write of a part replaces nothing.
        let ready = ready.max(self.value(entry).ready);
        self.produce(entry, ready, Producer::Plain as u8);
    }

    /// Notes which instruction wrote an entry.
    #[inline(always)]
    pub(crate) fn credit(&mut self, entry: u16, origin: Origin) {
        self.origins[usize::from(entry) % ENTRIES] = origin;
    }

    /// The instruction that wrote an entry.
    pub(crate) fn origin(&self, entry: u16) -> Origin {
        self.origins[usize::from(entry) % ENTRIES]
    }

    /// The newest value of an entry, ready or not.
    #[inline(always)]
    pub(crate) fn value(&self, entry: u16) -> Value {
        let value = self.entries[usize::from(entry) % ENTRIES];
        Value {
            ready: value >> KIND,
            producer: value as u8,
        }
    }

    /// The first cycle in which a consumer of a value may issue.
    #[inline(always)]
    pub(crate) fn ready_for(&self, value: Value, consumer: u8) -> u64 {
        // Latencies 1
        value.ready + self.bypass.extra(value.producer, consumer)
    }

    /// The cycle from which on no consumer waits for a value.
    #[inline(always)]
    pub(crate) fn settled(&self, value: Value) -> u64 {
        value.ready + self.bypass.settled(value.producer)
    }

    /// The first cycle in which a consumer may use a multimedia result without a flush; 0 if there is no such hazard.
    pub(crate) fn hazard(&self, entry: u16, consumer: u8) -> u64 {
        // Latencies 9
        let value = self.value(entry);
        let hazard = self.bypass.hazard(value.producer);
        if hazard > 0 && consumer != Consumer::Multimedia as u8 {
            value.ready + hazard
        } else {
            0
        }
    }

    /// What a wait for an entry is charged to.
    pub(crate) fn stall(&self, entry: u16) -> Stall {
        // Accounting 3: a source that a load produces is a wait for data.
        let kind = self.value(entry).producer;
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
