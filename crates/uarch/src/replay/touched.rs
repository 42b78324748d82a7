//! Uses of L1I's lines by replays, of which the replacement policy is told late: before anything but a replay looks at it.
//!
//! A replay whose fetches find their lines uses them in the order of its body. The least recently used policy counts these uses at once (its
//! clock goes on) and is told of the lines later; of a body that was replayed many times, only the last time matters. Other policies are told at
//! once. It shortens Caches 11; `tests/replay/twins.rs` holds both equal.

use super::memo::Body;
use super::memos::Lists;
use crate::model::memory::replacement::Policy;

/// Bodies whose lines were used, and of which the policy has not been told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched {
    bodies: Vec<u32>,
    /// When the policy was told of all uses last, by its own clock.
    settled: u64,
}

impl Touched {
    /// Uses the lines of a body. False: the policy has to be told at once, and nothing was done.
    #[inline(always)]
    pub(super) fn touch(&mut self, number: u32, body: &mut Body, policy: &mut Policy) -> bool {
        let Some(time) = policy.postpone(body.fetches.count.into()) else {
            return false;
        };
        if body.touched <= self.settled {
            self.bodies.push(number);
        }
        body.touched = time;
        true
    }

    /// Whether the policy has been told of all uses.
    #[inline(always)]
    pub(super) fn is_settled(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Tells the policy of all uses.
    #[inline(never)]
    pub(super) fn settle(&mut self, bodies: &[Body], lists: &Lists, policy: &mut Policy) {
        for number in self.bodies.drain(..) {
            let body = &bodies[number as usize];
            let mut time = body.touched;
            for fetch in body.fetches.of(&lists.fetches).iter().rev() {
                policy.was_touched(fetch.place as usize, time);
                time -= 1;
            }
        }
        self.settled = policy.postpone(0).unwrap_or(0);
    }
}
