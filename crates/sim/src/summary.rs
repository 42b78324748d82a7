//! Makes the report of a run from its counts, its processes and its end.

use std::collections::BTreeMap;

use config::Loaded;
use events::{Cause, Raw};
use isa::Family;
use linux::{Crash, Ending, Kernel, Place};
use report::{
    Caller, Config, Counters, CycleAccounting, ExecutedBundle, Fault, PipelineInstruction,
    PipelineState, PipelineWait, Process, Register, Report, StageEntry, UnimplementedCall,
    WaitCause, Workload,
};
use uarch::PRODUCED;

use crate::Request;
use crate::counted::{counters, missing};
use crate::watchdog::{Finding, Instruction, Waited};

/// What the cycle model contributes to a report.
pub(crate) struct Times {
    pub totals: uarch::Totals,
    /// Cycles by serial number of the process.
    pub processes: BTreeMap<u64, u64>,
}

/// A config in the form of reports.
#[must_use]
pub fn described(config: &Loaded) -> Config {
    Config {
        name: config.name.clone(),
        hash: config.hash.clone(),
        effective: config.effective.clone(),
    }
}

pub(crate) fn report(
    request: &Request,
    sha256: Option<String>,
    kernel: &Kernel,
    instructions: u64,
    ending: &End,
    times: Option<Times>,
) -> Report {
    let program = request.program.file_name().unwrap_or_default();
    let workload = Workload {
        name: program.to_string_lossy().into_owned(),
        sha256,
        args: request.args.clone(),
    };
    let config = &request.config;
    let unknown = kernel.unimplemented_calls().into_iter();
    let mut report = Report {
        instructions,
        processes: processes(kernel, times.as_ref()),
        unimplemented_calls: unknown
            .map(|call| UnimplementedCall {
                number: call.number,
                name: (call.name != "?").then(|| call.name.to_owned()),
                count: call.count,
            })
            .collect(),
        ..Report::new(described(config), workload, outcome(ending))
    };
    if let Some(times) = times {
        add_times(&mut report, &times.totals, config.machine.processor.family);
    }
    report
}

/// Adds everything that the cycle model counted: cycles and their classes, events, stalls, caches, TLBs and branches.
pub(crate) fn add_times(report: &mut Report, totals: &uarch::Totals, family: Family) {
    report.cycles = Some(totals.cycles);
    report.cycle_accounting = Some(CycleAccounting::from_values(
        totals.accounting().map(|(_, cycles)| cycles),
    ));
    let (counted, missing) = (counters(&totals.counts, family), missing(totals, family));
    report.events = Some(counted);
    report.events_not_modelled = Some(missing);

    let mut stalls: BTreeMap<String, Counters> = Cause::ALL
        .iter()
        .map(|cause| (cause.name().to_owned(), Counters::new()))
        .collect();
    for (stall, cycles) in totals.stalls() {
        stalls
            .entry(stall.cause().name().to_owned())
            .or_default()
            .insert(stall.name().to_owned(), cycles);
    }
    report.stalls = Some(stalls);
    report.caches = Some(
        totals
            .caches()
            .into_iter()
            .map(|(name, stats)| {
                let counters = [
                    ("reads", stats.reads()),
                    ("read_misses", stats.read_misses),
                    ("merged", stats.merged),
                    ("writes", stats.writes()),
                    ("write_misses", stats.write_misses),
                    ("fills", stats.fills),
                    ("writebacks", stats.writebacks),
                ];
                (name.to_owned(), named(&counters))
            })
            .collect(),
    );
    let unit = |prefix: &str| -> Counters {
        Raw::ALL
            .into_iter()
            .filter(|&raw| PRODUCED.contains(raw))
            .filter_map(|raw| {
                let name = raw.name().strip_prefix(prefix)?;
                Some((name.to_owned(), totals.counts[raw]))
            })
            .collect()
    };
    report.tlbs = Some(BTreeMap::from([
        ("dtlb".to_owned(), unit("dtlb.")),
        ("itlb".to_owned(), unit("itlb.")),
    ]));
    report.branches = Some(unit("branch."));
    let faults = totals.counts[Raw::UnalignedFaults];
    report.unaligned_faults = (faults > 0).then_some(faults);
}

fn named(counters: &[(&str, u64)]) -> Counters {
    counters
        .iter()
        .map(|&(name, value)| (name.to_owned(), value))
        .collect()
}

fn processes(kernel: &Kernel, times: Option<&Times>) -> Vec<Process> {
    kernel
        .processes()
        .into_iter()
        .map(|process| Process {
            pid: process.pid,
            name: process.name,
            instructions: process.instructions,
            cycles: times.map(|times| times.processes.get(&process.serial).copied().unwrap_or(0)),
            outcome: process.ending.map(|ending| match ending {
                Ending::Exit(status) => report::Outcome::exit(status),
                Ending::Signal { number, .. } => report::Outcome::signal(signal(number), None),
            }),
        })
        .collect()
}

/// How a run ended: by the guest, or by what stopped it.
pub(crate) enum End {
    Guest(linux::Outcome),
    Limit(report::Limit),
    Interrupted,
}

fn outcome(ending: &End) -> report::Outcome {
    use linux::Outcome;
    let ending = match ending {
        End::Guest(ending) => ending,
        End::Limit(limit) => return report::Outcome::limit(*limit),
        End::Interrupted => return report::Outcome::interrupted(),
    };
    match ending {
        Outcome::Exit { status } => report::Outcome::exit(*status),
        Outcome::Signal { number, crash } => {
            report::Outcome::signal(signal(*number), crash.as_deref().map(fault))
        }
        Outcome::Limit => report::Outcome::limit(report::Limit::Instructions),
        Outcome::Stopped | Outcome::Paused(_) => report::Outcome::error("stopped before its end"),
        Outcome::HostMemory { used, limit } => report::Outcome::error(format!(
            "the host has no memory left: the program uses {} MB of the {} MB of os.memory_bytes; raise the host's limit (`ulimit -v`), run fewer jobs at once, or lower os.memory_bytes so that the program meets its own limit",
            used >> 20,
            limit >> 20
        )),
        Outcome::HostDisk { folder, limit } => report::Outcome::error(format!(
            "the host has no room left in {} for what the program writes, which may be {} MB (os.disk_bytes); free some there, use another folder (TMPDIR, or --keep-scratch), or lower os.disk_bytes so that the program meets its own limit",
            folder.display(),
            limit >> 20
        )),
        Outcome::Deadlock { waiting } => {
            let waiting: Vec<_> = waiting
                .iter()
                .map(|(thread, call)| format!("thread {thread} in {call}"))
                .collect();
            report::Outcome::error(format!(
                "every thread waits for another, for good: {}",
                waiting.join(", ")
            ))
        }
    }
}

fn signal(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// The state of the pipeline at the end; `places`: those of [`Finding::places`] in the same order, with their symbols.
pub(crate) fn pipeline(finding: Finding, places: &[Place]) -> PipelineState {
    let mut places = places.iter();
    let mut named = |instruction: Instruction| PipelineInstruction {
        ip: format!("{:#x}", instruction.ip),
        slot: instruction.slot,
        symbol: places.next().and_then(symbol),
        text: instruction.text,
    };
    let mut wait = |wait: Waited| PipelineWait {
        instruction: named(wait.first),
        since: wait.since,
        cycles: wait.until - wait.since,
        causes: (wait.causes.into_iter())
            .map(|(reason, cycles, culprit)| WaitCause {
                cause: reason.to_string(),
                cycles,
                producer: culprit.map(&mut named),
                level: reason.level().map(|level| level.name().to_owned()),
            })
            .collect(),
    };
    PipelineState {
        cycle: finding.cycle,
        wait: finding.wait.map(&mut wait),
        stages: (finding.stages.into_iter())
            .map(|held| StageEntry {
                stage: held.stage.to_owned(),
                since: held.since,
                ip: format!("{:#x}", held.ip),
                slot: held.slot,
                text: held.text,
            })
            .collect(),
    }
}

pub(crate) fn fault(crash: &Crash) -> Fault {
    let place = &crash.place;
    let hex = |value: u64| format!("{value:#x}");
    Fault {
        reason: crash.reason.clone(),
        ip: hex(place.ip),
        slot: place.slot,
        symbol: symbol(place),
        instruction: crash.instruction.clone(),
        address: crash.address.map(hex),
        isr: crash.isr.map(hex),
        code: crash.code,
        process: crash.process,
        thread: crash.thread,
        registers: registers(crash),
        bundles: crash
            .bundles
            .iter()
            .map(|(ip, text)| ExecutedBundle {
                ip: hex(*ip),
                text: text.clone(),
            })
            .collect(),
        backtrace: crash
            .backtrace
            .iter()
            .map(|place| Caller {
                ip: hex(place.ip),
                symbol: symbol(place),
            })
            .collect(),
        pipeline: None,
    }
}

fn symbol(place: &Place) -> Option<String> {
    let (name, offset) = place.symbol.as_ref()?;
    Some(format!("{name}+{offset:#x}"))
}

fn registers(crash: &Crash) -> Vec<Register> {
    let general =
        (crash.general.iter().enumerate()).map(|(r, &(value, nat))| (format!("r{r}"), value, nat));
    let branch =
        (crash.branch.iter().enumerate()).map(|(b, &value)| (format!("b{b}"), value, false));
    let application =
        (crash.application.iter()).map(|&(name, value)| (format!("ar.{name}"), value, false));
    let others = [
        ("pr".to_owned(), crash.predicates, false),
        ("cfm".to_owned(), crash.cfm, false),
    ];
    general
        .chain(branch)
        .chain(others)
        .chain(application)
        .map(|(name, value, nat)| Register {
            name,
            value: format!("{value:#x}"),
            nat,
        })
        .collect()
}
