//! A measurement while it runs: monitors, the sampling buffer, triggers.
//!
//! This is the part of the kernel and of pfmon that lives between two overflows (perfmon 1.x): counters
//! are extended to 64 bits, sampled ones are reloaded with minus their period, each overflow of a
//! sampled counter stores an entry.

use crate::dispatch::{COUNTERS, Programming, Registers};
use events::{
    Attention, Block, CodeId, Group, Handler, Interrupt, Probe, StaticEvent, Task, Totals,
};
use pmu::psr;
use pmu::{Family, Monitor, Options, QuietUnit, Unit};

/// Sampling periods of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Period {
    /// After a full buffer, and at the start; 0: not sampled.
    pub long: u64,
    /// After other overflows.
    pub short: u64,
    /// Random bits added to a period.
    pub mask: u64,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// An entry of the sampling buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Cycle of the interrupt.
    pub stamp: u64,
    /// Interrupted bundle.
    pub ip: u64,
    /// Slot of the first instruction that was not executed.
    pub slot: u8,
    /// Counters that overflowed: bit i for PMDi.
    pub overflowed: u64,
    /// Minus the period that led here.
    pub last_reset: u64,
    /// The recorded registers in index order.
    pub pmds: Vec<u64>,
}

/// One counter's software half.
#[derive(Debug, Clone, Copy, Default)]
struct Soft {
    /// Bits above the hardware counter.
    upper: u64,
    /// Value loaded last.
    reset: u64,
    period: Period,
    /// PMD16 is cleared when this counter overflows.
    clears_trace: bool,
}

/// The interrupt handler of one monitor.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sampler {
    counters: [Soft; COUNTERS],
    /// Recorded registers, one bit each.
    recorded: u64,
    entries: u64,
    filled: u64,
    /// Entries so far.
    pub samples: Vec<Sample>,
}

/// Carta's multiplicative generator modulo 2^31 - 1, as the kernel uses it.
fn random(seed: u64) -> u64 {
    let product = (seed & 0xffff_ffff).wrapping_mul(16807);
    let folded = (product & 0x7fff_ffff) + (product >> 31);
    if folded & 0x8000_0000 != 0 {
        (folded & 0x7fff_ffff) + 1
    } else {
        folded
    }
}

impl Sampler {
    /// Full value of a counter.
    fn value(&self, unit: &Unit, counter: usize) -> u64 {
        let mask = unit.facts().counter_mask();
        self.counters[counter]
            .upper
            .wrapping_add(unit.pmd(4 + counter) & mask)
    }

    /// Loads a counter with minus a period, to which random bits are added when it is `varied`.
    fn load(&mut self, unit: &mut Unit, counter: usize, period: u64, varied: bool) {
        let soft = &mut self.counters[counter];
        let mut value = period.wrapping_neg();
        if varied && soft.period.mask != 0 {
            value = value.wrapping_sub(soft.period.seed & soft.period.mask);
            soft.period.seed = random(soft.period.seed);
        }
        soft.reset = value;
        let mask = unit.facts().counter_mask();
        soft.upper = value & !mask;
        unit.set_pmd(4 + counter, value);
    }

    /// Carries the overflows that `pmc0` shows to the upper bits. Counters whose period has ended with
    /// them, as the bits of `pmc0`.
    fn carry(&mut self, unit: &Unit, pmc0: u64) -> u64 {
        let width = 1u64 << unit.facts().counter_width;
        let mut ended = 0;
        for (counter, soft) in self.counters.iter_mut().enumerate() {
            let bit = 1 << (4 + counter);
            if pmc0 & bit != 0 {
                soft.upper = soft.upper.wrapping_add(width);
                if soft.upper == 0 && soft.period.long != 0 {
                    ended |= bit;
                }
            }
        }
        ended
    }
}

impl Handler<QuietUnit> for Sampler {
    fn interrupt(&mut self, unit: &mut QuietUnit, interrupt: &Interrupt) {
        let overflowed = self.carry(unit, interrupt.status);
        if overflowed != 0 {
            let first = overflowed.trailing_zeros() as usize - 4;
            let pmds = (0..64)
                .filter(|index| self.recorded >> index & 1 != 0)
                .map(|index: usize| match index {
                    4..=7 => self.value(unit, index - 4),
                    _ => unit.pmd(index),
                })
                .collect();
            self.samples.push(Sample {
                stamp: interrupt.cycle,
                ip: interrupt.ip,
                slot: interrupt.slot,
                overflowed,
                last_reset: self.counters[first].reset,
                pmds,
            });
            self.filled += 1;
            let full = self.filled == self.entries;
            if full {
                self.filled = 0;
            }
            for counter in (0..COUNTERS).filter(|counter| overflowed >> (4 + counter) & 1 != 0) {
                let Period { long, short, .. } = self.counters[counter].period;
                self.load(unit, counter, if full { long } else { short }, true);
                if self.counters[counter].clears_trace {
                    unit.set_pmd(16, 0);
                }
            }
        }
        unit.set_pmc(0, 0);
    }
}

/// When monitoring starts and stops, apart from the program's own life.
#[derive(Debug, Clone, Copy, Default)]
pub struct Window {
    /// Starts when this bundle is reached.
    pub trigger: Option<u64>,
    /// Starts at this cycle.
    pub from: u64,
    /// Stops at this cycle.
    pub until: Option<u64>,
    /// System monitors instead of user monitors.
    pub system_wide: bool,
}

/// Choices about the hardware that its documents leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choices {
    /// Cycles between an overflow and the earliest interrupt.
    pub skid: u64,
    /// The branch trace buffer makes one entry, not two, when a target bundle holds the next branch.
    pub single_entry: bool,
    /// Both of its prediction masks at "wrong" let through what was mispredicted in either way.
    pub any_misprediction: bool,
}

/// A listener with everything that a measurement needs.
#[derive(Debug, Clone)]
pub struct Session {
    /// The monitor of the hardware, reached without a detour, and those that `--unlimited` adds.
    monitors: (Monitor<Sampler>, Vec<Monitor<Sampler>>),
    window: Window,
    started: bool,
    /// Address and length in bytes of code, by id; only while a trigger is set.
    codes: Vec<(u64, u64)>,
    /// The process that runs.
    process: Option<u32>,
    /// Processes after the first, each from a cycle on; only when all of them are monitored.
    processes: Vec<(u64, u32)>,
}

/// Processor status that enables both kinds of monitors, at user level.
const RUNNING: u64 = psr::UP | psr::PP | 3 << 32;
const STOPPED: u64 = 3 << 32;
/// Vector of the monitor interrupt, as Linux sets it.
const VECTOR: u64 = 0xee;

impl Session {
    /// Arms the monitors.
    #[must_use]
    pub fn new(
        family: Family,
        programming: &Programming,
        periods: &[Period],
        recorded: u64,
        entries: u64,
        window: Window,
        choices: Choices,
    ) -> Session {
        let started = window.trigger.is_none() && window.from == 0;
        let armed = |registers: &Registers| {
            let Choices {
                skid,
                single_entry,
                any_misprediction,
            } = choices;
            let status = if started { RUNNING } else { STOPPED };
            let mut unit = Unit::new(
                family,
                Options {
                    psr: status,
                    skid,
                    single_entry,
                    any_misprediction,
                    // Secured from the program; handlers find what their moment demands.
                    precise: false,
                },
            );
            unit.set_pmv(VECTOR);
            for &(index, value) in &registers.ibrs {
                unit.set_ibr(index, value);
            }
            for &(index, value) in &registers.dbrs {
                unit.set_dbr(index, value);
            }
            for &(index, value) in &registers.pmcs {
                unit.set_pmc(index, value);
            }
            Monitor::new(
                unit,
                Sampler {
                    recorded,
                    entries,
                    ..Sampler::default()
                },
            )
        };
        let registers = |index: usize| programming.units.get(index).cloned().unwrap_or_default();
        let mut session = Session {
            monitors: (
                armed(&registers(0)),
                (1..programming.units.len())
                    .map(|index| armed(&registers(index)))
                    .collect(),
            ),
            window,
            started,
            codes: Vec::new(),
            process: None,
            processes: Vec::new(),
        };
        for (measured, period) in programming.events.iter().zip(periods) {
            let Some(monitor) = session.monitors_mut().nth(measured.unit) else {
                continue;
            };
            let Monitor { unit, handler } = monitor;
            let counter = measured.counter - 4;
            if period.long != 0 {
                handler.counters[counter].period = *period;
                handler.counters[counter].clears_trace =
                    measured.event.kind == pmu::Kind::BranchTrace;
                // As pfmon does, which programs the first period itself: random bits come from the kernel's handler.
                handler.load(unit, counter, period.long, false);
            }
        }
        if session.window.trigger.is_none() {
            session.bound();
        }
        session
    }

    fn monitors_mut(&mut self) -> impl Iterator<Item = &mut Monitor<Sampler>> {
        std::iter::once(&mut self.monitors.0).chain(&mut self.monitors.1)
    }

    /// Announces a start and an end that are known as cycles.
    fn bound(&mut self) {
        let Window { from, until, .. } = self.window;
        if from != 0 {
            self.monitors.status(from, RUNNING);
        }
        if let Some(until) = until {
            self.monitors.status(until, STOPPED);
        }
        self.started = true;
    }

    /// Takes everything up to the end of the run.
    pub fn finish(&mut self, cycles: u64) {
        for monitor in self.monitors_mut() {
            monitor.finish(cycles);
            // An overflow at the very end interrupts nothing any more, and counts all the same.
            let Monitor { unit, handler } = monitor;
            handler.carry(unit, unit.pmc(0));
        }
    }

    /// Final value of a counter, 64 bits.
    #[must_use]
    pub fn count(&self, unit: usize, counter: usize) -> u64 {
        let monitor = if unit == 0 {
            Some(&self.monitors.0)
        } else {
            self.monitors.1.get(unit - 1)
        };
        monitor.map_or(0, |monitor| {
            monitor.handler.value(&monitor.unit, counter - 4)
        })
    }

    /// Entries of the sampling buffer.
    #[must_use]
    pub fn samples(&self) -> &[Sample] {
        &self.monitors.0.handler.samples
    }

    /// Processes after the first, each from a cycle on, in order.
    #[must_use]
    pub fn processes(&self) -> &[(u64, u32)] {
        &self.processes
    }

    /// The slot of a group at which the trigger's bundle is reached.
    fn reaches(&self, group: &Group, trigger: u64) -> Option<u8> {
        let &(ip, length) = self.codes.get(group.code.0 as usize)?;
        let offset = trigger.wrapping_sub(ip);
        if offset >= length || group.from >= group.to {
            return None;
        }
        let bundle = offset / 16;
        let bundles = u64::from(group.from) / 3..=u64::from(group.to - 1) / 3;
        // A group's slots are below 256.
        bundles
            .contains(&bundle)
            .then(|| group.from.max(3 * bundle as u8))
    }
}

impl Probe for Session {
    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        if self.window.trigger.is_some() && block.id != CodeId::NONE {
            let index = block.id.0 as usize;
            if index >= self.codes.len() {
                self.codes.resize(index + 1, (0, 0));
            }
            self.codes[index] = (block.ip, 16 * block.raw.len() as u64);
        }
        self.monitors.describe(block, events);
    }

    #[inline(always)]
    fn group(&mut self, group: &Group) {
        let mut group = group;
        let behind;
        if !self.started
            && let Some(trigger) = self.window.trigger
            && let Some(from) = self.reaches(group, trigger)
        {
            self.started = true;
            self.monitors.status(group.cycle, RUNNING);
            // What issues with the trigger's bundle but stands before it does not count.
            behind = Group { from, ..*group };
            group = &behind;
        }
        self.monitors.group(group);
    }

    /// The program's own switching of its monitors does not reach pfmon's, which are secured; a switch to
    /// another process (user monitor off) does.
    fn status(&mut self, cycle: u64, psr: u64) {
        if self.started && !self.window.system_wide {
            self.monitors.status(cycle, psr);
        }
    }

    fn task(&mut self, cycle: u64, task: Task) {
        let before = self.process.replace(task.process);
        if self.window.system_wide && before.is_some_and(|before| before != task.process) {
            self.processes.push((cycle, task.process));
        }
    }

    fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
        self.monitors.read_pmd(cycle, index)
    }

    #[inline(always)]
    fn asks(&self, misses: u32) -> bool {
        self.monitors.asks(misses)
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        let attention = self.monitors.catch_up(cycle, totals);
        if self.started {
            attention
        } else {
            // The trigger is looked for in every group.
            Attention::ALL
        }
    }

    #[inline(always)]
    fn settle(&mut self, cycle: u64) {
        self.monitors.settle(cycle);
    }

    events::forward_records!(monitors);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_random_generator_is_the_minimal_standard_one() {
        let mut seed = 1;
        for _ in 0..10_000 {
            seed = random(seed);
        }
        // Park and Miller's check value for 16807 modulo 2^31 - 1.
        assert_eq!(seed, 1_043_618_065);
    }
}
