//! `epicycle boot`: a kernel on a whole machine.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use ::report::OutcomeKind;
use anyhow::{Context as _, Result, bail, ensure};
use clap::{Args, ValueEnum};
use platform::{Boot, Control, DEFAULT_MEMORY, DEFAULT_OVERLAY, Disk, Ending, FILE_LIMIT};

use crate::interrupt::Interrupt;
use crate::options::{Limits, Machine, bytes, once, small};
use crate::output::Outputs;
use crate::pipeline::TraceOptions;
use crate::{console, debugger, program, status};

/// Most bytes that are typed at a console.
const INPUT_LIMIT: u64 = 1 << 24;

/// What becomes of references that nothing answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MachineCheck {
    /// Loads read ones, stores do nothing.
    Ignore,
    /// They end the machine.
    Stop,
}

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
    /// Give the guest tables of ACPI: the console as a device (Linux: console=ttyS0), and a way to turn the machine off.
    #[arg(long)]
    acpi: bool,
    /// A disk: an image of whole sectors, which is only read (Linux: /dev/vda, /dev/vdb, ...); may be repeated. What the guest writes is
    /// kept in memory until the end (cow, as without a word behind the comma), kept in the file O for the next run (overlay=O, which is made
    /// if it is not there) or refused (ro). Gives the guest tables of ACPI, too.
    #[arg(long, value_name = "FILE[,ro|cow|overlay=O]")]
    disk: Vec<String>,
    /// Bytes of each disk that the guest may write; what is more fails.
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value_t = DEFAULT_OVERLAY, requires = "disk")]
    disk_writes: u64,
    /// What a reference of the processor to a physical address does at which nothing answers: ignore (loads read ones, stores do nothing)
    /// or stop (a machine check, which ends the machine with status 3 and says where). Ports of I/O space always answer.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = MachineCheck::Ignore)]
    machine_check: MachineCheck,
    /// A virtio console beside the UART (Linux: console=hvc0), at which is typed instead. Gives the guest tables of ACPI, too.
    #[arg(long)]
    virtio_console: bool,
    /// What is typed at the console, a file that is read before the start; - for standard input. The guest receives it when its
    /// driver asks for characters (Linux: with --acpi).
    #[arg(long, value_name = "FILE")]
    console_input: Option<PathBuf>,
    #[command(flatten)]
    machine: Machine,
    /// Execute without the cycle model: ar.itc counts instructions.
    #[arg(long, conflicts_with = "max_cycles")]
    functional: bool,
    /// Time every execution in full, with no replay: the report is the same, and the run takes longer. For checks of the simulator itself.
    #[arg(long, conflicts_with = "functional")]
    no_replay: bool,
    /// Treat break 0x80001 as a call to the simulator: r15 = 20 starts the console, 31 writes the character in r32, 66 ends
    /// with the status in r32.
    #[arg(long)]
    simulator_calls: bool,
    /// Write the report, JSON, to this file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write a line for each interruption to this file: instructions retired, cycle, vector, place, level, isr, address, psr.
    #[arg(long, value_name = "FILE")]
    log_interruptions: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    /// The status when Linux says on a console of the machine (UART, --virtio-console) that it panics, and no program executes afterwards.
    #[arg(long, value_name = "N", default_value_t = status::FAILED, value_parser = small::<u8>)]
    panic_status: u8,
    /// Write a line for each instruction to this file: cycle of issue (with --functional the number of the instruction), privilege level,
    /// place, text, registers written, address; and a line for each interruption. Compressed when the name ends in .zst.
    #[arg(long, value_name = "FILE", conflicts_with = "gdb")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    trace_options: TraceOptions,
    /// Wait for gdb's `target remote`, on this host only unless ADDR says otherwise, and let it drive the machine. Addresses are the
    /// processor's; `monitor help` says more. Without an address: 127.0.0.1:1234.
    #[arg(
        long,
        value_name = "ADDR:PORT|unix:PATH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "127.0.0.1:1234"
    )]
    gdb: Option<gdb::Address>,
    /// Print no summary.
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn main(arguments: Arguments) -> Result<u8> {
    let config = Path::new(&arguments.machine.config);
    let others = [
        ("--initrd", &arguments.initrd),
        ("--console-input", &arguments.console_input),
    ];
    let others = others.into_iter();
    let others = others.filter_map(|(option, path)| Some((option, path.as_deref()?)));
    let all = [("--config", config), ("--kernel", &arguments.kernel)];
    once(all.into_iter().chain(others))?;
    let boot = Boot {
        kernel: input("--kernel", &arguments.kernel, FILE_LIMIT)?,
        path: arguments.kernel.clone(),
        initrd: arguments
            .initrd
            .as_ref()
            .map(|path| input("--initrd", path, FILE_LIMIT))
            .transpose()?,
        command_line: arguments.append,
        memory: arguments.memory,
        acpi: arguments.acpi || arguments.virtio_console || !arguments.disk.is_empty(),
        input: match &arguments.console_input {
            None => Vec::new(),
            Some(path) if path.as_os_str() == "-" => {
                let mut input = Vec::new();
                let mut stdin = files::standard_input()?.lock().take(INPUT_LIMIT + 1);
                stdin.read_to_end(&mut input).context("standard input")?;
                anyhow::ensure!(
                    input.len() as u64 <= INPUT_LIMIT,
                    "--console-input -: the standard input has more than {INPUT_LIMIT} bytes; give less"
                );
                input
            }
            Some(path) => input("--console-input", path, INPUT_LIMIT)?,
        },
        disks: disks(&arguments.disk, arguments.disk_writes)?,
        terminal: arguments.virtio_console,
        machine_checks: arguments.machine_check == MachineCheck::Stop,
    };
    let disks = boot.disks.clone();
    let config = arguments.machine.load()?;
    let mut outputs = Outputs::reading("it is the kernel", &arguments.kernel);
    outputs.keep_config(&config);
    let control = Control::default();
    let stop = control.clone();
    outputs.stop_by(move || stop.interrupt());
    if let Some(initrd) = &arguments.initrd {
        outputs.keep("it is the initial file system", initrd);
    }
    if let Some(input) = &arguments.console_input {
        outputs.keep("the console's input comes from it", input);
    }
    for disk in &arguments.disk {
        outputs.keep("it is a disk", split(disk).0.as_ref());
    }
    let mut overlays = Vec::new();
    for (argument, disk) in arguments.disk.iter().zip(disks) {
        if let Writes::Kept(path) = split(argument).1 {
            overlays.push((outputs.open("overlay", path.as_ref())?, disk));
        }
    }
    let report = arguments.report.as_deref();
    let mut report = report
        .map(|path| outputs.open("report", path))
        .transpose()?;
    let log = arguments.log_interruptions.as_deref();
    let log = log
        .map(|path| outputs.open("log of interruptions", path))
        .transpose()?;
    let trace = arguments.trace.as_deref();
    let trace = trace
        .map(|path| Ok::<_, anyhow::Error>(outputs.open("trace", path)?.writer_of(path)))
        .transpose()?;
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.interrupt())?;
    let request = sim::BootRequest {
        config,
        boot,
        mode: match arguments.functional {
            true => sim::Mode::Functional,
            false => sim::Mode::Timed,
        },
        in_full: arguments.no_replay,
        panic_status: arguments.panic_status,
        simulator_calls: arguments.simulator_calls,
        max_instructions: arguments.limits.max_instructions,
        max_cycles: arguments.limits.max_cycles,
        console: Box::new(io::stdout()),
        interruptions: log
            .as_ref()
            .map(|log| -> Box<dyn io::Write> { Box::new(io::BufWriter::new(log.writer())) }),
        trace,
        trace_options: arguments.trace_options.lines()?,
        control,
        identify: arguments.report.is_some(),
    };
    let mut booted = match &arguments.gdb {
        None => sim::boot(request)?,
        Some(address) => debug(address, request, arguments.quiet)?,
    };
    program::name_cause(&mut booted.report, &outputs, &interrupt);
    // What cannot be written is said when everything else is.
    if let Some(file) = &mut report {
        let _ = file.write_text(&::report::to_json(&booted.report));
    }
    for (file, disk) in &mut overlays {
        match disk.kept() {
            // The commit says what could not be written.
            Some(kept) => drop(file.write_bytes(&kept)),
            None => file.ended(Err(
                "the disk's image can no longer be read; the overlay stays as it was",
            )),
        }
    }
    outputs.commit()?;
    if let Err(violation) = booted.report.identities() {
        bail!("the report contradicts itself ({violation}); this is a bug in the simulator");
    }
    if !arguments.quiet {
        let end = match &booted.ending {
            Ending::Reset => "reset",
            Ending::PowerOff => "power off",
            Ending::Limit => "limit",
            Ending::Status(_) => "ended",
            Ending::Halted => "halted",
            Ending::Interrupted => "interrupted",
            Ending::Unread => "the reader of the console has closed it",
            Ending::Stuck(_) | Ending::NoMemory(_) | Ending::Console(_) => "failed",
        };
        let time = booted.report.cycles.map(|cycles| {
            let levels = booted.report.levels.iter().flatten();
            let levels: Vec<String> = levels
                .filter_map(|(level, share)| Some((level, share.cycles.filter(|&c| c > 0)?)))
                .map(|(level, cycles)| format!("{cycles} at level {level}"))
                .collect();
            match &*levels {
                [] => format!(", {cycles} cycles"),
                _ => format!(", {cycles} cycles ({})", levels.join(", ")),
            }
        });
        console::inform(&format!(
            "{end}: {} instructions, {} interruptions{}\n",
            booted.instructions,
            booted.interruptions,
            time.unwrap_or_default()
        ));
    }
    if booted.panicked {
        console::complain("the kernel panicked");
    }
    // A closed pipe is not an error.
    if booted.ending == Ending::Unread {
        return Ok(status::DONE);
    }
    let outcome = &booted.report.outcome;
    if let Some(reason) = &outcome.message {
        console::complain(&format!("{reason}: {}", state(&booted)));
    } else if outcome.kind == OutcomeKind::Interrupted && !arguments.quiet {
        console::complain(&format!("interrupted: {}", state(&booted)));
    }
    Ok(match outcome.kind {
        OutcomeKind::Error => status::FAILED,
        OutcomeKind::Interrupted => interrupt.status().unwrap_or(status::INTERRUPTED),
        _ => outcome.process_status(),
    })
}

/// The file that an option names.
fn input(option: &str, path: &Path, limit: u64) -> Result<Vec<u8>> {
    files::read(path, limit).map_err(|error| {
        let is_other = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        let remedy = match is_other && !files::is_standard_input(path) {
            true => "; name a regular file, or - for the standard input",
            false => "",
        };
        anyhow::anyhow!("{option} {}: {error}{remedy}", path.display())
    })
}

/// Boots under a gdb that connects to an address.
fn debug(address: &gdb::Address, request: sim::BootRequest, quiet: bool) -> Result<sim::Booted> {
    let endpoint = debugger::wait_at(address, quiet)?;
    let stop = request.control.clone();
    let mut endpoint = Some(endpoint);
    let booted = sim::debug_boot(request, &mut |run| match endpoint.take() {
        Some(endpoint) => gdb::serve(endpoint, &|| stop.is_interrupted(), run),
        None => Ok(()),
    })?;
    Ok(booted)
}

/// What becomes of what the guest writes to a disk.
enum Writes<'a> {
    Refused,
    InMemory,
    /// It is in a file at the end, with a name.
    Kept(&'a str),
}

/// A path, and what becomes of what is written to its disk; a comma with another word behind it belongs to the path.
fn split(disk: &str) -> (&str, Writes<'_>) {
    if let Some((path, overlay)) = disk.rsplit_once(",overlay=") {
        return (path, Writes::Kept(overlay));
    }
    match disk.rsplit_once(',') {
        Some((path, "ro")) => (path, Writes::Refused),
        Some((path, "cow")) => (path, Writes::InMemory),
        _ => (disk, Writes::InMemory),
    }
}

fn disks(arguments: &[String], most: u64) -> Result<Vec<Disk>> {
    let disks = arguments.iter().map(|argument| {
        let (path, writes) = split(argument);
        ensure!(
            !path.is_empty(),
            "--disk \"{argument}\": no image is named; write FILE, or FILE,ro"
        );
        let most = (!matches!(writes, Writes::Refused)).then_some(most);
        let mut disk = Disk::open(path.as_ref(), most).map_err(|error| of_word(argument, error))?;
        if let Writes::Kept(overlay) = writes {
            ensure!(
                !overlay.is_empty(),
                "--disk {argument}: no file is named behind overlay="
            );
            keep(&mut disk, overlay.as_ref())?;
        }
        Ok(disk)
    });
    disks.collect()
}

/// The error of a disk that cannot be opened. Where a file has the name in front of a comma, the word behind it was not understood.
fn of_word(disk: &str, error: platform::Error) -> anyhow::Error {
    match disk.rsplit_once(',') {
        Some((path, word))
            if split(disk).0 == disk && !Path::new(disk).exists() && Path::new(path).exists() =>
        {
            anyhow::anyhow!(
                "--disk {disk}: \"{word}\" says nothing of a disk; write ro, cow or overlay=FILE behind the comma"
            )
        }
        _ => error.into(),
    }
}

/// What is written to a disk is kept for a file, beginning with what that has if it is there.
fn keep(disk: &mut Disk, overlay: &Path) -> Result<()> {
    let name = || format!("the overlay {}", overlay.display());
    let earlier = match fs::metadata(overlay) {
        Ok(metadata) if metadata.is_file() => {
            Some(files::read(overlay, disk.largest_overlay()).with_context(name)?)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).with_context(name),
        Ok(_) => bail!(
            "{}: not a regular file; name a file, or one that is not there yet",
            name()
        ),
    };
    Ok(disk.keep(earlier.as_deref(), overlay)?)
}

/// Where the processor was at the end, for a message about a kernel that hangs.
fn state(booted: &sim::Booted) -> String {
    let (ip, psr) = booted.place;
    let retired = booted.instructions;
    let registers = booted.registers.iter();
    let registers: Vec<String> = registers
        .map(|(name, value)| format!("{name} {value:#x}"))
        .collect();
    format!(
        "at ip {ip:#x}, psr {psr:#x}, after {retired} instructions; {}",
        registers.join(", ")
    )
}
