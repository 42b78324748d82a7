//! What all control and debug registers ask for together, decoded once per write instead of once per event.

use crate::control::{Ear, Gate, Trace};
use crate::event::{Event, Formula, Qualifiers};
use crate::family::{Facts, RETIREMENT};
use crate::registers::Registers;
use crate::tags::{PMC8, RANGE, Tagger};
use events::{Raw, RawSet};

/// Where a counter's per-cycle value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// Nothing that can be counted.
    Nothing,
    /// The sum of raw quantities.
    Raws(RawSet),
    /// One half of a split per-cycle quantity.
    Split {
        /// The quantity.
        of: Raw,
        /// Bits of the low half.
        shift: u8,
        /// Which half.
        high: bool,
    },
    /// Every cycle.
    Cycles,
    /// Captures of the data event address register.
    DataEar,
    /// Captures of the instruction event address register.
    InstructionEar,
    /// Records of the branch trace buffer.
    BranchTrace,
    /// References whose address a pair of data debug registers holds.
    DataMatches,
    /// Changes of the privilege level.
    LevelChanges,
}

/// Quantities of which any number may occur in a cycle: all accesses that wait for L2 try again in it.
const UNBOUNDED: [Raw; 10] = [
    Raw::L2RefusedPorts,
    Raw::L2RefusedBank,
    Raw::L2RefusedReadsFill,
    Raw::L2RefusedStoresFill,
    Raw::L2RefusedFetches,
    Raw::L2RefusedBehindStore0,
    Raw::L2RefusedBehindStore1,
    Raw::L2RefusedBehindStore2,
    Raw::L2RefusedBehindStore3,
    Raw::L2RecirculateRounds,
];

/// A counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Counter {
    /// When it counts.
    pub gate: Gate,
    /// Overflow freezes and interrupts.
    pub oi: bool,
    /// 0: add the value; t: add 1 in cycles whose value exceeds t.
    pub threshold: u8,
    /// What it counts.
    pub source: Source,
    /// The tags that an instruction must carry one of; 0 = any instruction.
    pub tags: u8,
    /// The data address must be in range.
    pub data_range: bool,
    /// Bound on what it can add in a cycle, of those quantities that are not captures, entries or cycles; for the horizon. `None`: there is none.
    pub most: Option<u8>,
}

impl Counter {
    /// Whether its increments depend on the whole value of a cycle.
    #[must_use]
    pub(crate) fn by_cycle(&self) -> bool {
        self.threshold != 0 || matches!(self.source, Source::Split { .. })
    }
}

/// Everything the control registers ask for.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    /// PMC4 to PMC7.
    pub counters: [Counter; 4],
    /// Data event address register.
    pub data_ear: Ear,
    /// Instruction event address register.
    pub instruction_ear: Ear,
    /// Branch trace buffer.
    pub trace: Trace,
    /// Ranges and matchers.
    pub tagger: Tagger,
}

impl Setup {
    /// Decodes the control and debug registers.
    #[must_use]
    pub(crate) fn decode(registers: &Registers) -> Setup {
        let facts = registers.facts();
        let mut setup = Setup {
            counters: std::array::from_fn(|i| counter(facts, registers.pmc(4 + i), 4 + i)),
            data_ear: (facts.data_ear.decode)(registers.pmc(11)),
            instruction_ear: (facts.instruction_ear.decode)(registers.pmc(10)),
            trace: (facts.trace)(registers.pmc(12)),
            tagger: (facts.tagger)(&registers.tag_controls()),
        };
        if facts.power != 0 && registers.pmc(4) & facts.power == 0 {
            for counter in &mut setup.counters {
                counter.gate = Gate::default();
            }
            setup.data_ear.gate = Gate::default();
            setup.instruction_ear.gate = Gate::default();
            setup.trace.gate = Gate::default();
        }
        setup
    }
}

/// What counter `index` counts when it selects `code` and `umask`: its source, its tags, whether a data range qualifies it, and
/// the bound on what a cycle can add ([`Counter::most`]).
fn select(facts: &Facts, code: u8, umask: u8, index: usize) -> (Source, u8, bool, Option<u8>) {
    let chosen: Vec<&Event> = facts
        .selected(code, umask)
        .into_iter()
        .filter(|event| event.counters.contains(index))
        .collect();
    let Some(first) = chosen.first() else {
        return (Source::Nothing, 0, false, Some(0));
    };
    let source = match first.formula {
        _ if first.kind.uses_data_ear() => Source::DataEar,
        _ if first.kind.uses_instruction_ear() => Source::InstructionEar,
        Formula::BranchTrace => Source::BranchTrace,
        Formula::DataMatches => Source::DataMatches,
        Formula::LevelChanges(_) => Source::LevelChanges,
        Formula::Cycles => Source::Cycles,
        Formula::High { of, shift, .. } => Source::Split {
            of,
            shift,
            high: true,
        },
        Formula::Low { of, shift, .. } => Source::Split {
            of,
            shift,
            high: false,
        },
        _ => {
            let mut set = RawSet::EMPTY;
            for raw in chosen.iter().flat_map(|event| event.raws()) {
                set.insert(raw);
            }
            Source::Raws(set)
        }
    };
    let tags = match first.qualifiers {
        // The unit mask says which tag is counted.
        _ if code == RETIREMENT => facts.retirement_tags[usize::from(umask & 3)],
        Qualifiers { opcode: true, .. } => PMC8,
        Qualifiers {
            instruction_range: true,
            ..
        } => RANGE,
        _ => 0,
    };
    // The model retires no more in a cycle than the hardware, but other quantities may exceed the hardware's largest increment:
    // their bound leaves room for that.
    let most = chosen
        .iter()
        .map(|event| event.max_increment)
        .max()
        .unwrap_or(0);
    let retirement = [
        Raw::InstructionsRetired,
        Raw::NopsRetired,
        Raw::SquashedRetired,
    ];
    let raws = || chosen.iter().flat_map(|event| event.raws());
    let most = if raws().any(|raw| UNBOUNDED.contains(&raw)) {
        None
    } else if raws().all(|raw| retirement.contains(&raw)) {
        Some(most)
    } else {
        Some(4 + 2 * most)
    };
    (source, tags, first.qualifiers.data_range, most)
}

fn counter(facts: &Facts, pmc: u64, index: usize) -> Counter {
    let gate = Gate::decode(pmc);
    let (source, tags, data_range, most) = if gate.plm == 0 {
        (Source::Nothing, 0, false, Some(0))
    } else {
        select(facts, (pmc >> 8) as u8, (pmc >> 16 & 0xf) as u8, index)
    };
    Counter {
        gate,
        oi: pmc >> 5 & 1 != 0,
        threshold: (pmc >> 20 & 7) as u8,
        source,
        tags,
        data_range,
        most,
    }
}
