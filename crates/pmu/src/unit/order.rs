//! Cycles in order: thresholds, overflow, freeze, interrupt. [`Unit::advance`] takes what waits in the queue, cycle by cycle.

use super::Unit;
use super::queue::{Effect, Item};
use crate::registers::PMV_MASKED;
use crate::setup::Source;
use events::Interrupt;
use isa::psr;

impl Unit {
    /// The processor status changes behind what has been recorded of `cycle`.
    pub(crate) fn status(&mut self, cycle: u64, psr: u64) {
        // System 7: the cycle belongs to the status before, as something issued in it. Nothing issues in cycle 0.
        let whole = if cycle == 0 { 0 } else { cycle + 1 };
        self.change_status(cycle, whole, psr);
    }

    /// The processor status changes with the beginning of `cycle`, of which nothing has been recorded.
    pub fn status_from(&mut self, cycle: u64, psr: u64) {
        self.change_status(cycle, cycle, psr);
    }

    /// The processor status changes for what is recorded of `cycle` from here on. `whole`: the first cycle that belongs to the new status as
    /// a whole, `cycle` or the next one.
    fn change_status(&mut self, cycle: u64, whole: u64, psr: u64) {
        // Records from here on come from code at the new privilege level, so their tags change at once; the gates change when the
        // queue comes to `cycle`.
        let changes_level = psr::cpl(psr) != self.level;
        self.follow_level(psr);
        self.horizon = self.horizon.min(cycle);
        self.queue_outstanding();
        if changes_level {
            self.queue_level_change(cycle);
        }
        self.queue.push(cycle, Effect::Status(psr));
        self.queue.push(whole, Effect::CycleStatus(psr));
        self.next_check = 0;
    }

    /// A change of the privilege level is an occurrence like any other. It comes before the change of the status, so that it counts
    /// at the level that it leaves (System 7).
    fn queue_level_change(&mut self, cycle: u64) {
        for counter in 0..4 {
            if self.setup.counters[usize::from(counter)].source == Source::LevelChanges {
                self.queue.push(cycle, Effect::Add { counter, amount: 1 });
            }
        }
    }

    /// An occurrence for a counter in the cycle at hand: gate, threshold, overflow. The gate is that of the occurrence: in a cycle in
    /// which the processor status changes, what comes before the change goes by the status before it (System 7).
    pub(super) fn accept(&mut self, counter: usize, amount: u64) {
        if self.gates[counter] == 0 {
            return;
        }
        if self.setup.counters[counter].by_cycle() {
            self.pending[counter] += amount;
        } else {
            self.values[counter] += amount;
            self.overflow(counter);
        }
    }

    /// Wraps a counter that has outgrown its width. The remainder stays in the counter.
    pub(super) fn overflow(&mut self, counter: usize) {
        let mask = self.registers.counter_mask();
        if self.values[counter] > mask {
            self.values[counter] &= mask;
            self.registers.overflow(1 << (4 + counter), false);
            self.freezing |= self.setup.counters[counter].oi;
        }
    }

    /// Ends the cycle at `clock`: thresholds and splits of its values, which are the sums of the occurrences that found the gate
    /// open. Whether the gate is open at the end of the cycle does not matter.
    pub(super) fn end_cycle(&mut self) {
        for counter in 0..4 {
            let value = std::mem::take(&mut self.pending[counter]);
            if value == 0 {
                continue;
            }
            let setup = &self.setup.counters[counter];
            let value = match setup.source {
                Source::Split {
                    shift, high: true, ..
                } => value >> shift,
                Source::Split {
                    shift, high: false, ..
                } => value & ((1 << shift) - 1),
                _ => value,
            };
            let threshold = u64::from(setup.threshold);
            self.values[counter] += if threshold == 0 {
                value
            } else {
                u64::from(value > threshold)
            };
            self.overflow(counter);
        }
    }

    /// Completes cycles up to `target`, or up to the one in which the monitor freezes.
    pub(super) fn complete(&mut self, target: u64) {
        while self.clock < target {
            self.end_cycle();
            let mut cycles = if self.freezing {
                1
            } else {
                target - self.clock
            };
            let mask = self.registers.counter_mask();
            for counter in 0..4 {
                if self.setup.counters[counter].source == Source::Cycles && self.gates[counter] != 0
                {
                    cycles = cycles.min(mask + 1 - self.values[counter].min(mask));
                }
            }
            for counter in 0..4 {
                if self.setup.counters[counter].source == Source::Cycles && self.gates[counter] != 0
                {
                    // A cycle's value is one, so that no threshold lets it through.
                    if self.setup.counters[counter].threshold == 0 {
                        self.values[counter] += cycles;
                        self.overflow(counter);
                    }
                }
            }
            self.clock += cycles;
            // One interrupt stands for all overflows up to its delivery.
            if self.freeze_if_due() && self.can_interrupt() && self.waiting.is_none() {
                self.waiting = Some(self.clock - 1);
                return;
            }
        }
    }

    /// Takes everything before `until` in order. Stops at an interrupt that can be delivered.
    pub(crate) fn advance(&mut self, until: u64) -> Option<Interrupt> {
        self.take_outstanding(until);
        for counter in 0..4 {
            self.overflow(counter);
        }
        loop {
            let mut limit = until;
            let mut group = None;
            if let Some(overflowed) = self.waiting {
                let after = overflowed + self.options.skid;
                group = self
                    .groups
                    .iter()
                    .find(|group| group.0 > after && group.0 <= until)
                    .copied();
                limit = group.map_or(until, |group| group.0);
            }
            while let Some(item) = self.queue.peek().copied().filter(|item| item.cycle < limit) {
                if item.cycle > self.clock {
                    let waiting = self.waiting;
                    self.complete(item.cycle);
                    if self.waiting != waiting {
                        break;
                    }
                }
                self.queue.pop_before(limit);
                self.take(item, limit);
            }
            let waiting = self.waiting;
            if self.queue.peek().is_none_or(|item| item.cycle >= limit) {
                self.complete(limit);
            }
            if self.waiting != waiting || self.queue.peek().is_some_and(|item| item.cycle < limit) {
                continue;
            }
            if let (Some(raised), Some((cycle, code, from))) = (self.waiting, group) {
                self.waiting = None;
                if self.options.freeze_at_delivery {
                    self.freeze();
                }
                let (ip, slot) = self.codes.place(code, from).unwrap_or((0, 0));
                return Some(Interrupt {
                    cycle,
                    ip,
                    slot,
                    raised,
                    status: self.registers.pmc(0),
                });
            }
            self.settled(until);
            return None;
        }
    }

    /// After everything before the end of the run has been taken: what the program caused and what completes
    /// later is counted as well, up to an overflow that freezes. No cycle passes and nothing is interrupted any
    /// more.
    pub(crate) fn drain(&mut self) {
        self.take_outstanding(u64::MAX);
        self.queue_outstanding();
        let mut cycle = self.clock;
        while let Some(item) = self.queue.pop_before(u64::MAX) {
            if item.cycle > cycle {
                self.end_cycle();
                self.freeze_if_due();
                cycle = item.cycle;
            }
            if !matches!(item.what, Effect::Status(_) | Effect::CycleStatus(_)) {
                self.take(item, u64::MAX);
            }
        }
        self.end_cycle();
        self.freeze_if_due();
    }

    /// Whether an overflow is delivered, not discarded.
    fn can_interrupt(&self) -> bool {
        self.registers.pmv & PMV_MASKED == 0
    }

    fn freeze(&mut self) {
        self.registers.overflow(0, true);
        self.refresh_gates();
    }

    /// At the end of a cycle: freezes if a counter overflowed in it. Whether it did.
    fn freeze_if_due(&mut self) -> bool {
        let freezes = std::mem::take(&mut self.freezing);
        if freezes && !(self.options.freeze_at_delivery && self.can_interrupt()) {
            self.freeze();
        }
        freezes
    }

    /// After everything before `until` has been taken: sets the horizon and the next check, and drops groups that no interrupt can
    /// displace.
    pub(super) fn settled(&mut self, until: u64) {
        self.plan();
        self.take_before_horizon();
        let keep = if self.waiting.is_some() {
            0
        } else {
            self.horizon.min(until)
        };
        while self.groups.front().is_some_and(|group| group.0 < keep) {
            self.groups.pop_front();
        }
        // Half of the way to the horizon, so that records ahead of time rarely have to queue.
        let check = (until + self.horizon.saturating_sub(until) / 2).max(until + 32);
        self.next_check = check;
    }

    /// Takes what is queued before the horizon, which has moved on: records that arrive from here on and lie before it are counted at
    /// once, and these come before them.
    pub(super) fn take_before_horizon(&mut self) {
        let horizon = self.horizon;
        while let Some(item) = self.queue.pop_before(horizon) {
            match item.what {
                Effect::Capture(capture) => self.hold(self.clock, item.cycle, capture),
                _ => self.take(item, horizon),
            }
        }
    }

    /// Takes an item whose turn has come. A span is split: what is left of it goes back to the queue. `limit`: the cycle up to which
    /// the queue is taken.
    pub(super) fn take(&mut self, item: Item, limit: u64) {
        match item.what {
            Effect::Add { counter, amount } => self.accept(usize::from(counter), u64::from(amount)),
            Effect::Span { counter, cycles } => {
                // As many cycles at once as lie before the next effect and before an overflow.
                let next = self
                    .queue
                    .peek()
                    .map_or(limit, |next| next.cycle.min(limit));
                let index = usize::from(counter);
                let room = (self.registers.counter_mask() + 1).saturating_sub(self.values[index]);
                let free = next.saturating_sub(item.cycle).min(room);
                let now = if self.setup.counters[index].by_cycle() {
                    1
                } else {
                    free.clamp(1, u64::from(cycles).max(1))
                };
                let now = now.min(u64::from(cycles));
                if now > 1 {
                    // All but the last cannot overflow; the last is taken in its own cycle.
                    self.accept(index, now - 1);
                    let rest = cycles - (now - 1) as u32;
                    self.queue.put_back(Item {
                        cycle: item.cycle + now - 1,
                        what: Effect::Span {
                            counter,
                            cycles: rest,
                        },
                        ..item
                    });
                } else {
                    self.accept(index, now);
                    if cycles > 1 {
                        self.queue.put_back(Item {
                            cycle: item.cycle + 1,
                            what: Effect::Span {
                                counter,
                                cycles: cycles - 1,
                            },
                            ..item
                        });
                    }
                }
            }
            Effect::Capture(capture) => self.capture(item.cycle, &capture),
            Effect::Branch(branch) => self.record(&branch),
            Effect::Status(psr) => self.take_status(psr),
            Effect::CycleStatus(psr) => self.take_cycle_status(psr),
        }
    }

    /// The first cycle whose settling needs [`Unit::advance`].
    #[inline(always)]
    pub(crate) fn next_check(&self) -> u64 {
        self.next_check
    }
}
