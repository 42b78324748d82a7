//! `epicycle pipeline`: how instructions go through the pipe, cycle by cycle, as text or as a picture.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::Args;
use pipeview::{Chart, View, Window};
use report::{Limit, OutcomeKind, Report};
use sim::Request;

use crate::interrupt::Interrupt;
use crate::options::{Guest, Machine, Program, count};
use crate::output::Outputs;
use crate::{console, program, streams};

/// Instructions that issue in a cycle at most: those of two bundles.
const WIDEST: u64 = 6;

/// Run a program and print what its pipe does in a few cycles: a line for each instruction, a column for each cycle.
///
/// Each stage has its letter, cycles in the decoupling buffer are dots, and behind an instruction stands what it waited for. Without
/// --from these are the first instructions, however long a cold machine lets them wait. With a region of interest, its first ones,
/// and --from counts from its beginning. Options end at the first argument that is not one; the rest is the
/// guest's.
#[derive(Args)]
#[command(
    override_usage = "epicycle pipeline [OPTIONS] PROGRAM [ARGS]...",
    subcommand_value_name = "PROGRAM",
    subcommand_help_heading = "Program",
    disable_help_subcommand = true
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    machine: Machine,
    /// The first cycle: instructions that issue in it or later. Without it: from the first instruction on that issues.
    #[arg(long, value_name = "N", value_parser = count)]
    from: Option<u64>,
    /// How many cycles; without --from, how many in which instructions issue.
    #[arg(long, value_name = "N", value_parser = some, default_value = "60")]
    cycles: u64,
    /// Write a picture to this file, too.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the text to this file; `-`: stdout.
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    #[command(flatten)]
    guest: Guest,
    #[command(subcommand)]
    command: Program,
}

fn some(text: &str) -> Result<u64, String> {
    match count(text) {
        Ok(0) => Err("a chart has at least one cycle".to_owned()),
        Ok(cycles) => Ok(cycles),
        Err(error) => Err(error.to_string()),
    }
}

/// Runs and draws; a program that cannot run is a failed run.
pub(crate) fn main(arguments: Arguments) -> Result<u8> {
    pipeline(arguments).or_else(program::failed)
}

fn pipeline(arguments: Arguments) -> Result<u8> {
    let quiet = arguments.guest.quiet;
    let config = arguments
        .machine
        .load_beside("PROGRAM", arguments.command.path())?;
    let config = Arc::new(config);
    let pipe = program::pipe(&config.machine);
    let mut request = program::request(config, arguments.command, arguments.guest)?;
    let window = window(&mut request, arguments.from, arguments.cycles);
    let mut outputs = Outputs::of(&request);
    let mut out = outputs.open("chart", &arguments.out)?;
    let svg = arguments.svg.as_deref();
    let mut svg = svg.map(|path| outputs.open("picture", path)).transpose()?;
    let control = Arc::clone(&request.control);
    let interrupt = Interrupt::listen(move || control.interrupt())?;
    streams::pass(&mut request, &interrupt);
    if out.is_standard_output() {
        streams::divert_output(&mut request, &interrupt);
    }
    let mut view = View::new(pipe, window.clone(), Chart::new(pipe));
    let report = sim::run_windowed(request, vec![&mut view])?;
    let chart = view.finish()?;
    if chart.is_empty() {
        if report.outcome.kind == OutcomeKind::Interrupted {
            let now = report.cycles.unwrap_or_default();
            console::complain(&format!("interrupted in cycle {now}: nothing is shown"));
            return Ok(program::status(&report, quiet, &interrupt));
        }
        bail!("{}", nothing(&window, &report));
    }
    // What cannot be written is said when everything else is.
    let _ = out.write_text(&chart.text());
    if let Some(svg) = &mut svg {
        let _ = svg.write_text(&chart.svg());
    }
    outputs.commit()?;
    Ok(program::status(&report, quiet, &interrupt))
}

/// What is shown. A run without a region of interest gets limits behind it: nothing later is looked at.
fn window(request: &mut Request, from: Option<u64>, cycles: u64) -> Window {
    let lower = |limit: &mut Option<u64>, to: u64| *limit = Some(limit.map_or(to, |it| it.min(to)));
    let region = request.region.is_some();
    let Some(from) = from else {
        if !region {
            lower(&mut request.max_instructions, cycles.saturating_mul(WIDEST));
        }
        return Window::First { region, cycles };
    };
    let end = from.saturating_add(cycles);
    if region {
        return Window::Region { cycles: from..end };
    }
    lower(&mut request.max_cycles, end.saturating_add(1));
    Window::Cycles(from..end)
}

/// Why nothing is shown, and what to do.
fn nothing(window: &Window, report: &Report) -> String {
    let (region, whole) = match report.region {
        Some(_) => (" of the region", "region"),
        None => ("", "run"),
    };
    let now = report.cycles.unwrap_or_default();
    let (Window::Cycles(cycles) | Window::Region { cycles }) = window else {
        return match (&report.outcome.message, region) {
            (Some(message), _) => format!("nothing is shown: {message}"),
            (None, "") => format!("no instruction issues: the run has {now} cycles"),
            (None, _) => "no instruction issues in the region of interest".to_owned(),
        };
    };
    let (from, end) = (cycles.start, cycles.end);
    let cycles = match end - from {
        1 => format!("cycle {from}"),
        _ => format!("cycles {from} to {}", end - 1),
    };
    // A run that stops here would have gone on.
    let why = match report.outcome.limit {
        Some(Limit::Cycles) if now >= end => {
            format!("they wait, and the next ones issue by cycle {}", now - 1)
        }
        _ => format!("the {whole} has {now} cycles"),
    };
    format!(
        "no instruction issues in {cycles}{region}: {why}; choose others with --from and --cycles, or leave out --from \
         for the first instructions"
    )
}
