//! What ends a run before its guest does: the caller, and the limits of cycles and of the host's time.

use std::sync::Arc;
use std::time::Instant;

use report::Limit;

use crate::request::Stop;
use crate::{Control, Request};

/// The caller's control and the limits of one run.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    control: Arc<Control>,
    max_cycles: Option<u64>,
    deadline: Option<Instant>,
}

impl Watch {
    /// For a run that begins at this moment of the host's time.
    pub(crate) fn new(request: &Request) -> Self {
        Self {
            control: Arc::clone(&request.control),
            max_cycles: request.max_cycles,
            // A deadline that the host's clock cannot represent is none.
            deadline: request
                .timeout
                .and_then(|timeout| Instant::now().checked_add(timeout)),
        }
    }

    /// Instructions between two looks of a timed run: with a limit of cycles it looks after each block, so that the limit is exact to the block.
    pub(crate) fn instructions_between_looks(&self) -> u64 {
        match self.max_cycles {
            Some(_) => 1,
            None => 1 << 15,
        }
    }

    /// Reports the progress to the caller, and returns why the run has to stop, if it has to. `cycles`: of a timed run.
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

    /// Why the run has to stop, if the caller or an earlier look has said so.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        self.control.stopped()
    }
}
