//! What a monitor can count on each processor.

use events::{Cause, Counts, Raw, RawSet, Stall};
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
    /// The sum of the totals of these quantities.
    Sum(&'static [Raw]),
    /// Cycles of causes.
    Causes(&'static [Cause]),
    /// Cycles of finer stalls.
    Stalls(&'static [Stall]),
    /// All cycles.
    Cycles,
    /// The high half of the per-cycle value (the value shifted right), added up over the cycles.
    High {
        /// The quantity.
        of: Raw,
        /// The model's total of the high half.
        high: Raw,
        /// Bits of the low half.
        shift: u8,
    },
    /// The low half of the per-cycle value, added up over the cycles.
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
    /// References whose address a pair of data debug registers holds; none while no pair is programmed.
    DataMatches,
    /// Changes of the privilege level, of which a monitor is told as of any change of the processor status. A program's level never
    /// changes: not modelled where no whole system runs, and why.
    LevelChanges(&'static str),
    /// Never happens on the machine that is simulated, and why.
    Zero(&'static str),
    /// Counted where a program runs, but not where a whole system does.
    InPrograms {
        /// The sum of the totals of these quantities; none: in programs it never happens.
        raws: &'static [Raw],
        /// Why it never happens in programs, if it never does.
        never: Option<&'static str>,
        /// Why it is not modelled in a whole system.
        system: &'static str,
    },
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
    /// The unit mask that goes into the counter's control register: that of an event address register
    /// event goes into the register's own control.
    #[must_use]
    pub fn counter_umask(&self) -> u8 {
        if self.kind.is_ear() { 0 } else { self.umask }
    }

    /// Why the event never happens in a program on the machine that is simulated, if it never does. In a whole system it may be
    /// [uncounted](Self::uncounted).
    #[must_use]
    pub fn never(&self) -> Option<&'static str> {
        match self.formula {
            Formula::Zero(reason) => Some(reason),
            Formula::InPrograms { never, .. } => never,
            _ => None,
        }
    }

    /// Why a monitor counts nothing of the event, if it does not. `system`: it monitors a whole system, whose privilege level changes.
    #[must_use]
    pub fn uncounted(&self, system: bool) -> Option<&'static str> {
        match self.formula {
            Formula::NotModelled(reason) => Some(reason),
            Formula::LevelChanges(reason) if !system => Some(reason),
            Formula::InPrograms { system: reason, .. } if system => Some(reason),
            _ => None,
        }
    }

    /// The raw quantities whose totals make the value; empty for events that never happen or are not modelled.
    #[must_use]
    pub fn raws(&self) -> Vec<Raw> {
        match self.formula {
            Formula::Sum(raws) | Formula::InPrograms { raws, .. } => raws.to_vec(),
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
            Formula::DataMatches
            | Formula::LevelChanges(_)
            | Formula::Zero(_)
            | Formula::NotModelled(_) => Vec::new(),
        }
    }

    /// Whether a timing model that counts `produced` can give a value.
    ///
    /// # Errors
    ///
    /// The reason when it cannot. Cycles by cause need nothing: each cycle has a cause in every model.
    pub fn modelled(&self, produced: &RawSet) -> Result<(), NotModelled> {
        match self.formula {
            Formula::NotModelled(reason) | Formula::LevelChanges(reason) => {
                Err(NotModelled::Reason(reason))
            }
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
        Ok(self.sum(counts, &self.raws()))
    }

    /// The count of an event that is modelled. `raws` is what [`Event::raws`] returns, which a caller that asks often keeps.
    #[must_use]
    pub fn sum(&self, counts: &Counts, raws: &[Raw]) -> u64 {
        match self.formula {
            Formula::Low { of, high, shift } => counts[of].saturating_sub(counts[high] << shift),
            _ => raws.iter().map(|raw| counts[*raw]).sum(),
        }
    }
}
