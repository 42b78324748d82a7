//! The scoreboard: when the newest value of every register is ready, and what produces it.

use crate::latency::{Bypass, Consumer, Producer};
use crate::rename::{ENTRIES, File, file};
use events::Stall;

/// Bits below the cycle in an entry: the kind of the producer.
const KIND: u32 = 8;

/// Ready cycles by scoreboard entry.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    entries: Box<[u64; ENTRIES]>,
    bypass: Bypass,
}

impl Scoreboard {
    /// Every register is ready.
    pub fn new(bypass: Bypass) -> Self {
        Self {
            entries: Box::new([0; ENTRIES]),
            bypass,
        }
    }

    /// A value becomes ready in a cycle (for multimedia results: is issued).
    #[inline(always)]
    pub fn produce(&mut self, entry: u16, ready: u64, producer: u8) {
        self.entries[usize::from(entry) % ENTRIES] = ready << KIND | u64::from(producer);
    }

    /// The first cycle in which a consumer may issue.
    #[inline(always)]
    pub fn ready(&self, entry: u16, consumer: u8) -> u64 {
        let value = self.entries[usize::from(entry) % ENTRIES];
        (value >> KIND) + self.bypass.extra(value as u8, consumer)
    }

    /// The latest cycle before which a multimedia result must not be used by a consumer; 0 when there
    /// is no such hazard.
    pub fn hazard(&self, entry: u16, consumer: u8) -> u64 {
        let value = self.entries[usize::from(entry) % ENTRIES];
        if value as u8 == Producer::Multimedia as u8 && consumer != Consumer::Multimedia as u8 {
            (value >> KIND) + self.bypass.hazard
        } else {
            0
        }
    }

    /// How long after issue early use of a multimedia result flushes; 0: never.
    pub fn hazard_window(&self) -> u64 {
        self.bypass.hazard
    }

    /// What a wait for an entry is charged to.
    pub fn stall(&self, entry: u16) -> Stall {
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
