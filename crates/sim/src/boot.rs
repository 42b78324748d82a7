//! Runs of a whole machine instead of a program: kernel, firmware and devices, as [`boot`] puts them together.

use std::io::Write;

use events::{Off, Probe};
use machine::{Silent, SystemModel, TranslationLog};
use platform::{Boot, Cache, Contents, Control, Ending, Monitor, Platform, Processor};
use report::{Level, Limit, Outcome, Report, Workload};

use crate::boot_trace::Traced;
use crate::interruption_log::Logging;
use crate::recorder::laps;
use crate::request::Mode;
use crate::system::{Counted, TimedSystem};
use crate::trace::{Trace, TraceOptions};
use crate::{Error, options, run, summary};

/// What [`boot`] runs.
pub struct BootRequest {
    /// The machine description.
    pub config: config::Loaded,
    /// What is booted.
    pub boot: Boot,
    /// With the cycle model or without.
    pub mode: Mode,
    /// Every execution is timed in full, none is replayed: the same cycles, more slowly. Has no effect without the cycle model.
    pub in_full: bool,
    /// Whether `break 0x80001` is a call to the simulator.
    pub simulator_calls: bool,
    /// Ends the run after so many instructions.
    pub max_instructions: Option<u64>,
    /// Ends the run with the first block at whose end so many cycles have passed; has no effect without the cycle model.
    pub max_cycles: Option<u64>,
    /// Receives the output of the console.
    pub console: Box<dyn Write>,
    /// Exit status of the outcome when the kernel panics.
    pub panic_status: u8,
    /// Receives a line for each interruption.
    pub interruptions: Option<Box<dyn Write>>,
    /// Receives the execution trace.
    pub trace: Option<Box<dyn Write + Send>>,
    /// Which part of the run is traced, and in which form.
    pub trace_options: TraceOptions,
    /// By which the caller asks the machine to end.
    pub control: Control,
    /// Whether the report names the kernel by the hash of its file.
    pub identify: bool,
}

/// The end of a run of a machine.
#[derive(Clone, Debug)]
pub struct Booted {
    /// How it ended.
    pub ending: Ending,
    /// Whether the kernel reported a panic.
    pub panicked: bool,
    /// Instructions retired.
    pub instructions: u64,
    /// Interruptions delivered.
    pub interruptions: u64,
    /// Instruction pointer and processor status at the end.
    pub place: (u64, u64),
    /// Registers that tell what the kernel was doing at the end, by name.
    pub registers: Vec<(&'static str, u64)>,
    /// The same as a report, with the instructions of each privilege level.
    pub report: Report,
}

/// The recorder of a timed machine, with a cold model.
pub(crate) fn cold_system<P: Probe>(
    request: &BootRequest,
    probe: P,
    log: TranslationLog,
) -> TimedSystem<P> {
    let timed = TimedSystem::new(&request.config.machine, probe, log, request.max_cycles);
    match request.in_full {
        true => timed.in_full(),
        false => timed,
    }
}

/// The outcome of the report for an ending; `limit`: which limit an [`Ending::Limit`] was.
fn outcome(ending: &Ending, limit: Limit, panicked: bool, panic_status: u8) -> Outcome {
    match ending {
        _ if panicked => Outcome::exit(panic_status),
        Ending::Reset | Ending::PowerOff => Outcome::exit(0),
        Ending::Status(status) => Outcome::exit(*status as u8),
        Ending::Limit => Outcome::limit(limit),
        Ending::Interrupted | Ending::Unread => Outcome::interrupted(),
        Ending::Halted => Outcome::error("the processor is halted, and no interrupt can wake it"),
        Ending::Stuck(why) => Outcome::error(why.clone()),
        Ending::NoMemory(address) => Outcome::error(format!(
            "the host has no memory for the guest's page at {address:#x}"
        )),
        Ending::Console(error) => Outcome::error(format!("the console: {error}")),
    }
}

/// Boots a kernel.
///
/// # Errors
/// The machine cannot be put together; the trace cannot be written; the counts violate an identity, which is a bug of the model.
pub fn boot(mut request: BootRequest) -> Result<Booted, Error> {
    let Some(out) = request.trace.take() else {
        return boot_with(request, Off);
    };
    request.trace_options.system = true;
    let options = std::mem::take(&mut request.trace_options);
    let trace = Trace::new(out, options, 0, false, request.mode == Mode::Timed)?;
    boot_traced(request, trace)
}

/// Boots a kernel with a trace of what it executes.
fn boot_traced(mut request: BootRequest, trace: Trace) -> Result<Booted, Error> {
    let mut platform = assemble(&mut request)?;
    let (control, limit) = (&request.control, request.max_instructions);
    let interruptions = request.interruptions.take();
    let (ending, counted) = match request.mode {
        Mode::Functional => {
            let mut traced = Traced::new(Logging::new(Silent, interruptions), trace.clone());
            let ending = platform.run(&mut traced, control, limit);
            traced.inner.finish().map_err(Error::Trace)?;
            (ending, None)
        }
        Mode::Timed => {
            let log = platform.follow_translations();
            let mut listener = trace.clone();
            let probe: &mut dyn Probe = &mut listener;
            let timed = cold_system(&request, probe, log);
            let mut traced = Traced::new(Logging::new(timed, interruptions), trace.clone());
            let ending = platform.run(&mut traced, control, limit);
            traced.inner.finish().map_err(Error::Trace)?;
            (ending, Some(traced.inner.inner.finish()))
        }
    };
    trace.finish().map_err(Error::Trace)?;
    finish(&request, &platform, ending, counted)
}

/// Boots a kernel as [`boot`] does, with `probe` listening to the cycle model. The listener changes nothing; it is told every
/// change of the privilege level ([`Probe::status`]).
///
/// # Errors
/// As [`boot`]; [`Error::Untimed`] without the cycle model.
pub fn observe_boot(request: BootRequest, probe: &mut dyn Probe) -> Result<Booted, Error> {
    match request.mode {
        Mode::Functional => Err(Error::Untimed("what listens to the cycle model".to_owned())),
        Mode::Timed => boot_with(request, probe),
    }
}

/// Puts the machine of a request together: processor, memory, firmware, devices and the loaded kernel.
pub(crate) fn assemble(request: &mut BootRequest) -> Result<Platform, Error> {
    let description = &request.config.machine;
    if let Some(laps) = laps(description).filter(|_| request.mode == Mode::Timed) {
        return Err(Error::Unbooted(laps));
    }
    let options = options::options(description, request.mode);
    let model = SystemModel::of_level(options.isa);
    let platform = Platform::new(
        &request.boot,
        options,
        Processor {
            model,
            monitor: monitor(description.processor.family),
            frequency: description.frequency_hz,
            caches: caches(description),
        },
        request.simulator_calls,
        std::mem::replace(&mut request.console, Box::new(std::io::sink())),
    )?;
    Ok(platform)
}

/// The performance monitor of a family, as firmware describes it.
fn monitor(family: isa::Family) -> Monitor {
    let info = &pmu::Facts::of(family).pal;
    Monitor {
        summary: info.r9,
        controls: info.pmcs,
        data: info.pmds,
        cycles: info.cycles,
        retired: info.retired,
    }
}

/// The caches of a machine, as its firmware describes them.
fn caches(machine: &config::Machine) -> Vec<Cache> {
    let kinds = [(0, Contents::Instructions), (0, Contents::Data)];
    let behind = (1..).map(|level| (level, Contents::Unified));
    let all = kinds.into_iter().chain(behind).zip(machine.caches.all());
    all.map(|((level, contents), (_, cache, latency))| Cache {
        level,
        contents,
        bytes: cache.bytes,
        ways: cache.ways,
        line_bytes: cache.line_bytes,
        latency,
        writes_back: contents == Contents::Unified,
    })
    .collect()
}

fn boot_with<P: Probe>(mut request: BootRequest, probe: P) -> Result<Booted, Error> {
    let mut platform = assemble(&mut request)?;
    let (control, limit) = (&request.control, request.max_instructions);
    let (ending, counted) = match request.mode {
        Mode::Functional => {
            let mut silent = Logging::new(Silent, request.interruptions.take());
            let ending = platform.run(&mut silent, control, limit);
            silent.finish().map_err(Error::Trace)?;
            (ending, None)
        }
        Mode::Timed => {
            let log = platform.follow_translations();
            let timed = cold_system(&request, probe, log);
            let mut timed = Logging::new(timed, request.interruptions.take());
            let ending = platform.run(&mut timed, control, limit);
            timed.finish().map_err(Error::Trace)?;
            (ending, Some(timed.inner.finish()))
        }
    };
    finish(&request, &platform, ending, counted)
}

/// The result of a run that has ended: checks identities and makes the report.
pub(crate) fn finish(
    request: &BootRequest,
    platform: &Platform,
    ending: Ending,
    counted: Option<Counted>,
) -> Result<Booted, Error> {
    if let Some(counted) = &counted {
        let identities = counted.totals.identities();
        identities.map_err(|violation| Error::Identity(violation.to_string()))?;
    }
    let cpu = platform.cpu();
    let retired = platform.retired();
    let levels = cpu.system().map(|system| system.levels(retired));
    let levels = levels.unwrap_or_default();
    let levels = (0..4u8).map(|level| {
        let number = usize::from(level);
        let cycles = counted.as_ref().map(|counted| counted.levels[number]);
        let instructions = levels[number];
        let share = Level {
            instructions,
            cycles,
        };
        (level.to_string(), share)
    });
    let boot = &request.boot;
    let name = boot.path.file_name().unwrap_or_default();
    let workload = Workload {
        name: name.to_string_lossy().into_owned(),
        sha256: request
            .identify
            .then(|| run::digest(boot.kernel.as_slice()).ok())
            .flatten(),
        args: vec![boot.command_line.clone()],
    };
    let limit = match &counted {
        Some(counted) if counted.out_of_cycles => Limit::Cycles,
        _ => Limit::Instructions,
    };
    let outcome = outcome(&ending, limit, platform.panicked(), request.panic_status);
    let mut report = Report {
        instructions: retired,
        levels: Some(levels.collect()),
        ..Report::new(summary::described(&request.config), workload, outcome)
    };
    if let Some(counted) = &counted {
        let family = request.config.machine.processor.family;
        add_counted(&mut report, counted, family);
    }
    Ok(Booted {
        registers: registers(cpu),
        report,
        ending,
        panicked: platform.panicked(),
        instructions: retired,
        interruptions: cpu.system().map_or(0, machine::System::delivered),
        place: (cpu.ip(), cpu.psr()),
    })
}

/// Adds the counts of the cycle model to a report, with what only a whole machine counts (changes of the privilege level), and without
/// the events that are counted in programs alone.
fn add_counted(report: &mut Report, counted: &Counted, family: isa::Family) {
    summary::add_times(report, &counted.totals, family);
    let missing = report.events_not_modelled.get_or_insert_default();
    let events = report.events.get_or_insert_default();
    for event in pmu::events(family) {
        if let Some(reason) = event.uncounted(true) {
            events.remove(event.name);
            missing.insert(event.name.to_owned(), reason.to_owned());
        } else if let pmu::Formula::LevelChanges(_) = event.formula {
            missing.remove(event.name);
            events.insert(event.name.to_owned(), counted.level_changes);
        }
    }
}

/// The registers that tell what a hanging kernel was doing: global, stack and thread pointer, and those of the newest interruption.
pub(crate) fn registers(cpu: &machine::Cpu) -> Vec<(&'static str, u64)> {
    use isa::Cr;
    let general = [("gp", 1), ("sp", 12), ("tp", 13)];
    let general = general.map(|(name, number)| (name, cpu.gr(number).0));
    let control = [
        ("iip", Cr::IIP),
        ("ipsr", Cr::IPSR),
        ("isr", Cr::ISR),
        ("ifa", Cr::IFA),
        ("iva", Cr::IVA),
    ];
    let system = cpu.system();
    let control = system.map(|system| control.map(|(name, cr)| (name, system.control(cr))));
    let control = control.into_iter().flatten();
    general.into_iter().chain(control).collect()
}
