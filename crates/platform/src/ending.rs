//! How a machine ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a machine ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The guest reset it through the firmware.
    Reset,
    /// The guest turned it off.
    PowerOff,
    /// A test program ended with this status.
    Status(u64),
    /// It is halted, and nothing can wake it.
    Halted,
    /// It cannot go on, and why.
    Stuck(String),
    /// The limit of instructions was reached.
    Limit,
    /// [`Control::interrupt`] was called.
    Interrupted,
    /// The host has no memory for the guest's page at this physical address.
    NoMemory(u64),
    /// The console's stream could not be written.
    Console(String),
    /// The reader of the console has closed it.
    Unread,
}

/// Asks a running machine to end, from another thread.
#[derive(Clone, Default)]
pub struct Control(Arc<AtomicBool>);

impl Control {
    /// Asks the machine to end. It does so at its next check, at the end of a turn
    /// ([`Platform::turn`](crate::Platform::turn)).
    pub fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the machine has been asked to end.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
