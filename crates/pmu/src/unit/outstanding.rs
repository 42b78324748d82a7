//! Captures of outstanding misses: the record arrives when a miss issues, the capture is due when it completes.
//!
//! Where nothing but captures can happen before a cycle, only their number and the last one of each event address register
//! matter. So they are kept in a plain list for each register, not in the queue.

use super::Unit;
use super::queue::{Capture, Effect, Side};

/// Captures that need no order with anything else, as far as is known, each with the cycle in which it is due.
#[derive(Debug, Clone, Default)]
pub(super) struct Outstanding {
    /// By side.
    captures: [Vec<(u64, Capture)>; 2],
    /// When a side has more captures than this, those that have completed are taken.
    limit: usize,
}

impl Outstanding {
    /// The least `limit`.
    const LIMIT: usize = 128;

    /// How many captures there are.
    pub(super) fn captures(&self, side: Side) -> u64 {
        self.captures[side as usize].len() as u64
    }

    fn is_empty(&self) -> bool {
        self.captures.iter().all(Vec::is_empty)
    }
}

impl Unit {
    /// Adds a capture that is due in `cycle`, of a miss that issued in cycle `issue`.
    #[inline(always)]
    pub(super) fn hold(&mut self, issue: u64, cycle: u64, capture: Capture) {
        let captures = &mut self.outstanding.captures[capture.side as usize];
        captures.push((cycle, capture));
        if captures.len() > self.outstanding.limit {
            self.take_completed(issue);
        }
    }

    #[inline(never)]
    fn take_completed(&mut self, issue: u64) {
        // No record that is still to come has an effect before this issue, so what completed before it can be taken.
        self.take_outstanding(issue);
        let sides = self.outstanding.captures.iter();
        let most = sides.map(Vec::len).max().unwrap_or(0);
        self.outstanding.limit = Outstanding::LIMIT.max(2 * most);
    }

    /// Takes what completes before `until`.
    #[inline(never)]
    pub(crate) fn take_outstanding(&mut self, until: u64) {
        if self.outstanding.is_empty() {
            return;
        }
        let until = until.min(self.order_from());
        // The first queued item may overflow a counter: captures that are due behind it go to the queue, to be taken in order.
        let queued = self.queue.peek().map_or(u64::MAX, |item| item.cycle);
        if queued < until {
            self.queue_between(queued, until);
        }
        for side in [Side::Data, Side::Instruction] {
            let mut times = 0;
            let mut last: Option<&(u64, Capture)> = None;
            let captures = &mut self.outstanding.captures[side as usize];
            for item in captures.iter().filter(|(cycle, _)| *cycle < until) {
                times += 1;
                if last.is_none_or(|last| {
                    item.0 > last.0 || item.0 == last.0 && item.1.order > last.1.order
                }) {
                    last = Some(item);
                }
            }
            if let Some(&(cycle, capture)) = last {
                captures.retain(|&(cycle, _)| cycle >= until);
                self.capture_times(times, cycle, &capture);
            }
        }
    }

    /// Queues what completes behind the horizon; not under a delegation, whose caller says when order matters.
    pub(super) fn queue_outstanding(&mut self) {
        if self.outstanding.is_empty() || self.delegation.is_some() {
            return;
        }
        self.queue_between(self.horizon, u64::MAX);
    }

    /// Queues what completes from a cycle on and before another one.
    fn queue_between(&mut self, from: u64, until: u64) {
        let queue = &mut self.queue;
        for captures in &mut self.outstanding.captures {
            captures.retain(|&(cycle, capture)| {
                let stays = cycle < from || cycle >= until;
                if !stays {
                    queue.push(cycle, Effect::Capture(capture));
                }
                stays
            });
        }
    }
}
