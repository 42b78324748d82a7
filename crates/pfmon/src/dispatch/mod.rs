//! From options to registers: what libpfm's dispatch does for pfmon.

mod assign;
mod counters;
mod each;
mod ranges;
#[cfg(test)]
mod tests;

pub(crate) use assign::{find_event, parse_events};

use crate::error::{Fatal, fatal};
use crate::options::Options;
use crate::symbols::{Symbols, number};
use pmu::{Event, Facts, Family, Kind};

/// Counters of a monitor.
pub(crate) const COUNTERS: usize = 4;

/// One event to measure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measured {
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
pub(crate) struct Registers {
    /// PMC index and value, in the order of writing.
    pub pmcs: Vec<(usize, u64)>,
    /// IBR index and value.
    pub ibrs: Vec<(usize, u64)>,
    /// DBR index and value.
    pub dbrs: Vec<(usize, u64)>,
}

/// A measurement, ready to be armed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Programming {
    /// Events in the order of the command line.
    pub events: Vec<Measured>,
    /// Registers of each monitor.
    pub units: Vec<Registers>,
    /// The branch trace buffer records.
    pub trace: bool,
    /// What `--verbose` prints.
    pub verbose: Vec<String>,
    /// What the user has to know about the counts.
    pub warnings: Vec<String>,
}

impl Programming {
    /// The data EAR event, if any.
    #[must_use]
    pub(crate) fn data_ear(&self) -> Option<&Measured> {
        self.events
            .iter()
            .find(|measured| measured.event.kind.is_data_ear())
    }

    /// What `--debug` prints: every register with its value, those of further monitors by number.
    pub(crate) fn registers(&self) -> impl Iterator<Item = String> {
        self.units.iter().enumerate().flat_map(|(number, unit)| {
            let monitor = match number {
                0 => String::new(),
                _ => format!("monitor {number}: "),
            };
            [
                ("pmc", &unit.pmcs),
                ("ibr", &unit.ibrs),
                ("dbr", &unit.dbrs),
            ]
            .into_iter()
            .flat_map(|(name, list)| list.iter().map(move |register| (name, register)))
            .map(move |(name, (index, value))| format!("{monitor}{name}{index}=0x{value:x}"))
        })
    }

    /// The instruction EAR event, if any.
    #[must_use]
    pub(crate) fn instruction_ear(&self) -> Option<&Measured> {
        self.events
            .iter()
            .find(|measured| measured.event.kind.is_instruction_ear())
    }
}

/// What the steps of [`dispatch`] read.
struct Context<'a> {
    options: &'a Options,
    facts: &'static Facts,
    symbols: &'a Symbols,
    opcodes: &'a dyn Fn(&str) -> Option<u64>,
}

/// Derives the contents of all monitor registers from the options. `opcodes` looks up named opcode matchers in pfmon's configuration
/// file.
///
/// # Errors
///
/// Whatever pfmon refuses.
pub(crate) fn dispatch(
    options: &Options,
    family: Family,
    symbols: &Symbols,
    opcodes: &dyn Fn(&str) -> Option<u64>,
) -> Result<Programming, Fatal> {
    let context = Context {
        options,
        facts: Facts::of(family),
        symbols,
        opcodes,
    };
    let list = parse_events(family, options.events.as_deref(), options.unlimited)?;
    let mut programming = Programming {
        events: context.measured(&list)?,
        ..Programming::default()
    };
    programming.warnings = absent(&list, options);
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
    context.constrain(&mut programming, matchers)?;
    context.trace(&mut programming);
    Ok(programming)
}

/// The warnings about events that always count 0 and about those that are not modelled, each line once.
fn absent(list: &[&'static Event], options: &Options) -> Vec<String> {
    let mut lines = Vec::new();
    for event in list {
        let name = event.name;
        let line = match (event.uncounted(options.is_system()), event.never()) {
            (Some(reason), _) if options.allow_unmodelled => {
                format!("warning: {name} counts nothing, it is not modelled: {reason}")
            }
            (Some(reason), _) => format!("{name}: not modelled, no count is printed: {reason}"),
            (None, Some(reason)) => format!("warning: {name} is 0 on this machine: {reason}"),
            (None, None) => continue,
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
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

    /// Values of PMC8 and PMC9.
    fn matchers(&self, programming: &mut Programming) -> Result<[Option<u64>; 2], Fatal> {
        let mut matchers = [None; 2];
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
            matchers[index] = Some(value);
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
        if self.facts.trace_stages.is_none() && (options.no_tar || options.no_tac || options.no_bac)
        {
            return fatal("this PMU model does not tell branches apart by TAR, TAC and BAC");
        }
        if self.facts.trace_stages.is_some() && options.has_itanium2_btb() {
            return fatal("this PMU model does not tell branches apart by brt, and has no ds");
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
}
