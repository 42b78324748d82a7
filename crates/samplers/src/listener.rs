//! What the bench asks of each kind of sampler.

use crate::tally::Tally;
use events::Probe;

/// A sampler as the bench runs it.
pub(crate) trait Listener: Probe {
    /// The run has ended after so many cycles.
    fn finish(&mut self, cycles: u64);

    /// What was gathered.
    fn tally(&self) -> &Tally;
}
