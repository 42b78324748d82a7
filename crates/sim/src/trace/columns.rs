//! The columns of a trace, and the options that choose them.

use std::ops::Range;

macro_rules! columns {
    ($($variant:ident, $name:literal, $timed:literal, $doc:literal;)*) => {
        /// A column of a trace.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Column {
            $(#[doc = $doc] $variant,)*
        }

        impl Column {
            /// All columns.
            pub const ALL: &[Column] = &[$(Column::$variant),*];

            /// Its name in options and in the first line of a trace.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Column::$variant => $name,)* }
            }

            /// Whether only a run with cycles has it.
            #[must_use]
            pub const fn is_timed(self) -> bool {
                match self { $(Column::$variant => $timed,)* }
            }

            /// What it holds.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Column::$variant => $doc,)* }
            }
        }
    };
}

columns! {
    Number, "number", false, "Number of the instruction in the run, from 0.";
    Cycle, "cycle", true, "Cycle of issue.";
    Fetch, "fetch", true, "Cycle in which its fetch started; empty when the trace began later.";
    Entry, "entry", true, "First cycle in which it could issue: its bundle is in the decoupling buffer.";
    Stall, "stall", true, "What the cycles since the issue group before were spent on, as cause:cycles; at the first instruction of a group.";
    Process, "process", true, "Process number.";
    Thread, "thread", true, "Thread number.";
    Level, "level", false, "Privilege level before the instruction: 3 in a program.";
    Place, "place", false, "Bundle address and slot: 0xADDRESS.SLOT.";
    Text, "text", false, "Disassembly.";
    Executed, "executed", false, "1, or 0 when the qualifying predicate is false.";
    Registers, "registers", false, "Registers written with their new values, separated by blanks.";
    Memory, "memory", false, "Effective address of a memory reference.";
}

/// Which part of a run is traced, and in which form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraceOptions {
    /// Only these instructions, by number.
    pub instructions: Option<Range<u64>>,
    /// Only instructions that issue in these cycles.
    pub cycles: Option<Range<u64>>,
    /// Lines of these columns, separated by TABs, behind a line that names them; `None`: the plain form, without columns.
    pub columns: Option<Vec<Column>>,
    /// The trace of a whole machine: the privilege level stands before the place.
    pub system: bool,
}

/// The first word of a trace with columns, and the version of the form.
pub(crate) const HEADING: &str = "#epicycle-trace 1";
