//! Reasons for cycles: the finest division, below [`Stall`]. Profiles name the cycles of an instruction by them.

use std::fmt;

use crate::{Culprit, FlushKind, MemoryLevel, Stall};

macro_rules! reasons {
    ($($variant:ident, $stall:ident, $detail:literal;)*) => {
        /// Why a cycle passed: finer than [`Stall`], to which each belongs. Written as `stall: detail`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Reason {
            $(#[doc = concat!("Part of [`Stall::", stringify!($stall), "`]: ", $detail, ".")] $variant,)*
        }

        impl Reason {
            /// All reasons, grouped by stall in the order of [`Stall::ALL`].
            pub const ALL: [Reason; [$(Reason::$variant),*].len()] = [$(Reason::$variant),*];

            /// The stall that it belongs to.
            #[must_use]
            #[inline]
            pub const fn stall(self) -> Stall {
                match self { $(Reason::$variant => Stall::$stall,)* }
            }

            /// The reason in words, without the stall.
            #[must_use]
            pub const fn detail(self) -> &'static str {
                match self { $(Reason::$variant => $detail,)* }
            }
        }
    };
}

reasons! {
    Unstalled, Unstalled, "issue";
    Load, DataInteger, "load";
    LoadL1, DataInteger, "load from L1D";
    LoadL2, DataInteger, "load from L2";
    LoadL3, DataInteger, "load from L3";
    LoadMemory, DataInteger, "load from memory";
    LoadTlb, DataInteger, "load behind a first-level data TLB miss";
    LoadStored, DataInteger, "load behind a store to its bytes";
    LoadChecked, DataInteger, "check load that failed";
    Semaphore, DataInteger, "load of a semaphore";
    FloatLoad, DataFloat, "load";
    FloatLoadL1, DataFloat, "load from L1D";
    FloatLoadL2, DataFloat, "load from L2";
    FloatLoadL3, DataFloat, "load from L3";
    FloatLoadMemory, DataFloat, "load from memory";
    FloatLoadTlb, DataFloat, "load behind a first-level data TLB miss";
    StoreBuffer, DataStoreBuffer, "store buffer full";
    Queue, DataQueue, "queue of L2 full";
    Walk, DataWalk, "data TLB walk";
    TlbFault, DataFault, "data TLB fault";
    Unaligned, DataFault, "unaligned reference";
    Spill, RseSpill, "register stack spill";
    Fill, RseFill, "register stack fill";
    Loadrs, RseLoadrs, "register stack loaded";
    IntegerResult, ScoreInteger, "integer result";
    FloatResult, ScoreFloat, "floating-point result";
    Predicate, ScorePredicate, "predicate";
    BranchRegister, ScoreBranch, "branch register";
    Application, ScoreApplication, "application register";
    Serialize, ScoreSerialize, "serialization";
    System, ScoreSystem, "operating system";
    Split, IssueLimit, "split issue group";
    InstructionMiss, InstructionCache, "L1I miss";
    InstructionL2, InstructionCache, "L1I miss, from L2";
    InstructionL3, InstructionCache, "L1I miss, from L3";
    InstructionMemory, InstructionCache, "L1I miss, from memory";
    InstructionTlb, InstructionTlb, "instruction TLB miss";
    Start, InstructionStart, "fill of the pipe";
    Taken, TakenBranch, "taken branch";
    Mispredict, FlushMispredict, "mispredicted branch";
    Exception, FlushException, "exception";
    FailedCheck, FlushException, "failed check";
    Fault, FlushException, "fault";
    Service, FlushException, "system call";
    Interruption, FlushException, "interruption";
    Other, FlushOther, "flush";
    FirstTlb, FlushOther, "first-level data TLB miss, flush";
    Multimedia, FlushOther, "multimedia result used early";
    Way, FlushOther, "L1D way mispredicted";
}

impl Reason {
    /// The first reason of a stall, which stands for the stall as a whole where nothing more is known.
    #[must_use]
    #[inline]
    pub fn of(stall: Stall) -> Self {
        const FIRST: [Reason; Stall::ALL.len()] = {
            let mut first = [Reason::Unstalled; Stall::ALL.len()];
            let mut number = Reason::ALL.len();
            while number > 0 {
                number -= 1;
                let reason = Reason::ALL[number];
                first[reason.stall() as usize] = reason;
            }
            first
        };
        FIRST[stall as usize]
    }

    /// The reason at index `number` of [`Self::ALL`]; `None`: there is none.
    #[must_use]
    #[inline]
    pub fn numbered(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// A wait for the data of an integer load that `level` served.
    #[must_use]
    pub const fn load(level: MemoryLevel) -> Self {
        match level {
            MemoryLevel::L1 => Self::LoadL1,
            MemoryLevel::L2 => Self::LoadL2,
            MemoryLevel::L3 => Self::LoadL3,
            MemoryLevel::Memory => Self::LoadMemory,
        }
    }

    /// A wait for the data of a floating-point load that `level` served.
    #[must_use]
    pub const fn float_load(level: MemoryLevel) -> Self {
        match level {
            MemoryLevel::L1 => Self::FloatLoadL1,
            MemoryLevel::L2 => Self::FloatLoadL2,
            MemoryLevel::L3 => Self::FloatLoadL3,
            MemoryLevel::Memory => Self::FloatLoadMemory,
        }
    }

    /// A wait for a line of code that `level` served; a level nearer than L2 is not named.
    #[must_use]
    pub const fn instruction(level: MemoryLevel) -> Self {
        match level {
            MemoryLevel::L1 => Self::InstructionMiss,
            MemoryLevel::L2 => Self::InstructionL2,
            MemoryLevel::L3 => Self::InstructionL3,
            MemoryLevel::Memory => Self::InstructionMemory,
        }
    }

    /// The level of memory that served what was waited for; `None`: the wait is not for memory, or the level is not known.
    #[must_use]
    pub const fn level(self) -> Option<MemoryLevel> {
        Some(match self {
            Self::LoadL1 | Self::FloatLoadL1 => MemoryLevel::L1,
            Self::LoadL2 | Self::FloatLoadL2 | Self::InstructionL2 => MemoryLevel::L2,
            Self::LoadL3 | Self::FloatLoadL3 | Self::InstructionL3 => MemoryLevel::L3,
            Self::LoadMemory | Self::FloatLoadMemory | Self::InstructionMemory => {
                MemoryLevel::Memory
            }
            _ => return None,
        })
    }

    /// The cycles behind a flush of this kind.
    #[must_use]
    pub const fn flush(kind: FlushKind) -> Self {
        match kind {
            FlushKind::Mispredict => Self::Mispredict,
            FlushKind::FailedCheck => Self::FailedCheck,
            FlushKind::Fault => Self::Fault,
            FlushKind::Service => Self::Service,
            FlushKind::Interruption => Self::Interruption,
            FlushKind::Assist => Self::System,
        }
    }
}

/// The key in profiles: the key of its stall as in `stalls` of a report, and the detail behind it (`data_integer: load from L2`).
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unstalled => f.write_str(Stall::Unstalled.name()),
            _ => write!(f, "{}: {}", self.stall().name(), self.detail()),
        }
    }
}

/// Successive cycles in which a group waits, all charged to the stall of `reason`. Where the group waits for several things of that
/// stall, `reason` and `culprit` are those of the wait that ends last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// First instruction of the group that waits.
    pub group: Culprit,
    /// The first of the cycles.
    pub from: u64,
    /// Number of cycles.
    pub cycles: u64,
    /// What the group waits for.
    pub reason: Reason,
    /// The instruction that it waits for, such as the load that has not delivered; `None`: it waits for no other instruction.
    pub culprit: Option<Culprit>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stall_has_a_reason_and_every_reason_a_name_of_its_own() {
        for stall in Stall::ALL {
            assert_eq!(Reason::of(stall).stall(), stall);
        }
        let names: std::collections::BTreeSet<String> =
            Reason::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(names.len(), Reason::ALL.len());
        for (number, reason) in (0u8..).zip(Reason::ALL) {
            assert_eq!(reason as u8, number);
            assert_eq!(Reason::numbered(number), Some(reason));
        }
    }
}
