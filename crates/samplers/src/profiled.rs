//! ProfileMe as a sampler: a tagged syllable, weighed by the time that it took.

use events::{Attention, Block, Group, Handler, Interrupt, Monitor, MonitoringUnit, Probe};
use events::{Register, StaticEvent, Task, Totals};
use profileme::{MAX_PERIOD, Mode, PCTR_CTL, PctrCtl, Pipe, ProfileMe};

use crate::listener::Listener;
use crate::schedule::Schedule;
use crate::tally::{Place, Tally};

/// The unit of the Alpha 21264 at work as one sampler: each sample accuses its syllable of its retire delay.
#[derive(Debug)]
pub(crate) struct Profiled {
    monitor: Monitor<ProfileMe, Reader>,
}

impl Profiled {
    /// Samples valid fetched syllables.
    pub(crate) fn new(pipe: Pipe, mut schedule: Schedule, tally: Tally) -> Self {
        let position = schedule.next();
        let mut reader = Reader {
            schedule,
            position,
            left: position + 1,
            tally,
        };
        let mut unit = ProfileMe::new(pipe);
        reader.go_on(&mut unit);
        Self {
            monitor: Monitor::new(unit, reader),
        }
    }
}

/// The interrupt handler.
#[derive(Debug)]
struct Reader {
    schedule: Schedule,
    /// Number of the syllable that is sampled next, of those that the unit counts.
    position: u64,
    /// Syllables up to it beyond those loaded into the counter, which counts [`MAX_PERIOD`] at most at a time.
    left: u64,
    tally: Tally,
}

impl Reader {
    /// Loads the counter with the rest of the distance, or as much of it as it can count.
    fn go_on(&mut self, unit: &mut ProfileMe) {
        let period = self.left.min(MAX_PERIOD);
        self.left -= period;
        let register = Register {
            bank: 0,
            number: PCTR_CTL,
        };
        unit.write(register, PctrCtl::start(period, Mode::Pm).encode());
    }
}

impl Handler<ProfileMe> for Reader {
    fn interrupt(&mut self, unit: &mut ProfileMe, _: &Interrupt) {
        let is_due = self.left == 0;
        for sample in unit.take_samples() {
            let place = Place {
                ip: sample.ip,
                slot: sample.slot,
            };
            let place = is_due.then_some((place, sample.retire_delay));
            let cycle = sample.issue.unwrap_or(sample.fetch.cycle);
            self.tally.sample_weighing(cycle, place);
        }
        if is_due {
            let before = std::mem::replace(&mut self.position, self.schedule.next());
            self.left = self.position - before;
        }
        self.go_on(unit);
    }
}

impl Probe for Profiled {
    events::forward_records!(monitor);

    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        self.monitor.describe(block, events);
    }

    fn group(&mut self, group: &Group) {
        self.monitor.group(group);
    }

    fn task(&mut self, cycle: u64, task: Task) {
        self.monitor.task(cycle, task);
    }

    fn settle(&mut self, cycle: u64) {
        self.monitor.settle(cycle);
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        self.monitor.catch_up(cycle, totals)
    }
}

impl Listener for Profiled {
    fn finish(&mut self, cycles: u64) {
        self.monitor.finish(cycles);
        self.monitor.handler.tally.settle();
    }

    fn tally(&self) -> &Tally {
        &self.monitor.handler.tally
    }
}
