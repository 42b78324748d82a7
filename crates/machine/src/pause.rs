//! Where a debugger holds a run up. Nothing that the run counts changes by it.
//!
//! A run is held up between two instructions. The block around them is not divided: what has executed of it stays with
//! the machine ([`HeldBlock`]), and is handed over with the rest of the block when the run goes on.

use std::collections::BTreeSet;

use isa::Instruction;

use crate::block::BlockId;
use crate::memory::SpaceId;

/// Bytes of memory whose references hold a run up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The first byte.
    pub start: u64,
    /// Their number.
    pub bytes: u64,
    /// Loads hold the run up.
    pub read: bool,
    /// Stores hold the run up.
    pub write: bool,
}

impl Watch {
    fn meets(&self, address: u64, bytes: u64) -> bool {
        let last = |start: u64, bytes: u64| start.saturating_add(bytes.saturating_sub(1));
        address <= last(self.start, self.bytes) && self.start <= last(address, bytes)
    }
}

/// Why a run was held up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PauseCause {
    /// The instruction that is next is at one of the places.
    Place,
    /// The number of retired instructions was reached.
    Count,
    /// The last instruction referred to watched memory.
    Watch(Watch),
}

/// Where runs are held up. The places and the watched memory belong to one address space.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pauses {
    space: Option<SpaceId>,
    /// Bundle addresses with the slot in their low bits.
    places: BTreeSet<u64>,
    watches: Vec<Watch>,
    /// The run is held up before an instruction once the instructions retired by all contexts have reached this number;
    /// `None`: never.
    at: Option<u64>,
    /// Set when the last instruction referred to watched memory: the run is held up before the next one.
    met: Option<PauseCause>,
    /// Where a run was held up last, as retired instructions and place: the same place does not hold it up again before
    /// it has made progress.
    left: Option<(u64, u64)>,
}

impl Pauses {
    /// Whether memory is watched: then each block executes the general way, which reports every reference.
    pub(crate) fn is_watching(&self) -> bool {
        !self.watches.is_empty()
    }

    /// Number of retired instructions of all contexts that a block must not pass if it is executed as a whole.
    pub(crate) fn limit(&self) -> u64 {
        self.at.unwrap_or(u64::MAX)
    }

    /// Whether a block at `ip` of so many bundles holds one of the places.
    pub(crate) fn touches(&self, ip: u64, bundles: usize) -> bool {
        let end = ip.saturating_add(16 * bundles as u64);
        self.places.range(ip..end).next().is_some()
    }

    /// Why the run is held up before an instruction, if it is. `slots`: the slot of the instruction; of a long
    /// instruction both.
    pub(crate) fn is_due(
        &mut self,
        space: SpaceId,
        retired: u64,
        (ip, slots): (u64, [u8; 2]),
    ) -> Option<PauseCause> {
        if let Some(met) = self.met.take() {
            self.left = Some((retired, ip | u64::from(slots[0])));
            return Some(met);
        }
        let here = (retired, ip | u64::from(slots[0]));
        let cause = if self.at.is_some_and(|at| retired >= at) {
            PauseCause::Count
        } else if self.left != Some(here)
            && self.space == Some(space)
            && slots
                .iter()
                .any(|&slot| self.places.contains(&(ip | u64::from(slot))))
        {
            PauseCause::Place
        } else {
            return None;
        };
        self.left = Some(here);
        Some(cause)
    }

    /// Reports a reference of an instruction to memory: notes it if it meets a watch.
    pub(crate) fn referred(&mut self, space: SpaceId, instruction: &Instruction, address: u64) {
        let Some(access) = instruction.memory_access() else {
            return;
        };
        if self.space != Some(space) {
            return;
        }
        let (reads, writes) = (access.kind.reads(), access.kind.writes());
        let bytes = u64::from(access.bytes);
        let met = |watch: &&Watch| {
            (watch.read && reads || watch.write && writes) && watch.meets(address, bytes)
        };
        if let Some(watch) = self.watches.iter().find(met) {
            self.met = Some(PauseCause::Watch(*watch));
        }
    }
}

/// A block of which a part had executed when the run was held up.
#[derive(Copy, Clone, Debug)]
pub(crate) struct HeldBlock {
    pub id: BlockId,
    /// The first slot that has not executed, counted from the first bundle of the block.
    pub slot: u8,
}

impl Pauses {
    /// Sets the space that the places and the memory are of.
    pub(crate) fn set_space(&mut self, space: SpaceId) {
        self.space = Some(space);
    }

    /// Sets the number of retired instructions at which the run is held up; `None`: never.
    pub(crate) fn set_at(&mut self, at: Option<u64>) {
        self.at = at;
    }

    /// Sets the places and the watched memory. Returns whether the places have changed.
    pub(crate) fn set(&mut self, places: &BTreeSet<u64>, watches: &[Watch]) -> bool {
        self.watches = watches.to_vec();
        self.met = None;
        let changed = self.places != *places;
        if changed {
            self.places.clone_from(places);
        }
        changed
    }
}
