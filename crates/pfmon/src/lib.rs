//! The pfmon 2.0 command on a simulated Itanium.
//!
//! Everything that does not run a program is here, and does no I/O of its own: options (`options`, `getopt`), the choice
//! of counters and registers (`dispatch`), address ranges (`ranges`), the sampling buffer
//! (`session`), output formats (`format`). [`main`] is the command. Running the program is the caller's: it
//! implements [`Host`] and hands [`Session`] to the timing model as its listener.
//!
//! Sources: pfmon-2.0 Itanium document (Hewlett-Packard, 2002) for what the user sees; perfmon 1.x for
//! the sampling buffer. `docs/deviations.md`, "pfmon", says where this pfmon differs.
#![forbid(unsafe_code)]

mod dispatch;
mod error;
mod format;
mod getopt;
mod header;
mod info;
mod machine;
mod options;
mod periods;
mod ranges;
mod refusals;
mod sampler;
mod session;
mod symbols;
mod usage;

pub use machine::{Cache, Machine};
pub use options::{Booted, Guest, Options};
pub use session::{Choices, Session};
pub use symbols::{Symbol, SymbolKind};
pub use usage::{Listed, listed};

use crate::error::{Fatal, fatal};
use crate::format::{Context, FORMATS, Format, Printer};
use crate::options::{CountFormat, Follow, Mistake, Question};
use crate::refusals::check;
use crate::sampler::Period;
use crate::session::{Setup, Window};
use crate::symbols::Symbols;
use crate::usage::USAGE;
use events::Task;
use std::ffi::OsStr;
use std::io::Write;
use std::ops::Range;

/// Default size of the sampling buffer.
const ENTRIES: u64 = 2048;
const DATA_EAR: u64 = 1 << 2 | 1 << 3 | 1 << 17;
const INSTRUCTION_EAR: u64 = 1 << 0 | 1 << 1;
const TRACE: u64 = 0x1ff << 8;

/// What a finished run tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finished {
    /// Cycles of the run.
    pub cycles: u64,
}

/// What the command needs from its surroundings.
pub trait Host {
    /// Chooses the simulated machine and what the program finds around it (`--config`, `--set` and [`Guest`]: ours, not
    /// pfmon's).
    ///
    /// # Errors
    ///
    /// One line saying what is wrong with the configuration or an option.
    fn configure(&mut self, options: &Options) -> Result<(), String>;

    /// The simulated machine.
    fn machine(&self) -> Machine;

    /// Symbols of an ELF file.
    ///
    /// # Errors
    ///
    /// One line saying why the file cannot be read.
    fn symbols(&mut self, file: &str) -> Result<Vec<Symbol>, String>;

    /// Contents of a text file.
    ///
    /// # Errors
    ///
    /// One line saying why the file cannot be read.
    fn read(&mut self, file: &str) -> Result<String, String>;

    /// Contents of `~/.pfmon.conf`, else of the system's `pfmon.conf`.
    fn configuration(&mut self) -> Option<String>;

    /// Creates an output file, or opens it for appending. `what` names its contents.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn create(&mut self, what: &str, file: &str, append: bool) -> std::io::Result<Box<dyn Write>>;

    /// Standard output.
    fn stdout(&mut self) -> &mut dyn Write;

    /// Standard output for samples that are printed while the program runs, unbuffered beyond what is flushed.
    fn samples(&mut self) -> Box<dyn Write>;

    /// Standard error.
    fn stderr(&mut self) -> &mut dyn Write;

    /// Runs a command to its end with `session` listening.
    ///
    /// # Errors
    ///
    /// One line saying why it could not be run.
    fn run(&mut self, command: &[String], session: &mut Session<'_>) -> Result<Finished, String>;
}

/// The command: arguments after the program name to exit status (0 or 1).
pub fn main(args: &[impl AsRef<OsStr>], host: &mut dyn Host) -> u8 {
    let result =
        Options::parse(args).and_then(|options| execute(&options, host).map_err(Mistake::Fatal));
    let text = match result {
        Ok(()) => return 0,
        Err(Mistake::Fatal(fatal)) if fatal.is_closed_pipe() => return 0,
        Err(Mistake::Getopt(text)) => format!("pfmon: {text}"),
        Err(Mistake::Fatal(fatal)) => fatal.to_string(),
    };
    // What was said before the mistake comes before it. Nothing can be done about closed streams.
    let _ = host.stdout().flush();
    let _ = writeln!(host.stderr(), "{text}");
    1
}

fn answer(question: &Question, host: &mut dyn Host) -> Result<(), Fatal> {
    let machine = host.machine();
    let out = host.stdout();
    match question {
        Question::Help => out.write_all(USAGE.as_bytes())?,
        Question::Version => {
            writeln!(out, "pfmon version {} (epicycle)", header::VERSION)?;
            writeln!(out, "a simulation of the tool by Hewlett-Packard Company")?;
        }
        Question::Events(pattern, long) => {
            info::list(machine.family, pattern.as_deref(), *long, out)?
        }
        Question::Event(text) => info::sheets(machine.family, text, out)?,
        Question::Host => info::host(&machine, out)?,
        Question::Format(name) => info::format(machine.family, name, out)?,
    }
    out.flush()?;
    Ok(())
}

fn load_symbols(options: &Options, host: &mut dyn Host) -> Result<Symbols, Fatal> {
    let given = |text: &Option<String>| {
        text.as_ref()
            .is_some_and(|text| text.contains(|c: char| c.is_alphabetic()))
    };
    let wanted = [
        &options.irange,
        &options.drange,
        &options.checkpoint,
        &options.trigger,
    ]
    .into_iter()
    .any(given)
        || options
            .sample_format
            .as_deref()
            .is_some_and(|format| format.ends_with("-hist"));
    if !wanted {
        return Ok(Symbols::default());
    }
    if let Some(file) = &options.sysmap_file {
        let text = host.read(file).map_err(Fatal::new)?;
        return Ok(Symbols::new(sysmap(file, &text)?));
    }
    let Some(file) = options
        .symbol_file
        .as_ref()
        .or(options.boot.kernel.as_ref())
        .or(options.command.first())
        .cloned()
    else {
        return Ok(Symbols::default());
    };
    let symbols = Symbols::new(host.symbols(&file).map_err(Fatal::new)?);
    if options.verbose {
        writeln!(host.stdout(), "{file} {} symbols", symbols.len())?;
    }
    Ok(symbols)
}

/// Symbols of a System.map: address, type letter, name; sizes come from the next symbol. Lines of another form are passed over.
///
/// # Errors
/// The file has no line of this form.
fn sysmap(file: &str, text: &str) -> Result<Vec<Symbol>, Fatal> {
    let fields = |line: &str| {
        let mut fields = line.split_whitespace();
        let address = u64::from_str_radix(fields.next()?, 16).ok()?;
        let letter = fields.next().filter(|letter| letter.len() == 1)?;
        Some((address, letter.to_owned(), fields.next()?.to_owned()))
    };
    let all: Vec<_> = text.lines().filter_map(fields).collect();
    if all.is_empty() {
        let first = text.lines().position(|line| !line.trim().is_empty());
        return Err(Fatal::new(format!(
            "{file}: line {}: no symbol of a System.map, and there is none in the file; a line is ADDRESS TYPE NAME, such as e000000004400000 T _text",
            first.unwrap_or_default() + 1
        )));
    }
    let symbols = all.into_iter().filter_map(|(address, letter, name)| {
        let kind = match &*letter {
            "T" | "t" => SymbolKind::Code,
            "D" | "d" | "B" | "b" | "R" | "r" => SymbolKind::Data,
            _ => return None,
        };
        Some(Symbol {
            name,
            address,
            size: 0,
            kind,
        })
    });
    Ok(symbols.collect())
}

/// Value of a name in the configuration file: one pair of name and hexadecimal value for each line.
fn opcode_name(configuration: &str, name: &str) -> Option<u64> {
    configuration.lines().find_map(|line| {
        let mut fields = line.split_whitespace();
        let value = if fields.next()? == name {
            fields.next()?
        } else {
            return None;
        };
        u64::from_str_radix(value.strip_prefix("0x").unwrap_or(value), 16).ok()
    })
}

fn execute(options: &Options, host: &mut dyn Host) -> Result<(), Fatal> {
    host.configure(options).map_err(Fatal::new)?;
    if let Some(question) = &options.question {
        return answer(question, host);
    }
    check(options)?;
    if options.cpu_mask.is_some() && !options.system_wide {
        writeln!(host.stderr(), "cpu mask is ignored in per-process mode")?;
    }
    let machine = host.machine();
    let symbols = load_symbols(options, host)?;
    let configuration = if options
        .opcodes
        .iter()
        .flatten()
        .any(|text| !text.starts_with(|c: char| c.is_ascii_digit()))
    {
        host.configuration().unwrap_or_default()
    } else {
        String::new()
    };
    let programming = dispatch::dispatch(options, machine.family, &symbols, &|name| {
        opcode_name(&configuration, name)
    })?;
    let periods = periods::periods(options, programming.events.len())?;
    let sampling = periods.iter().any(|period| period.long != 0);
    if sampling && programming.units.len() > 1 {
        return fatal("cannot sample with more events than the hardware has counters");
    }
    let format = sampling_format(options, &machine, &programming, sampling)?;
    if options.verbose {
        verbose(
            options,
            &programming,
            format.map(|format| format.name(machine.family)).as_deref(),
            host,
        )?;
    }
    if options.debug {
        for line in programming.registers() {
            writeln!(host.stderr(), "{line}")?;
        }
    }
    let window = window(options, &machine, &symbols)?;
    if options.check_only {
        return Ok(());
    }
    let boots = options.is_system();
    if options.command.is_empty() && !boots {
        return fatal("you need to specify a command to measure");
    }
    let of_kernel = |measured: &dispatch::Measured| measured.plm & 1 != 0;
    if !boots && programming.events.iter().any(of_kernel) {
        writeln!(
            host.stderr(),
            "warning: no kernel is simulated, nothing is counted at privilege level 0"
        )?;
    }
    for warning in &programming.warnings {
        writeln!(host.stderr(), "{warning}")?;
    }

    // Output files are opened before the run, so that a bad path fails at once.
    let mut counts_file = options
        .outfile
        .as_ref()
        .map(|file| open(host, "counts", &per_cpu(options, file), options.append))
        .transpose()?;
    let mut samples_file = match (&options.sample_file, sampling) {
        (Some(file), true) => Some(open(host, "samples", &per_cpu(options, file), false)?),
        _ => None,
    };
    let recorded = if sampling {
        recorded(&programming, &periods)
    } else {
        0
    };
    let entries = if options.entries == 0 {
        ENTRIES
    } else {
        options.entries
    };
    let printer = match format {
        None => None,
        Some(format) => {
            let context = Context {
                facts: pmu::Facts::of(machine.family),
                programming: &programming,
                recorded,
                symbols: &symbols,
                ip_slot: options.ip_slot,
                histogram: options.histogram,
                latencies: [machine.latency("L2"), machine.latency("L3")],
                frequency: machine.frequency,
            };
            let mut header = Vec::new();
            if options.header {
                header::standard(&machine, options, &programming, &mut header)?;
                header::sampling(&context, format, &periods, entries, &mut header)?;
            }
            let out = match samples_file.take() {
                Some(file) => file,
                None => host.samples(),
            };
            Some(Printer::new(context, format, header, out))
        }
    };
    let setup = Setup {
        family: machine.family,
        programming: &programming,
        periods: &periods,
        recorded,
        entries,
        window,
        choices: machine.choices,
        follow: options.follow,
    };
    let mut session = Session::new(&setup, printer);
    let finished = host
        .run(&options.command, &mut session)
        .map_err(Fatal::new)?;
    session.finish(finished.cycles)?;
    if session.left_out() > 0 {
        writeln!(
            host.stderr(),
            "warning: {} tasks are not monitored: no more than {} are followed",
            session.left_out(),
            session.tasks().len()
        )?;
    }

    let out: &mut dyn Write = match &mut counts_file {
        Some(file) => file,
        None => host.stdout(),
    };
    if options.header && !sampling {
        header::standard(&machine, options, &programming, out)?;
    }
    counts(options, &programming, &session, out)?;
    if options.show_time {
        let text = time(finished.cycles, machine.frequency);
        writeln!(
            out,
            "real {text} user {text} sys {}",
            time(0, machine.frequency)
        )?;
    }
    out.flush()?;
    Ok(())
}

/// Name of an output file. Where whole processors are monitored and not aggregated, each has a file of its own.
fn per_cpu(options: &Options, file: &str) -> String {
    if options.system_wide && !options.aggregate {
        format!("{file}.cpu0")
    } else {
        file.to_owned()
    }
}

fn open(
    host: &mut dyn Host,
    what: &str,
    file: &str,
    append: bool,
) -> Result<Box<dyn Write>, Fatal> {
    host.create(what, file, append)
        .map_err(|error| Fatal::new(format!("cannot create output file {file}: {error}")))
}

fn verbose(
    options: &Options,
    programming: &dispatch::Programming,
    format: Option<&str>,
    host: &mut dyn Host,
) -> Result<(), Fatal> {
    let out = host.stdout();
    for line in &programming.verbose {
        writeln!(out, "{line}")?;
    }
    if let Some(format) = format {
        writeln!(out, "using {format} sampling output format")?;
        let entries = if options.entries == 0 {
            ENTRIES
        } else {
            options.entries
        };
        writeln!(out, "sampling buffer size: {entries} entries")?;
    }
    Ok(())
}

fn sampling_format(
    options: &Options,
    machine: &Machine,
    programming: &dispatch::Programming,
    sampling: bool,
) -> Result<Option<Format>, Fatal> {
    let format = match &options.sample_format {
        None => FORMATS[0],
        Some(name) => Format::find(machine.family, name).ok_or_else(|| {
            if pmu::Family::ALL
                .iter()
                .any(|&family| Format::find(family, name).is_some())
            {
                Fatal::new(format!(
                    "sampling output format {name} is not supported on this PMU model"
                ))
            } else {
                let known = FORMATS.iter().map(|format| format.name(machine.family));
                let nearest = error::nearest(name, known);
                Fatal::new(format!("invalid sampling output format {name}{nearest}"))
            }
        })?,
    };
    if !sampling {
        return Ok(None);
    }
    format.validate(programming)?;
    Ok(Some(format))
}

fn window(options: &Options, machine: &Machine, symbols: &Symbols) -> Result<Window, Fatal> {
    let mut window = Window {
        region: options.guest.has_region(),
        system_wide: options.system_wide,
        levels: options.is_system(),
        ..Window::default()
    };
    if let Some(text) = &options.trigger {
        let address = symbols::address(text, SymbolKind::Code, symbols)?;
        if address & 0xf != 0 {
            return fatal(format!(
                "trigger start address is not aligned on a bundle boundary : 0x{address:x}"
            ));
        }
        if address >> 61 > 4 {
            return fatal(format!(
                "trigger start address 0x{address:x} is not in user space"
            ));
        }
        window.trigger = Some(address);
    }
    let cycles = |seconds: u64| seconds.saturating_mul(machine.frequency);
    window.from = options.delay.map_or(0, cycles);
    if window.trigger.is_some() && window.from != 0 {
        return fatal("cannot use both a trigger start address and a trigger start delay");
    }
    window.until = options
        .timeout
        .map(|seconds| window.from.saturating_add(cycles(seconds)));
    Ok(window)
}

/// Registers that a sample holds: those of the units in use, and counters that are not sampled.
fn recorded(programming: &dispatch::Programming, periods: &[Period]) -> u64 {
    let mut recorded = 0;
    for (measured, period) in programming.events.iter().zip(periods) {
        if measured.event.kind.is_data_ear() {
            recorded |= DATA_EAR;
        }
        if measured.event.kind.is_instruction_ear() {
            recorded |= INSTRUCTION_EAR;
        }
        if period.long == 0 {
            recorded |= 1 << measured.counter;
        }
    }
    if programming.trace {
        recorded |= TRACE;
    }
    recorded
}

fn counts(
    options: &Options,
    programming: &dispatch::Programming,
    session: &Session<'_>,
    out: &mut dyn Write,
) -> Result<(), Fatal> {
    let prefix = if options.system_wide && !options.aggregate && options.outfile.is_none() {
        "CPU0 "
    } else {
        ""
    };
    let counted = |event: &pmu::Event| {
        options.allow_unmodelled || event.uncounted(options.is_system()).is_none()
    };
    let block = |out: &mut dyn Write, tasks: Range<usize>| {
        for measured in programming.events.iter().filter(|m| counted(m.event)) {
            let counts = tasks
                .clone()
                .map(|task| session.count(task, measured.unit, measured.counter));
            let value = match measured.event.uncounted(options.is_system()) {
                Some(_) => 0,
                None => counts.fold(0, u64::wrapping_add),
            };
            let text = match options.format {
                CountFormat::Plain => value.to_string(),
                CountFormat::Us => grouped(value, ','),
                CountFormat::Eu => grouped(value, '.'),
                CountFormat::Hex => format!("0x{value:016x}"),
            };
            writeln!(out, "{prefix} {text:>26} {}", measured.event.name)?;
        }
        Ok::<(), Fatal>(())
    };
    let tasks = session.tasks();
    if options.follow == Follow::default() || options.aggregate {
        return block(out, 0..tasks.len().max(1));
    }
    for (number, task) in tasks.iter().enumerate() {
        let Task {
            process, thread, ..
        } = task;
        writeln!(out, "# PID {process} TID {thread}")?;
        block(out, number..number + 1)?;
    }
    Ok(())
}

fn grouped(value: u64, separator: char) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

fn time(cycles: u64, frequency: u64) -> String {
    let milliseconds = (u128::from(cycles) * 1000 / u128::from(frequency.max(1))) as u64;
    let seconds = milliseconds / 1000;
    format!(
        "{}h{:02}m{:02}.{:03}s",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60,
        milliseconds % 1000
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_by_thousands() {
        assert_eq!(grouped(0, ','), "0");
        assert_eq!(grouped(1024, ','), "1,024");
        assert_eq!(grouped(123_456, '.'), "123.456");
        assert_eq!(grouped(u64::MAX, ','), "18,446,744,073,709,551,615");
    }

    #[test]
    fn times_are_hours_minutes_and_seconds() {
        assert_eq!(
            time(800_000_000 * 3661 + 400_000, 800_000_000),
            "1h01m01.000s"
        );
        assert_eq!(time(1_200_000, 800_000_000), "0h00m00.001s");
    }

    #[test]
    fn the_configuration_file_names_opcode_matchers() {
        let text = "iload1\t0x8400000007e7fffb\nbr.cloop 1400028003fff1fb\n";
        assert_eq!(opcode_name(text, "iload1"), Some(0x8400_0000_07e7_fffb));
        assert_eq!(opcode_name(text, "br.cloop"), Some(0x1400_0280_03ff_f1fb));
        assert_eq!(opcode_name(text, "other"), None);
    }

    #[test]
    fn a_system_map_gives_code_and_data() {
        let text = "e000000004400000 T _text\ne000000004500000 d table\nbroken\n";
        let symbols = sysmap("map", text).ok().unwrap();
        assert_eq!(symbols.len(), 2);
        assert_eq!(symbols[1].kind, SymbolKind::Data);
    }
}
