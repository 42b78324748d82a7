//! How far the counts of a run that is timed in stretches may be from those of a full run, because a stretch begins with empty caches and TLBs.
//!
//! A line that fills an empty place of the last cache level after the warming is one that the warming did not touch. A full run may have had it in
//! any level, and the translation of its page in any TLB. What the warming has touched is taken to be in the same places in both. So the two runs
//! execute the same instructions, and their time differs while such a line is on its way, for the latency of memory. What follows from the
//! instructions is the same, a line is one request to each level, and anything else happens at most as often in a cycle of this time as the event
//! can count. A count that this may change by more than the estimate itself is left out. Cycles by their cause stay, as parts of all cycles.
//!
//! Two things are not bounded by that: a line that a store, a floating-point load or a prefetch touched first may be in L2 alone where a full run
//! has it in L1D, so that a later load misses it again; and policies other than LRU may choose other victims. `tests/sampling/cold.rs` holds the
//! intervals against full runs.

use events::{Cause, Raw};
use isa::Family;
use pmu::{Event, Formula};
use report::{CycleAccounting, Estimate, Sample};

/// By which part the number of lines may differ from that of a full run, in which references overlap, as that of lines that come in
/// ([`auxiliary`](super::auxiliary)): one in so many.
const EXACT_TO: u64 = 100;

/// The lines that were missed and found empty places in the last cache level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cold {
    pub lines: u64,
    /// Latency of memory in cycles.
    pub latency: u64,
    /// Lines of L2 in one of the last level.
    pub l2_lines: u64,
    /// Predictions of indirect branches depend on when registers are written.
    pub reads_registers: bool,
}

/// What the count of a quantity depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Dependence {
    /// The instructions that execute, and no cache.
    Program,
    /// Whether a line is in the last level, or the translation of its page in a TLB: once for each line.
    LastLevel,
    /// Whether a line is in L2: once for each line of L2.
    Level2,
    /// The time that the line takes.
    Time,
    /// How often each of many accesses tries again in that time, which has no known bound.
    Attempts,
}

fn is_of_branches(raw: Raw) -> bool {
    raw == Raw::FlushesMispredict || raw.name().starts_with("branch.")
}

/// A quantity that is not named here depends on time, which has the widest bound. `reads_registers`: so do predictions of branches.
fn dependence(raw: Raw, reads_registers: bool) -> Dependence {
    use Raw as R;
    match raw {
        R::CyclesUnstalled
        | R::InstructionsRetired
        | R::NopsRetired
        | R::SquashedRetired
        | R::FpOps
        | R::FpCheckFlagsFailed
        | R::FlushedToZero
        | R::FloatFaults
        | R::SerializeInstruction
        | R::LoadsInteger
        | R::LoadsFloat
        | R::StoresInteger
        | R::StoresFloat
        | R::Semaphores
        | R::Prefetches
        | R::RseLoads
        | R::RseStores
        | R::RseOperations
        | R::MisalignedLoads
        | R::MisalignedStores
        | R::UnalignedFaults
        | R::AlatChecksInteger
        | R::AlatChecksFloat
        | R::AlatFailuresInteger
        | R::AlatFailuresFloat
        | R::AlatReplacementsInteger
        | R::AlatReplacementsFloat
        | R::SpeculationFailuresInteger
        | R::SpeculationFailuresFloat
        | R::L1dReads
        | R::L2DataWrites
        | R::L2Semaphores
        | R::L2FloatLoads
        | R::FlushesException => Dependence::Program,
        raw if is_of_branches(raw) && !reads_registers => Dependence::Program,
        R::L3DataReadMisses
        | R::L3StoreMisses
        | R::L3InstructionReadMisses
        | R::L3DemandFetchMisses
        | R::L3LinesReplaced
        | R::BusDataReads
        | R::BusCodeReads
        | R::BusReadInvalidates
        | R::WalkerReads
        | R::WalkerReadsInstruction
        | R::DtlbWalkerInserts
        | R::DtlbSoftwareInserts
        | R::ItlbWalkerInserts
        | R::ItlbSoftwareInserts => Dependence::LastLevel,
        R::L2DataReadMisses
        | R::L2DataWriteMisses
        | R::L2InstructionMisses
        | R::L3DataReadHits
        | R::L3StoreHits
        | R::L3InstructionReadHits
        | R::L3DemandFetchHits => Dependence::Level2,
        R::L2RecirculateRounds => Dependence::Attempts,
        _ => Dependence::Time,
    }
}

impl Cold {
    /// Most cycles that the lines take.
    pub(super) fn cycles(self) -> u64 {
        self.lines.saturating_mul(self.latency)
    }

    /// Most by which the count of an event may differ; `None`: that is not known.
    fn change(self, event: &Event) -> Option<u64> {
        let raws = event.raws().into_iter();
        let most = raws.map(|raw| dependence(raw, self.reads_registers)).max();
        let lines = self.lines.saturating_add(self.lines.div_ceil(EXACT_TO));
        Some(match most.unwrap_or(Dependence::Program) {
            Dependence::Program => 0,
            Dependence::LastLevel => lines,
            Dependence::Level2 => lines.saturating_mul(self.l2_lines.max(1)),
            Dependence::Time => self.cycles().saturating_mul(most_in_a_cycle(event)),
            Dependence::Attempts => return None,
        })
    }

    /// Makes the intervals of the classes and events of `sample` wider by what the lines may have changed, and leaves out what they
    /// leave unknown. Cycles and cycles per instruction are the caller's.
    pub(super) fn widen(self, sample: &mut Sample, family: Family) {
        if self.lines == 0 {
            return;
        }
        let wider = |estimate: &mut Estimate<u64>, more: u64| {
            estimate.half_width = estimate.half_width.map(|half| half.saturating_add(more));
        };
        for (cause, name) in Cause::ALL.into_iter().zip(CycleAccounting::NAMES) {
            // As many groups issue in a full run.
            if cause != Cause::Unstalled
                && let Some(class) = sample.cycle_accounting.get_mut(name)
            {
                wider(class, self.cycles());
            }
        }
        for event in pmu::events(family) {
            let Some(estimate) = sample.events.get_mut(event.name) else {
                continue;
            };
            let is_of_cycles = matches!(
                event.formula,
                Formula::Causes(_) | Formula::Stalls(_) | Formula::Cycles
            );
            let change = self.change(event);
            match change {
                Some(more) if is_of_cycles || more <= estimate.estimate => wider(estimate, more),
                _ => {
                    let reason = self.reason(change, estimate.estimate);
                    let name = event.name.to_owned();
                    sample.events.remove(&name);
                    sample.events_not_estimated.insert(name, reason);
                }
            }
        }
    }

    fn reason(self, change: Option<u64>, estimate: u64) -> String {
        let by = match change {
            Some(change) => {
                format!("up to {change} of this event, and the units give {estimate}")
            }
            None => "this event by an unknown number".into(),
        };
        format!(
            "{} lines that were missed found empty places in the last cache level, where a full run may have had them: that may change {by}; give --warming more",
            self.lines
        )
    }
}

/// The largest count of an event in a cycle. The low half of a pair has all the values of its bits.
fn most_in_a_cycle(event: &Event) -> u64 {
    let most = u64::from(event.max_increment.max(1));
    match event.formula {
        Formula::Low { shift, .. } => most.max((1 << shift) - 1),
        _ => most,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAMILIES: [Family; 2] = [Family::Itanium, Family::Itanium2];

    /// A sample that gives every event and class `estimate` of it.
    fn sample(family: Family, estimate: u64) -> Sample {
        let estimate = Estimate {
            estimate,
            half_width: Some(7),
            confidence: None,
        };
        let mut sample = Sample::new("systematic", 1_000, 1_000);
        let named = |name: &str| (name.to_owned(), estimate);
        sample.cycle_accounting = CycleAccounting::NAMES.map(named).into();
        let events = pmu::events(family).iter();
        sample.events = events.map(|event| named(event.name)).collect();
        sample
    }

    fn some_lines(random: &mut fastrand::Rng) -> Cold {
        Cold {
            lines: random.u64(1..1_000_000),
            latency: random.u64(1..500),
            l2_lines: random.u64(1..4),
            reads_registers: random.bool(),
        }
    }

    /// `MEMORY_CYCLE` was 22,861,675 ± 849,475 beside a `data_access` of 22,861,042 ± 11,971,195.
    #[test]
    fn an_event_of_cycles_has_at_least_the_widening_of_the_classes_that_it_contains() {
        let mut random = fastrand::Rng::with_seed(1);
        for family in FAMILIES {
            let mut waits = 0;
            let cold = some_lines(&mut random);
            let mut sample = sample(family, u64::from(random.u32(..)));
            cold.widen(&mut sample, family);
            let wider = 7 + cold.lines * cold.latency;
            for (name, class) in &sample.cycle_accounting {
                let expected = if name == "unstalled" { 7 } else { wider };
                assert_eq!(class.half_width, Some(expected), "{name}");
            }
            for event in pmu::events(family) {
                let holds_data = event
                    .raws()
                    .iter()
                    .any(|raw| raw.name().starts_with("cycles.") && *raw != Raw::CyclesUnstalled);
                if holds_data {
                    waits += 1;
                    let half = sample.events[event.name].half_width;
                    assert!(half >= Some(wider), "{}: {half:?} {wider}", event.name);
                }
            }
            assert!(waits >= 8, "{waits}");
        }
    }

    #[test]
    fn a_count_that_the_lines_may_change_by_more_than_there_are_of_it_is_left_out() {
        let mut random = fastrand::Rng::with_seed(2);
        for family in FAMILIES {
            let cold = some_lines(&mut random);
            let lines = cold.lines + cold.lines.div_ceil(100);
            let of = |estimate: u64| {
                let mut sample = sample(family, estimate);
                cold.widen(&mut sample, family);
                sample
            };
            let half = |sample: &Sample, event: &str| sample.events[event].half_width;
            let (few, many) = (of(lines - 1), of(lines));
            assert_eq!(half(&many, "L3_MISSES"), Some(7 + lines));
            let why = &few.events_not_estimated["L3_MISSES"];
            assert!(why.contains("give --warming more"), "{why}");
            assert!(!few.events.contains_key("L3_MISSES"));
            // What the program executes is the same with any cache.
            assert_eq!(half(&of(0), "STORES_RETIRED"), Some(7));
            // The walker reads for the pages of the lines.
            assert_eq!(half(&many, "LOADS_RETIRED"), Some(7 + lines));
            assert_eq!(half(&few, "CPU_CYCLES"), Some(7 + cold.cycles()));
            for (name, estimate) in few.events.iter().chain(&many.events) {
                assert!(estimate.half_width >= Some(7), "{name}");
            }
        }
    }

    #[test]
    fn nothing_is_wider_where_no_line_was_cold() {
        for family in FAMILIES {
            let mut random = fastrand::Rng::with_seed(3);
            let before = sample(family, random.u64(..1_000));
            let mut after = before.clone();
            let cold = Cold {
                lines: 0,
                ..some_lines(&mut random)
            };
            cold.widen(&mut after, family);
            assert_eq!(before, after);
        }
    }
}
