//! The processor's performance monitor in a whole machine: the guest's system software programs and reads it, and takes its interrupt
//! (System 8).

use config::model::FreezeAt;
use events::{
    Attention, Block, Group, Handler, Interrupt, MonitoringUnit, Probe, Register, StaticEvent,
    Task, Totals,
};
use machine::MonitorRegister;
use pmu::{Monitor, Options, QuietUnit, Unit, bank};

/// The interrupt line: an overflow only sets `pending`, and the registers stay as the overflow left them for the guest's handler.
#[derive(Debug, Default)]
struct Request {
    pending: bool,
}

impl Handler<QuietUnit> for Request {
    fn interrupt(&mut self, _: &mut QuietUnit, _: &Interrupt) {
        self.pending = true;
    }
}

/// The unit with its interrupt line. While it cannot count anything it is sent no records.
pub(crate) struct GuestMonitor {
    monitor: Monitor<Request>,
    counting: bool,
}

impl GuestMonitor {
    /// The monitor of a machine after reset.
    pub(crate) fn new(machine: &config::Machine) -> Self {
        let choices = &machine.pmu;
        let options = Options {
            skid: choices.skid.into(),
            freeze_at_delivery: choices.freeze_at == FreezeAt::Delivery,
            single_entry: !choices.branch_trace_pairs,
            any_misprediction: choices.any_misprediction,
            precise: true,
            psr: 0,
        };
        let mut unit = Unit::new(machine.processor.family, options);
        // Frozen (PMC0.fr) until software starts it.
        unit.set_pmc(0, 1);
        Self {
            monitor: Monitor::new(unit, Request::default()),
            counting: false,
        }
    }

    /// Whether anything may be counted or captured: software has programmed it, and it is not frozen.
    pub(crate) fn is_counting(&self) -> bool {
        self.counting
    }

    /// Whether an overflow has requested an interrupt that the processor has not taken over yet.
    #[inline]
    pub(crate) fn is_overflowing(&self) -> bool {
        self.monitor.handler.pending
    }

    /// As [`is_overflowing`](Self::is_overflowing); the processor takes the request over.
    pub(crate) fn take_overflow(&mut self) -> bool {
        std::mem::take(&mut self.monitor.handler.pending)
    }

    /// The value that an instruction at the current privilege level reads when everything before cycle `now` is counted.
    pub(crate) fn read(&mut self, register: MonitorRegister, now: u64) -> u64 {
        self.monitor.synchronise(now);
        let (bank, number) = place(register);
        let value = match bank {
            bank::PMD => self.monitor.unit.read_data(number as u64),
            _ => self.monitor.unit.read(Register { bank, number }),
        };
        // A register that does not exist reads as 0 (volume 2, section 7.2.1).
        value.unwrap_or(0)
    }

    /// Software writes a register; one that does not exist ignores it.
    pub(crate) fn write(&mut self, register: MonitorRegister, value: u64, now: u64) {
        self.monitor.synchronise(now);
        let (bank, number) = place(register);
        let unit = &mut self.monitor.unit;
        unit.write(Register { bank, number }, value);
        self.counting = unit.is_programmed() && !unit.frozen();
    }
}

const fn place(register: MonitorRegister) -> (usize, usize) {
    match register {
        MonitorRegister::Control(number) => (bank::PMC, number as usize),
        MonitorRegister::Data(number) => (bank::PMD, number as usize),
        MonitorRegister::InstructionBreakpoint(number) => (bank::IBR, number as usize),
        MonitorRegister::DataBreakpoint(number) => (bank::DBR, number as usize),
        MonitorRegister::Vector => (bank::PMV, 0),
    }
}

impl Probe for GuestMonitor {
    events::forward_records!(monitor);

    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        self.monitor.describe(block, events);
    }

    #[inline(always)]
    fn group(&mut self, group: &Group) {
        if self.counting {
            self.monitor.group(group);
        }
    }

    fn status(&mut self, cycle: u64, psr: u64) {
        self.monitor.status(cycle, psr);
    }

    fn task(&mut self, cycle: u64, task: Task) {
        self.monitor.task(cycle, task);
    }

    fn settle(&mut self, cycle: u64) {
        if self.counting {
            self.monitor.settle(cycle);
        }
    }

    #[inline]
    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        if !self.counting {
            return Attention::NOTHING;
        }
        let attention = self.monitor.catch_up(cycle, totals);
        let unit = &self.monitor.unit;
        // A frozen unit needs records only until its interrupt has its place: before the first group that is not executed.
        if unit.frozen() && !unit.is_interrupting() {
            self.counting = false;
            return Attention::NOTHING;
        }
        attention
    }

    #[inline(always)]
    fn asks(&self, misses: u32) -> bool {
        self.counting && self.monitor.asks(misses)
    }
}
