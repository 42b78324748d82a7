//! Issue: when a group leaves, what it waited for, and what it leaves behind.

pub(crate) mod holds;
pub(crate) mod registers;
pub(crate) mod scoreboard;

use crate::model::accounting::{Order, Waits};
use config::Machine;
use config::model::{Privileged, Special};

/// The unit's own state.
#[derive(Clone, Debug)]
pub(crate) struct Issue {
    /// Who pays for a cycle in which several reasons hold.
    pub order: Order,
    /// Reasons of the wait at hand, kept for its memory.
    pub waits: Waits,
    /// Cycle of the newest floating-point operations, and how many issued in it.
    pub fp_operations: (u64, u64),
    pub special: Special,
    pub privileged: Privileged,
    /// Cycles of an instruction that software completes.
    pub assist_cycles: u32,
}

checkpoint::state!(Issue { waits, fp_operations } skips { order, special, privileged, assist_cycles });

impl Issue {
    /// Nothing has issued.
    pub(crate) fn new(machine: &Machine) -> Self {
        Self {
            order: Order::new(&machine.accounting.order),
            waits: Waits::default(),
            fp_operations: (0, 0),
            special: machine.latency.special.clone(),
            privileged: machine.privileged.clone(),
            assist_cycles: machine.os.assist_cycles,
        }
    }
}
