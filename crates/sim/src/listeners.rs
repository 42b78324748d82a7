//! The listeners to the cycle model that a request asks for, as one tuple.

use std::collections::BTreeMap;
use std::sync::Arc;

use config::model::FreezeAt;
use events::{Ignore, MonitoringUnit, Probe, Register};
use pmu::{Monitor, Options, Unit};

use crate::retire_log::RetireLog;
use crate::trace::Trace;
use crate::{Error, Request};

/// Number of the first counter's control register. PMC0 has the freeze bit; those between are not programmed.
const STATUS_REGISTERS: usize = 4;

/// The processor's monitor, which the program may read, a retire log and a trace, each if it was asked for, and the
/// listeners that the caller has put beside them.
pub(crate) type Listeners<'a, 'b> = (
    Option<Monitor<Ignore>>,
    Option<RetireLog>,
    Option<Trace>,
    &'a mut Vec<&'b mut dyn Probe>,
);

/// The listeners of a request; `None` when there are none: a run without a listener is faster.
pub(crate) fn listeners<'a, 'b>(
    request: &mut Request,
    trace: Option<Trace>,
    beside: &'a mut Vec<&'b mut dyn Probe>,
) -> Result<Option<Listeners<'a, 'b>>, Error> {
    let region = request.region.is_some();
    let log = (request.retire_log.take())
        .map(|out| RetireLog::new(out, Arc::clone(&request.control), region));
    let monitor = monitor(request)?;
    let any = trace.is_some() || log.is_some() || monitor.is_some() || !beside.is_empty();
    Ok(any.then_some((monitor, log, trace, beside)))
}

/// Whether the listeners may be detached where they need no records ([`crate::handover`]): they are only those of the caller and a trace.
pub(crate) fn may_leave(listeners: &Listeners<'_, '_>) -> bool {
    let (monitor, log, trace, _) = listeners;
    monitor.is_none() && log.is_none() && trace.as_ref().is_none_or(Trace::may_leave)
}

/// The monitor, programmed as the request says; `None`: neither may the program read it nor does the request program it.
pub(crate) fn monitor(request: &Request) -> Result<Option<Monitor<Ignore>>, Error> {
    let machine = &request.config.machine;
    if request.pmcs.is_empty() && request.pmds.is_empty() && !machine.os.user_monitor {
        return Ok(None);
    }
    let options = Options {
        skid: machine.pmu.skid.into(),
        freeze_at_delivery: machine.pmu.freeze_at == FreezeAt::Delivery,
        single_entry: !machine.pmu.branch_trace_pairs,
        any_misprediction: machine.pmu.any_misprediction,
        precise: machine.os.user_monitor,
        ..Options::default()
    };
    let mut unit = Unit::new(machine.processor.family, options);
    for &(index, value) in &request.pmcs {
        if index >= unit.facts().control.len() || (1..STATUS_REGISTERS).contains(&index) {
            return Err(Error::MonitorRegister("PMC", index));
        }
        unit.set_pmc(index, value);
    }
    for &(index, value) in &request.pmds {
        if index >= unit.facts().data.len() {
            return Err(Error::MonitorRegister("PMD", index));
        }
        unit.set_pmd(index, value);
    }
    // Reset may leave counting frozen. Unless the request writes PMC0, counting is unfrozen: registers are programmed to count.
    if !request.pmcs.iter().any(|&(index, _)| index == 0) {
        unit.set_pmc(0, 0);
    }
    Ok(Some(Monitor::new(unit, Ignore)))
}

/// The value of each register of a unit in hexadecimal, by its name.
pub(crate) fn registers(unit: &impl MonitoringUnit) -> BTreeMap<String, String> {
    let banks = unit.banks().iter().enumerate();
    let registers = banks.flat_map(|(bank, facts)| {
        (0..facts.registers).filter_map(move |number| {
            let value = unit.read(Register { bank, number })?;
            Some((format!("{}{number}", facts.name), format!("{value:#x}")))
        })
    });
    registers.collect()
}
