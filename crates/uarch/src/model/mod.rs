//! The exact model: the cycle of every issue group, computed unit by unit.
//!
//! Each unit has its slice of the configuration, its state and its counters; the rules that it implements are cited by their section
//! and number in `docs/timing.md`. `pipeline` puts the units together, and none of them uses it; `totals` reads all of them at the end of a
//! run. Nothing here uses `replay`. `tests/ticked` is the judge: a second implementation of the rules, compared group by group and cycle by cycle.

pub(crate) mod accounting;
pub(crate) mod branch_prediction;
pub(crate) mod dispersal;
pub mod family;
pub(crate) mod front_end;
pub(crate) mod issue;
pub mod latency;
pub(crate) mod memory;
pub(crate) mod pipeline;
pub(crate) mod plan;
pub(crate) mod register_stack;
pub(crate) mod totals;
