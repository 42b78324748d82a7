//! Aggregate counting (PCTR_CTL\[SL0\] = 0): both counters count whatever happens, and interrupt when they overflow.

use std::collections::VecDeque;

use crate::registers::{COUNTER, MAX_PERIOD, Mode};

/// The counters outside of ProfileMe mode.
#[derive(Debug)]
pub(crate) struct Aggregate {
    mode: Mode,
    /// Their values at the beginning of cycle `now`.
    counters: [u64; 2],
    /// Everything before this cycle has been counted.
    now: u64,
    /// For each group: its cycle of retirement and the number of its instructions.
    retired: VecDeque<(u64, u64)>,
    /// Cycles in which counter 1 counts one, in the modes in which it counts events (`pm2`, `pm3`).
    ones: Vec<u64>,
    /// For each group from `now` on: its cycle of issue, and bundle and slot of its first instruction.
    issues: VecDeque<(u64, u64, u8)>,
    /// Counters that have overflowed, one bit each.
    pub overflowed: u64,
}

/// An overflow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Overflow {
    /// Its cycle.
    pub cycle: u64,
    /// The first group that issues behind it: its cycle, bundle and slot.
    pub next: (u64, u64, u8),
}

impl Aggregate {
    /// Counters that count from the beginning of a cycle on.
    pub(crate) fn new(mode: Mode, counters: [u64; 2], from: u64) -> Self {
        Self {
            mode,
            counters,
            now: from,
            retired: VecDeque::new(),
            ones: Vec::new(),
            issues: VecDeque::new(),
            overflowed: 0,
        }
    }

    /// Software writes both.
    pub(crate) fn write(&mut self, mode: Mode, counters: [u64; 2]) {
        self.mode = mode;
        self.counters = counters;
        self.overflowed = 0;
    }

    pub(crate) fn counters(&self) -> [u64; 2] {
        self.counters
    }

    /// A group issues at a bundle and slot; its instructions retire in a cycle.
    pub(crate) fn group(&mut self, issue: (u64, u64, u8), retire: u64, instructions: u64) {
        self.issues.push_back(issue);
        self.retired.push_back((retire, instructions));
    }

    /// A request misses L2 in a cycle.
    pub(crate) fn miss(&mut self, cycle: u64) {
        if self.mode == Mode::Pm2 {
            self.ones.push(cycle);
        }
    }

    /// A flush that is no misprediction acts in a cycle.
    pub(crate) fn replay(&mut self, cycle: u64) {
        if self.mode == Mode::Pm3 {
            self.ones.push(cycle);
        }
    }

    /// For each counter the cycles from `now` to `until` (exclusive) in which it counts, with how much. Counter 1 counts at most one in
    /// a cycle.
    fn gains(&mut self, until: u64) -> [Vec<(u64, u64)>; 2] {
        let from = self.now;
        let old = self.retired.iter().take_while(|(cycle, _)| *cycle < from);
        let old = old.count();
        self.retired.drain(..old);
        let retired = self.retired.iter().copied();
        let retired = || {
            retired
                .clone()
                .take_while(|(cycle, _)| *cycle < until)
                .collect()
        };
        self.ones.sort_unstable();
        self.ones.dedup();
        self.ones.retain(|cycle| *cycle >= from);
        let ones = self.ones.iter().take_while(|cycle| **cycle < until);
        let ones = ones.map(|cycle| (*cycle, 1)).collect();
        let cycles = || (from..until).map(|cycle| (cycle, 1)).collect();
        match self.mode {
            Mode::Pm0 => [retired(), cycles()],
            Mode::Pm => [cycles(), Vec::new()],
            Mode::Pm2 => [retired(), ones],
            Mode::Pm3 => [cycles(), ones],
        }
    }

    /// Counts what happens before `until`, up to the first overflow.
    pub(crate) fn advance(&mut self, until: u64) -> Option<Overflow> {
        if until <= self.now {
            return None;
        }
        let gains = self.gains(until);
        let overflow = |(counter, gains): (u64, &Vec<(u64, u64)>)| {
            let sums = gains.iter().scan(counter, |sum, (cycle, gain)| {
                *sum += gain;
                Some((*cycle, *sum))
            });
            let mut over = sums.filter(|(_, sum)| *sum >= MAX_PERIOD);
            over.next().map(|(cycle, _)| cycle)
        };
        let cycles = [0, 1].map(|index| overflow((self.counters[index], &gains[index])));
        let first = cycles.into_iter().flatten().min();
        let end = first.map_or(until, |cycle| cycle + 1);
        for (index, gains) in gains.iter().enumerate() {
            let gained = gains.iter().take_while(|(cycle, _)| *cycle < end);
            let sum = self.counters[index] + gained.map(|(_, gain)| gain).sum::<u64>();
            self.overflowed |= u64::from(sum >= MAX_PERIOD) << index;
            self.counters[index] = sum & COUNTER;
        }
        self.now = end;
        while self.issues.front().is_some_and(|(issue, ..)| *issue < end) {
            self.issues.pop_front();
        }
        first.map(|cycle| Overflow {
            cycle,
            next: self.issues.front().copied().unwrap_or((end, 0, 0)),
        })
    }
}
