//! The order in which runs are carried out: the longest first, and only as many at once as memory allows.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a worker that waits for memory looks whether the batch was interrupted.
const LOOK: Duration = Duration::from_millis(100);

/// What a worker carries out at a time: one run, or several that share an execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unit {
    /// Indices of its runs in the batch.
    pub places: Vec<usize>,
    /// Bytes that its guest may take.
    pub memory: u64,
    /// Milliseconds that its runs took the last time, if known of all.
    pub time: Option<u64>,
}

/// The units that are still to be carried out, shared by all workers.
pub(crate) struct Queue {
    state: Mutex<State>,
    freed: Condvar,
}

struct State {
    waiting: VecDeque<Unit>,
    /// Bytes that the units that are being carried out leave free.
    free: u64,
}

/// Sorts units: those whose time is not known come first, as they may be long, then the longest; equal ones stay in the order of the plan.
pub(crate) fn order(units: &mut [Unit]) {
    units.sort_by_key(|unit| std::cmp::Reverse(unit.time.unwrap_or(u64::MAX)));
}

/// Most machines that share one execution: with more of them their models evict each other from the host's caches.
const LANES: usize = 8;

/// Divides runs that can share an execution (`places`) into shares of about equal size, so many that each of `workers` can have some of all
/// `runs` of the batch.
pub(crate) fn divide(places: &[usize], runs: usize, workers: usize) -> Vec<Vec<usize>> {
    let most = LANES.min(runs.div_ceil(workers.max(1))).max(1);
    let shares = places.len().div_ceil(most).max(1);
    let size = places.len().div_ceil(shares).max(1);
    places.chunks(size).map(<[usize]>::to_vec).collect()
}

impl Queue {
    /// A queue of units in this order; `memory`: bytes for all that are carried out at once. No unit may need more.
    pub(crate) fn new(units: Vec<Unit>, memory: u64) -> Self {
        Self {
            state: Mutex::new(State {
                waiting: units.into(),
                free: memory,
            }),
            freed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next unit for which there is memory, waiting until there is; `None`: all are taken, or the batch is
    /// interrupted.
    pub(crate) fn take(&self, interrupt: &AtomicBool) -> Option<Unit> {
        let mut state = self.state();
        loop {
            if state.waiting.is_empty() || interrupt.load(Ordering::Relaxed) {
                return None;
            }
            let free = state.free;
            if let Some(first) = state.waiting.iter().position(|unit| unit.memory <= free) {
                let unit = state.waiting.remove(first)?;
                state.free -= unit.memory;
                return Some(unit);
            }
            let waited = self.freed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Gives the memory of a unit back.
    pub(crate) fn done(&self, unit: &Unit) {
        self.state().free += unit.memory;
        self.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(place: usize, memory: u64, time: Option<u64>) -> Unit {
        Unit {
            places: vec![place],
            memory,
            time,
        }
    }

    #[test]
    fn unknown_runs_come_first_then_the_longest_and_equal_ones_as_planned() {
        let times = [Some(5), None, Some(9), Some(5), None];
        let mut units: Vec<Unit> = (0..)
            .zip(times)
            .map(|(at, time)| unit(at, 1, time))
            .collect();
        order(&mut units);
        let places: Vec<usize> = units.iter().map(|unit| unit.places[0]).collect();
        assert_eq!(places, [1, 4, 2, 0, 3]);
    }

    #[test]
    fn runs_that_can_share_are_dealt_out_evenly_and_to_all_workers() {
        let sizes = |places: usize, runs, workers| -> Vec<usize> {
            let places: Vec<usize> = (0..places).collect();
            let shares = divide(&places, runs, workers);
            assert_eq!(shares.concat(), places);
            shares.iter().map(Vec::len).collect()
        };
        assert_eq!(sizes(12, 144, 2), [6, 6]);
        assert_eq!(sizes(8, 8, 1), [8]);
        assert_eq!(sizes(8, 8, 2), [4, 4]);
        assert_eq!(sizes(9, 100, 2), [5, 4]);
        assert_eq!(sizes(3, 3, 64), [1, 1, 1]);
    }

    #[test]
    fn a_unit_that_does_not_fit_waits_and_lets_smaller_ones_pass() {
        let go = AtomicBool::new(false);
        let queue = Queue::new(
            vec![unit(0, 6, None), unit(1, 6, None), unit(2, 4, None)],
            10,
        );
        let first = queue.take(&go).unwrap();
        assert_eq!(first.places, [0]);
        assert_eq!(queue.take(&go).unwrap().places, [2]);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.take(&go));
            queue.done(&first);
            assert_eq!(waiting.join().unwrap().unwrap().places, [1]);
        });
        assert_eq!(queue.take(&go), None);
    }

    #[test]
    fn an_interruption_ends_the_wait_for_memory() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new(vec![unit(0, 10, None), unit(1, 10, None)], 10);
        assert!(queue.take(&stop).is_some());
        stop.store(true, Ordering::Relaxed);
        assert_eq!(queue.take(&stop), None);
    }
}
