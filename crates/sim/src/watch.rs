//! What ends a run before its guest does: the caller's wish and the limits that the run itself watches.

use std::sync::Arc;
use std::time::Instant;

use report::Limit;

use crate::request::Stop;
use crate::{Control, Request};

/// The wishes and limits of one run.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    control: Arc<Control>,
    max_cycles: Option<u64>,
    deadline: Option<Instant>,
}

impl Watch {
    /// Of a run that begins now.
    pub(crate) fn new(request: &Request) -> Self {
        Self {
            control: Arc::clone(&request.control),
            max_cycles: request.max_cycles,
            // A time beyond what the host's clock can say never comes.
            deadline: request
                .timeout
                .and_then(|timeout| Instant::now().checked_add(timeout)),
        }
    }

    /// Instructions between two looks of a timed run. Limits of cycles are exact to the block.
    pub(crate) fn instructions_between_looks(&self) -> u64 {
        match self.max_cycles {
            Some(_) => 1,
            None => 1 << 15,
        }
    }

    /// Tells the caller how far the run is, and finds whether it has to stop. `cycles`: of a timed run.
    pub(crate) fn look(&self, instructions: u64, cycles: Option<u64>) -> Option<Stop> {
        self.control.progress(instructions);
        if let (Some(cycles), Some(limit)) = (cycles, self.max_cycles)
            && cycles >= limit
        {
            self.control.stop(Stop::Limit(Limit::Cycles));
        }
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            self.control.stop(Stop::Limit(Limit::Timeout));
        }
        self.control.stopped()
    }

    /// Why the run has to stop, once a look has found that it has to.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        self.control.stopped()
    }
}
