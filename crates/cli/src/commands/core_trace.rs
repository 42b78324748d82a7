//! `epicycle core-trace`: a trace with real addresses only at reloads, and its decoder.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use coretrace::{Decoder, Instruction, Item, Recorder, Region, Shadow, ShadowReader, Tally};
use report::Report;
use sim::Request;

use crate::interrupt::Interrupt;
use crate::options::{Guest, Machine, Program, count};
use crate::output::{Output, Outputs};
use crate::{console, program, status, streams};

/// Instructions up to which the shadow log is kept unless it is asked for.
const SHADOWED: u64 = 10_000_000;
/// Fewest words of a bounded memory.
const FEWEST_WORDS: u64 = 256;
/// Words of memory for each instruction of a lap, so that several laps fit.
const WORDS_PER_LAP_INSTRUCTION: u64 = 16;

/// Run a program and record every instruction, with real addresses only where a first-level TLB entry was reloaded; decode
/// such a trace.
///
/// All first-level TLB entries are invalidated when recording starts, so that decoding from there knows every real address
/// (docs/core-trace.md has the format and the rules). Options end at the first argument that is not one; the rest is the
/// guest's. A guest called `decode` is run as ./decode.
#[derive(Args)]
#[command(
    override_usage = "epicycle core-trace --out FILE [OPTIONS] PROGRAM [ARGS]...\n       epicycle core-trace decode [OPTIONS] FILE",
    subcommand_value_name = "PROGRAM",
    subcommand_help_heading = "Program",
    disable_help_subcommand = true
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    machine: Machine,
    /// Write the trace to this file; needed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the report, JSON, to this file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    guest: Guest,
    #[command(subcommand)]
    command: Action,
}

/// What is recorded, and into what.
#[derive(Args)]
#[command(next_help_heading = "Recording")]
struct Recording {
    /// Start here: before the first instruction of a symbol or of the bundle at 0xADDRESS, or after a number of instructions.
    /// The same as --roi-start.
    #[arg(long, value_name = "PLACE", conflicts_with = "roi_start")]
    from: Option<String>,
    /// Stop here; the program runs on to its end. The same as --roi-stop.
    #[arg(long, value_name = "PLACE", conflicts_with = "roi_stop")]
    to: Option<String>,
    /// Record into a memory of so many 64-bit words, and stop before the first image that does not fit.
    #[arg(long, value_name = "N", value_parser = count)]
    words: Option<u64>,
    /// Do not stop when the memory is full: the oldest laps make room. At the start of each lap all first-level entries are
    /// invalidated again (config: core_trace.lap_instructions, by default a sixteenth of the words).
    #[arg(long, requires = "words")]
    wrap: bool,
    /// Issue one instruction at a time (config: core_trace.single_issue).
    #[arg(long)]
    single_issue: bool,
    /// Keep the shadow log of true addresses beside the trace, however long the run; without this it is given up after ten
    /// million instructions.
    #[arg(long)]
    shadow: bool,
}

#[derive(Subcommand)]
enum Action {
    /// Decode a trace: every instruction with its real addresses.
    Decode(Decode),
    /// The name and what follows it.
    #[command(external_subcommand)]
    Command(Vec<OsString>),
}

/// Decode a trace: a line for each instruction with its real addresses.
#[derive(Args)]
struct Decode {
    /// Write one JSON object for each instruction.
    #[arg(long)]
    json: bool,
    /// Look for unknown translations, and compare all addresses with the shadow log beside the trace, if there is one. Status
    /// 1 when something is found.
    #[arg(long)]
    check: bool,
    /// Write the instructions and references in the form of another tool instead: drcachesim (trace entries of DynamoRIO), champsim,
    /// lackey (text), or bt9 (branches alone, text).
    #[arg(long, value_name = "TOOL", conflicts_with_all = ["json", "check"])]
    export: Option<Tool>,
    /// Export real addresses instead of effective ones.
    #[arg(long, requires = "export")]
    real: bool,
    /// Export to this file; `-`: stdout.
    #[arg(long, value_name = "FILE", default_value = "-", requires = "export")]
    to: PathBuf,
    /// The trace; `-`: the standard input.
    file: PathBuf,
}

/// Tools to export to.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Tool {
    Drcachesim,
    Champsim,
    Lackey,
    Bt9,
}

/// Records, or decodes.
pub(crate) fn main(arguments: Arguments) -> Result<u8> {
    match arguments.command {
        Action::Decode(decode) => decode_file(&decode),
        Action::Command(command) => {
            let record = Record {
                machine: arguments.machine,
                out: arguments.out,
                recording: arguments.recording,
                report: arguments.report,
                guest: arguments.guest,
            };
            record.run(command).or_else(program::failed)
        }
    }
}

/// A recording that was asked for.
struct Record {
    machine: Machine,
    out: Option<PathBuf>,
    recording: Recording,
    report: Option<PathBuf>,
    guest: Guest,
}

/// What the recording's listeners made.
struct Recorded {
    tally: Tally,
    whole: bool,
    /// The shadow log, if there is one, and whether it is whole.
    shadow: Option<bool>,
}

impl Record {
    fn run(self, command: Vec<OsString>) -> Result<u8> {
        let Some(out) = &self.out else {
            bail!("name the file of the trace: core-trace --out FILE PROGRAM");
        };
        let command = Program::Command(command);
        let config = self.recording.machine(self.machine, command.path())?;
        let mut guest = self.guest;
        let region = &mut guest.region;
        region.roi_start = self.recording.from.clone().or(region.roi_start.take());
        region.roi_stop = self.recording.to.clone().or(region.roi_stop.take());
        let quiet = guest.quiet;
        let mut request = program::request(Arc::new(config), command, guest)?;

        let mut outputs = Outputs::of(&request);
        let trace = outputs.open("trace", out)?;
        let log = self.recording.shadow_log(&mut outputs, out, &trace)?;
        let mut report = self.report.as_deref();
        let mut report = report
            .take()
            .map(|path| outputs.open("report", path))
            .transpose()?;
        let control = Arc::clone(&request.control);
        let interrupt = Interrupt::listen(move || control.interrupt())?;
        streams::pass(&mut request, &interrupt);
        if trace.is_standard_output() {
            streams::divert_output(&mut request, &interrupt);
        }

        let (mut result, recorded) = self.recording.record(request, &trace, log.as_ref())?;
        program::name_cause(&mut result, &outputs, &interrupt);
        if let Some(file) = &mut report {
            // What cannot be written is said when everything else is.
            let _ = file.write_text(&::report::to_json(&result));
        }
        if !quiet {
            console::inform(&::report::text_summary(&result));
            console::inform(&summary(&recorded));
        }
        let is_new = !trace.has_failed();
        if let Some(log) = &log
            && (recorded.shadow == Some(false) || !is_new)
        {
            outputs.give_up(log);
        }
        let has_log = log.is_some_and(|log| recorded.shadow == Some(true) && !log.has_failed());
        let is_named = !trace.is_standard_output();
        let committed = outputs.commit();
        // What lies beside the new trace is its own log, or nothing.
        let removed = match is_new && is_named && !has_log {
            true => remove_old(&shadow_path(out)),
            false => Ok(()),
        };
        committed.and(removed)?;
        agree(&result, &recorded)?;
        Ok(program::ended(&result, &interrupt))
    }
}

/// What recording sets unless the caller says otherwise.
const INVALIDATE: &str = "core_trace.invalidate=true";

/// Whether overrides of the caller turn off what [`INVALIDATE`] turns on, and are right otherwise.
fn forgoes_invalidations(set: &[String]) -> bool {
    let texts = set.iter().map(|text| text.trim_start());
    let own = texts.filter(|text| text.starts_with("core_trace"));
    let set: Vec<&str> = std::iter::once(INVALIDATE).chain(own).collect();
    // These keys mean the same on every machine.
    ::config::load("itanium", &set).is_ok_and(|config| !config.machine.core_trace.invalidate)
}

impl Recording {
    /// The machine for a program, with what recording does to its time unless the caller says otherwise.
    fn machine(&self, mut machine: Machine, program: &Path) -> Result<::config::Loaded> {
        let needs = "--wrap needs core_trace.invalidate = true and core_trace.lap_instructions above 0: without them nothing in the memory can be decoded once it has wrapped";
        // Before a lap is added that such a machine does not allow.
        if self.wrap && forgoes_invalidations(&machine.set) {
            bail!(needs);
        }
        let mut set = vec![INVALIDATE.to_owned()];
        if self.single_issue {
            set.push("core_trace.single_issue=true".to_owned());
        }
        if let Some(words) = self.words {
            if words < FEWEST_WORDS {
                bail!(
                    "a memory of {words} words is too small; give --words {FEWEST_WORDS} or more"
                );
            }
            if self.wrap {
                let lap = words / WORDS_PER_LAP_INSTRUCTION;
                set.push(format!("core_trace.lap_instructions={lap}"));
            }
        }
        set.append(&mut machine.set);
        machine.set = set;
        let config = machine.load_beside("PROGRAM", program)?;
        let core_trace = &config.machine.core_trace;
        if self.wrap && !(core_trace.invalidate && core_trace.lap_instructions > 0) {
            bail!(needs);
        }
        Ok(config)
    }

    /// The shadow log's file: not where the trace is none, unless it is asked for.
    fn shadow_log(
        &self,
        outputs: &mut Outputs,
        out: &Path,
        trace: &Output,
    ) -> Result<Option<Output>> {
        let special = fs::metadata(out).is_ok_and(|metadata| !metadata.is_file());
        if trace.is_standard_output() || special {
            if self.shadow {
                bail!("the shadow log lies beside the trace: --shadow needs a file in --out");
            }
            return Ok(None);
        }
        outputs.open("shadow log", &shadow_path(out)).map(Some)
    }

    /// Runs with both listeners.
    fn record(
        &self,
        request: Request,
        trace: &Output,
        log: Option<&Output>,
    ) -> Result<(Report, Recorded)> {
        let core_trace = request.config.machine.core_trace.clone();
        let region = request.region.is_some();
        let options = coretrace::Options {
            invalidated: core_trace.invalidate || !region,
            single_issue: core_trace.single_issue,
            lap_instructions: core_trace.lap_instructions,
            memory: match self.words {
                None => Region::Unbounded,
                Some(words) if self.wrap => Region::Wrap(words),
                Some(words) => Region::Stop(words),
            },
            region,
        };
        let recorder = Recorder::new(trace.writer(), options);
        let limit = (!self.shadow).then_some(SHADOWED);
        let shadow = log.map(|log| Shadow::new(log.writer(), limit, region));
        let mut listeners = (recorder, shadow);
        let result = sim::run_with(request, vec![&mut listeners])?;
        let (mut recorder, mut shadow) = listeners;
        let whole = recorder.is_whole();
        let tally = recorder
            .finish()
            .map_err(|error| anyhow::anyhow!("cannot write {error}"))?;
        let shadow = shadow
            .as_mut()
            .map(Shadow::finish)
            .transpose()
            .map_err(|error| anyhow::anyhow!("cannot write {error}"))?;
        Ok((
            result,
            Recorded {
                tally,
                whole,
                shadow,
            },
        ))
    }
}

fn shadow_path(trace: &Path) -> PathBuf {
    let mut path = trace.as_os_str().to_owned();
    path.push(".shadow");
    path.into()
}

/// Removes the shadow log of an older trace of the same name.
fn remove_old(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove the old {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// A few lines about the trace.
fn summary(recorded: &Recorded) -> String {
    let tally = &recorded.tally;
    let per = |words: u64| words as f64 / tally.instructions.max(1) as f64;
    let [data, instruction] = [0, 1].map(|side| (tally.carried[side], tally.alone[side]));
    let mut text = format!(
        "core trace: {} instructions, {} words ({:.3} each; {:.3} with all real addresses)\n\
         core trace: reloads in images of instructions + of their own: instruction {} + {}, data {} + {}\n",
        tally.instructions,
        tally.words,
        per(tally.words),
        per(tally.words_with_all()),
        instruction.0,
        instruction.1,
        data.0,
        data.1,
    );
    if !recorded.whole {
        text += "core trace: the memory was full before the end; later instructions are not in the trace\n";
    }
    if recorded.shadow == Some(false) {
        text += "core trace: no shadow log, the run was too long for it (--shadow keeps it)\n";
    }
    text
}

/// The trace has exactly the reloads that the model counted.
fn agree(report: &Report, recorded: &Recorded) -> Result<()> {
    let tally = &recorded.tally;
    if !recorded.whole {
        return Ok(());
    }
    for (side, what) in [(0, "data"), (1, "instruction")] {
        let addresses = tally.carried[side] + tally.alone[side];
        let reloads = counted(report, what);
        if Some(addresses) != reloads && reloads.is_some() {
            bail!(
                "the trace has {addresses} real {what} addresses for the {} reloads that the model counted; this is a bug in the simulator",
                reloads.unwrap_or_default()
            );
        }
    }
    Ok(())
}

fn open(path: &Path) -> Result<Box<dyn Read>> {
    if files::is_standard_input(path) {
        return Ok(Box::new(files::standard_input()?.lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Box::new(file))
}

fn decode_file(arguments: &Decode) -> Result<u8> {
    let path = &arguments.file;
    let name = || format!("cannot decode {}", path.display());
    let mut decoder = Decoder::new(open(path)?);
    if let Some(tool) = arguments.export {
        return export(&mut decoder, tool, arguments).with_context(name);
    }
    let show = arguments.json || !arguments.check;
    if show {
        let shown = print(&mut decoder, arguments.json, path).with_context(name)?;
        if !arguments.check || !shown {
            return Ok(status::DONE);
        }
        if files::is_standard_input(path) {
            bail!("the standard input can be read once: give --check without --json");
        }
        decoder = Decoder::new(open(path)?);
    }
    check(&mut decoder, path).with_context(name)
}

/// Writes the trace in the form of another tool.
fn export(decoder: &mut Decoder<Box<dyn Read>>, tool: Tool, arguments: &Decode) -> Result<u8> {
    let format = match tool {
        Tool::Drcachesim => coretrace::Format::Drcachesim,
        Tool::Champsim => coretrace::Format::Champsim,
        Tool::Lackey => coretrace::Format::Lackey,
        Tool::Bt9 => coretrace::Format::Bt9,
    };
    let mut outputs = Outputs::reading("it is the trace", &arguments.file);
    outputs.keep(
        "it is the trace's shadow log",
        &shadow_path(&arguments.file),
    );
    let out = outputs.open("export", &arguments.to)?.writer();
    let exported = coretrace::export(decoder, format, arguments.real, out);
    outputs.failed()?;
    if exported? == 0 {
        bail!(NOTHING);
    }
    outputs.commit()?;
    Ok(status::DONE)
}

/// The error for a file without an instruction.
const NOTHING: &str = "there is no instruction in it: it is no core trace (`epicycle core-trace --out F PROGRAM`), or one of nothing";

/// Prints every instruction; false: the reader has closed the pipe.
fn print(decoder: &mut Decoder<Box<dyn Read>>, json: bool, path: &Path) -> Result<bool> {
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut odd, mut instructions) = (0u64, 0u64);
    while let Some(item) = decoder.next_item()? {
        odd += u64::from(coretrace::damage(&item, decoder, instructions).is_some());
        instructions += u64::from(matches!(item, Item::Instruction(_)));
        let line = match item {
            Item::Instruction(instruction) if json => json_line(&instruction),
            Item::Instruction(instruction) => text_line(&instruction),
            _ => continue,
        };
        if let Err(error) = writeln!(out, "{line}") {
            console::unless_closed(Err(error)).context("cannot write to the standard output")?;
            return Ok(false);
        }
    }
    console::unless_closed(out.flush()).context("cannot write to the standard output")?;
    if instructions == 0 {
        bail!(NOTHING);
    }
    if odd > 0 {
        console::complain(&format!(
            "{}: {odd} places are of no whole image; `epicycle core-trace decode --check {}` names the first one",
            path.display(),
            path.display()
        ));
    }
    Ok(true)
}

fn json_line(instruction: &Instruction) -> String {
    let step = &instruction.step;
    let hex = |address: u64| format!("{address:#x}");
    let real = |address: Option<u64>| serde_json::to_value(address.map(hex)).unwrap_or_default();
    let mut line = serde_json::json!({
        "ip": hex(step.ip),
        "slot": step.slot,
        "real_ip": real(instruction.real_ip),
        "text": text(instruction),
        "predicate": !step.squashed,
        "reload": step.ira.is_some(),
    });
    if let Some(reference) = instruction.reference {
        line["address"] = hex(reference.address).into();
        line["real_address"] = real(reference.real);
        line["bytes"] = step.bytes.into();
        line["store"] = step.store.into();
        line["data_reload"] = step.dra.is_some().into();
    } else if step.forgone {
        line["forgone"] = real(step.data);
    }
    line.to_string()
}

fn text(instruction: &Instruction) -> String {
    let step = &instruction.step;
    let decoded = step.unit.instruction(step.syllable, step.long);
    decoded.text(step.ip).to_string()
}

fn text_line(instruction: &Instruction) -> String {
    let step = &instruction.step;
    let real = |address: Option<u64>| address.map_or("?".to_owned(), |real| format!("{real:#x}"));
    let mut line = format!(
        "{:#018x}.{} {:>12} {}",
        step.ip,
        step.slot,
        real(instruction.real_ip),
        text(instruction)
    );
    if step.squashed {
        line += " -";
    } else if let Some(reference) = instruction.reference {
        line += &format!(" [{:#x}] {}", reference.address, real(reference.real));
    }
    line
}

/// Checks a trace, against its shadow log where there is one.
fn check(decoder: &mut Decoder<Box<dyn Read>>, path: &Path) -> Result<u8> {
    let beside = shadow_path(path);
    let mut shadow = match File::open(&beside) {
        Ok(file) => {
            let reader = ShadowReader::new(BufReader::with_capacity(1 << 18, file));
            Some(reader.with_context(|| format!("cannot read {}", beside.display()))?)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", beside.display()));
        }
    };
    let findings = coretrace::check(decoder, shadow.as_mut())?;
    let against = match shadow {
        Some(_) => format!("{} compared with the shadow log", findings.compared),
        None => "no shadow log".to_owned(),
    };
    console::inform(&format!(
        "{} instructions, {against}: {} unknown translations, {} differences, {} damaged places\n",
        findings.instructions, findings.unknown, findings.different, findings.damaged
    ));
    match &findings.first {
        None if findings.instructions == 0 => bail!(NOTHING),
        Some(first) => {
            console::inform(&format!("first: {first}\n"));
            Ok(status::FINDINGS)
        }
        None => Ok(status::DONE),
    }
}

/// Reloads of a first-level TLB by the report.
fn counted(report: &Report, side: &str) -> Option<u64> {
    let unit = if side == "data" { "dtlb" } else { "itlb" };
    report
        .tlbs
        .as_ref()?
        .get(unit)?
        .get("first_misses")
        .copied()
}
