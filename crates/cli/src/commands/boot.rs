//! `epicycle boot`: a kernel on a whole machine.

use std::io;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use platform::{Boot, Control, DEFAULT_MEMORY, Ending, FILE_LIMIT};

use crate::interrupt::Interrupt;
use crate::options::{Machine, bytes, count};
use crate::{console, status};

/// Boot a kernel on a whole machine: firmware, console, interrupts.
///
/// The guest's console is standard output. The status is 0 when the guest resets the machine or turns it off, 3 when it halts
/// or hangs, and that of --panic-status when its kernel panics.
#[derive(Args)]
pub(crate) struct Arguments {
    /// An ELF file, loaded at its physical addresses and entered in physical mode.
    #[arg(long, value_name = "ELF")]
    kernel: PathBuf,
    /// The initial file system, as the kernel takes it (Linux: cpio, unpacked unless the kernel has a decompressor).
    #[arg(long, value_name = "FILE")]
    initrd: Option<PathBuf>,
    /// The kernel's command line.
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    append: String,
    /// Bytes of memory, in whole megabytes.
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value_t = DEFAULT_MEMORY)]
    memory: u64,
    #[command(flatten)]
    machine: Machine,
    /// Execute without the cycle model. Required: timed system mode does not exist yet.
    #[arg(long)]
    functional: bool,
    /// Treat break 0x80001 as a call to the simulator: r15 = 20 starts the console, 31 writes the character in r32, 66 ends
    /// with the status in r32.
    #[arg(long)]
    simulator_calls: bool,
    /// Stop after so many instructions; the status is then 0.
    #[arg(long, value_name = "N", value_parser = count)]
    max_instructions: Option<u64>,
    /// The status when the kernel panics.
    #[arg(long, value_name = "N", default_value_t = status::FAILED)]
    panic_status: u8,
    /// Print no summary.
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn main(arguments: Arguments) -> Result<u8> {
    if !arguments.functional {
        bail!("the cycle model does not know system mode yet; boot with --functional");
    }
    let read =
        |path: &PathBuf| files::read(path, FILE_LIMIT).with_context(|| path.display().to_string());
    let boot = Boot {
        kernel: read(&arguments.kernel)?,
        path: arguments.kernel.clone(),
        initrd: arguments.initrd.as_ref().map(read).transpose()?,
        command_line: arguments.append,
        memory: arguments.memory,
    };
    let control = Control::default();
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.interrupt())?;
    let booted = sim::boot(sim::BootRequest {
        config: arguments.machine.load()?,
        boot,
        simulator_calls: arguments.simulator_calls,
        max_instructions: arguments.max_instructions,
        console: Box::new(io::stdout()),
        control,
    })?;
    let (ip, psr) = booted.place;
    let place = format!(
        "at ip {ip:#x}, psr {psr:#x}, after {} instructions",
        booted.instructions
    );
    let (result, reason) = match &booted.ending {
        _ if booted.panicked => (
            arguments.panic_status,
            Some("the kernel panicked".to_owned()),
        ),
        Ending::Reset | Ending::PowerOff | Ending::Limit => (status::DONE, None),
        Ending::Status(code) => (*code as u8, None),
        Ending::Halted => (
            status::FAILED,
            Some(format!(
                "the processor is halted, and no interrupt can wake it: {place}"
            )),
        ),
        Ending::Stuck(why) => (status::FAILED, Some(format!("{why}: {place}"))),
        Ending::NoMemory(address) => (
            status::FAILED,
            Some(format!(
                "the host has no memory for the guest's page at {address:#x}: {place}"
            )),
        ),
        Ending::Console(error) => (status::FAILED, Some(format!("standard output: {error}"))),
        Ending::Interrupted => (interrupt.status().unwrap_or(status::INTERRUPTED), None),
    };
    if !arguments.quiet {
        let end = match &booted.ending {
            Ending::Reset => "reset",
            Ending::PowerOff => "power off",
            Ending::Limit => "limit",
            Ending::Status(_) => "ended",
            Ending::Halted => "halted",
            Ending::Interrupted => "interrupted",
            Ending::Stuck(_) | Ending::NoMemory(_) | Ending::Console(_) => "failed",
        };
        console::inform(&format!(
            "{end}: {} instructions, {} interruptions",
            booted.instructions, booted.interruptions
        ));
    }
    if let Some(reason) = reason {
        console::complain(&reason);
    }
    Ok(result)
}
