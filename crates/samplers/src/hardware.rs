//! Samplers that are the processor's own monitor: a counter that overflows, and a handler that reads registers.

use events::{Attention, Block, Group, Handler, Interrupt, Probe, StaticEvent, Task, Totals};
use pmu::{Capture, EarRequest, Facts, Family, Monitor, Options, QuietUnit, Unit};

use crate::listener::Listener;
use crate::schedule::Schedule;
use crate::tally::{Place, Tally};

/// What a counter counts, and what its handler reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    /// `CPU_CYCLES`; the interruption instruction pointer: the first instruction that has not issued at the interrupt.
    Cycles,
    /// `IA64_INST_RETIRED`; the interruption instruction pointer.
    Instructions,
    /// `DATA_EAR_CACHE_LAT4`; the load in PMD17.
    DataEar,
    /// `BRANCH_EVENT` of taken branches; the newest source in the branch trace buffer.
    BranchTrace,
}

impl Event {
    fn name(self) -> &'static str {
        match self {
            Event::Cycles => "CPU_CYCLES",
            Event::Instructions => "IA64_INST_RETIRED",
            Event::DataEar => "DATA_EAR_CACHE_LAT4",
            Event::BranchTrace => "BRANCH_EVENT",
        }
    }
}

/// User level, in a control register of a counter, of an event address register and of the branch trace buffer.
const USER: u8 = 8;
/// Enabled by PSR.pp, which processes share: all of them are sampled.
const SYSTEM: u64 = 1 << 6;
/// A counter's overflow interrupts.
const INTERRUPTS: u64 = 1 << 5;
/// The first counter, which counts every event that a sampler needs.
const COUNTER: usize = 4;
const DATA_EAR_CONTROL: usize = 11;
const DATA_EAR_INSTRUCTION: usize = 17;
const TRACE_CONTROL: usize = 12;
/// PMC12: taken branches, whatever was predicted.
const TAKEN: u64 = 2 << 8 | 3 << 10 | 3 << 12;
/// First register of the branch trace buffer, and its index.
const TRACE: usize = 8;
const TRACE_INDEX: usize = 16;

/// One sampler: the monitor of a processor, with one counter that interrupts.
#[derive(Debug)]
pub(crate) struct Hardware {
    monitor: Monitor<Reader>,
}

impl Hardware {
    /// `None`: the processor has no such event.
    pub(crate) fn new(
        family: Family,
        options: Options,
        event: Event,
        mut schedule: Schedule,
        tally: Tally,
    ) -> Option<Self> {
        let facts = Facts::of(family);
        let counted = pmu::find(family, event.name())?;
        let mut unit = Unit::new(
            family,
            Options {
                psr: pmu::psr::PP | 3 << 32,
                ..options
            },
        );
        unit.set_pmv(pmu::LINUX_VECTOR);
        let selected = u64::from(counted.code) << 8 | u64::from(counted.counter_umask()) << 16;
        let counter = u64::from(USER) | INTERRUPTS | SYSTEM | selected | facts.power;
        unit.set_pmc(COUNTER, counter);
        if event == Event::DataEar {
            let request = EarRequest {
                plm: USER,
                pm: true,
                ism: 0,
                capture: Capture::Cache,
                umask: counted.umask,
            };
            unit.set_pmc(DATA_EAR_CONTROL, (facts.data_ear.encode)(&request));
        }
        if event == Event::BranchTrace {
            let stages = facts.trace_stages.into_iter().flatten();
            let stages = stages.fold(0, |all, stage| all | stage);
            unit.set_pmc(TRACE_CONTROL, u64::from(USER) | SYSTEM | TAKEN | stages);
        }
        let position = schedule.next();
        unit.set_pmd(COUNTER, (position + 1).wrapping_neg());
        unit.set_pmc(0, 0);
        let reader = Reader {
            event,
            schedule,
            position,
            tally,
        };
        Some(Self {
            monitor: Monitor::new(unit, reader),
        })
    }
}

/// The interrupt handler.
#[derive(Debug)]
struct Reader {
    event: Event,
    schedule: Schedule,
    /// Number of the event, from 0, with which the counter overflows next; in the handler that of the overflow.
    position: u64,
    tally: Tally,
}

impl Reader {
    /// The instruction that the registers accuse.
    fn place(&self, unit: &Unit, interrupt: &Interrupt) -> Option<Place> {
        let shown = |register: u64| Place {
            ip: register & !0xf,
            slot: (register >> 2 & 3) as u8,
        };
        match self.event {
            Event::Cycles | Event::Instructions => Some(Place {
                ip: interrupt.ip,
                slot: interrupt.slot,
            }),
            Event::DataEar => {
                let instruction = unit.pmd(DATA_EAR_INSTRUCTION);
                (instruction & 1 != 0).then(|| shown(instruction))
            }
            Event::BranchTrace => {
                let index = unit.pmd(TRACE_INDEX) as usize;
                let entries = (1..=8).map(|back| unit.pmd(TRACE + (index + 8 - back) % 8));
                entries.into_iter().find(|entry| entry & 1 != 0).map(shown)
            }
        }
    }

    /// Events from here on up to the next overflow. The counter has not counted between the last overflow and the interrupt.
    fn distance(&mut self, interrupt: &Interrupt) -> u64 {
        let before = self.position;
        self.position = self.schedule.next();
        if self.event != Event::Cycles {
            return self.position - before;
        }
        // Cycles are sampled at absolute positions: those that passed while the counter stood still are skipped.
        while self.position < interrupt.cycle {
            self.position = self.schedule.next();
        }
        self.position - interrupt.cycle + 1
    }
}

impl Handler<QuietUnit> for Reader {
    fn interrupt(&mut self, unit: &mut QuietUnit, interrupt: &Interrupt) {
        let place = self.place(unit, interrupt);
        self.tally.sample(interrupt.raised, place);
        let distance = self.distance(interrupt);
        unit.set_pmd(COUNTER, distance.wrapping_neg());
        unit.set_pmd(TRACE_INDEX, 0);
        unit.set_pmc(0, 0);
    }
}

impl Probe for Hardware {
    events::forward_records!(monitor);

    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        self.monitor.describe(block, events);
    }

    fn group(&mut self, group: &Group) {
        self.monitor.group(group);
    }

    /// Ignored: the sampler runs on whichever process executes, and whether or not the program enables monitors.
    fn status(&mut self, _: u64, _: u64) {}

    fn task(&mut self, cycle: u64, task: Task) {
        self.monitor.task(cycle, task);
    }

    fn settle(&mut self, cycle: u64) {
        self.monitor.settle(cycle);
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        self.monitor.catch_up(cycle, totals)
    }

    fn asks(&self, misses: u32) -> bool {
        self.monitor.asks(misses)
    }
}

impl Listener for Hardware {
    fn finish(&mut self, cycles: u64) {
        self.monitor.finish(cycles);
        self.monitor.handler.tally.settle();
    }

    fn tally(&self) -> &Tally {
        &self.monitor.handler.tally
    }
}
