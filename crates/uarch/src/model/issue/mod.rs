//! Issue: when a group leaves, what it waited for, and what it leaves behind.

pub(crate) mod actions;
pub(crate) mod group;
pub(crate) mod holds;
pub mod latency;
pub(crate) mod registers;
pub(crate) mod scoreboard;
pub(crate) mod stall;

use crate::model::accounting::{Order, Waits};
use config::Machine;

/// The unit's own state.
#[derive(Clone, Debug)]
pub(crate) struct Issue {
    /// Who pays for a cycle in which several reasons hold.
    order: Order,
    /// Reasons of the wait at hand, kept for its memory.
    waits: Waits,
    /// Cycle of the newest floating-point operations, and how many issued in it.
    pub fp_operations: (u64, u64),
    costs: Costs,
}

/// Configured costs in cycles, widened once.
#[derive(Clone, Copy, Debug)]
struct Costs {
    serialize: u64,
    mm_flush: u64,
}

impl Issue {
    /// Nothing has issued.
    pub(crate) fn new(machine: &Machine) -> Self {
        let special = &machine.latency.special;
        Self {
            order: Order::new(&machine.accounting.order),
            waits: Waits::default(),
            fp_operations: (0, 0),
            costs: Costs {
                serialize: u64::from(special.serialize_cycles),
                mm_flush: u64::from(special.mm_flush_cycles),
            },
        }
    }
}
