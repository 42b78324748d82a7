//! `epicycle pfmon`, and the same binary called `pfmon`: the monitor's own command on a simulated machine.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufWriter, Stderr, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgAction, Command};
use config::model::{FreezeAt, Geometry};
use pfmon::{Choices, Finished, Host, Session, Symbol, SymbolKind};
use platform::{Boot, Control, DEFAULT_MEMORY, FILE_LIMIT};
use report::{OutcomeKind, Report};
use sim::Request;

use crate::interrupt::Interrupt;
use crate::options::{self, FileOptions, Region, asks_for_log};
use crate::output::{Named, Outputs};
use crate::{console, program, status, streams};

/// The default machine.
const CONFIG: &str = "itanium";
/// Where the system-wide configuration file lies.
const SYSTEM_FILE: &str = "/usr/lib/pfmon/pfmon.conf";

/// Arguments of pfmon when the command line asks for it: by the name of the binary, as a subcommand, or with `help pfmon`, in front of
/// which a log may be asked for.
pub(crate) fn arguments(all: impl Iterator<Item = OsString>) -> Option<Vec<OsString>> {
    let mut all = all;
    let name = PathBuf::from(all.next()?);
    let rest: Vec<OsString> = all.collect();
    if matches!(
        name.file_name().and_then(|name| name.to_str()),
        Some("pfmon" | "pfmon_gen")
    ) {
        return Some(rest);
    }
    if let [first, rest @ ..] = &rest[..]
        && first == "pfmon"
    {
        return Some(rest.to_vec());
    }
    let mut asked = rest.iter().skip_while(|argument| asks_for_log(argument));
    let is_help = asked.by_ref().take(2).eq(["help", "pfmon"]) && asked.next().is_none();
    is_help.then(|| vec!["--help".into()])
}

/// The command as manual pages and completions list it. Its options are read by its own parser.
pub(crate) fn listed() -> Command {
    let options = pfmon::listed().map(|option| {
        let name = option.name.unwrap_or("privilege level");
        let mut arg = Arg::new(name).help(option.help);
        if let Some(long) = option.name {
            arg = arg.long(long);
        }
        if let Some((&first, others)) = option.letters.split_first() {
            arg = arg
                .short(first)
                .visible_short_aliases(others.iter().copied());
        }
        match (option.value, option.optional) {
            (None, _) => arg.action(ArgAction::SetTrue),
            (Some(value), true) => arg.value_name(value).num_args(0..=1).require_equals(true),
            (Some(value), false) => arg.value_name(value),
        }
    });
    Command::new("pfmon")
        .about("The monitor's own command, pfmon 2.0, with its own options, on a simulated machine")
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args(options)
        .arg(Arg::new("COMMAND").num_args(0..).trailing_var_arg(true))
}

/// Why a file may not be written: symbols are read from it.
const SYMBOLS: &str = "symbols are read from it";

/// Runs pfmon; its status is 0 or 1.
pub(crate) fn main(arguments: Vec<OsString>) -> u8 {
    let config = match config::load::<&str>(CONFIG, &[]) {
        Ok(config) => Arc::new(config),
        Err(error) => {
            console::complain(&error.to_string());
            return 1;
        }
    };
    let mut console = Console {
        request: Request::new(config, ""),
        program: None,
        quiet: false,
        system: None,
        outputs: Outputs::default(),
        out: BufWriter::new(standard_output()),
        err: io::stderr(),
        early: None,
    };
    let mut status = pfmon::main(&arguments, &mut console);
    if status == 0
        && let Err(error) = console.outputs.commit()
    {
        console::complain(&console::message(&error));
        status = 1;
    }
    if let Err(error) = console::unless_closed(console.out.flush()) {
        // With another status an error has been printed already, possibly this one.
        if status == 0 {
            console::inform(&format!("cannot write {error}\n"));
        }
        status = 1;
    }
    match console.early {
        Some(early) if status == 0 => early,
        _ => status,
    }
}

/// The standard output, whose errors say what it is.
fn standard_output() -> Named<Stdout> {
    Named::new("results to the standard output", io::stdout())
}

/// pfmon's surroundings: this process and the simulator.
struct Console {
    /// The run to come.
    request: Request,
    /// The command's first word.
    program: Option<String>,
    /// Nothing is said of how the program ended.
    quiet: bool,
    outputs: Outputs,
    out: BufWriter<Named<Stdout>>,
    err: Stderr,
    /// The system to come, instead of a run.
    system: Option<System>,
    /// Status of a run that the user or an error ended early.
    early: Option<u8>,
}

/// A whole system as the options describe it.
struct System {
    boot: Boot,
    config: config::Loaded,
    simulator_calls: bool,
    max_instructions: Option<u64>,
    max_cycles: Option<u64>,
}

impl System {
    /// Reads the files of the system that the options name, if they name one.
    fn of(options: &pfmon::Options, config: &config::Loaded) -> Result<Option<System>, String> {
        let Some(kernel) = &options.boot.kernel else {
            return Ok(None);
        };
        let read = |file: &String| {
            files::read(Path::new(file), FILE_LIMIT).map_err(|error| format!("{file}: {error}"))
        };
        let memory = options.boot.memory.as_deref().map(options::bytes);
        let memory = memory.transpose();
        let guest = &options.guest;
        Ok(Some(System {
            boot: Boot {
                kernel: read(kernel)?,
                path: PathBuf::from(kernel),
                initrd: options.boot.initrd.as_ref().map(read).transpose()?,
                command_line: options.boot.command_line.clone().unwrap_or_default(),
                memory: memory
                    .map_err(|error| format!("--boot-memory: {error}"))?
                    .unwrap_or(DEFAULT_MEMORY),
                acpi: false,
                input: Vec::new(),
                disks: Vec::new(),
                terminal: false,
                machine_checks: false,
            },
            config: config.clone(),
            simulator_calls: options.boot.simulator_calls,
            max_instructions: limit("--max-instructions", &guest.max_instructions)?,
            max_cycles: limit("--max-cycles", &guest.max_cycles)?,
        }))
    }
}

/// The number of an option that limits a run.
fn limit(option: &str, text: &Option<String>) -> Result<Option<u64>, String> {
    let number = text.as_deref().map(options::count).transpose();
    number.map_err(|error| format!("{option}: {error}"))
}

fn cache(name: &str, cache: Geometry, latency: u32) -> pfmon::Cache {
    pfmon::Cache {
        name: name.to_uppercase(),
        size: cache.bytes.into(),
        line: cache.line_bytes.into(),
        load_latency: latency.into(),
        store_latency: 1,
    }
}

impl Host for Console {
    fn configure(&mut self, options: &pfmon::Options) -> Result<(), String> {
        let config = options.config.as_deref().unwrap_or(OsStr::new(CONFIG));
        let named = [
            ("--boot", options.boot.kernel.as_ref()),
            ("--boot-initrd", options.boot.initrd.as_ref()),
            ("the command", options.command.first()),
        ];
        let named = named.into_iter();
        let named = named.filter_map(|(option, file)| Some((option, Path::new(file?))));
        let named = std::iter::once(("--config", Path::new(config))).chain(named);
        options::once(named).map_err(|error| console::message(&error))?;
        let loaded = config::load(config, &options.set).map_err(|error| error.to_string())?;
        let (program, arguments) = match options.command.split_first() {
            Some((program, arguments)) => (program.as_str(), arguments),
            None => ("", &[][..]),
        };
        let guest = &options.guest;
        let mut request = Request::new(Arc::new(loaded), program);
        request.args = arguments.to_vec();
        request.env = guest
            .env
            .iter()
            .map(|text| options::variable(text).map_err(|error| format!("--env {text}: {error}")))
            .collect::<Result<_, _>>()?;
        request.argv0.clone_from(&guest.argv0);
        request.files = FileOptions {
            root: guest.root.as_ref().map(PathBuf::from),
            cwd: guest.cwd.clone(),
            writable: guest.writable,
            sysroot: guest.sysroot.as_ref().map(PathBuf::from),
        }
        .view();
        request.max_instructions = limit("--max-instructions", &guest.max_instructions)?;
        request.max_cycles = limit("--max-cycles", &guest.max_cycles)?;
        request.region = Region {
            roi_start: guest.roi_start.clone(),
            roi_stop: guest.roi_stop.clone(),
        }
        .bounds();
        self.quiet = guest.quiet;
        program::take_input(&mut request).map_err(|error| console::message(&error))?;
        self.outputs = Outputs::of(&request);
        self.system = System::of(options, &request.config)?;
        for file in [&options.boot.kernel, &options.boot.initrd]
            .into_iter()
            .flatten()
        {
            self.outputs.keep("it is booted", Path::new(file));
        }
        // Whether they are read depends on whether another option uses a name.
        for file in [&options.symbol_file, &options.sysmap_file]
            .into_iter()
            .flatten()
        {
            self.outputs.keep(SYMBOLS, Path::new(file));
        }
        self.program = options.command.first().cloned();
        self.request = request;
        Ok(())
    }

    fn machine(&self) -> pfmon::Machine {
        let machine = &self.request.config.machine;
        let processor = &machine.processor;
        pfmon::Machine {
            family: processor.family,
            frequency: machine.frequency_hz,
            cpuid3: u64::from(processor.cpuid_family) << 24
                | u64::from(processor.cpuid_model) << 16
                | u64::from(processor.cpuid_revision) << 8
                | 4,
            caches: machine
                .caches
                .all()
                .into_iter()
                .map(|(name, geometry, latency)| cache(name, geometry, latency))
                .collect(),
            memory: machine.os.memory_bytes,
            choices: Choices {
                skid: machine.pmu.skid.into(),
                freeze_at_delivery: machine.pmu.freeze_at == FreezeAt::Delivery,
                single_entry: !machine.pmu.branch_trace_pairs,
                any_misprediction: machine.pmu.any_misprediction,
            },
        }
    }

    fn symbols(&mut self, file: &str) -> Result<Vec<Symbol>, String> {
        let path = match self.program.as_deref() == Some(file) {
            true => self.request.host_program(),
            false => PathBuf::from(file),
        };
        let data = files::read(&path, files::DATA)
            .map_err(|error| format!("cannot open {file}: {error}"))?;
        self.outputs.keep(SYMBOLS, &path);
        let program = elf::File::of_program(&data).map_err(|error| format!("{file}: {error}"))?;
        if let Some(missing) = profile::missing(&program, Path::new(file)) {
            console::complain(&missing);
        }
        let symbols = program.symbols().chain(program.dynamic_symbols());
        let symbols = symbols.filter_map(|symbol| {
            let kind = match symbol.kind {
                elf::SymbolKind::Function => SymbolKind::Code,
                elf::SymbolKind::Object => SymbolKind::Data,
                _ => return None,
            };
            Some(Symbol {
                name: symbol.name,
                address: symbol.address,
                size: symbol.size,
                kind,
            })
        });
        Ok(symbols.collect())
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        let text = files::read_text(Path::new(file), files::DATA)
            .map_err(|error| format!("cannot open {file}: {error}"))?;
        Ok(text)
    }

    fn configuration(&mut self) -> Option<String> {
        let own = std::env::var_os("HOME").map(|home| Path::new(&home).join(".pfmon.conf"));
        let file = own
            .filter(|file| file.is_file())
            .unwrap_or_else(|| PathBuf::from(SYSTEM_FILE));
        let bytes = files::read(&file, files::DOCUMENT).ok()?;
        self.outputs
            .keep("names of opcodes are read from it", &file);
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn create(&mut self, what: &str, file: &str, append: bool) -> io::Result<Box<dyn Write>> {
        let path = Path::new(file);
        let opened = match append {
            true => self.outputs.append(what, path),
            false => self.outputs.open(what, path),
        };
        // pfmon names the file itself.
        let output = opened.map_err(|error| match error.downcast::<io::Error>() {
            Ok(error) => error,
            Err(error) => io::Error::other(console::message(&error)),
        })?;
        Ok(output.writer())
    }

    fn stdout(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    fn samples(&mut self) -> Box<dyn Write> {
        Box::new(BufWriter::new(standard_output()))
    }

    fn stderr(&mut self) -> &mut dyn Write {
        &mut self.err
    }

    fn run(&mut self, command: &[String], session: &mut Session<'_>) -> Result<Finished, String> {
        if let Some(system) = self.system.take() {
            return self.boot(system, session);
        }
        let program = command.first().ok_or("no command was given")?;
        // What was said so far comes before the program's own words.
        console::unless_closed(self.out.flush()).map_err(|error| error.to_string())?;
        let config = Arc::clone(&self.request.config);
        let mut request = std::mem::replace(&mut self.request, Request::new(config, ""));
        let control = Arc::clone(&request.control);
        let interrupt = Interrupt::listen(move || control.interrupt())
            .map_err(|error| console::message(&error))?;
        streams::pass(&mut request, &interrupt);
        let mut report = sim::observe(request, session)
            .map_err(|error| format!("cannot execute {program}: {error}"))?;
        self.say_stopped(&mut report, &interrupt);
        let was_ended = matches!(
            report.outcome.kind,
            OutcomeKind::Signal | OutcomeKind::Error
        );
        if was_ended && !self.quiet {
            console::inform(&report::end_text(&report));
        }
        if report.outcome.kind == OutcomeKind::Error {
            self.early = Some(status::FINDINGS);
        }
        Ok(Finished {
            cycles: report.cycles.unwrap_or(0),
        })
    }
}

impl Console {
    /// Says why a run was stopped before its end, by a signal or by an output that could not be written; false: it was not.
    fn say_stopped(&mut self, report: &mut Report, interrupt: &Interrupt) -> bool {
        if report.outcome.kind != OutcomeKind::Interrupted {
            return false;
        }
        program::name_cause(report, &self.outputs, interrupt);
        let outcome = &report.outcome;
        console::complain(&format!("{outcome}; the counts are those up to here"));
        self.early = Some(match outcome.message {
            Some(_) => status::FINDINGS,
            None => interrupt.status().unwrap_or(status::INTERRUPTED),
        });
        true
    }

    /// Boots a system to its end with a session listening.
    fn boot(&mut self, system: System, session: &mut Session<'_>) -> Result<Finished, String> {
        console::unless_closed(self.out.flush()).map_err(|error| error.to_string())?;
        let control = Control::default();
        let stop = control.clone();
        let interrupt = Interrupt::listen(move || stop.interrupt())
            .map_err(|error| console::message(&error))?;
        let kernel = system.boot.path.display().to_string();
        let request = sim::BootRequest {
            trace: None,
            trace_options: sim::TraceOptions::default(),
            config: system.config,
            boot: system.boot,
            mode: sim::Mode::Timed,
            simulator_calls: system.simulator_calls,
            max_instructions: system.max_instructions,
            max_cycles: system.max_cycles,
            console: Box::new(io::stdout()),
            in_full: false,
            panic_status: status::FAILED,
            interruptions: None,
            control,
            identify: false,
        };
        let mut booted = sim::observe_boot(request, session)
            .map_err(|error| format!("cannot boot {kernel}: {error}"))?;
        let report = &mut booted.report;
        let was_stopped = self.say_stopped(report, &interrupt);
        if let Some(reason) = &report.outcome.message
            && !was_stopped
        {
            console::complain(reason);
            self.early = Some(status::FINDINGS);
        }
        Ok(Finished {
            cycles: report.cycles.unwrap_or(0),
        })
    }
}
