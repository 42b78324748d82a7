//! `epicycle run`: one program on one machine.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::profile::Depth;
use ::report::{Interval, OutcomeKind, Report};
use anyhow::{Result, bail};
use clap::Args;
use coretrace::Live;
use events::Probe;
use sim::{Intervals, Length, Mode, Request};

use crate::checkpoints::CheckpointOptions;
use crate::interrupt::Interrupt;
use crate::options::{Guest, Machine, Program, count, within};
use crate::output::{Named, Outputs};
use crate::pipeline::{PipeviewOptions, TraceFormOptions, TraceOptions};
use crate::sampling::SamplingOptions;
use crate::{console, debugger, profiling, program, status, streams};

/// Run a program and report what it computed, how long it took, and why.
///
/// Options end at the first argument that is not one; the rest is the guest's. Its standard streams and its exit status
/// are passed through, 128 + n when signal n ended it. 125: the simulator failed; 126: the file cannot be executed; 127:
/// it was not found.
#[derive(Args)]
#[command(
    override_usage = "epicycle run [OPTIONS] PROGRAM [ARGS]...",
    subcommand_value_name = "PROGRAM",
    subcommand_help_heading = "Program",
    disable_help_subcommand = true,
    subcommand_required = false,
    arg_required_else_help = false
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    machine: Machine,
    /// Execute without the cycle model; much faster, and the report has no time in it.
    #[arg(long, conflicts_with_all = ["roi_start", "roi_stop", "max_cycles"])]
    functional: bool,
    /// Time every execution in full, with no replay: the report is the same, and the run takes two to four times as long. For checks of the
    /// simulator itself.
    #[arg(long, conflicts_with_all = ["functional", "sample", "simpoints"])]
    no_replay: bool,
    /// Write the report, JSON, to this file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Record where the cycles go, for `annotate`, `report` and `compare`: JSON in the form of crates/profile/schema/profile.schema.json.
    #[arg(long, value_name = "FILE", conflicts_with = "functional")]
    profile: Option<PathBuf>,
    /// Write a line for each instruction: cycle, address and slot, text, registers written, memory address.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    trace_options: TraceOptions,
    #[command(flatten)]
    trace_form: TraceFormOptions,
    /// Report to stderr each dependency violation inside an executed instruction group, with the real predicates.
    #[arg(long)]
    check_groups: bool,
    /// Write a line for each instruction, memory reference, branch, miss and stall, from which the events can be counted
    /// again (tools/recount).
    #[arg(long, value_name = "FILE")]
    retire_log: Option<PathBuf>,
    /// Stop when no instruction has issued for N cycles, with status 124 and the outcome `limit`, and say at this and every other
    /// limit what the guest and the pipeline were doing.
    #[arg(long, value_name = "N", value_parser = within(1..=u64::MAX, "a watchdog waits for more than 0 cycles"), conflicts_with_all = ["functional", "gdb", "sample"])]
    watchdog: Option<u64>,
    /// Write a line for each system call to stderr.
    #[arg(long)]
    strace: bool,
    /// Wait for gdb's `target remote`, on this host only unless ADDR says otherwise, and let it drive the run: gdb-multiarch
    /// knows IA-64. Without an address: 127.0.0.1:1234.
    #[arg(
        long,
        value_name = "ADDR:PORT|unix:PATH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "127.0.0.1:1234",
        conflicts_with_all = ["trace", "check_groups", "retire_log", "interval", "interval_cycles", "strace", "pipeview"]
    )]
    gdb: Option<gdb::Address>,
    #[command(flatten)]
    intervals: IntervalOptions,
    #[command(flatten)]
    sampling: SamplingOptions,
    #[command(flatten)]
    checkpoints: CheckpointOptions,
    #[command(flatten)]
    pipeview: PipeviewOptions,
    #[command(flatten)]
    monitor: MonitorOptions,
    #[command(flatten)]
    guest: Guest,
    #[command(subcommand)]
    command: Option<Program>,
}

/// Causes of waiting that the summary names.
const CAUSES: usize = 3;

/// What is counted by parts of the run.
#[derive(Args)]
#[command(next_help_heading = "Intervals")]
struct IntervalOptions {
    /// Count every event and class apart in each N instructions, or cycles when it ends in c (`500Kc`): a part ends with the first block of
    /// instructions that reaches N.
    #[arg(long, value_name = "N", value_parser = interval, conflicts_with = "functional")]
    interval: Option<Length>,
    /// The same in each N cycles.
    #[arg(long, value_name = "N", value_parser = length(), conflicts_with_all = ["functional", "interval"])]
    interval_cycles: Option<u64>,
    /// Where to: a line of JSON for each part in the form of crates/report/schema/interval.schema.json, or CSV when the name ends in
    /// .csv. Without it, F.intervals.jsonl beside the report F.
    #[arg(long, value_name = "FILE")]
    interval_out: Option<PathBuf>,
}

impl IntervalOptions {
    /// Whether parts of the run are counted apart.
    fn is_wanted(&self) -> bool {
        self.interval.is_some() || self.interval_cycles.is_some()
    }

    /// What is asked for, if anything is.
    fn open(&self, report: Option<&Path>, outputs: &mut Outputs) -> Result<Option<Intervals>> {
        let length = match (self.interval, self.interval_cycles) {
            (Some(length), _) => length,
            (None, Some(length)) => Length::Cycles(length),
            (None, None) if self.interval_out.is_some() => {
                bail!("--interval-out needs a length: --interval or --interval-cycles")
            }
            (None, None) => return Ok(None),
        };
        let path = match (&self.interval_out, report) {
            (Some(path), _) => path.clone(),
            (None, Some(report)) if report.as_os_str() != "-" => ::report::intervals_beside(report),
            _ => {
                bail!("intervals go beside the report: name a file with --report or --interval-out")
            }
        };
        let mut out = outputs.open("intervals", &path)?.writer();
        let mut heading = path.extension().is_some_and(|extension| extension == "csv");
        let is_csv = heading;
        let tell = move |part: &Interval| {
            if std::mem::take(&mut heading) {
                out.write_all(part.csv_heading().as_bytes())?;
            }
            match is_csv {
                true => out.write_all(part.csv_line().as_bytes()),
                false => writeln!(out, "{}", serde_json::to_string(part)?),
            }
        };
        Ok(Some(Intervals {
            length,
            tell: Box::new(tell),
        }))
    }
}

/// The length of an interval, of cycles when it ends in c.
fn interval(text: &str) -> Result<Length, String> {
    match text.strip_suffix('c') {
        Some(cycles) => length()(cycles).map(Length::Cycles),
        None => length()(text).map(Length::Instructions),
    }
}

/// What parses how long an interval is.
fn length() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    within(1..=u64::MAX, "an interval has a length above zero")
}

/// The monitor as the guest finds it.
#[derive(Args)]
#[command(next_help_heading = "Performance monitor")]
struct MonitorOptions {
    /// Let the guest read the monitor's data registers and start and stop user monitors: psr.sp = 0, psr.up = 1
    /// (config: os.user_monitor).
    #[arg(long)]
    user_monitor: bool,
    /// Program a control register before the start; may be given several times. Numbers are decimal, or hexadecimal
    /// with 0x. Counters count with --user-monitor alone: without it psr.up is 0, and the guest cannot set it.
    #[arg(long, value_name = "N=VALUE", value_parser = register, conflicts_with = "functional")]
    pmc: Vec<(usize, u64)>,
    /// Set a data register before the start; may be given several times. Numbers as for --pmc.
    #[arg(long, value_name = "N=VALUE", value_parser = register, conflicts_with = "functional")]
    pmd: Vec<(usize, u64)>,
}

fn register(text: &str) -> Result<(usize, u64), String> {
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => count(text).ok(),
    };
    text.split_once('=')
        .and_then(|(index, value)| Some((index.parse().ok()?, number(value)?)))
        .ok_or_else(|| "write it as N=VALUE, such as 4=0x804".into())
}

/// Runs the program; the status is the guest's, or the simulator's own.
pub(crate) fn main(arguments: Arguments) -> Result<u8> {
    let outcome = run(arguments);
    Ok(outcome.unwrap_or_else(|error| {
        console::complain(&console::message(&error));
        error
            .downcast_ref::<sim::Error>()
            .map_or(status::SIMULATOR, sim::Error::status)
    }))
}

fn run(arguments: Arguments) -> Result<u8> {
    let restore = arguments.checkpoints.restored()?;
    let (program, guest_arguments) = match (&restore, arguments.command) {
        (None, Some(command)) => command.split()?,
        (Some(restore), None) => (restore.program().to_owned(), Vec::new()),
        (None, None) => bail!(
            "no program was given: name one behind the options (epicycle run [OPTIONS] PROGRAM [ARGS]...), or a checkpoint with --restore"
        ),
        (Some(_), Some(_)) => bail!(
            "--restore takes the program and its arguments from the checkpoint; leave PROGRAM out"
        ),
    };
    let mut machine = arguments.machine;
    if arguments.monitor.user_monitor {
        machine.set.push("os.user_monitor=true".to_owned());
    }
    let config = Arc::new(machine.load_beside("PROGRAM", &program)?);

    let mut request = Request::new(config, program);
    request.args = guest_arguments;
    request.mode = if arguments.functional {
        Mode::Functional
    } else {
        Mode::Timed
    };
    request.in_full = arguments.no_replay;
    let quiet = arguments.guest.quiet;
    arguments.guest.apply(&mut request);
    request.watchdog = arguments.watchdog;
    if !arguments.monitor.pmc.is_empty() && !quiet && !request.config.machine.os.user_monitor {
        console::complain(
            "--pmc: no counter counts, because psr.up is 0 and the guest cannot set it; add --user-monitor",
        );
    }
    request.pmcs = arguments.monitor.pmc;
    request.pmds = arguments.monitor.pmd;
    let listened = arguments.profile.is_some()
        || arguments.trace.is_some()
        || arguments.retire_log.is_some()
        || arguments.intervals.is_wanted()
        || arguments.pipeview.is_wanted();
    let restored = restore.is_some();
    let before = restore.as_ref().map_or(0, sim::Restore::instructions);
    if let Some(restore) = restore {
        if restore.is_warm() && arguments.profile.is_some() {
            bail!(
                "--profile cannot go on from a warm checkpoint: the report has the cycles before it, of which no profile is kept; make the checkpoint without --checkpoint-warm"
            );
        }
        if listened && !quiet {
            console::inform(&format!(
                "what is recorded begins at the checkpoint, behind {before} instructions\n"
            ));
        }
        restore.apply(&mut request);
    }
    program::load(&mut request)?;
    request.checkpoints = arguments
        .checkpoints
        .wanted(arguments.sampling.is_apart())?;

    arguments.trace_form.check(arguments.functional)?;
    let sampling = arguments.sampling.chosen(arguments.checkpoints.folder())?;
    match sampling {
        Some(_) => machine.refuse_clock_of_cycles(&request.config)?,
        None => request.second_thread = arguments.sampling.second_thread(request.mode)?,
    }
    request.identify =
        arguments.report.is_some() || arguments.profile.is_some() || arguments.sampling.is_apart();
    // What cannot be written is said now, not after an hour.
    let mut outputs = Outputs::of(&request);
    let apart = arguments.sampling.is_apart();
    arguments.checkpoints.keep(apart, &mut outputs)?;
    arguments.sampling.keep(&mut outputs);
    let mut live = None;
    if let Some(path) = &arguments.trace {
        let output = outputs.open("trace", path)?;
        let out = output.writer_of(path);
        let region = request.region.is_some();
        match arguments.trace_form.stream() {
            Some(stream) => {
                let window = arguments.trace_options.instructions(before);
                live = Some((output, Live::new(stream, out, window, region)));
            }
            None => {
                request.trace = Some(out);
                request.trace_options = arguments.trace_options.lines()?;
            }
        }
    }
    if let Some(path) = &arguments.retire_log {
        request.retire_log = Some(outputs.open("retire log", path)?.writer());
    }
    let beside = arguments.report.as_deref();
    request.intervals = arguments.intervals.open(beside, &mut outputs)?;
    request.vectors = arguments.sampling.vectors(&mut outputs)?;
    let region = request.region.is_some();
    if arguments.profile.is_some() {
        profiling::say_what_is_missing(&request)?;
    }
    let machine = &request.config.machine;
    let mut view = (arguments.pipeview).open(machine, before, region, &mut outputs)?;
    let mut report = arguments
        .report
        .as_deref()
        .map(|path| outputs.open("report", path))
        .transpose()?;
    let mut profile = arguments
        .profile
        .as_deref()
        .map(|path| outputs.open("profile", path))
        .transpose()?;
    if arguments.check_groups {
        request.group_check = Some(Box::new(Named::new("standard error", io::stderr())));
    }
    if arguments.strace {
        request.strace = Some(Box::new(io::stderr()));
    }
    let control = Arc::clone(&request.control);
    let control_of_checkpoints = Arc::clone(&request.control);
    let interrupt = Interrupt::listen(move || control.interrupt())?;
    streams::pass(&mut request, &interrupt);

    // A profile has nothing else beside it.
    let plain = arguments.gdb.is_none() && view.is_none() && live.is_none() && sampling.is_none();
    let depth = match (&profile, quiet || arguments.functional || !plain) {
        (Some(_), _) if !plain => {
            bail!("--profile records a run of its own; leave --gdb, --pipeview and traces out")
        }
        (Some(_), _) => Some(Depth::Full),
        // Causes of a part are no summary of the run.
        (None, false) if !restored && profiling::is_legible(&request) => Some(Depth::Functions),
        (None, _) => None,
    };
    let (mut result, recorded) = match (&sampling, &arguments.gdb, depth) {
        (Some(chosen), ..) => (chosen.run(request)?, None),
        (None, Some(address), _) => (debug(address, request, quiet)?, None),
        (None, None, Some(depth)) => {
            let (result, recorded) = profiling::record(request, depth)?;
            (result, Some(recorded))
        }
        (None, None, None) => {
            let traced = live.is_some();
            let mut beside: Vec<&mut dyn Probe> = Vec::new();
            beside.extend(view.as_mut().map(|(_, view)| view as &mut dyn Probe));
            beside.extend(live.as_mut().map(|(_, live)| live as &mut dyn Probe));
            let result = match traced {
                true => sim::run_with(request, beside),
                false => sim::run_windowed(request, beside),
            };
            (result?, None)
        }
    };
    program::name_cause(&mut result, &outputs, &interrupt);
    // What cannot be written is said when everything else is.
    if let Some((output, live)) = live {
        output.ended(live.finish());
    }
    if let Some((output, view)) = view {
        output.ended(view.finish().map(drop));
    }
    let made = control_of_checkpoints.checkpoints();
    if sampling.is_none() {
        report_checkpoints(made, quiet);
    }
    if !quiet {
        let mut text = ::report::text_summary(&result);
        let causes = recorded.as_ref();
        text.push_str(&causes.map_or(String::new(), |it| ::profile::largest_causes(it, CAUSES)));
        console::inform(&text);
    }
    if let (Some(file), Some(recorded)) = (&mut profile, &recorded) {
        let _ = file.write_text(&::profile::to_json(recorded));
    }
    // The process ends soon: to free each row of a profile would take a third of the time in which its text is made.
    std::mem::forget(recorded);
    if let Some(file) = &mut report {
        let _ = file.write_text(&::report::to_json(&result));
    }
    commit(outputs, made)?;
    if let Err(violation) = result.identities() {
        bail!("the report contradicts itself ({violation}); this is a bug in the simulator");
    }
    if let Some(message) = &result.outcome.message {
        console::complain(message);
    }
    let missed = [
        arguments.pipeview.missed(&result, before),
        arguments.trace_options.missed(&result, before),
    ];
    let missed = missed.iter().flatten();
    missed.for_each(|word| console::complain(word));
    Ok(match result.outcome.kind {
        OutcomeKind::Interrupted => interrupt.status().unwrap_or(status::INTERRUPTED),
        _ => result.outcome.process_status(),
    })
}

/// Gives the outputs their names. What could not be written is an error, a checkpoint too.
fn commit(outputs: Outputs, made: Option<&sim::Made>) -> Result<()> {
    let committed = outputs.commit();
    let Some(why) = made.and_then(|made| made.unwritten.as_deref()) else {
        return committed;
    };
    if let Err(error) = committed {
        console::complain(&console::message(&error));
    }
    bail!("checkpoint: {why}")
}

/// Says which checkpoints were made, and which were not.
fn report_checkpoints(made: Option<&sim::Made>, quiet: bool) {
    let Some(made) = made else {
        return;
    };
    for file in made.files.iter().filter(|_| !quiet) {
        console::inform(&format!("checkpoint: {}\n", file.display()));
    }
    for place in &made.missed {
        console::complain(&format!(
            "no checkpoint at {place}: the run did not come there"
        ));
    }
    for place in &made.cut {
        console::complain(&format!(
            "no checkpoint at {place}: the limit ends the run inside a block of instructions, and a warm run that goes on there would take other cycles; give a larger --max-instructions, or leave --checkpoint-warm out"
        ));
    }
}

/// Runs under a gdb that connects to an address.
fn debug(address: &gdb::Address, request: Request, quiet: bool) -> Result<Report> {
    let endpoint = debugger::wait_at(address, quiet)?;
    let control = Arc::clone(&request.control);
    let mut endpoint = Some(endpoint);
    let report = sim::debug(request, &mut |run| match endpoint.take() {
        Some(endpoint) => gdb::serve(endpoint, &|| control.is_stopped(), run),
        None => Ok(()),
    })?;
    Ok(report)
}
