//! Issue: the state that decides when a group issues. [`registers`] and the [`scoreboard`] say when values are ready, [`holds`] what earlier groups
//! hold the pipe for. The issue of a group itself is in `pipeline/group.rs`.

pub(crate) mod holds;
pub(crate) mod registers;
pub(crate) mod scoreboard;

use crate::model::accounting::{Order, Waits};
use crate::model::family::HALVES_FP_OPERATIONS;
use config::Machine;
use config::model::{Privileged, Special};

/// What belongs to issue beside registers and holds.
#[derive(Clone, Debug)]
pub(crate) struct Issue {
    /// The order of causes: the first of those in force gets a cycle.
    pub order: Order,
    /// Waits of the group that is being charged, kept between groups for its memory.
    pub waits: Waits,
    /// Cycle of the newest floating-point operations, and how many issued in it.
    pub fp_operations: (u64, u64),
    /// Their number in each cycle is divided in two halves.
    pub halves_operations: bool,
    pub special: Special,
    pub privileged: Privileged,
    /// Cycles for which an instruction that software completes holds the pipe (Holds 9).
    pub assist_cycles: u32,
}

checkpoint::state!(Issue { waits, fp_operations } skips { halves_operations, order, special, privileged, assist_cycles });

impl Issue {
    /// Nothing has issued.
    pub(crate) fn new(machine: &Machine) -> Self {
        Self {
            order: Order::new(&machine.accounting.order),
            waits: Waits::default(),
            fp_operations: (0, 0),
            halves_operations: *HALVES_FP_OPERATIONS.of(machine.processor.family),
            special: machine.latency.special.clone(),
            privileged: machine.privileged.clone(),
            assist_cycles: machine.os.assist_cycles,
        }
    }
}
