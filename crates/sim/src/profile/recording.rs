//! What a run recorded: cycles and events by instruction, by bundle and by call path.

use std::collections::BTreeMap;

use events::{CallPath, MemoryLevel, Reason};

/// Instructions that an instruction is said to wait for in one way; those found later count without a name.
const MOST_CULPRITS: usize = 6;

/// Cycles spent in one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent {
    /// Why.
    pub reason: Reason,
    /// The instruction that was waited for: address of its bundle, with its slot in the low bits.
    pub culprit: Option<u64>,
    /// How many.
    pub cycles: u64,
}

/// Cycles and events of one instruction.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// Times that it retired.
    pub retired: u64,
    /// Times that it retired with its qualifying predicate true.
    pub executed: u64,
    /// Cycles from the issue before its issue group to that of its group, the latter included. The first instruction of a
    /// group holds those of the whole group.
    pub spent: Vec<Spent>,
    /// Loads that found their data in each of [`MemoryLevel::BEHIND_L1`].
    pub misses: [u64; MemoryLevel::BEHIND_L1.len()],
    /// References that missed the first-level data TLB.
    pub tlb_misses: u64,
    /// Branch bundles that left here and were taken.
    pub taken: u64,
    /// Branch bundles whose prediction was wrong in direction or target.
    pub mispredicted: u64,
    /// Checks of the ALAT or of a NaT that failed.
    pub failed_checks: u64,
}

impl Line {
    /// Cycles of all kinds.
    #[must_use]
    pub fn all_cycles(&self) -> u64 {
        self.spent.iter().map(|spent| spent.cycles).sum()
    }

    pub(super) fn spend(&mut self, reason: Reason, culprit: Option<u64>, cycles: u64) {
        spend(&mut self.spent, reason, culprit, cycles);
    }

    /// Adds what another place, or another time, counted.
    pub fn add(&mut self, other: &Line) {
        self.retired += other.retired;
        self.executed += other.executed;
        for spent in &other.spent {
            self.spend(spent.reason, spent.culprit, spent.cycles);
        }
        for (sum, misses) in self.misses.iter_mut().zip(other.misses) {
            *sum += misses;
        }
        self.tlb_misses += other.tlb_misses;
        self.taken += other.taken;
        self.mispredicted += other.mispredicted;
        self.failed_checks += other.failed_checks;
    }
}

#[inline]
fn spend(list: &mut Vec<Spent>, reason: Reason, culprit: Option<u64>, cycles: u64) {
    let mut known = list.iter_mut();
    match known.find(|spent| spent.reason == reason && spent.culprit == culprit) {
        Some(spent) => spent.cycles += cycles,
        None => spend_first(list, reason, culprit, cycles),
    }
}

/// Spends cycles in a way that the list does not have.
#[cold]
fn spend_first(list: &mut Vec<Spent>, reason: Reason, culprit: Option<u64>, cycles: u64) {
    let alike = list.iter().filter(|spent| spent.reason == reason).count();
    match culprit {
        Some(_) if alike >= MOST_CULPRITS => spend(list, reason, None, cycles),
        _ => list.push(Spent {
            reason,
            culprit,
            cycles,
        }),
    }
}

/// One executed bundle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bundle {
    /// Its instructions; that of an MLX bundle stands in the last slot.
    pub slots: [Line; 3],
    /// Demand fetches of its line, or from inside it, that missed L1I.
    pub fetch_misses: u64,
    /// Demand fetches that missed the first-level instruction TLB.
    pub fetch_tlb_misses: u64,
}

/// Cycles on one call path.
#[derive(Debug, Clone, Default)]
pub struct PathLine {
    /// How execution came there; `None`: call paths were not followed.
    pub path: Option<CallPath>,
    /// By piece of code, the place among those that the profile was given, and reason, in their order.
    pub spent: Vec<(u32, Reason, u64)>,
}

/// What a run recorded.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    /// What was executed, by address and contents of the bundle.
    pub bundles: BTreeMap<(u64, u128), Bundle>,
    /// Call paths by their numbers.
    pub paths: Vec<PathLine>,
    /// Calls without a path of their own: they count on that of a caller.
    pub folded_calls: u64,
}
