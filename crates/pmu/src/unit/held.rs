//! Captures on their way: a miss is told of when it issues, and captured when it completes.
//!
//! Where nothing but captures can happen before a cycle, all of those before it are their number and the
//! last of each register. So they are held together, not queued one by one.

use super::Unit;
use super::queue::{Capture, Happening, Side};
use super::quiet::Kind;

/// Captures that nothing else has to be ordered with, as far as is known.
#[derive(Debug, Clone, Default)]
pub(super) struct Held {
    /// By arrival, each with its cycle.
    captures: Vec<(u64, Capture)>,
    /// So many are looked through for completed ones.
    many: usize,
}

impl Held {
    const FEW: usize = 128;

    /// How much is held of what is counted by the record.
    pub fn waiting(&self, kind: Kind) -> u64 {
        let of_kind =
            |(_, capture): &&(u64, Capture)| kind == Kind::Captures && capture.side == Side::Data;
        self.captures.iter().filter(of_kind).count() as u64
    }
}

impl Unit {
    /// Holds a capture of a miss that issued in cycle `issue`.
    #[inline]
    pub(super) fn hold(&mut self, issue: u64, cycle: u64, capture: Capture) {
        self.held.captures.push((cycle, capture));
        if self.held.captures.len() > self.held.many {
            // Nothing comes any more that would have to be ordered with what completed before this issue.
            self.take_held(issue);
            self.held.many = Held::FEW.max(2 * self.held.captures.len());
        }
    }

    /// Takes what completes before `until`.
    pub(super) fn take_held(&mut self, until: u64) {
        if self.held.captures.is_empty() {
            return;
        }
        let until = until.min(self.order_from());
        for side in [Side::Data, Side::Instruction] {
            let mut times = 0;
            let mut last: Option<(u64, Capture)> = None;
            self.held.captures.retain(|&(cycle, capture)| {
                let stays = cycle >= until || capture.side != side;
                if !stays {
                    times += 1;
                    if last.is_none_or(|(latest, _)| cycle >= latest) {
                        last = Some((cycle, capture));
                    }
                }
                stays
            });
            if let Some((cycle, capture)) = last {
                self.capture_times(times, cycle, &capture);
            }
        }
    }

    /// Queues what completes behind the horizon.
    pub(super) fn line_up(&mut self) {
        if self.held.captures.is_empty() || self.quiet.is_quiet() {
            return;
        }
        let (horizon, queue) = (self.horizon, &mut self.queue);
        self.held.captures.retain(|&(cycle, capture)| {
            if cycle >= horizon {
                queue.push(cycle, Happening::Capture(capture));
            }
            cycle < horizon
        });
    }
}
