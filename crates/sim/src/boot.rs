//! A whole machine instead of a program: kernel, firmware and devices.

use std::io::Write;

use machine::{IsaLevel, Silent, SystemModel};
use platform::{Boot, Control, Ending, Platform};
use report::{Level, Limit, Outcome, Report, Workload};

use crate::request::Mode;
use crate::run;

/// What [`boot`] runs.
pub struct BootRequest {
    /// The machine description.
    pub config: config::Loaded,
    /// What is booted.
    pub boot: Boot,
    /// Whether `break 0x80001` is a call to the simulator.
    pub simulator_calls: bool,
    /// Instructions at most.
    pub max_instructions: Option<u64>,
    /// Where the console goes.
    pub console: Box<dyn Write>,
    /// The status when the kernel panics.
    pub panic_status: u8,
    /// Asks the machine to end.
    pub control: Control,
}

/// What became of a machine.
#[derive(Clone, Debug)]
pub struct Booted {
    /// How it ended.
    pub ending: Ending,
    /// Whether the kernel has said that it panics.
    pub panicked: bool,
    /// Instructions retired.
    pub instructions: u64,
    /// Interruptions delivered.
    pub interruptions: u64,
    /// Where the processor was at the end: instruction pointer and status.
    pub place: (u64, u64),
    /// The same as a report, with the instructions of each privilege level.
    pub report: Report,
}

/// The end as a report tells it.
fn outcome(ending: &Ending, panicked: bool, panic_status: u8) -> Outcome {
    match ending {
        _ if panicked => Outcome::exit(panic_status),
        Ending::Reset | Ending::PowerOff => Outcome::exit(0),
        Ending::Status(status) => Outcome::exit(*status as u8),
        Ending::Limit => Outcome::limit(Limit::Instructions),
        Ending::Interrupted => Outcome::interrupted(),
        Ending::Halted => Outcome::error("the processor is halted, and no interrupt can wake it"),
        Ending::Stuck(why) => Outcome::error(why.clone()),
        Ending::NoMemory(address) => Outcome::error(format!(
            "the host has no memory for the guest's page at {address:#x}"
        )),
        Ending::Console(error) => Outcome::error(format!("the console: {error}")),
    }
}

/// Boots a kernel, functionally.
///
/// # Errors
/// The machine cannot be put together.
pub fn boot(request: BootRequest) -> Result<Booted, platform::Error> {
    let description = &request.config.machine;
    let options = run::options(description, Mode::Functional);
    let model = match options.isa {
        IsaLevel::Full => SystemModel::LARGEST,
        IsaLevel::AsBuilt(family) => SystemModel::of(family),
    };
    let mut platform = Platform::new(
        &request.boot,
        options,
        model,
        description.frequency_hz,
        request.simulator_calls,
        request.console,
    )?;
    let ending = platform.run(&mut Silent, &request.control, request.max_instructions);
    let cpu = platform.cpu();
    let retired = platform.retired();
    let levels = cpu.system().map(|system| system.levels(retired));
    let levels = levels
        .unwrap_or_default()
        .map(|instructions| Level { instructions });
    let config = report::Config {
        name: request.config.name.clone(),
        hash: request.config.hash.clone(),
        effective: request.config.effective.clone(),
    };
    let boot = &request.boot;
    let name = boot.path.file_name().unwrap_or_default();
    let workload = Workload {
        name: name.to_string_lossy().into_owned(),
        sha256: run::digest(boot.kernel.as_slice()).ok(),
        args: vec![boot.command_line.clone()],
    };
    let outcome = outcome(&ending, platform.panicked(), request.panic_status);
    let report = Report {
        outcome,
        instructions: retired,
        levels: Some(
            (0..4)
                .map(|level: u8| level.to_string())
                .zip(levels)
                .collect(),
        ),
        ..Report::failed(config, workload, String::new())
    };
    Ok(Booted {
        report,
        ending,
        panicked: platform.panicked(),
        instructions: retired,
        interruptions: cpu.system().map_or(0, machine::System::delivered),
        place: (cpu.ip(), cpu.psr()),
    })
}
