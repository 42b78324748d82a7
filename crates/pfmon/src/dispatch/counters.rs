//! Control registers of counters, event address registers and the branch trace buffer.

use super::assign::raw_ear;
use super::{Context, Measured, Programming};
use pmu::{Event, Family, Kind};

/// Unit mask of a cache event of an event address register, by the latency in its name: libpfm's codes
/// of the data side skip one from 512 cycles on, the hardware's do not.
fn latency_umask(event: &Event) -> u64 {
    match event
        .name
        .rsplit_once("LAT")
        .and_then(|(_, latency)| latency.parse::<u64>().ok())
    {
        Some(latency) if latency >= 4 => u64::from(latency.ilog2()) - 2,
        _ => u64::from(event.umask),
    }
}

impl Context<'_> {
    pub(super) fn counters(&self, programming: &mut Programming) {
        let pm = u64::from(self.options.system_wide);
        for measured in &programming.events {
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
            if self.family == Family::Itanium2 && counter == 4 {
                value |= 1 << 23;
            }
            programming.verbose.push(format!(
                "[pmc{counter}=0x{value:x} thres={threshold} es=0x{:02x} plm={plm} umask=0x{:x} pm={pm} ism=0x{ism:x} oi=1] {}",
                event.code,
                event.counter_umask(),
                event.name
            ));
            programming.units[unit].pmcs.push((counter, value));
            let programmed = |other: &Measured| {
                other.unit == unit && other.event.code == event.code && other.event.kind.is_ear()
            };
            if raw_ear(event) && programming.events.iter().any(programmed) {
                continue;
            }
            if let Some((index, value)) = self.ear(measured) {
                programming
                    .verbose
                    .push(format!("[pmc{index}=0x{value:x}]"));
                programming.units[unit].pmcs.push((index, value));
            }
        }
        if self.family == Family::Itanium2 {
            // PMC4 carries the power bit even when nothing is counted there.
            for unit in &mut programming.units {
                if !unit.pmcs.iter().any(|(index, _)| *index == 4) {
                    unit.pmcs.push((4, 1 << 23));
                }
            }
        }
    }

    /// Control of the event address register that an event needs.
    fn ear(&self, measured: &Measured) -> Option<(usize, u64)> {
        let event = measured.event;
        let (plm, ism) = (u64::from(measured.plm), u64::from(measured.ism));
        let pm = u64::from(self.options.system_wide);
        let umask = match event.kind {
            Kind::DataCache => latency_umask(event),
            Kind::InstructionCache if self.family == Family::Itanium => latency_umask(event),
            _ => u64::from(event.umask),
        };
        let data = event.kind.is_data_ear() || event.name == "DATA_EAR_EVENTS";
        let instruction = event.kind.is_instruction_ear()
            || matches!(event.name, "INSTRUCTION_EAR_EVENTS" | "L1I_EAR_EVENTS");
        let tlb = u64::from(matches!(event.kind, Kind::DataTlb | Kind::InstructionTlb));
        match self.family {
            Family::Itanium if data => Some((
                11,
                plm | pm << 6 | tlb << 7 | umask << 16 | ism << 24 | 1 << 28,
            )),
            Family::Itanium if instruction => {
                Some((10, plm | pm << 6 | tlb << 7 | umask << 16 | ism << 24))
            }
            Family::Itanium2 if data => {
                let mode = if event.kind == Kind::DataAlat { 2 } else { tlb };
                Some((11, plm | pm << 6 | mode << 7 | umask << 16 | ism << 24))
            }
            Family::Itanium2 if instruction => {
                let umask = if event.kind == Kind::Plain {
                    0x40
                } else {
                    umask
                };
                Some((10, plm | pm << 4 | umask << 5 | (1 - tlb) << 13 | ism << 14))
            }
            _ => None,
        }
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
        let flag = |no: bool| if no { ('N', 0u64) } else { ('Y', 1u64) };
        let (tar, tac, bac) = (
            flag(options.no_tar),
            flag(options.no_tac),
            flag(options.no_bac),
        );
        programming.verbose.push(format!(
            "Branch Trace Buffer Options:\n\tplm={plm} tar={} tac={} bac={} tm={tm} ptm={ptm} ppm={ppm}",
            tar.0, tac.0, bac.0
        ));
        let pm = u64::from(options.system_wide);
        let mut value = u64::from(plm) | pm << 6 | tm << 8 | ptm << 10 | ppm << 12;
        if self.family == Family::Itanium {
            value |= tar.1 << 7 | tac.1 << 14 | bac.1 << 15;
        }
        programming.trace = true;
        self.everywhere(programming, 12, value);
    }
}
