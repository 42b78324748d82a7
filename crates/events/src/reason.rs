//! Why a cycle passed, named to the end.

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
            /// All of them, those of a stall together in the order of [`Stall::ALL`].
            pub const ALL: [Reason; [$(Reason::$variant),*].len()] = [$(Reason::$variant),*];

            /// What it is part of.
            #[must_use]
            #[inline]
            pub const fn stall(self) -> Stall {
                match self { $(Reason::$variant => Stall::$stall,)* }
            }

            /// What it is, in words.
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
    Loadrs, RseLoadrs, "register stack flushed or loaded";
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
    /// What is known when only the stall is: its first reason.
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

    /// A reason by its number, its place in [`Self::ALL`].
    #[must_use]
    #[inline]
    pub fn numbered(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// A wait for data that a level gave to an integer load.
    #[must_use]
    pub const fn load(level: MemoryLevel) -> Self {
        match level {
            MemoryLevel::L1 => Self::LoadL1,
            MemoryLevel::L2 => Self::LoadL2,
            MemoryLevel::L3 => Self::LoadL3,
            MemoryLevel::Memory => Self::LoadMemory,
        }
    }

    /// The same of a floating-point load.
    #[must_use]
    pub const fn float_load(level: MemoryLevel) -> Self {
        match level {
            MemoryLevel::L1 => Self::FloatLoadL1,
            MemoryLevel::L2 => Self::FloatLoadL2,
            MemoryLevel::L3 => Self::FloatLoadL3,
            MemoryLevel::Memory => Self::FloatLoadMemory,
        }
    }

    /// A wait for a line of code that a level gave.
    #[must_use]
    pub const fn instruction(level: MemoryLevel) -> Self {
        match level {
            MemoryLevel::L1 => Self::InstructionMiss,
            MemoryLevel::L2 => Self::InstructionL2,
            MemoryLevel::L3 => Self::InstructionL3,
            MemoryLevel::Memory => Self::InstructionMemory,
        }
    }

    /// The level that serves what is waited for; `None`: no level does, or it is not known.
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

    /// Cycles behind a flush.
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

/// The key in profiles: that of `stalls` in a report, and the detail behind it.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unstalled => f.write_str(Stall::Unstalled.name()),
            _ => write!(f, "{}: {}", self.stall().name(), self.detail()),
        }
    }
}

/// Successive cycles in which a group waits, charged to one stall: that of the reason. Of several waits with this stall the latest
/// names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// The group that waits: its first instruction.
    pub group: Culprit,
    /// The first of the cycles.
    pub from: u64,
    /// How many.
    pub cycles: u64,
    /// Why.
    pub reason: Reason,
    /// The instruction that it waits for; `None`: no other.
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
