//! `epicycle schedule`: loops and functions as dispersal, ports and latencies let them go, without running.

mod dot;
mod text;

use std::ops::Range;
use std::path::{Path, PathBuf};

use ::schedule::{Choice, Code, Dependence, Loop, Obstacle, Schedule, Scheduler, loops};
use anyhow::{Context, Result, bail};
use clap::Args;
use isa::disasm::{SymbolTable, write_instruction};
use profile::{Covered, Functions, UNNAMED};
use report::{
    Decimal, IterationSchedule, LoopDependence, LoopRecurrence, LoopSchedule, PortBound,
    ScheduledChoice, ScheduledGroup, ScheduledInstruction, ScheduledMeeting, ScheduledWait,
};
use uarch::{GroupEnd, Split};

use crate::options::Machine;
use crate::output::Outputs;
use crate::{program, status};

/// Show loops without running the program: issue groups, ports, why groups split, and cycles for each iteration.
///
/// Without --function or --loop, a line for each innermost loop. Cycles are those of the cycle model when every load hits and every
/// branch is predicted; the other numbers are bounds: bundles that can be dispersed in a cycle, ports, and the recurrence that takes
/// longest. A load meets a store of the loop in memory if both addresses are the same register plus constants, and no other reference is
/// taken to meet one. Conditional branches but the last are taken not to be taken.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    machine: Machine,
    /// Show the issue groups of this function, and its loops in full.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Show the innermost loop around this address in full, or all that begin there.
    #[arg(long = "loop", value_name = "ADDRESS", value_parser = address, conflicts_with = "function")]
    at: Option<u64>,
    /// In the list of all loops, name those of which nothing can be said, too, with the reason. JSON has them always.
    #[arg(long, conflicts_with_all = ["function", "at"])]
    all: bool,
    /// Write a JSON object for each loop instead, to FILE when one is given; the form is crates/report/schema/schedule.schema.json.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Write the dependences of the loop of --loop as a graph for Graphviz to this file; `-`: stdout.
    #[arg(long, value_name = "FILE", requires = "at", conflicts_with = "json")]
    dot: Option<PathBuf>,
    /// The ELF file; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// An address as objdump writes it, with or without `0x`.
fn address(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    u64::from_str_radix(digits, 16).map_err(|_| "an address is a hexadecimal number".to_owned())
}

/// Looks at the code of a file.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let path = &arguments.file;
    let machine = arguments.machine.load_beside("FILE", path)?;
    let data = files::read(path, files::DATA)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let file = program::open(path, &data)?;
    let symbols = program::symbols(&file);
    let names = Functions::of(&file);
    let code = code(&file).with_context(|| path.display().to_string())?;
    let functions = functions(&file, &code);
    let chosen = match &arguments.function {
        None => functions,
        Some(name) => {
            let found: Vec<_> = functions
                .into_iter()
                .filter(|range| match named(&names, range.start) {
                    Some(function) => {
                        function.is_called(name) || has_symbol(&file, name, range.start)
                    }
                    None => name == UNNAMED,
                })
                .collect();
            if found.is_empty() {
                bail!("{}: has no function {name} with code", path.display());
            }
            found
        }
    };
    let mut found: Vec<Loop> = chosen
        .iter()
        .flat_map(|range| loops(&code, range.clone()))
        .collect();
    if let Some(at) = arguments.at {
        found = around(&found, at);
        if found.is_empty() {
            bail!("{}: there is no loop around {at:#x}", path.display());
        }
    }
    let scheduler = Scheduler::new(&machine.machine);
    let schedules: Vec<(Loop, Result<Schedule, Obstacle>)> = found
        .into_iter()
        .map(|at| (at, scheduler.schedule(&code, at)))
        .collect();

    let mut outputs = Outputs::reading("it is the program", path);
    outputs.keep_config(&machine);
    let place = arguments.json.as_deref().or(arguments.dot.as_deref());
    let what = match arguments.dot {
        Some(_) => "graph",
        None => "schedule",
    };
    let mut out = outputs.open(what, place.unwrap_or(Path::new("-")))?;
    let view = text::View {
        symbols: &symbols,
        functions: &names,
        code: &code,
        config: &machine.name,
    };
    let written = if arguments.json.is_some() {
        let lines = schedules.iter().map(|one| line(one, &symbols, &names));
        lines.collect::<Result<String>>()?
    } else if arguments.dot.is_some() {
        let [(_, schedule)] = schedules.as_slice() else {
            bail!(
                "several loops begin there; --loop with an address behind the first bundle chooses one"
            );
        };
        match schedule {
            Ok(schedule) => dot::graph(schedule, &symbols)?,
            Err(obstacle) => bail!("nothing can be said of this loop: {obstacle}"),
        }
    } else {
        let mut text = String::new();
        if arguments.function.is_some() {
            for range in chosen {
                view.function(&mut text, &scheduler.listing(&code, range))?;
            }
        }
        if arguments.function.is_some() || arguments.at.is_some() {
            for (at, schedule) in &schedules {
                view.full(&mut text, *at, schedule)?;
            }
        } else {
            view.overview(&mut text, &schedules, arguments.all)?;
        }
        text
    };
    out.write_text(&written)?;
    outputs.commit()?;
    Ok(status::DONE)
}

/// The code of a file.
fn code(file: &elf::File<'_>) -> Result<Code, elf::Error> {
    let mut code = Code::default();
    for section in file.sections().filter(elf::Section::is_code) {
        code.add(section.address(), section.data()?);
    }
    Ok(code)
}

/// The function with a symbol that holds an address.
fn named(functions: &Functions, address: u64) -> Option<Covered<'_>> {
    let function = functions.find(address)?;
    function.symbol.is_some().then_some(function)
}

/// The name of the function that holds an address; [`UNNAMED`]: it has no symbol.
fn name(functions: &Functions, address: u64) -> String {
    named(functions, address).map_or_else(|| UNNAMED.to_owned(), |function| function.name())
}

/// Whether an address has a symbol of this name, which may be one of several.
fn has_symbol(file: &elf::File<'_>, name: &str, address: u64) -> bool {
    let mut symbols = file.symbols();
    symbols.any(|symbol| symbol.address == address && symbol.name == name)
}

/// The addresses of functions, and of the code between them.
fn functions(file: &elf::File<'_>, code: &Code) -> Vec<Range<u64>> {
    let mut named: Vec<Range<u64>> = file
        .symbols()
        .filter(|symbol| symbol.kind == elf::SymbolKind::Function && symbol.size > 0)
        .map(|symbol| symbol.address..symbol.address.saturating_add(symbol.size))
        .collect();
    named.sort_by_key(|range| (range.start, range.end));
    let mut all: Vec<Range<u64>> = Vec::new();
    let mut beyond = 0;
    for range in named {
        if range.start >= beyond {
            all.push(beyond..range.start);
            beyond = range.end;
            all.push(range);
        }
    }
    all.push(beyond..u64::MAX);
    all.retain(|range| code.addresses(range.clone()).next().is_some());
    all
}

/// The loops that begin at an address, or the innermost one around it.
fn around(found: &[Loop], at: u64) -> Vec<Loop> {
    let begin: Vec<Loop> = found.iter().filter(|one| one.head == at).copied().collect();
    if !begin.is_empty() {
        return begin;
    }
    let around = found
        .iter()
        .filter(|one| (one.head..=one.latch).contains(&at));
    let innermost = around.min_by_key(|one| one.latch - one.head);
    innermost.copied().into_iter().collect()
}

/// Why a group ends.
fn end_text(end: GroupEnd) -> &'static str {
    match end {
        GroupEnd::Stop => "stop",
        GroupEnd::Split(Split::Port) => "split: no port is free for the next one",
        GroupEnd::Split(Split::Instruction) => "split: ends its group",
        GroupEnd::Split(Split::MmfAlone) => "split: an MMF bundle issues alone",
        GroupEnd::Split(Split::BranchBundle) => "split: behind a bundle with branches",
        GroupEnd::Split(Split::BbbBehindMib) => "split: a BBB does not follow an MIB",
        GroupEnd::Window => "split: two bundles are used up",
        GroupEnd::Open => "end",
    }
}

/// The line of JSON of a loop.
fn line(
    (at, schedule): &(Loop, Result<Schedule, Obstacle>),
    symbols: &SymbolTable,
    functions: &Functions,
) -> Result<String> {
    let known = schedule.as_ref().ok();
    let part = |cycles: u64, iterations: u64| Decimal::nearest(cycles as f64 / iterations as f64);
    let line = LoopSchedule {
        head: format!("{:#x}", at.head),
        latch: format!("{:#x}", at.latch),
        slot: at.slot,
        function: named(functions, at.head).map(|function| function.name()),
        obstacle: schedule.as_ref().err().map(Obstacle::to_string),
        cycles_per_iteration: known.map(|it| part(it.cycles.cycles, it.cycles.iterations)),
        resource_bound: known.map(|it| {
            let dispersal = part(it.bundles.into(), it.bundles_a_cycle.into());
            let ports = it
                .port_bound
                .as_ref()
                .map(|bound| part(bound.instructions.into(), bound.width().into()));
            ports.map_or(dispersal, |ports| ports.max(dispersal))
        }),
        recurrence_bound: known.map(|it| {
            let recurrence = it.recurrence.as_ref();
            recurrence.map_or(part(0, 1), |it| part(it.cycles, it.iterations))
        }),
        groups: known.map(|it| it.groups),
        schedule: match schedule {
            Ok(schedule) => Some(iteration(schedule, symbols)?),
            Err(_) => None,
        },
    };
    Ok(serde_json::to_string(&line)? + "\n")
}

fn iteration(schedule: &Schedule, symbols: &SymbolTable) -> Result<IterationSchedule> {
    let instructions = schedule.items.iter().zip(&schedule.ports);
    let instructions = instructions.map(|(item, ports)| {
        let mut text = String::new();
        write_instruction(&mut text, &item.instruction, item.ip, symbols)?;
        Ok(ScheduledInstruction {
            address: format!("{:#x}", item.ip),
            slot: item.slot,
            text,
            ports: ports.names().map(str::to_owned).collect(),
            executes: item.executes,
        })
    });
    Ok(IterationSchedule {
        cycles: schedule.cycles.cycles,
        iterations: schedule.cycles.iterations,
        bundles: schedule.bundles,
        bundles_a_cycle: schedule.bundles_a_cycle,
        groups: schedule.groups,
        splits: schedule.splits,
        port_bound: schedule.port_bound.map(|bound| PortBound {
            ports: bound.ports.names().map(str::to_owned).collect(),
            instructions: bound.instructions,
        }),
        recurrence: schedule.recurrence.as_ref().map(|found| LoopRecurrence {
            cycles: found.cycles,
            iterations: found.iterations,
            dependences: found.dependences.iter().map(dependence).collect(),
        }),
        instructions: instructions.collect::<Result<_>>()?,
        issues: schedule
            .issues
            .iter()
            .map(|issue| ScheduledGroup {
                cycle: issue.cycle,
                first: issue.items.start as u32,
                count: issue.items.len() as u32,
                end: issue.end.map(|end| end_text(end).to_owned()),
                waits: issue
                    .waits
                    .iter()
                    .map(|wait| ScheduledWait {
                        cause: wait.stall.name().to_owned(),
                        cycles: wait.cycles,
                        result: wait.result.as_ref().map(dependence),
                    })
                    .collect(),
            })
            .collect(),
        dependences: schedule.dependences.iter().map(dependence).collect(),
        choices: schedule
            .choices
            .iter()
            .map(|choice| ScheduledChoice {
                second: choice.second.iter().map(|&item| item as u32).collect(),
                cycles: choice.cycles.cycles,
                iterations: choice.cycles.iterations,
            })
            .collect(),
        unvaried: schedule.free.saturating_sub(Choice::VARIED) as u32,
        meetings: schedule
            .meetings
            .iter()
            .map(|&(store, load)| ScheduledMeeting {
                store: store as u32,
                load: load as u32,
            })
            .collect(),
        advanced_loads: schedule.advanced as u32,
        alat_entries: schedule.alat,
    })
}

fn dependence(one: &Dependence) -> LoopDependence {
    LoopDependence {
        from: one.from as u32,
        to: one.to as u32,
        register: one.register.to_string(),
        latency: one.latency,
        distance: one.distance,
    }
}
