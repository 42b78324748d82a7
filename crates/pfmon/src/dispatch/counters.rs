//! Control registers of counters, event address registers and the branch trace buffer.

use super::{Context, Measured, Programming};
use pmu::{Capture, EarRequest, Event, Kind};

/// Unit mask that a data cache event puts into PMC11, from the latency in its name (`..._LAT8`): the hardware's code is
/// log2(latency) - 2. libpfm's own unit masks leave out one code from 512 cycles on, so they are not used.
fn latency_umask(event: &Event) -> u8 {
    let latency = event.name.rsplit_once("LAT").map(|(_, latency)| latency);
    match latency.and_then(|latency| latency.parse::<u64>().ok()) {
        Some(latency) if latency >= 4 => (latency.ilog2() - 2) as u8,
        _ => event.umask,
    }
}

impl Context<'_> {
    pub(super) fn counters(&self, programming: &mut Programming) {
        let pm = u64::from(self.options.system_wide);
        for measured in &programming.events.clone() {
            let Measured {
                event,
                plm,
                threshold,
                ism,
                counter,
                unit,
            } = *measured;
            let mut value = u64::from(plm)
                | 1 << 5
                | pm << 6
                | u64::from(event.code) << 8
                | u64::from(event.counter_umask()) << 16
                | u64::from(threshold) << 20
                | u64::from(ism) << 24;
            if counter == 4 {
                value |= self.facts.power;
            }
            programming.verbose.push(format!(
                "[pmc{counter}=0x{value:x} thres={threshold} es=0x{:02x} plm={plm} umask=0x{:x} pm={pm} ism=0x{ism:x} oi=1] {}",
                event.code,
                event.counter_umask(),
                event.name
            ));
            programming.units[unit].pmcs.push((counter, value));
            if event.kind.is_any_capture() {
                self.capture(programming, event, unit);
                continue;
            }
            if let Some((index, value)) = self.ear(measured) {
                programming
                    .verbose
                    .push(format!("[pmc{index}=0x{value:x}]"));
                programming.units[unit].pmcs.push((index, value));
            }
        }
        if self.facts.power != 0 {
            // PMC4 carries the power bit even when nothing is counted there.
            for unit in &mut programming.units {
                if !unit.pmcs.iter().any(|(index, _)| *index == 4) {
                    unit.pmcs.push((4, self.facts.power));
                }
            }
        }
    }

    /// Has the event address register capture on a monitor what an event there counts. `DATA_EAR_EVENTS` and `INSTRUCTION_EAR_EVENTS` do not say
    /// what that is, and libpfm programs nothing for them: another event has to, of the same monitor or, if there is none, of another one.
    fn capture(&self, programming: &mut Programming, event: &Event, unit: usize) {
        let programs =
            |other: &&Measured| other.event.code == event.code && other.event.kind.is_ear();
        let mut programs = programming.events.iter().filter(programs);
        if programs.clone().any(|other| other.unit == unit) {
            return;
        }
        match programs.next().and_then(|first| self.ear(first)) {
            Some(register) if programming.units[unit].pmcs.contains(&register) => {}
            Some((index, value)) => {
                programming
                    .verbose
                    .push(format!("[pmc{index}=0x{value:x}]"));
                programming.units[unit].pmcs.push((index, value));
            }
            None => {
                let register = if event.kind == Kind::DataEar { 11 } else { 10 };
                programming.warnings.push(format!(
                    "warning: {} counts nothing: no other event programs what the event address register (PMC{register}) captures",
                    event.name
                ));
            }
        }
    }

    /// Control of the event address register that an event needs.
    fn ear(&self, measured: &Measured) -> Option<(usize, u64)> {
        let event = measured.event;
        let (index, layout) = match event.kind {
            kind if kind.is_data_ear() => (11, &self.facts.data_ear),
            kind if kind.is_instruction_ear() => (10, &self.facts.instruction_ear),
            _ => return None,
        };
        let request = EarRequest {
            plm: measured.plm,
            pm: self.options.system_wide,
            ism: measured.ism,
            capture: match event.kind {
                Kind::DataTlb | Kind::InstructionTlb => Capture::Tlb,
                Kind::DataAlat => Capture::Alat,
                _ => Capture::Cache,
            },
            umask: match event.kind {
                Kind::DataCache => latency_umask(event),
                _ => event.umask,
            },
        };
        Some((index, (layout.encode)(&request)))
    }

    pub(super) fn trace(&self, programming: &mut Programming) {
        let options = self.options;
        let event = programming
            .events
            .iter()
            .find(|measured| measured.event.kind == Kind::BranchTrace);
        if event.is_none() && !options.has_btb() {
            return;
        }
        let plm = event.map_or(self.plm(), |measured| measured.plm);
        let field = |index: usize| {
            u64::from(if options.btb[index] == 0 {
                3
            } else {
                options.btb[index]
            })
        };
        let [tm, ptm, ppm] = [0, 1, 2].map(field);
        let excluded = [options.no_tar, options.no_tac, options.no_bac];
        let [tar, tac, bac] = excluded.map(|no| if no { 'N' } else { 'Y' });
        let own = match self.facts.trace_stages {
            Some(_) => format!("tar={tar} tac={tac} bac={bac}"),
            None => format!(
                "ds={} brt={}",
                u8::from(options.btb_prediction),
                options.btb_kind
            ),
        };
        programming.verbose.push(format!(
            "Branch Trace Buffer Options:\n\tplm={plm} {own} tm={tm} ptm={ptm} ppm={ppm}"
        ));
        let pm = u64::from(options.system_wide);
        let mut value = u64::from(plm) | pm << 6 | tm << 8 | ptm << 10 | ppm << 12;
        let stages = self.facts.trace_stages.into_iter().flatten();
        for (bit, no) in stages.zip(excluded) {
            value |= if no { 0 } else { bit };
        }
        value |= u64::from(options.btb_prediction) << 7 | u64::from(options.btb_kind) << 14;
        programming.trace = true;
        self.everywhere(programming, 12, value);
    }
}
