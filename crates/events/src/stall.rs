//! What a cycle was spent on: [`Cause`], the eight classes of the hardware's monitor, and [`Stall`], which divides them further.
//! [`Reason`](crate::Reason) divides stalls.

use crate::Raw;

/// The eight classes of Itanium cycle accounting; every cycle belongs to exactly one
/// (`docs/timing.md`, "Accounting"; Itanium reference manual, chapter 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Cause {
    /// At least one instruction issues.
    Unstalled,
    /// Data-side memory: an operand from a load, full miss or store queues, the data TLB.
    DataAccess,
    /// Mandatory traffic of the register stack engine.
    Rse,
    /// Any other operand, serialisation, or a service of the operating system.
    Scoreboard,
    /// Only the rest of a split group issues.
    IssueLimit,
    /// Instruction cache, instruction TLB, fill of the pipe at start.
    InstructionAccess,
    /// Front-end bubbles of taken branches.
    TakenBranch,
    /// Mispredictions and other flushes raised in the back end.
    BackendFlush,
}

impl Cause {
    /// All causes, in the order of the report.
    pub const ALL: [Cause; 8] = [
        Cause::Unstalled,
        Cause::DataAccess,
        Cause::Rse,
        Cause::Scoreboard,
        Cause::IssueLimit,
        Cause::InstructionAccess,
        Cause::TakenBranch,
        Cause::BackendFlush,
    ];

    /// Those of cycles in which nothing issues.
    pub const STALLS: [Cause; 6] = [
        Cause::BackendFlush,
        Cause::DataAccess,
        Cause::Rse,
        Cause::Scoreboard,
        Cause::InstructionAccess,
        Cause::TakenBranch,
    ];

    /// Key in the report's `cycle_accounting`.
    #[must_use]
    pub fn name(self) -> &'static str {
        [
            "unstalled",
            "data_access",
            "rse",
            "scoreboard",
            "issue_limit",
            "inst_access",
            "taken_branch",
            "backend_flush",
        ][self as usize]
    }
}

macro_rules! stalls {
    ($($variant:ident, $raw:ident, $cause:ident, $name:literal;)*) => {
        /// What a cycle was spent on, finer than [`Cause`]: the keys of `stalls` in the report. Of two of the same cause that are
        /// in force in a cycle, the one that is declared first gets it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Stall {
            $(#[doc = concat!("Counted as [`Raw::", stringify!($raw), "`], part of [`Cause::", stringify!($cause), "`].")] $variant,)*
        }

        impl Stall {
            /// All stalls, in the order of the report.
            pub const ALL: [Stall; [$(Stall::$variant),*].len()] = [$(Stall::$variant),*];

            /// The class of cycle accounting that it belongs to.
            #[must_use]
            pub const fn cause(self) -> Cause {
                match self { $(Stall::$variant => Cause::$cause,)* }
            }

            /// The quantity that counts its cycles.
            #[must_use]
            pub const fn raw(self) -> Raw {
                match self { $(Stall::$variant => Raw::$raw,)* }
            }

            /// Key in the report's `stalls`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Stall::$variant => $name,)* }
            }
        }
    };
}

stalls! {
    Unstalled, CyclesUnstalled, Unstalled, "unstalled";
    DataInteger, CyclesDataInteger, DataAccess, "data_integer";
    DataFloat, CyclesDataFloat, DataAccess, "data_float";
    DataStoreBuffer, CyclesDataStoreBuffer, DataAccess, "data_store_buffer";
    DataQueue, CyclesDataQueue, DataAccess, "data_l2_queue";
    DataWalk, CyclesDataWalk, DataAccess, "data_walk";
    DataFault, CyclesDataFault, DataAccess, "data_fault";
    RseSpill, CyclesRseSpill, Rse, "rse_spill";
    RseFill, CyclesRseFill, Rse, "rse_fill";
    RseLoadrs, CyclesRseLoadrs, Rse, "rse_loadrs";
    ScoreInteger, CyclesScoreInteger, Scoreboard, "scoreboard_integer";
    ScoreFloat, CyclesScoreFloat, Scoreboard, "scoreboard_float";
    ScorePredicate, CyclesScorePredicate, Scoreboard, "scoreboard_predicate";
    ScoreBranch, CyclesScoreBranch, Scoreboard, "scoreboard_branch";
    ScoreApplication, CyclesScoreApplication, Scoreboard, "scoreboard_application";
    ScoreSerialize, CyclesScoreSerialize, Scoreboard, "scoreboard_serialize";
    ScoreSystem, CyclesScoreSystem, Scoreboard, "scoreboard_system";
    IssueLimit, CyclesIssueLimit, IssueLimit, "issue_limit";
    InstructionCache, CyclesInstructionCache, InstructionAccess, "instruction_cache";
    InstructionTlb, CyclesInstructionTlb, InstructionAccess, "instruction_tlb";
    InstructionStart, CyclesInstructionStart, InstructionAccess, "instruction_start";
    TakenBranch, CyclesTakenBranch, TakenBranch, "taken_branch";
    FlushMispredict, CyclesFlushMispredict, BackendFlush, "flush_mispredict";
    FlushException, CyclesFlushException, BackendFlush, "flush_exception";
    FlushOther, CyclesFlushOther, BackendFlush, "flush_other";
}
