//! Event tables: one row per event, one file per processor family.
//!
//! A row reads: name, code, unit mask, `x` largest increment per cycle, the counters that can count it,
//! the qualifiers it honours (`I` instruction range, `O` opcode match, `D` data range), its kind, for
//! Itanium 2 its restricted set (`L1D.2`: group and set that may not be mixed), then what it counts:
//!
//! * `[A B]`: the sum of raw quantities
//! * `(causes A B)`, `(stalls A B)`: cycles by cause or by finer stall; `(cycles)`: all cycles
//! * `(high A H n)`, `(low A H n)`: per-cycle value of `A` split at bit n; `H` is the total of the high half
//! * `(data latency n)`, `(instruction latency n)`: misses of at least n cycles
//! * `(branch trace)`: branches that the branch trace buffer accepts
//! * `(data matches)`: references that a pair of data debug registers holds
//! * `(level changes "reason")`: changes of the privilege level; not modelled in programs
//! * `(zero "reason")`: never happens on the machine that is simulated: one processor, no other agent on its bus,
//!   cacheable memory, IA-64 code at user level
//! * `(zero in programs "reason", systems "reason")`: never happens in a program, and is not modelled in a whole system
//! * `([A B] in programs, systems "reason")`: the sum of raw quantities in a program, not modelled in a whole system
//! * `(none "reason")`: not modelled
//!
//! Names, codes, unit masks, counters and increments are those of libpfm for each processor.

/// Builds the array of events from rows.
macro_rules! rows {
    ($($name:ident $code:literal $umask:literal $incr:ident $counters:ident $quals:ident $kind:ident $($group:ident.$set:literal)? = $formula:tt, $description:literal;)*) => {
        &[$($crate::event::Event {
            name: stringify!($name),
            code: $code,
            umask: $umask,
            max_increment: $crate::family::rows::increment(stringify!($incr)),
            counters: $crate::event::CounterSet::$counters,
            qualifiers: $crate::event::Qualifiers::$quals,
            kind: $crate::event::Kind::$kind,
            set: $crate::family::rows::rows!(@set $($group $set)?),
            formula: $crate::family::rows::rows!(@formula $formula),
            description: $description,
        },)*]
    };
    (@set) => { None };
    (@set $group:ident $set:literal) => { Some($crate::event::EventSet { group: $crate::event::SetGroup::$group, set: $set }) };
    (@formula [$($raw:ident)*]) => { $crate::event::Formula::Sum(&[$(events::Raw::$raw),*]) };
    (@formula (causes $($cause:ident)*)) => { $crate::event::Formula::Causes(&[$(events::Cause::$cause),*]) };
    (@formula (stalls $($stall:ident)*)) => { $crate::event::Formula::Stalls(&[$(events::Stall::$stall),*]) };
    (@formula (cycles)) => { $crate::event::Formula::Cycles };
    (@formula (high $of:ident $high:ident $shift:literal)) => { $crate::event::Formula::High { of: events::Raw::$of, high: events::Raw::$high, shift: $shift } };
    (@formula (low $of:ident $high:ident $shift:literal)) => { $crate::event::Formula::Low { of: events::Raw::$of, high: events::Raw::$high, shift: $shift } };
    (@formula (data latency $least:literal)) => { $crate::event::Formula::DataLatency($least) };
    (@formula (instruction latency $least:literal)) => { $crate::event::Formula::InstructionLatency($least) };
    (@formula (branch trace)) => { $crate::event::Formula::BranchTrace };
    (@formula (data matches)) => { $crate::event::Formula::DataMatches };
    (@formula (level changes $reason:literal)) => { $crate::event::Formula::LevelChanges($reason) };
    (@formula (zero $reason:literal)) => { $crate::event::Formula::Zero($reason) };
    (@formula (zero in programs $never:literal, systems $system:literal)) => { $crate::event::Formula::InPrograms { raws: &[], never: Some($never), system: $system } };
    (@formula ([$($raw:ident)*] in programs, systems $system:literal)) => { $crate::event::Formula::InPrograms { raws: &[$(events::Raw::$raw),*], never: None, system: $system } };
    (@formula (none $reason:literal)) => { $crate::event::Formula::NotModelled($reason) };
}
pub(super) use rows;

/// The number in `x6`.
pub(super) const fn increment(text: &str) -> u8 {
    text.as_bytes()[1] - b'0'
}
