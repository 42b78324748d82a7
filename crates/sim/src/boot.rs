//! A whole machine instead of a program: kernel, firmware and devices.

use std::io::Write;

use machine::{IsaLevel, Silent, SystemModel};
use platform::{Boot, Control, Ending, Platform};

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
    Ok(Booted {
        ending,
        panicked: platform.panicked(),
        instructions: platform.retired(),
        interruptions: cpu.system().map_or(0, machine::System::delivered),
        place: (cpu.ip(), cpu.psr()),
    })
}
