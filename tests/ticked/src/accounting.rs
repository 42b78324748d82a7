//! Who pays for a cycle (`docs/timing.md`, "Accounting").

use config::Machine;
use events::Stall;

/// The order of causes.
pub(crate) struct Order(Vec<&'static str>);

impl Order {
    /// That of a machine.
    pub(crate) fn new(machine: &Machine) -> Self {
        Self(
            machine
                .accounting
                .order
                .iter()
                .map(|cause| cause.name())
                .collect(),
        )
    }

    /// The reason that pays among those in force: the one whose cause comes first, of several the one that
    /// [`Stall`] names first.
    pub(crate) fn pays(&self, in_force: impl Iterator<Item = Stall>) -> Option<Stall> {
        in_force.min_by_key(|stall| {
            let cause = stall.cause().name();
            let rank = self.0.iter().position(|name| *name == cause);
            (rank.unwrap_or(self.0.len()), *stall)
        })
    }
}
