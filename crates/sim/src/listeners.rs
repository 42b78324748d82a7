//! Everything that may listen to the cycle model at once.

use std::sync::Arc;

use events::{Attention, Block, Group, Probe, StaticEvent, Totals};
use pmu::{Ignore, Monitor, Options, Unit};

use crate::retire_log::RetireLog;
use crate::trace::Trace;
use crate::{Error, Request};

/// First counter's control register: those below belong to the freeze bits.
const STATUS_REGISTERS: usize = 4;

/// A trace, a retire log and the monitor that the program reads, each if it was asked for.
pub(crate) struct Listeners {
    trace: Option<Trace>,
    log: Option<RetireLog>,
    monitor: Option<Monitor<Ignore>>,
}

impl Listeners {
    /// The listeners of a request; `None` when there are none: a run without a listener is faster.
    pub(crate) fn new(request: &mut Request, trace: Option<Trace>) -> Result<Option<Self>, Error> {
        let log = request
            .retire_log
            .take()
            .map(|out| RetireLog::new(out, Arc::clone(&request.control)));
        let monitor = monitor(request)?;
        let any = trace.is_some() || log.is_some() || monitor.is_some();
        Ok(any.then_some(Self {
            trace,
            log,
            monitor,
        }))
    }

    /// The end of the run: everything is written.
    pub(crate) fn finish(&mut self) -> std::io::Result<()> {
        self.log.as_mut().map_or(Ok(()), RetireLog::finish)
    }
}

/// The monitor, programmed as the request says, if a program may read it or the request programs it.
fn monitor(request: &Request) -> Result<Option<Monitor<Ignore>>, Error> {
    let machine = &request.config.machine;
    if request.pmcs.is_empty() && !machine.os.user_monitor {
        return Ok(None);
    }
    let options = Options {
        skid: machine.pmu.skid.into(),
        single_entry: !machine.pmu.branch_trace_pairs,
        any_misprediction: machine.pmu.any_misprediction,
        precise: machine.os.user_monitor,
        ..Options::default()
    };
    let mut unit = Unit::new(machine.processor.family, options);
    for &(index, value) in &request.pmcs {
        if index >= unit.facts().control.len() || (1..STATUS_REGISTERS).contains(&index) {
            return Err(Error::MonitorRegister(index));
        }
        unit.set_pmc(index, value);
    }
    // Reset leaves counting frozen or not as the processor does; programming before the start is meant to count.
    if !request.pmcs.iter().any(|&(index, _)| index == 0) {
        unit.set_pmc(0, 0);
    }
    Ok(Some(Monitor::new(unit, Ignore)))
}

/// Hands a record to every listener.
macro_rules! hand_on {
    ($($method:ident($($argument:ident: $type:ty),*);)*) => {
        $(fn $method(&mut self, $($argument: $type),*) {
            if let Some(monitor) = &mut self.monitor {
                monitor.$method($($argument),*);
            }
            if let Some(log) = &mut self.log {
                log.$method($($argument),*);
            }
            if let Some(trace) = &mut self.trace {
                trace.$method($($argument),*);
            }
        })*
    };
}

impl Probe for Listeners {
    events::for_each_record!(hand_on);
    hand_on! {
        describe(block: &Block, events: &[StaticEvent]);
        group(group: &Group);
        status(cycle: u64, psr: u64);
        region(inside: bool);
        process(cycle: u64, process: u32);
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        if self.log.is_some() || self.trace.is_some() {
            self.settle(cycle);
            return Attention::ALL;
        }
        match &mut self.monitor {
            Some(monitor) => monitor.catch_up(cycle, totals),
            None => Attention::ALL,
        }
    }

    fn asks(&self, misses: u32) -> bool {
        (self.monitor.as_ref()).is_some_and(|monitor| monitor.asks(misses))
    }

    fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
        self.monitor.as_mut()?.read_pmd(cycle, index)
    }
}
