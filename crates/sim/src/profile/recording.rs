//! What a run recorded: cycles and events by instruction, by bundle and by call path.

use std::collections::BTreeMap;

use events::{CallPath, MemoryLevel, Reason};

/// How many culprits an instruction keeps by address for one reason: those with the lowest addresses, so that the result does not depend on
/// the order in which cycles are delivered. Cycles of the others count without a culprit. An address that was displaced by a lower one never
/// comes back, so the cycles of each address that is kept are complete.
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
    /// Cycles from the issue of the group before its issue group (not included) to that of its group (included). The first instruction of
    /// a group has the cycles of the whole group.
    pub spent: Vec<Spent>,
    /// Loads that found their data in each of [`MemoryLevel::BEHIND_L1`].
    pub misses: [u64; MemoryLevel::BEHIND_L1.len()],
    /// References that missed the first level of the data TLB that they ask (of itanium2, floating-point references ask the second).
    pub tlb_misses: u64,
    /// Times that it was the taken branch of its bundle.
    pub taken: u64,
    /// Branch bundles whose prediction was wrong in direction or target.
    pub mispredicted: u64,
    /// Times that it was a check, of the ALAT or of a NaT, that failed.
    pub failed_checks: u64,
}

impl Line {
    /// The sum of all cycles of `spent`.
    #[must_use]
    pub fn all_cycles(&self) -> u64 {
        self.spent.iter().map(|spent| spent.cycles).sum()
    }

    pub(super) fn spend(&mut self, reason: Reason, culprit: Option<u64>, cycles: u64) {
        spend(&mut self.spent, reason, culprit, cycles);
    }

    /// Adds the counts of another line, of the same instruction in another block or another recording.
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

/// Adds cycles with a reason and a culprit that the list does not have yet.
#[cold]
fn spend_first(list: &mut Vec<Spent>, reason: Reason, culprit: Option<u64>, cycles: u64) {
    let new = Spent {
        reason,
        culprit,
        cycles,
    };
    let is_named = |spent: &&mut Spent| spent.reason == reason && spent.culprit.is_some();
    let is_full = list.iter_mut().filter(is_named).count() >= MOST_CULPRITS;
    let highest = (list.iter_mut().filter(is_named)).max_by_key(|spent| spent.culprit);
    match highest {
        Some(highest) if is_full && culprit.is_some() => {
            let unnamed = if culprit < highest.culprit {
                std::mem::replace(highest, new).cycles
            } else {
                cycles
            };
            spend(list, reason, None, unnamed);
        }
        _ => list.push(new),
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
    /// Piece of code, reason and cycles, in the order of pieces and reasons. Piece 0 lies before the first address that the profile was
    /// given, piece n begins at the n-th.
    pub spent: Vec<(u32, Reason, u64)>,
}

/// What a run recorded.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    /// What was executed, by address and contents of the bundle.
    pub bundles: BTreeMap<(u64, u128), Bundle>,
    /// Call paths by their numbers.
    pub paths: Vec<PathLine>,
    /// Calls without a path of their own: their cycles count on another path.
    pub folded_calls: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits for more culprits than have a name: the n-th address costs n cycles, each in two parts.
    fn waits() -> Vec<(Reason, Option<u64>, u64)> {
        let ways = [Reason::Split, Reason::Taken]
            .into_iter()
            .flat_map(|reason| {
                let named = (1..=9).map(move |n| (reason, Some(0x1000 + 16 * n), n));
                named.chain([(reason, None, 100)])
            });
        let halves = ways.flat_map(|(reason, culprit, cycles)| {
            [1, cycles - 1].map(|cycles| (reason, culprit, cycles))
        });
        halves.filter(|(.., cycles)| *cycles > 0).collect()
    }

    /// The same cycles, whatever the places in the list are.
    fn sorted(mut line: Line) -> Line {
        line.spent
            .sort_by_key(|spent| (spent.reason as usize, spent.culprit));
        line
    }

    fn told(waits: &[(Reason, Option<u64>, u64)]) -> Line {
        let mut line = Line::default();
        for (reason, culprit, cycles) in waits {
            line.spend(*reason, *culprit, *cycles);
        }
        line
    }

    #[test]
    fn which_culprits_have_a_name_does_not_depend_on_the_order_in_which_cycles_are_told() {
        let waits = waits();
        let expected = sorted(told(&waits));
        let unnamed = [(None, 100 + 7 + 8 + 9)].into_iter();
        let by_hand = unnamed.chain((1..=6).map(|n| (Some(0x1000 + 16 * n), n)));
        let of_one_reason = expected.spent.iter().take(7);
        let found: Vec<_> = of_one_reason
            .map(|spent| (spent.culprit, spent.cycles))
            .collect();
        assert_eq!(found, by_hand.collect::<Vec<_>>());
        let count = waits.len();
        // Each wait is met once with a stride that has no divisor with their number in common.
        for stride in [1, 3, 5, 7, 11, 13, 17, 37] {
            assert!(!count.is_multiple_of(stride) || stride == 1, "{count}");
            for start in 0..count {
                let order: Vec<_> = (0..count)
                    .map(|at| waits[(start + at * stride) % count])
                    .collect();
                assert_eq!(sorted(told(&order)), expected, "{order:x?}");
                // The lines of two blocks with the same instruction.
                let (one, other) = order.split_at(start);
                let (mut one, other) = (told(one), told(other));
                one.add(&other);
                assert_eq!(sorted(one), expected, "{order:x?}");
            }
        }
    }
}
