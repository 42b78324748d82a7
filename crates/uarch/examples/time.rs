//! Times a program under a shipped configuration: `time CONFIG.toml PROGRAM [ARGS…]`.
//!
//! Prints cycles, cycle accounting, stalls and every quantity that is not zero, and checks the
//! identities. The whole simulator does more; this needs nothing but the model.

use config::Machine;
use events::Off;
use linux::{
    DEFAULT_ENVIRONMENT, FileOptions, Kernel, Listener, Options, OsEvent, QUANTUM, Streams,
};
use machine::{Block, Executed, Recorder};
use std::ffi::OsString;
use std::io::{stderr, stdin, stdout};
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStringExt;
use uarch::{Code, Execution, Note, Timing};

struct Timed {
    timing: Timing<Off>,
    notes: Vec<Note>,
}

impl Recorder for Timed {
    const RECORD: bool = true;

    #[inline]
    fn executed(&mut self, block: &Block, record: &Executed) -> ControlFlow<()> {
        if !record.notes.is_empty() || !self.timing.replay(block.id.0, &execution(record, &[])) {
            self.execute_in_full(block, record);
        }
        ControlFlow::Continue(())
    }

    fn clock(&mut self, _: u64) -> u64 {
        self.timing.now()
    }
}

#[inline(always)]
fn execution<'a>(record: &'a Executed, notes: &'a [Note]) -> Execution<'a> {
    Execution {
        end: record.end,
        predicates: record.predicates,
        taken: (record.taken != Executed::NONE).then_some(record.taken),
        target: record.target,
        addresses: record.addresses.as_slice(),
        notes,
    }
}

impl Timed {
    #[inline(never)]
    fn execute_in_full(&mut self, block: &Block, record: &Executed) {
        let is_float = |slot: u8| {
            matches!(
                block.instruction(slot).op,
                isa::Op::FLoad { .. } | isa::Op::FLoadPair { .. }
            )
        };
        let requested = |slot: u8| {
            matches!(
                block.instruction(slot).op,
                isa::Op::Flushrs | isa::Op::Loadrs
            )
        };
        self.notes.clear();
        for note in &record.notes {
            self.notes.push(match *note {
                machine::Note::Deferred { slot, nat } => Note::Deferred { slot, nat },
                machine::Note::CheckLoadHit { slot } => Note::CheckLoadHit { slot },
                machine::Note::CheckLoadMiss { slot } => Note::CheckLoadMiss {
                    slot,
                    float: is_float(slot),
                },
                machine::Note::RseSpill {
                    slot,
                    address,
                    count,
                } => Note::RseSpill {
                    slot,
                    address,
                    count: count.into(),
                    requested: requested(slot),
                },
                machine::Note::RseFill {
                    slot,
                    address,
                    count,
                } => Note::RseFill {
                    slot,
                    address,
                    count: count.into(),
                    requested: requested(slot),
                },
                machine::Note::AlatReplaced { slot, floating } => Note::AlatReplaced {
                    slot,
                    float: floating,
                },
                _ => continue,
            });
        }
        let code = Code {
            id: block.id.0,
            space: block.space.0,
            ip: block.ip,
            first_slot: block.first_slot,
            end_slot: block.end_slot,
            bundles: &block.bundles,
            raw: &block.raw,
        };
        let execution = execution(record, &self.notes);
        self.timing.execute_in_full(&code, &execution);
    }
}

impl Listener for Timed {
    fn os(&mut self, event: OsEvent) {
        if matches!(event, OsEvent::Switch { .. }) {
            self.timing.switch(0);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1);
    let usage = "usage: time CONFIG.toml PROGRAM [ARGS]";
    let config: Machine = toml::from_str(&std::fs::read_to_string(args.next().ok_or(usage)?)?)?;
    let arguments: Vec<Vec<u8>> = args.map(OsStringExt::into_vec).collect();
    let program = OsString::from_vec(arguments.first().ok_or(usage)?.clone());
    let mut machine = machine::Machine::new(machine::Options::default());
    let options = Options {
        program: program.into(),
        environment: DEFAULT_ENVIRONMENT
            .iter()
            .map(|(k, v)| format!("{k}={v}").into_bytes())
            .collect(),
        arguments,
        name: None,
        files: FileOptions::default(),
        streams: Streams {
            terminals: [false; 3],
            input: Box::new(stdin()),
            output: Box::new(stdout()),
            error: Box::new(stderr()),
        },
        frequency_hz: config.frequency_hz,
        memory_bytes: config.os.memory_bytes,
        quantum: QUANTUM,
        strace: None,
    };
    let mut kernel = Kernel::load(options, &machine)?;
    let mut timed = Timed {
        timing: Timing::new(&config, Off),
        notes: Vec::new(),
    };
    let outcome = kernel.run(&mut machine, &mut timed, None);
    let result = timed.timing.finish();
    eprintln!("{outcome:?}");
    eprintln!("replays {}", timed.timing.replays());
    eprintln!(
        "instructions {} retired {} cycles {} IPC {:.3}",
        result.instructions,
        machine.retired(),
        result.cycles,
        result.instructions as f64 / result.cycles as f64
    );
    for (cause, cycles) in result.accounting() {
        eprintln!(
            "  {:14} {cycles:12} {:5.1} %",
            cause.name(),
            100.0 * cycles as f64 / result.cycles as f64
        );
    }
    if std::env::var_os("ALL").is_some() {
        for (raw, count) in result.counts.iter() {
            if count > 0 {
                eprintln!("    {:36} {count}", raw.name());
            }
        }
    }
    match result.identities() {
        Ok(()) => Ok(()),
        Err(violation) => Err(Box::new(violation)),
    }
}
