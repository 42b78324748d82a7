//! `epicycle annotate`: where a program's time goes, instruction by instruction.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::Args;
use events::{MemoryLevel, Stall};
use isa::disasm::{SymbolTable, write_slot};
use report::Annotation;
use sim::{Bundle, Line, Profile};

use crate::interrupt::Interrupt;
use crate::options::{Guest, Machine, Program};
use crate::output::Outputs;
use crate::{program, streams};

/// Run a program and print its hottest functions with the cycles and misses of each instruction.
///
/// An issue group's cycles, the waiting before it included, stand at its first instruction; over the whole program they
/// sum to the cycles of the run, or of its region of interest. Options end at the first argument that is not one; the rest is
/// the guest's. Its streams are passed through and the listing follows on stdout; where that is JSON, the guest's stdout goes to
/// stderr.
#[derive(Args)]
#[command(
    override_usage = "epicycle annotate [OPTIONS] PROGRAM [ARGS]...",
    subcommand_value_name = "PROGRAM",
    subcommand_help_heading = "Program",
    disable_help_subcommand = true
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    machine: Machine,
    /// Show this function; may be given several times. Without it, the hottest ones.
    #[arg(long, value_name = "NAME", conflicts_with = "top")]
    symbol: Vec<String>,
    /// Show so many functions.
    #[arg(long, value_name = "N", default_value_t = 3)]
    top: usize,
    #[command(flatten)]
    guest: Guest,
    /// Write one JSON object for each executed instruction of the whole program instead, to FILE when one is given; the form is
    /// crates/report/schema/annotate.schema.json.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "-",
        conflicts_with_all = ["symbol", "top"]
    )]
    json: Option<PathBuf>,
    /// Write the listing to this file; `-`: stdout.
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    #[command(subcommand)]
    command: Program,
}

/// Runs and lists; a program that cannot run is a failed run.
pub(crate) fn main(arguments: Arguments) -> Result<u8> {
    annotate(arguments).or_else(program::failed)
}

fn annotate(arguments: Arguments) -> Result<u8> {
    let quiet = arguments.guest.quiet;
    let mut request = program::request(
        Arc::new(arguments.machine.load()?),
        arguments.command,
        arguments.guest,
    )?;
    let path = request.program.clone();
    let data = program::read(&request)?;
    let file = program::open(&path, &data)?;
    let symbols = program::symbols(&file);
    for name in &arguments.symbol {
        if !file.symbols().any(|symbol| symbol.name == *name) {
            bail!("{}: has no symbol {name}", path.display());
        }
    }
    let standard = Path::new("-");
    let place = match &arguments.json {
        Some(file) if file != standard && arguments.out != standard => {
            bail!(
                "the listing is either in the file of --json or in that of --out; give one of them"
            )
        }
        Some(file) if file != standard => file,
        _ => &arguments.out,
    };
    let mut outputs = Outputs::of(&request);
    let mut out = outputs.open("listing", place)?;
    let control = Arc::clone(&request.control);
    let interrupt = Interrupt::listen(move || control.interrupt())?;
    streams::pass(&mut request, &interrupt);
    if arguments.json.is_some() && out.is_standard_output() {
        streams::divert_output(&mut request, &interrupt);
    }

    let mut profile = Profile::new();
    let report = sim::observe(request, &mut profile)?;
    let (bundles, behind) = profile.finish();
    let cycles = report.cycles.unwrap_or(0);
    let functions = functions(&bundles, &symbols);
    let sum: u64 = functions.values().map(|function| function.cycles).sum();
    if sum + behind != cycles {
        bail!(
            "{sum} cycles of instructions and {behind} behind them are not the {cycles} of the run; this is a bug in the simulator"
        );
    }
    let listing = if arguments.json.is_some() {
        json_lines(&bundles, &symbols)?
    } else {
        let names = &arguments.symbol;
        if let Some(missing) = names.iter().find(|name| !functions.contains_key(*name)) {
            bail!("{}: nothing of {missing} was executed", path.display());
        }
        let mut text = overview(&report, &functions);
        let chosen: Vec<_> = ranked(&functions)
            .into_iter()
            .enumerate()
            .filter(|(rank, (name, _))| {
                if names.is_empty() {
                    *rank < arguments.top
                } else {
                    names.contains(name)
                }
            })
            .collect();
        for (_, (name, function)) in chosen {
            list(&mut text, name, function, &symbols, cycles)?;
        }
        text
    };
    out.write_text(&listing)?;
    outputs.commit()?;
    Ok(program::status(&report, quiet, &interrupt))
}

/// What one function amounts to.
#[derive(Default)]
struct Function {
    cycles: u64,
    instructions: u64,
    bundles: Vec<(u64, u128, Bundle)>,
}

fn functions(
    bundles: &BTreeMap<(u64, u128), Bundle>,
    symbols: &SymbolTable,
) -> BTreeMap<String, Function> {
    let mut functions: BTreeMap<String, Function> = BTreeMap::new();
    for (&(address, raw), bundle) in bundles {
        let name = program::function(symbols, address);
        let function = functions.entry(name.to_owned()).or_default();
        function.cycles += bundle.slots.iter().map(Line::all_cycles).sum::<u64>();
        function.instructions += bundle.slots.iter().map(|line| line.retired).sum::<u64>();
        function.bundles.push((address, raw, *bundle));
    }
    functions
}

/// Functions with most cycles first.
fn ranked(functions: &BTreeMap<String, Function>) -> Vec<(&String, &Function)> {
    let mut list: Vec<_> = functions.iter().collect();
    list.sort_by_key(|(name, function)| (std::cmp::Reverse(function.cycles), *name));
    list
}

/// Functions named in the overview.
const OVERVIEW: usize = 10;

fn overview(report: &report::Report, functions: &BTreeMap<String, Function>) -> String {
    let cycles = report.cycles.unwrap_or(0);
    let mut text = format!(
        "{} on {}: {cycles} cycles, {} instructions\n\n{:>14}  {:>6}  {:>14}  function\n",
        report.workload.name,
        report.config.name,
        report.instructions,
        "cycles",
        "%",
        "instructions"
    );
    for (name, function) in ranked(functions).into_iter().take(OVERVIEW) {
        let _ = writeln!(
            text,
            "{:>14}  {:>6}  {:>14}  {name}",
            function.cycles,
            percent(function.cycles, cycles),
            function.instructions
        );
    }
    text
}

fn percent(part: u64, whole: u64) -> String {
    report::ratio_text(part.saturating_mul(100), whole, 1)
}

/// Lists the executed instructions of a function.
fn list(
    text: &mut String,
    name: &str,
    function: &Function,
    symbols: &SymbolTable,
    cycles: u64,
) -> Result<()> {
    writeln!(
        text,
        "\n{name}:\n{:>14}  {:>6}  {:>14}  waits for",
        "cycles", "%", "retired"
    )?;
    let mut expected = None;
    for (address, raw, bundle) in &function.bundles {
        if expected.is_some_and(|expected| expected != *address) {
            writeln!(text, "{:>14}", "...")?;
        }
        expected = Some(address.wrapping_add(16));
        let decoded = isa::decode(*raw);
        for (slot, line) in bundle.slots.iter().enumerate() {
            // The instruction of an MLX bundle is written at its second slot.
            let line = match (decoded.template.is_mlx(), slot) {
                (true, 1) => &bundle.slots[2],
                (true, 2) => continue,
                _ => line,
            };
            let (total, share) = match line.all_cycles() {
                0 => (String::new(), String::new()),
                total => (total.to_string(), percent(total, cycles)),
            };
            let waits = line.main_stall().map_or(String::new(), |(stall, cycles)| {
                format!("{} {cycles}", stall.name())
            });
            write!(
                text,
                "{total:>14}  {share:>6}  {:>14}  {waits:<34}",
                line.retired
            )?;
            if slot == 0 {
                write!(text, "{address:16x}: ")?;
            } else {
                write!(text, "{:18}", "")?;
            }
            write_slot(text, &decoded, slot, *address, symbols)?;
            let notes = notes(line, (slot == 0).then_some(bundle.fetch_misses));
            if !notes.is_empty() {
                write!(text, "  # {notes}")?;
            }
            text.push('\n');
        }
    }
    Ok(())
}

/// What happened at an instruction beside waiting.
fn notes(line: &Line, fetch_misses: Option<u64>) -> String {
    let mut notes = Vec::new();
    if line.executed != line.retired {
        notes.push(format!("predicate true {}", line.executed));
    }
    for (level, misses) in MemoryLevel::BEHIND_L1.iter().zip(line.misses) {
        if misses > 0 {
            notes.push(format!("data from {} {misses}", level.title()));
        }
    }
    for (what, count) in [
        ("DTLB misses", line.tlb_misses),
        ("taken", line.taken),
        ("mispredicted", line.mispredicted),
        ("L1I misses", fetch_misses.unwrap_or(0)),
    ] {
        if count > 0 {
            notes.push(format!("{what} {count}"));
        }
    }
    notes.join(", ")
}

/// One line of JSON for each executed instruction.
fn json_lines(bundles: &BTreeMap<(u64, u128), Bundle>, symbols: &SymbolTable) -> Result<String> {
    let mut text = String::new();
    for (&(address, raw), bundle) in bundles {
        let decoded = isa::decode(raw);
        for (slot, line) in bundle.slots.iter().enumerate() {
            if line.retired == 0 {
                continue;
            }
            let mut written = String::new();
            isa::disasm::write_instruction(&mut written, &decoded.slots[slot], address, symbols)?;
            let cycles: BTreeMap<String, u64> = Stall::ALL
                .iter()
                .zip(line.cycles)
                .filter(|(_, cycles)| *cycles > 0)
                .map(|(stall, cycles)| (stall.name().to_owned(), cycles))
                .collect();
            let line = Annotation {
                address: format!("{address:#x}"),
                slot: slot as u8,
                text: written,
                symbol: symbols.find(address).map(|symbol| symbol.name.clone()),
                retired: line.retired,
                executed: line.executed,
                cycles: line.all_cycles(),
                cycles_by_cause: cycles,
                data_from: MemoryLevel::BEHIND_L1
                    .iter()
                    .zip(line.misses)
                    .map(|(level, misses)| (level.name().to_owned(), misses))
                    .collect(),
                dtlb_misses: line.tlb_misses,
                taken: line.taken,
                mispredicted: line.mispredicted,
                l1i_misses: if slot == 0 { bundle.fetch_misses } else { 0 },
            };
            text.push_str(&serde_json::to_string(&line)?);
            text.push('\n');
        }
    }
    Ok(text)
}
