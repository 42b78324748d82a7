//! What a monitor can count on each processor.

use crate::family::Facts;
use events::{Cause, Counts, Raw, RawSet, Stall};
use isa::Family;
use std::fmt;

/// The counters (PMC/PMD 4 to 7) that can count an event, as a set of register numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CounterSet(pub u8);

impl CounterSet {
    /// PMD4 to PMD7.
    pub const ALL: CounterSet = CounterSet(0xf0);
    /// PMD4 and PMD5.
    pub const P45: CounterSet = CounterSet(0x30);
    /// PMD4 alone.
    pub const P4: CounterSet = CounterSet(0x10);

    /// Whether register `index` (4 to 7) is in the set.
    #[must_use]
    pub fn contains(self, index: usize) -> bool {
        index < 8 && self.0 >> index & 1 != 0
    }

    /// Register numbers in the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..8).filter(move |&index| self.contains(index))
    }
}

/// The tags that an event honours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Qualifiers {
    /// Instruction address range.
    pub instruction_range: bool,
    /// Opcode match.
    pub opcode: bool,
    /// Data address range.
    pub data_range: bool,
}

impl Qualifiers {
    /// None.
    pub const NONE: Qualifiers = Qualifiers {
        instruction_range: false,
        opcode: false,
        data_range: false,
    };
    /// Instruction range.
    pub const I: Qualifiers = Qualifiers {
        instruction_range: true,
        opcode: false,
        data_range: false,
    };
    /// Instruction range and opcode.
    pub const IO: Qualifiers = Qualifiers {
        instruction_range: true,
        opcode: true,
        data_range: false,
    };
    /// All three.
    pub const IOD: Qualifiers = Qualifiers {
        instruction_range: true,
        opcode: true,
        data_range: true,
    };
}

/// Plain events, and those that need another unit of the monitor to be programmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A counter suffices.
    Plain,
    /// Data event address register in cache mode; the unit mask goes there.
    DataCache,
    /// Data event address register in TLB mode.
    DataTlb,
    /// Data event address register in ALAT mode (Itanium 2).
    DataAlat,
    /// Instruction event address register in cache mode.
    InstructionCache,
    /// Instruction event address register in TLB mode.
    InstructionTlb,
    /// Branch trace buffer.
    BranchTrace,
    /// Captures of the data event address register, whatever it is programmed to capture.
    DataEar,
    /// Captures of the instruction event address register, whatever it is programmed to capture.
    InstructionEar,
}

impl Kind {
    /// Programs the data event address register.
    #[must_use]
    pub fn is_data_ear(self) -> bool {
        matches!(self, Kind::DataCache | Kind::DataTlb | Kind::DataAlat)
    }

    /// Programs the instruction event address register.
    #[must_use]
    pub fn is_instruction_ear(self) -> bool {
        matches!(self, Kind::InstructionCache | Kind::InstructionTlb)
    }

    /// Programs an event address register.
    #[must_use]
    pub fn is_ear(self) -> bool {
        self.is_data_ear() || self.is_instruction_ear()
    }

    /// Counts what an event address register captures, whatever that is.
    #[must_use]
    pub fn is_any_capture(self) -> bool {
        matches!(self, Kind::DataEar | Kind::InstructionEar)
    }

    /// Counts captures of the data event address register.
    #[must_use]
    pub fn uses_data_ear(self) -> bool {
        self.is_data_ear() || self == Kind::DataEar
    }

    /// Counts captures of the instruction event address register.
    #[must_use]
    pub fn uses_instruction_ear(self) -> bool {
        self.is_instruction_ear() || self == Kind::InstructionEar
    }
}

/// Groups of Itanium 2 events that share a selector: events of one group can be counted together only
/// when they are of the same set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetGroup {
    /// First-level data cache.
    L1D,
    /// Second-level cache.
    L2,
}

/// Membership in a [`SetGroup`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventSet {
    /// The group.
    pub group: SetGroup,
    /// The set inside the group.
    pub set: u8,
}

/// What an event counts, in terms of the model's raw quantities. Rows of the tables are written in the
/// notation that `table` explains.
#[derive(Debug, Clone, Copy)]
pub enum Formula {
    /// The sum; empty when it can never happen.
    Sum(&'static [Raw]),
    /// Cycles of causes.
    Causes(&'static [Cause]),
    /// Cycles of finer stalls.
    Stalls(&'static [Stall]),
    /// All cycles.
    Cycles,
    /// The per-cycle value shifted right, added up.
    High {
        /// The quantity.
        of: Raw,
        /// The model's total of the high half.
        high: Raw,
        /// Bits of the low half.
        shift: u8,
    },
    /// The low bits of the per-cycle value, added up.
    Low {
        /// The quantity.
        of: Raw,
        /// The model's total of the high half.
        high: Raw,
        /// Bits of the low half.
        shift: u8,
    },
    /// Loads that missed with at least so many cycles.
    DataLatency(u16),
    /// Fetches that missed with at least so many cycles.
    InstructionLatency(u16),
    /// Branches accepted by the branch trace buffer; all of them when it is programmed to take all.
    BranchTrace,
    /// Not modelled, and why.
    NotModelled(&'static str),
}

/// An event of a processor.
#[derive(Debug, Clone, Copy)]
pub struct Event {
    /// Name in libpfm.
    pub name: &'static str,
    /// Event select.
    pub code: u8,
    /// Unit mask: of the counter, or of the event address register for such events.
    pub umask: u8,
    /// Largest increment in a cycle; thresholds up to one less are useful.
    pub max_increment: u8,
    /// Counters that can count it.
    pub counters: CounterSet,
    /// Tags that it honours.
    pub qualifiers: Qualifiers,
    /// Which unit it needs.
    pub kind: Kind,
    /// Restricted set (Itanium 2).
    pub set: Option<EventSet>,
    /// What it counts.
    pub formula: Formula,
    /// One sentence.
    pub description: &'static str,
}

/// Why an event has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotModelled {
    /// The event has no counterpart in the model.
    Reason(&'static str),
    /// The timing model in use does not count a quantity that the event needs.
    Missing(Raw),
}

impl fmt::Display for NotModelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotModelled::Reason(reason) => f.write_str(reason),
            NotModelled::Missing(raw) => {
                write!(f, "the timing model does not count {}", raw.name())
            }
        }
    }
}

/// The least latency of the buckets of `Raw::data_miss`, in order.
fn buckets(of: fn(u64) -> Raw, least: u16) -> impl Iterator<Item = Raw> {
    let least = u64::from(least);
    [0, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
        .into_iter()
        .filter(move |&low| low >= least)
        .map(of)
}

impl Event {
    /// The code by which libpfm and pfmon know it: code, unit mask and what else the event needs.
    #[must_use]
    pub fn vcode(&self, family: Family) -> u64 {
        let extra = u64::from(Facts::of(family).kind_codes[self.kind as usize]);
        u64::from(self.code) | extra << 8 | u64::from(self.umask) << 16
    }

    /// The unit mask that goes into the counter's control register: that of an event address register
    /// event goes into the register's own control.
    #[must_use]
    pub fn counter_umask(&self) -> u8 {
        if self.kind.is_ear() { 0 } else { self.umask }
    }

    /// The raw quantities whose totals make the value; empty for events not modelled.
    #[must_use]
    pub fn raws(&self) -> Vec<Raw> {
        match self.formula {
            Formula::Sum(raws) => raws.to_vec(),
            Formula::Causes(causes) => Stall::ALL
                .into_iter()
                .filter(|stall| causes.contains(&stall.cause()))
                .map(Stall::raw)
                .collect(),
            Formula::Stalls(stalls) => stalls.iter().map(|stall| stall.raw()).collect(),
            Formula::Cycles => Stall::ALL.into_iter().map(Stall::raw).collect(),
            Formula::High { high, .. } => vec![high],
            Formula::Low { of, high, .. } => vec![of, high],
            Formula::DataLatency(least) => buckets(Raw::data_miss, least).collect(),
            Formula::InstructionLatency(least) => buckets(Raw::instruction_miss, least).collect(),
            Formula::BranchTrace => {
                vec![
                    Raw::BranchTakenSlot0,
                    Raw::BranchTakenSlot1,
                    Raw::BranchTakenSlot2,
                    Raw::BranchNotTaken,
                ]
            }
            Formula::NotModelled(_) => Vec::new(),
        }
    }

    /// Whether a timing model that counts `produced` can give a value.
    ///
    /// # Errors
    ///
    /// The reason when it cannot. Cycles by cause need nothing: each cycle has a cause in every model.
    pub fn modelled(&self, produced: &RawSet) -> Result<(), NotModelled> {
        match self.formula {
            Formula::NotModelled(reason) => Err(NotModelled::Reason(reason)),
            Formula::Causes(_) | Formula::Cycles => Ok(()),
            _ => match self.raws().into_iter().find(|raw| !produced.contains(*raw)) {
                Some(raw) => Err(NotModelled::Missing(raw)),
                None => Ok(()),
            },
        }
    }

    /// The count of the whole run with the tags as after reset: no ranges, no opcode restriction.
    ///
    /// # Errors
    ///
    /// As [`Event::modelled`].
    pub fn value(&self, counts: &Counts, produced: &RawSet) -> Result<u64, NotModelled> {
        self.modelled(produced)?;
        Ok(match self.formula {
            Formula::Low { of, high, shift } => counts[of].saturating_sub(counts[high] << shift),
            _ => self.raws().into_iter().map(|raw| counts[raw]).sum(),
        })
    }
}

/// All events of a processor, in libpfm's order.
#[must_use]
pub fn events(family: Family) -> &'static [Event] {
    Facts::of(family).events
}

/// The event called `name`, whatever the case.
#[must_use]
pub fn find(family: Family, name: &str) -> Option<&'static Event> {
    events(family)
        .iter()
        .find(|event| event.name.eq_ignore_ascii_case(name))
}

/// What a counter programmed with an event select and a unit mask counts: the events whose union it is.
///
/// Besides the combinations that have a name, masks with one bit per cause select the union of the
/// causes (spec of the events 0x0d, 0x33, 0x77 and the like). A code that has no unit masks ignores the
/// field.
#[must_use]
pub(crate) fn selected(events: &'static [Event], code: u8, umask: u8) -> Vec<&'static Event> {
    let same: Vec<_> = events
        .iter()
        .filter(|event| event.code == code)
        .collect();
    if let Some(event) = same.iter().find(|event| event.counter_umask() == umask) {
        return vec![event];
    }
    if same.iter().all(|event| event.counter_umask() == 0) {
        return same.into_iter().take(1).collect();
    }
    let bits: Vec<_> = (0..4)
        .filter(|bit| umask >> bit & 1 != 0)
        .map(|bit| {
            same.iter()
                .find(|event| event.counter_umask() == 1 << bit)
                .copied()
        })
        .collect();
    bits.into_iter()
        .collect::<Option<Vec<_>>>()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_of_libpfm_has_a_row() {
        assert_eq!(events(Family::Itanium).len(), 230);
        assert_eq!(events(Family::Itanium2).len(), 497);
    }

    #[test]
    fn names_are_unique() {
        for family in Family::ALL {
            let mut names: Vec<_> = events(family).iter().map(|event| event.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), events(family).len());
        }
    }

    #[test]
    fn events_with_increments_above_four_of_itanium_count_on_the_first_two_counters_only() {
        for event in events(Family::Itanium) {
            if event.max_increment == 6 {
                assert_eq!(event.counters, CounterSet::P45, "{}", event.name);
            }
        }
    }

    #[test]
    fn vcodes_are_those_that_pfmon_prints() {
        let vcode = |name| find(Family::Itanium, name).map(|event| event.vcode(Family::Itanium));
        assert_eq!(vcode("nops_retired"), Some(0x30));
        assert_eq!(vcode("CPU_CYCLES"), Some(0x12));
        assert_eq!(vcode("DATA_EAR_CACHE_LAT_NONE"), Some(0xf0367));
    }

    #[test]
    fn a_mask_of_several_causes_selects_their_union() {
        let names = |umask| {
            selected(events(Family::Itanium), 0x33, umask)
                .iter()
                .map(|event| event.name)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            names(0x6),
            ["PIPELINE_FLUSH_L1D_WAYMP_FLUSH", "PIPELINE_FLUSH_DTC_FLUSH"]
        );
        assert_eq!(names(0xf), ["PIPELINE_FLUSH_ALL"]);
    }

    #[test]
    fn a_code_without_unit_masks_ignores_the_field() {
        assert_eq!(selected(events(Family::Itanium), 0x12, 5)[0].name, "CPU_CYCLES");
        assert!(
            selected(events(Family::Itanium), 0x7f, 0)[0]
                .name
                .starts_with("L3_LINES")
        );
        assert!(selected(events(Family::Itanium), 0x1f, 0).is_empty());
    }

    /// Distinct powers would overflow; pseudo-random totals make accidental equality improbable.
    fn sample() -> Counts {
        let mut counts = Counts::ZERO;
        let mut state = 12345u64;
        for raw in Raw::ALL {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            counts.add(raw, state >> 40);
        }
        // The high half of a pair cannot exceed a quarter or an eighth of the whole.
        for (of, high, shift) in [
            (Raw::FpOps, Raw::FpOpsHigh, 2),
            (Raw::L1MissesOutstanding, Raw::L1MissesOutstandingHigh, 2),
            (Raw::BusQueueOccupancy, Raw::BusQueueOccupancyHigh, 3),
            (
                Raw::MemoryReadsOutstanding,
                Raw::MemoryReadsOutstandingHigh,
                3,
            ),
        ] {
            counts[high] = counts[of] >> shift;
        }
        counts
    }

    fn value(counts: &Counts, name: &str) -> u64 {
        let everything = RawSet::of(&Raw::ALL);
        find(Family::Itanium, name)
            .and_then(|event| event.value(counts, &everything).ok())
            .expect(name)
    }

    #[test]
    fn the_cycle_events_of_itanium_sum_to_the_cycle_count() {
        let counts = sample();
        let v = |name| value(&counts, name);
        assert_eq!(
            v("CPU_CYCLES"),
            v("UNSTALLED_BACKEND_CYCLE")
                + v("MEMORY_CYCLE")
                + v("DEPENDENCY_ALL_CYCLE")
                + v("INST_ACCESS_CYCLE")
                + v("PIPELINE_ALL_FLUSH_CYCLE")
        );
        assert!(v("DATA_ACCESS_CYCLE") <= v("MEMORY_CYCLE"));
        assert!(v("DEPENDENCY_SCOREBOARD_CYCLE") <= v("DEPENDENCY_ALL_CYCLE"));
    }

    #[test]
    fn branch_events_counted_by_path_and_by_predictor_agree() {
        let mut counts = Counts::ZERO;
        let source = sample();
        for raw in Raw::ALL
            .into_iter()
            .filter(|raw| raw.name().starts_with("branch.stage"))
        {
            counts[raw] = source[raw];
        }
        let v = |name: &str| value(&counts, name);
        for stage in ["ALL", "1ST_STAGE", "2ND_STAGE", "3RD_STAGE"] {
            let path: u64 = ["NT", "TK"]
                .iter()
                .flat_map(|t| {
                    ["CORRECTLY", "INCORRECTLY"]
                        .map(|q| format!("BRANCH_PATH_{stage}_{t}_OUTCOMES_{q}_PREDICTED"))
                })
                .map(|name| v(&name))
                .sum();
            assert_eq!(
                path,
                v(&format!("BRANCH_PREDICTOR_{stage}_ALL_PREDICTIONS"))
            );
            let quality: u64 = ["CORRECT_PREDICTIONS", "WRONG_PATH", "WRONG_TARGET"]
                .map(|q| v(&format!("BRANCH_PREDICTOR_{stage}_{q}")))
                .iter()
                .sum();
            assert_eq!(
                quality,
                v(&format!("BRANCH_PREDICTOR_{stage}_ALL_PREDICTIONS"))
            );
        }
    }

    #[test]
    fn multiway_events_obey_their_unit_mask_algebra() {
        let counts = sample();
        for quality in [
            "ALL_PREDICTIONS",
            "CORRECT_PREDICTIONS",
            "WRONG_PATH",
            "WRONG_TARGET",
        ] {
            let v = |path: &str| value(&counts, &format!("BRANCH_MULTIWAY_{path}_{quality}"));
            assert_eq!(v("ALL_PATHS"), v("TAKEN") + v("NOT_TAKEN"), "{quality}");
        }
        assert_eq!(value(&counts, "BRANCH_MULTIWAY_NOT_TAKEN_WRONG_TARGET"), 0);
    }

    #[test]
    fn high_and_low_halves_make_the_whole() {
        let counts = sample();
        let v = |name| value(&counts, name);
        assert_eq!(
            4 * v("FP_OPS_RETIRED_HI") + v("FP_OPS_RETIRED_LO"),
            counts[Raw::FpOps]
        );
        assert_eq!(
            4 * v("L1_OUTSTANDING_REQ_HI") + v("L1_OUTSTANDING_REQ_LO"),
            counts[Raw::L1MissesOutstanding]
        );
    }

    #[test]
    fn a_longer_latency_threshold_never_counts_more() {
        let counts = sample();
        let mut last = u64::MAX;
        for least in [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096] {
            let now = value(&counts, &format!("INSTRUCTION_EAR_CACHE_LAT{least}"));
            assert!(now <= last);
            last = now;
        }
    }

    #[test]
    fn l3_events_are_the_sum_of_their_parts() {
        let counts = sample();
        let v = |name: String| value(&counts, &name);
        for (prefix, all, parts) in [
            ("L3_READS", "ALL_READS", ["INST_READS", "DATA_READS"]),
            ("L3_WRITES", "ALL_WRITES", ["DATA_WRITES", "L2_WRITEBACK"]),
        ] {
            for outcome in ["ALL", "HIT", "MISS"] {
                let sum: u64 = parts
                    .iter()
                    .map(|part| v(format!("{prefix}_{part}_{outcome}")))
                    .sum();
                assert_eq!(v(format!("{prefix}_{all}_{outcome}")), sum);
            }
        }
    }

    #[test]
    fn an_event_whose_quantity_the_model_does_not_count_has_no_value() {
        let event = find(Family::Itanium, "L1D_READS_RETIRED").expect("known");
        let but = RawSet::all_but(&[Raw::L1dReads]);
        assert_eq!(
            event.value(&Counts::ZERO, &but),
            Err(NotModelled::Missing(Raw::L1dReads))
        );
        assert_eq!(
            NotModelled::Missing(Raw::L1dReads).to_string(),
            "the timing model does not count l1d.reads"
        );
    }
}
