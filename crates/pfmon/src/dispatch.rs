//! From options to registers: what libpfm's dispatch does for pfmon.

use crate::error::{Fatal, fatal};
use crate::options::Options;
use crate::ranges::{Cover, Range, cover};
use crate::symbols::{SymbolKind, Symbols, address, number, range};
use pmu::event::events;
use pmu::{Event, Family, Kind};

/// Counters of a monitor.
pub const COUNTERS: usize = 4;

/// One event to measure.
#[derive(Debug, Clone, Copy)]
pub struct Measured {
    /// The event.
    pub event: &'static Event,
    /// Privilege levels, one bit each.
    pub plm: u8,
    /// Threshold.
    pub threshold: u8,
    /// Instruction sets: 0 both, 1 IA-32, 2 IA-64.
    pub ism: u8,
    /// Which monitor counts it; always 0 without `--unlimited`.
    pub unit: usize,
    /// Which PMD counts it, 4 to 7.
    pub counter: usize,
}

/// Register contents of one monitor.
#[derive(Debug, Clone, Default)]
pub struct Registers {
    /// PMC index and value, in the order of writing.
    pub pmcs: Vec<(usize, u64)>,
    /// IBR index and value.
    pub ibrs: Vec<(usize, u64)>,
    /// DBR index and value.
    pub dbrs: Vec<(usize, u64)>,
}

/// A measurement, ready to be armed.
#[derive(Debug, Clone, Default)]
pub struct Programming {
    /// Events in the order of the command line.
    pub events: Vec<Measured>,
    /// Registers of each monitor.
    pub units: Vec<Registers>,
    /// The branch trace buffer records.
    pub trace: bool,
    /// What `--verbose` prints.
    pub verbose: Vec<String>,
}

impl Programming {
    /// The data EAR event, if any.
    #[must_use]
    pub fn data_ear(&self) -> Option<&Measured> {
        self.events
            .iter()
            .find(|measured| measured.event.kind.is_data_ear())
    }

    /// The instruction EAR event, if any.
    #[must_use]
    pub fn instruction_ear(&self) -> Option<&Measured> {
        self.events
            .iter()
            .find(|measured| measured.event.kind.is_instruction_ear())
    }
}

/// Turns the list after `-e` into events.
///
/// # Errors
///
/// Unknown names, too many events.
pub fn parse_events(
    family: Family,
    list: Option<&str>,
    unlimited: bool,
) -> Result<Vec<&'static Event>, Fatal> {
    let mut found = Vec::new();
    for name in list.unwrap_or("CPU_CYCLES").split(',') {
        if found.len() == COUNTERS && !unlimited {
            return fatal(format!("too many events specified, max={COUNTERS}"));
        }
        found.push(
            find_event(family, name).ok_or_else(|| Fatal::new(format!("unknown event {name}")))?,
        );
    }
    Ok(found)
}

/// An event by name, by vcode, or by code.
#[must_use]
pub fn find_event(family: Family, name: &str) -> Option<&'static Event> {
    pmu::find(family, name).or_else(|| {
        let code = number(name)?;
        let all = events(family);
        all.iter()
            .find(|event| event.vcode(family) == code)
            .or_else(|| all.iter().find(|event| u64::from(event.code) == code))
    })
}

/// Assigns counters in event order, lowest first.
fn assign(events: &[&'static Event]) -> Option<Vec<usize>> {
    fn next(events: &[&'static Event], taken: u8, out: &mut Vec<usize>) -> bool {
        let Some((event, rest)) = events.split_first() else {
            return true;
        };
        for counter in event
            .counters
            .iter()
            .filter(|counter| taken >> counter & 1 == 0)
        {
            out.push(counter);
            if next(rest, taken | 1 << counter, out) {
                return true;
            }
            out.pop();
        }
        false
    }
    let mut out = Vec::with_capacity(events.len());
    next(events, 0, &mut out).then_some(out)
}

/// Whether one monitor can measure these events together.
fn together(events: &[&'static Event]) -> Result<Vec<usize>, Fatal> {
    for ear in [Kind::is_data_ear, Kind::is_instruction_ear] {
        if events.iter().filter(|event| ear(event.kind)).count() > 1 {
            let side = if ear(Kind::DataCache) { "D" } else { "I" };
            return fatal(format!(
                "cannot specify more than one {side}-EAR event at the same time"
            ));
        }
    }
    for (i, a) in events.iter().enumerate() {
        for b in &events[i + 1..] {
            if let (Some(a), Some(b)) = (a.set, b.set)
                && a.group == b.group
                && a.set != b.set
            {
                return fatal("cannot configure events: incompatible event sets");
            }
        }
    }
    assign(events)
        .ok_or_else(|| Fatal::new("cannot configure events: cannot assign events to counters"))
}

/// The raw event of an event address register: it counts whatever the register is programmed to capture.
fn raw_ear(event: &Event) -> bool {
    matches!(
        event.name,
        "DATA_EAR_EVENTS" | "INSTRUCTION_EAR_EVENTS" | "L1I_EAR_EVENTS"
    )
}

/// Distributes events over monitors: one, or with `--unlimited` as many as it takes.
fn distribute(events: &[&'static Event], unlimited: bool) -> Result<Vec<(usize, usize)>, Fatal> {
    if !unlimited {
        return Ok(together(events)?
            .into_iter()
            .map(|counter| (0, counter))
            .collect());
    }
    let mut units: Vec<Vec<usize>> = Vec::new();
    for (index, event) in events.iter().enumerate() {
        together(&[event])?;
        let fits = |unit: &Vec<usize>| {
            let chosen: Vec<_> = unit.iter().chain([&index]).map(|&i| events[i]).collect();
            // With room to spare a raw event gets a register of its own.
            let shared = |raw: &Event, other: &Event| {
                raw.code == other.code && raw_ear(raw) && other.kind.is_ear()
            };
            let apart = chosen.iter().all(|a| chosen.iter().all(|b| !shared(a, b)));
            chosen.len() <= COUNTERS && apart && together(&chosen).is_ok()
        };
        match units.iter_mut().find(|unit| fits(unit)) {
            Some(unit) => unit.push(index),
            None => units.push(vec![index]),
        }
    }
    let mut places = vec![(0, 0); events.len()];
    for (number, unit) in units.iter().enumerate() {
        let chosen: Vec<_> = unit.iter().map(|&i| events[i]).collect();
        for (&index, counter) in unit.iter().zip(together(&chosen)?) {
            places[index] = (number, counter);
        }
    }
    Ok(places)
}

fn elements<'a>(list: Option<&'a String>, count: usize, what: &str) -> Result<Vec<&'a str>, Fatal> {
    let elements: Vec<&str> = list.map_or_else(Vec::new, |list| list.split(',').collect());
    if elements.len() > count {
        return fatal(format!("too many {what} specified"));
    }
    Ok(elements)
}

fn levels(text: &str, default: u8) -> Result<u8, Fatal> {
    let mut plm = 0;
    for c in text.chars() {
        plm |= match c.to_ascii_lowercase() {
            'k' | '0' => 1,
            '1' => 2,
            '2' => 4,
            'u' | '3' => 8,
            _ => {
                return fatal(format!(
                    "unknown per-event privilege level {text} (choices are any combination of [0123uk])"
                ));
            }
        };
    }
    Ok(if plm == 0 { default } else { plm })
}

fn insn_set(text: &str, default: u8) -> Result<u8, Fatal> {
    Ok(match text.to_ascii_lowercase().as_str() {
        "" => default,
        "ia32" => 1,
        "ia64" => 2,
        "both" => 0,
        _ => {
            return fatal(format!(
                "unknown per-event instruction set {text} (choices are ia32, ia64, or both)"
            ));
        }
    })
}

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

struct Context<'a> {
    options: &'a Options,
    family: Family,
    symbols: &'a Symbols,
    opcodes: &'a dyn Fn(&str) -> Option<u64>,
}

/// Programs everything.
///
/// # Errors
///
/// Whatever pfmon refuses.
pub fn dispatch(
    options: &Options,
    family: Family,
    symbols: &Symbols,
    opcodes: &dyn Fn(&str) -> Option<u64>,
) -> Result<Programming, Fatal> {
    let context = Context {
        options,
        family,
        symbols,
        opcodes,
    };
    let list = parse_events(family, options.events.as_deref(), options.unlimited)?;
    let mut programming = Programming {
        events: context.measured(&list)?,
        ..Programming::default()
    };
    let matchers = context.matchers(&mut programming)?;
    context.restrictions(&list)?;
    let units = programming
        .events
        .iter()
        .map(|measured| measured.unit)
        .max()
        .unwrap_or(0)
        + 1;
    programming.units = vec![Registers::default(); units];
    context.counters(&mut programming);
    context.ranges(&mut programming)?;
    for (index, value) in matchers {
        context.everywhere(&mut programming, index, value);
    }
    if family == Family::Itanium2 && (options.opcodes.iter().any(Option::is_some)) {
        let pairs = (0..2)
            .filter(|&i| options.opcodes[i].is_some())
            .map(|i| 0b101 << i)
            .sum::<u64>();
        context.everywhere(&mut programming, 15, 0xf & !pairs);
    }
    context.trace(&mut programming);
    Ok(programming)
}

impl Context<'_> {
    /// Levels of events without their own.
    fn plm(&self) -> u8 {
        if self.options.plm == 0 {
            8
        } else {
            self.options.plm
        }
    }

    fn measured(&self, list: &[&'static Event]) -> Result<Vec<Measured>, Fatal> {
        let options = self.options;
        let thresholds = elements(options.thresholds.as_ref(), list.len(), "thresholds")?;
        let per_event = elements(
            options.levels.as_ref(),
            list.len(),
            "per-event privilege levels",
        )?;
        let sets = elements(
            options.insn_sets.as_ref(),
            list.len(),
            "per-event instruction sets",
        )?;
        let ism = match (options.ia32, options.ia64) {
            (true, false) => 1,
            (false, true) => 2,
            _ => 0,
        };
        let places = distribute(list, options.unlimited)?;
        let mut measured = Vec::new();
        for (index, (&event, (unit, counter))) in list.iter().zip(places).enumerate() {
            let threshold = match thresholds.get(index) {
                Some(text) if !text.is_empty() => text.parse::<u8>().ok(),
                _ => Some(0),
            };
            let Some(threshold) = threshold.filter(|&threshold| threshold < event.max_increment)
            else {
                return fatal(format!(
                    "event {index}: threshold must be in [0-{})",
                    event.max_increment
                ));
            };
            measured.push(Measured {
                event,
                plm: levels(per_event.get(index).copied().unwrap_or(""), self.plm())?,
                threshold,
                ism: insn_set(sets.get(index).copied().unwrap_or(""), ism)?,
                unit,
                counter,
            });
        }
        Ok(measured)
    }

    fn matchers(&self, programming: &mut Programming) -> Result<Vec<(usize, u64)>, Fatal> {
        let mut matchers = Vec::new();
        for (index, text) in self.options.opcodes.iter().enumerate() {
            let Some(text) = text else { continue };
            let register = 8 + index;
            let value = if text.starts_with(|c: char| c.is_ascii_digit()) {
                number(text).ok_or_else(|| {
                    Fatal::new(format!(
                        "invalid value for opcode match pmc{register}: {text}"
                    ))
                })?
            } else {
                (self.opcodes)(text)
                    .ok_or_else(|| Fatal::new(format!("invalid opcode matcher value: {text}")))?
            };
            programming
                .verbose
                .push(format!("[pmc{register}=0x{value:x}]"));
            // Itanium 2 wants bit 2 set.
            matchers.push((
                register,
                if self.family == Family::Itanium2 {
                    value | 4
                } else {
                    value
                },
            ));
        }
        Ok(matchers)
    }

    /// Features that an event or an instruction set does not support.
    fn restrictions(&self, list: &[&'static Event]) -> Result<(), Fatal> {
        let options = self.options;
        let code_range = options.irange.is_some() || options.checkpoint.is_some();
        let opcode = options.opcodes.iter().any(Option::is_some);
        if options.levels.is_some() {
            if options.checkpoint.is_some() {
                return fatal(
                    "cannot use both a checkpoint function and per-event privilege level masks",
                );
            }
            if options.irange.is_some() {
                return fatal(
                    "cannot use both a code range function and per-event privilege level masks",
                );
            }
            if options.drange.is_some() {
                return fatal("cannot use both a data range and per-event privilege level masks");
            }
        }
        if options.ia32 && !options.ia64 {
            let branches =
                list.iter().any(|event| event.kind == Kind::BranchTrace) || options.has_btb();
            for (used, what) in [
                (branches, "the BTB"),
                (code_range, "code range restrictions"),
                (options.drange.is_some(), "data range restrictions"),
                (opcode, "opcode matchers"),
            ] {
                if used {
                    return fatal(format!(
                        "cannot use {what} when monitoring IA-32 execution only"
                    ));
                }
            }
        }
        for event in list {
            let qualifiers = event.qualifiers;
            for (used, supported, what) in [
                (opcode, qualifiers.opcode, "opcode matching"),
                (
                    code_range,
                    qualifiers.instruction_range,
                    "instruction address range restrictions",
                ),
                (
                    options.drange.is_some(),
                    qualifiers.data_range,
                    "data address range restrictions",
                ),
            ] {
                if used && !supported {
                    return fatal(format!("event {} does not support {what}", event.name));
                }
            }
        }
        Ok(())
    }

    fn everywhere(&self, programming: &mut Programming, index: usize, value: u64) {
        for unit in &mut programming.units {
            unit.pmcs.push((index, value));
        }
    }

    fn counters(&self, programming: &mut Programming) {
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

    fn ranges(&self, programming: &mut Programming) -> Result<(), Fatal> {
        let options = self.options;
        let mut code = None;
        if let Some(text) = &options.checkpoint {
            let start = match self.symbols.find(text, SymbolKind::Code) {
                Some(symbol) => {
                    let end = symbol.address + symbol.size;
                    programming.verbose.push(format!(
                        "symbol {text} (code): [0x{:x}-0x{end:x})={} bytes",
                        symbol.address, symbol.size
                    ));
                    symbol.address
                }
                None => address(text, SymbolKind::Code, self.symbols)?,
            };
            if start & 0xf != 0 {
                return fatal(format!(
                    "code range does not start on bundle boundary : 0x{start:x}"
                ));
            }
            programming
                .verbose
                .push(format!("checkpoint function at 0x{start:x}"));
            code = Some(Range {
                start,
                end: start + 16,
            });
        } else if let Some(text) = &options.irange {
            let found = range(
                text,
                SymbolKind::Code,
                self.symbols,
                &mut programming.verbose,
            )?;
            for (address, side) in [(found.start, "start"), (found.end, "end")] {
                if address & 0xf != 0 {
                    return fatal(format!(
                        "code range does not {side} on bundle boundary : 0x{address:x}"
                    ));
                }
            }
            let Range { start, end } = found;
            programming.verbose.push(format!(
                "irange is [0x{start:x}-0x{end:x})={} bytes",
                end - start
            ));
            code = Some(found);
        }
        if let Some(range) = code {
            let registers = self.install(programming, range);
            for unit in &mut programming.units {
                unit.ibrs.clone_from(&registers);
            }
            let (index, value) = match self.family {
                Family::Itanium => (13, 0x0003_ffff_0000_0000),
                // Pairs in use check their range, the others none.
                Family::Itanium2 => (
                    14,
                    0xdb6
                        & !(0..registers.len() / 2)
                            .map(|pair| 1u64 << (1 + 3 * pair))
                            .sum::<u64>(),
                ),
            };
            self.everywhere(programming, index, value);
        }
        if let Some(text) = &options.drange {
            let found = range(
                text,
                SymbolKind::Data,
                self.symbols,
                &mut programming.verbose,
            )?;
            let Range { start, end } = found;
            programming.verbose.push(format!(
                "drange is [0x{start:x}-0x{end:x})={} bytes",
                end - start
            ));
            let registers = self.install(programming, found);
            for unit in &mut programming.units {
                unit.dbrs.clone_from(&registers);
                match self.family {
                    // Clear the pass bit, keeping an event address register's control.
                    Family::Itanium => match unit.pmcs.iter_mut().find(|(index, _)| *index == 11) {
                        Some((_, value)) => *value &= !(1 << 28),
                        None => unit.pmcs.push((11, 0)),
                    },
                    Family::Itanium2 => {
                        let used = registers.len() / 2;
                        let constraint =
                            if code.is_some() || options.opcodes.iter().any(Option::is_some) {
                                0
                            } else {
                                2
                            };
                        let mut value = 0x0078_fefe_fefe;
                        for pair in 0..used {
                            value = value & !(3 << (3 + 8 * pair))
                                | constraint << (3 + 8 * pair)
                                | 1 << (45 + pair);
                        }
                        unit.pmcs.push((13, value));
                    }
                }
            }
        }
        Ok(())
    }

    /// Debug registers of a range, with the lines that pfmon prints about them.
    fn install(&self, programming: &mut Programming, range: Range) -> Vec<(usize, u64)> {
        let Cover {
            pairs,
            start_offset,
            end_offset,
        } = cover(range);
        let plm = self.plm();
        programming.verbose.push(format!(
            "[0x{:x}-0x{:x}): {} register pair(s)",
            range.start,
            range.end,
            pairs.len()
        ));
        programming.verbose.push(format!(
            "start offset: -0x{start_offset:x} end_offset: +0x{end_offset:x}"
        ));
        let mut registers = Vec::new();
        for (number, pair) in pairs.iter().enumerate() {
            let (even, odd) = (2 * number, 2 * number + 1);
            programming.verbose.push(format!(
                "brp{number}:  db{even}: 0x{:016x} db{odd}: plm=0x{plm:x} mask=0x{:016x} end=0x{:016x}",
                pair.base,
                pair.mask,
                pair.end()
            ));
            registers.push((even, pair.base));
            registers.push((odd, u64::from(plm) << 56 | pair.mask));
        }
        registers
    }

    fn trace(&self, programming: &mut Programming) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::Symbol;

    fn run(line: &str) -> Result<Programming, Fatal> {
        let args: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let options = Options::parse(&args).expect("options");
        let symbols = Symbols::new(vec![Symbol {
            name: "main".to_owned(),
            address: 0x4000_0000_0000_04c0,
            size: 0x1d0,
            kind: SymbolKind::Code,
        }]);
        dispatch(&options, Family::Itanium, &symbols, &|name| {
            (name == "br.cloop").then_some(0x1400_0280_03ff_f1fb)
        })
    }

    fn pmc(programming: &Programming, index: usize) -> Option<u64> {
        programming.units[0]
            .pmcs
            .iter()
            .find(|(i, _)| *i == index)
            .map(|(_, value)| *value)
    }

    fn error(line: &str) -> String {
        run(line).expect_err(line).to_string()
    }

    #[test]
    fn documented_programmings_come_out() {
        assert_eq!(
            pmc(&run("-e cpu_cycles ls").expect("valid"), 4),
            Some(0x1228)
        );
        assert_eq!(
            pmc(
                &run("--event-thresholds=5 -e nops_retired ls").expect("valid"),
                4
            ),
            Some(0x50_3028)
        );
        let branch = run("-e branch_event ls").expect("valid");
        assert_eq!(
            (pmc(&branch, 4), pmc(&branch, 12)),
            (Some(0x1128), Some(0xff88))
        );
        let wrong = run("--btb-all-mispredicted -e branch_event ls").expect("valid");
        assert_eq!(pmc(&wrong, 12), Some(0xd788));
        let ear = run("-e DATA_EAR_CACHE_LAT8 ls").expect("valid");
        assert_eq!(
            (pmc(&ear, 4), pmc(&ear, 11)),
            (Some(0x6728), Some(0x1001_0008))
        );
    }

    #[test]
    fn events_go_to_the_first_counter_that_lets_the_others_fit() {
        let counters = |line: &str| {
            run(line)
                .expect("valid")
                .events
                .iter()
                .map(|m| m.counter)
                .collect::<Vec<_>>()
        };
        assert_eq!(counters("-e cpu_cycles,l2_misses ls"), [4, 5]);
        assert_eq!(
            counters("-e cpu_cycles,l2_misses,nops_retired,ia64_inst_retired ls"),
            [6, 7, 4, 5]
        );
        assert_eq!(
            error("-e nops_retired,nops_retired,ia64_inst_retired ls"),
            "cannot configure events: cannot assign events to counters"
        );
    }

    #[test]
    fn without_limit_events_spread_over_monitors() {
        let programming =
            run("--unlimited -e nops_retired,nops_retired,nops_retired,cpu_cycles,l2_misses ls")
                .expect("valid");
        let places: Vec<_> = programming
            .events
            .iter()
            .map(|m| (m.unit, m.counter))
            .collect();
        assert_eq!(places, [(0, 4), (0, 5), (1, 4), (0, 6), (0, 7)]);
        assert_eq!(error("-e a,b,c,d,e ls"), "unknown event a");
        assert_eq!(
            error("-e cpu_cycles,cpu_cycles,cpu_cycles,cpu_cycles,cpu_cycles ls"),
            "too many events specified, max=4"
        );
    }

    #[test]
    fn impossible_requests_are_refused_in_pfmons_words() {
        assert_eq!(error("-e nosuch ls"), "unknown event nosuch");
        assert_eq!(
            error("--opc-match8=br.cloop -e cpu_cycles ls"),
            "event CPU_CYCLES does not support opcode matching"
        );
        assert_eq!(
            error("--irange=main -e cpu_cycles ls"),
            "event CPU_CYCLES does not support instruction address range restrictions"
        );
        assert_eq!(
            error("--drange=0x1000-0x2000 -e nops_retired ls"),
            "event NOPS_RETIRED does not support data address range restrictions"
        );
        assert_eq!(
            error("--event-thresholds=6 -e nops_retired ls"),
            "event 0: threshold must be in [0-6)"
        );
        assert_eq!(
            error("--event-thresholds=0,0 -e nops_retired ls"),
            "too many thresholds specified"
        );
        assert_eq!(
            error("-e data_ear_tlb_sw,data_ear_cache_lat4 ls"),
            "cannot specify more than one D-EAR event at the same time"
        );
        assert_eq!(
            error("--irange=0x1008-0x2000 -e loads_retired ls"),
            "code range does not start on bundle boundary : 0x1008"
        );
        assert_eq!(
            error("--ia32 -e branch_event ls"),
            "cannot use the BTB when monitoring IA-32 execution only"
        );
        assert_eq!(
            error("--priv-levels=u --irange=main -e loads_retired ls"),
            "cannot use both a code range function and per-event privilege level masks"
        );
        assert_eq!(
            error("--opc-match8=nosuch -e loads_retired ls"),
            "invalid opcode matcher value: nosuch"
        );
    }

    #[test]
    fn a_range_prints_its_registers_and_programs_them() {
        let programming = run("-k --irange=main -e loads_retired ls").expect("valid");
        let lines = &programming.verbose[1..];
        assert_eq!(
            lines[0],
            "symbol main (code): [0x40000000000004c0-0x4000000000000690)=464 bytes"
        );
        assert_eq!(
            lines[1],
            "irange is [0x40000000000004c0-0x4000000000000690)=464 bytes"
        );
        assert_eq!(
            lines[2],
            "[0x40000000000004c0-0x4000000000000690): 4 register pair(s)"
        );
        assert_eq!(lines[3], "start offset: -0x0 end_offset: +0x0");
        assert_eq!(
            lines[4],
            "brp0:  db0: 0x4000000000000500 db1: plm=0x1 mask=0x00ffffffffffff00 end=0x40000000000005ff"
        );
        assert_eq!(programming.units[0].ibrs[1], (1, 0x01ff_ffff_ffff_ff00));
        assert_eq!(pmc(&programming, 13), Some(0x0003_ffff_0000_0000));
    }

    #[test]
    fn a_data_range_clears_the_pass_bit_only() {
        let programming = run("--drange=0x6000-0x7000 -e data_ear_events ls").expect("valid");
        assert_eq!(pmc(&programming, 11), Some(8));
        assert_eq!(
            programming.units[0].dbrs,
            [(0, 0x6000), (1, 0x08ff_ffff_ffff_f000)]
        );
    }

    #[test]
    fn per_event_settings_follow_the_order_of_the_events() {
        let programming =
            run("--insn-sets=,ia64 --priv-levels=k -e l2_misses,l2_misses ls").expect("valid");
        let fields: Vec<_> = programming.events.iter().map(|m| (m.plm, m.ism)).collect();
        assert_eq!(fields, [(1, 0), (8, 2)]);
    }

    #[test]
    fn a_raw_event_counts_what_the_register_is_programmed_to_capture() {
        let both = run("-e data_ear_events,data_ear_cache_lat64 ls").expect("valid");
        assert_eq!(
            both.units[0]
                .pmcs
                .iter()
                .filter(|(index, _)| *index == 11)
                .count(),
            1
        );
        assert_eq!(pmc(&both, 11), Some(0x1004_0008));
        let apart = run("--unlimited -e data_ear_events,data_ear_cache_lat64 ls").expect("valid");
        assert_eq!(apart.units.len(), 2);
    }

    #[test]
    fn the_longest_data_latencies_get_the_hardwares_codes() {
        for (name, umask) in [
            ("LAT256", 6),
            ("LAT512", 7),
            ("LAT1024", 8),
            ("LAT2048", 9),
            ("LAT_NONE", 15),
        ] {
            let programming = run(&format!("-e DATA_EAR_CACHE_{name} ls")).expect("valid");
            assert_eq!(
                pmc(&programming, 11).map(|value| value >> 16 & 0xf),
                Some(umask),
                "{name}"
            );
        }
    }
}
