//! What programs see of the operating system: the topics of `guest/calls.c`, run with captured streams.

mod support;

use events::{Block, Execution};
use linux::{Crash, FileOptions, Kernel, Listener, LoadError, Options, OsEvent, Outcome};
use machine::{IsaLevel, Machine, Recorder, Silent};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use support::{Capture, Run, Scratch, guest, options};

/// A stream whose reader has gone.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn run_with(change: impl FnOnce(&mut Options), topic: &str) -> Run {
    support::run_with("calls.elf", change, topic, 20_000_000)
}

fn run(topic: &str) -> Run {
    run_with(|_| {}, topic)
}

fn exits(run: &Run) {
    assert!(
        matches!(run.outcome, Outcome::Exit { status: 3 }),
        "{:?}\n{}",
        run.outcome,
        run.output
    );
}

#[test]
fn a_program_starts_with_its_arguments_the_given_environment_and_a_fixed_auxiliary_vector() {
    let run = run("start");
    exits(&run);
    assert_eq!(
        run.output,
        "argument calls\nargument start\nenvironment HOME=/\nenvironment LC_ALL=C\nenvironment PATH=/bin:/usr/bin\n\
         environment TERM=dumb\npage 16384\nprogram headers: yes\nrandom 77f7a78f9d19842f\nname guest/calls.elf\naligned: yes\n"
    );
}

#[test]
fn files_can_be_made_read_listed_and_removed_below_a_writable_root() {
    let root = Scratch::new("files");
    let inside = |options: &mut Options| {
        options.files = FileOptions {
            root: Some(root.0.clone()),
            writable: true,
            ..FileOptions::default()
        }
    };
    let run = run_with(inside, "files");
    exits(&run);
    assert_eq!(
        run.output,
        "open 3\nwrite 12\nseek 7\nread 5 world\nsize 12 mode 81a0 links 1\nclose 0\nagain 17\nmkdir 0\nrename 0\n\
         entry . 4\nentry .. 4\nentry a.txt 8\nentry b.txt 8\nunlink 0\ngone 2\nbad 9\n"
    );
    assert_eq!(std::fs::read_dir(root.0.join("sub")).unwrap().count(), 0);
}

#[test]
fn files_can_be_made_read_listed_and_removed_in_a_view_of_its_own() {
    let folder = Scratch::new("own-folder");
    std::fs::copy(guest("calls.elf"), folder.0.join("calls.elf")).unwrap();
    let own = |options: &mut Options| {
        options.program = "calls.elf".into();
        options.files = FileOptions {
            cwd: Some(folder.0.clone()),
            private: Some(linux::Private::default()),
            ..FileOptions::default()
        }
    };
    let root = Scratch::new("own-root");
    let inside = |options: &mut Options| {
        options.files = FileOptions {
            root: Some(root.0.clone()),
            writable: true,
            ..FileOptions::default()
        }
    };
    let run = run_with(own, "files");
    exits(&run);
    assert_eq!(run.output, run_with(inside, "files").output);
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1);
    assert_eq!(run_with(own, "cwd").output, "/guest\n/guest/calls.elf\n");
}

#[test]
fn nothing_outside_the_root_can_be_opened_and_nothing_inside_changed() {
    let root = Scratch::new("escape");
    std::fs::write(root.0.join("readable"), "text").unwrap();
    std::os::unix::fs::symlink("/etc", root.0.join("out")).unwrap();
    let run = run_with(
        |options| options.files.root = Some(root.0.clone()),
        "escape",
    );
    exits(&run);
    assert_eq!(
        run.output,
        "../../../../etc/hostname 2\n/etc/hostname 2\nout/hostname 2\n/proc/1000/root 2\nwrite to read-only 30\nopen to read 3\n"
    );
}

#[test]
fn a_parent_reads_from_and_waits_for_its_child() {
    let run = run("children");
    exits(&run);
    assert_eq!(
        run.output,
        "read 14 from the child\nend 0\nwaited 0 status 700\nnone left 10\nkilled f\n"
    );
    let processes = run.kernel.processes();
    assert_eq!(
        processes.iter().map(|p| p.pid).collect::<Vec<_>>(),
        [1000, 1001, 1002]
    );
    assert_eq!(
        processes.iter().map(|p| p.instructions).sum::<u64>(),
        run.instructions
    );
}

#[test]
fn signals_reach_handlers_on_both_stacks_and_faults_can_be_skipped() {
    let run = run("signals");
    exits(&run);
    assert_eq!(
        run.output,
        "signal 10 kept 1234 sum 821\nheld back 0\nsuspended 4 signal 10\naltstack 0\non the alternate stack: yes\nfault 11 at 18\n"
    );
}

#[test]
fn threads_share_memory_and_wake_each_other() {
    let run = run("threads");
    exits(&run);
    assert_eq!(run.output, "counter 4000\ntimed out 110\n");
}

#[test]
fn the_length_of_a_turn_does_not_change_what_threads_compute() {
    for quantum in [1, 7, 100] {
        let run = run_with(|options| options.quantum = quantum, "threads");
        exits(&run);
        assert_eq!(
            run.output, "counter 4000\ntimed out 110\n",
            "turns of {quantum}"
        );
    }
}

#[test]
fn memory_is_mapped_moved_protected_and_given_back() {
    let run = run("memory");
    exits(&run);
    assert_eq!(
        run.output,
        "mapped 2000000000000000\ngrown 2000000000000000 1 2\nprotect 0\nprotected 14\nunmap 0\nunmapped 14\nbreak moves: yes\n"
    );
}

#[test]
fn sleeping_moves_the_clock_and_costs_nothing() {
    let run = run("time");
    exits(&run);
    assert_eq!(run.output, "slept: yes\nyear 2024: yes\npoll 0\n");
    assert!(run.instructions < 100_000);
}

#[test]
fn calls_that_do_not_exist_fail_with_enosys_and_are_counted() {
    let run = run("unknown");
    exits(&run);
    assert_eq!(run.output, "errno 38\n");
    let calls: Vec<_> = run
        .kernel
        .unimplemented_calls()
        .iter()
        .map(|c| (c.number, c.name, c.count))
        .collect();
    assert_eq!(calls, [(1190, "socket", 3), (5000, "?", 1)]);
}

#[test]
fn a_program_that_waits_for_itself_is_reported_instead_of_hanging() {
    let run = run("stuck");
    let Outcome::Deadlock { waiting } = run.outcome else {
        panic!("{:?}", run.outcome)
    };
    assert_eq!(waiting, [(1000, "futex")]);
}

#[test]
fn the_limit_is_exact() {
    let run = run_with(|_| {}, "spin");
    assert!(matches!(run.outcome, Outcome::Limit));
    assert_eq!(run.instructions, 20_000_000);
}

fn crash(run: Run, expected: u32) -> Box<Crash> {
    match run.outcome {
        Outcome::Signal {
            number,
            crash: Some(crash),
        } if number == expected => crash,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_crash_names_the_instruction_its_address_and_its_callers() {
    let crash = crash(run("crash"), 11);
    assert_eq!(crash.address, Some(7));
    assert_eq!(
        crash.place.symbol.as_ref().map(|s| s.0.as_str()),
        Some("begin")
    );
    let callers: Vec<_> = crash
        .backtrace
        .iter()
        .filter_map(|p| p.symbol.as_ref())
        .map(|s| s.0.as_str())
        .collect();
    assert_eq!(callers, ["begin", "_start"]);
    assert_eq!(crash.bundles.len(), 16);
    assert!(
        crash
            .to_string()
            .contains("write of 0x7, in the NaT page at address 0")
    );
}

#[test]
fn a_program_that_sends_itself_a_signal_shows_the_call() {
    let crash = crash(run("abort"), 6);
    assert_eq!(crash.reason, "sent by its own kill");
    assert_eq!(crash.instruction.as_deref(), Some("break.i 0x100000"));
    assert_eq!(crash.bundles.last().map(|b| b.0), Some(crash.place.ip));
}

#[test]
fn a_program_that_takes_all_memory_is_killed_and_gives_it_back() {
    let small = |options: &mut Options| options.memory_bytes = 16 << 20;
    let hog = run_with(small, "hog");
    assert!(
        matches!(&hog.outcome, Outcome::Signal { number: 9, crash: Some(crash) } if crash.reason.contains("all 16 MB")),
        "{:?}",
        hog.outcome
    );
    exits(&run_with(small, "memory"));
}

#[test]
fn mappings_signals_and_children_are_bounded() {
    let run = run("bounds");
    exits(&run);
    assert_eq!(
        run.output,
        "children 16383 errno 11\nsignals 16384 errno 11\nmappings 65000 errno 12\n"
    );
}

#[test]
fn a_division_by_zero_is_sigfpe() {
    let crash = crash(run("divide"), 8);
    assert_eq!((crash.code, crash.reason.as_str()), (1, "break 0x1"));
}

#[test]
fn a_closed_output_is_a_broken_pipe_to_the_program() {
    let mut machine = Machine::new(machine::Options::default());
    let mut kernel = Kernel::load(options("calls.elf", "time", Closed), &machine).unwrap();
    let outcome = kernel.run(&mut machine, &mut Silent, None);
    assert!(
        matches!(
            outcome,
            Outcome::Signal {
                number: 13,
                crash: None
            }
        ),
        "{outcome:?}"
    );
}

#[test]
fn the_name_of_the_first_directory_can_be_chosen_and_the_program_does_not_betray_it() {
    let named = |options: &mut Options| options.files.cwd_name = Some("/work".into());
    assert_eq!(run_with(named, "cwd").output, "/work\n/guest/calls.elf\n");
}

#[test]
fn two_runs_are_the_same_to_the_instruction() {
    for topic in ["signals", "threads", "children", "time"] {
        let (first, second) = (run(topic), run(topic));
        assert_eq!(first.instructions, second.instructions, "{topic}");
        assert_eq!(first.output, second.output, "{topic}");
    }
}

#[test]
fn the_log_has_a_line_for_each_call() {
    let log = Capture::default();
    let strace: Box<dyn Write + Send> = Box::new(log.clone());
    let run = run_with(|options| options.strace = Some(strace), "unknown");
    exits(&run);
    let text = log.text();
    assert!(text.contains("[1000] socket(0x1, 0x1, 0x0, "), "{text}");
    assert!(text.contains(" = -1 ENOSYS\n"), "{text}");
    assert!(text.ends_with("[1000] exit_group(3) = ?\n"), "{text}");
}

/// Counts what the operating system tells.
#[derive(Default)]
struct Events {
    calls: u32,
    switches: u32,
    signals: u32,
    forks: u32,
    ends: u32,
    /// The process of the thread that has another number, and its number before.
    renumbered: Option<(u32, u32)>,
}

impl Recorder for Events {
    const RECORD: bool = false;
}

impl Listener for Events {
    fn os(&mut self, event: OsEvent) {
        match event {
            OsEvent::SystemCall { .. } => self.calls += 1,
            OsEvent::Switch { .. } => self.switches += 1,
            OsEvent::Signal { .. } => self.signals += 1,
            OsEvent::Forked { .. } => self.forks += 1,
            OsEvent::Renumbered { task, before } => {
                self.renumbered = Some((task.process, before.thread));
            }
            OsEvent::Ended { .. } => self.ends += 1,
        }
    }
}

#[test]
fn a_listener_hears_which_number_a_thread_had_that_has_executed_a_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests/thread-executes");
    let path = path.canonicalize().unwrap();
    let options = Options {
        arguments: vec![path.to_str().unwrap().into()],
        program: path,
        ..options("calls.elf", "", io::sink())
    };
    let mut machine = Machine::new(machine::Options::default());
    let mut kernel = Kernel::load(options, &machine).unwrap();
    let mut events = Events::default();
    let outcome = kernel.run(&mut machine, &mut events, None);
    assert!(
        matches!(outcome, Outcome::Exit { status: 3 }),
        "{outcome:?}"
    );
    assert_eq!(events.renumbered, Some((1000, 1001)));
    // The first thread, the child and the program itself.
    assert_eq!((events.forks, events.ends), (1, 3));
}

#[test]
fn a_listener_hears_of_calls_switches_signals_and_processes() {
    let heard = |program, topic| {
        let mut machine = Machine::new(machine::Options::default());
        let mut kernel = Kernel::load(options(program, topic, io::sink()), &machine).unwrap();
        let mut events = Events::default();
        kernel.run(&mut machine, &mut events, None);
        assert_eq!(u64::from(events.calls), kernel.system_calls());
        events
    };
    let turns = heard("processes.elf", "turns");
    assert_eq!((turns.forks, turns.ends), (2, 3));
    for (topic, switches, signals) in [("signals", false, true), ("threads", true, false)] {
        let events = heard("calls.elf", topic);
        assert_eq!(
            (events.switches > 0, events.signals > 0),
            (switches, signals),
            "{topic}"
        );
    }
}

/// Spaces that executed, and those that have ended.
#[derive(Default)]
struct Spaces {
    seen: BTreeSet<u32>,
    ended: BTreeSet<u32>,
}

impl Recorder for Spaces {
    const RECORD: bool = true;

    fn executed(&mut self, block: &Block, _: &Execution) -> ControlFlow<()> {
        assert!(!self.ended.contains(&block.space), "{}", block.space);
        self.seen.insert(block.space);
        ControlFlow::Continue(())
    }

    fn space_ended(&mut self, number: u32) {
        assert!(self.ended.insert(number), "{number}");
    }
}

impl Listener for Spaces {}

#[test]
fn a_recorder_hears_of_spaces_that_have_ended_and_of_none_that_lives() {
    let mut machine = Machine::new(machine::Options::default());
    let options = options("bounds.elf", "generations", io::sink());
    let mut kernel = Kernel::load(options, &machine).unwrap();
    let mut spaces = Spaces::default();
    kernel.run(&mut machine, &mut spaces, None);
    // The program, the last child, and the one before, of which it is told when a further one comes.
    assert_eq!((spaces.seen.len(), spaces.ended.len()), (101, 98));
}

#[test]
fn long_branches_are_completed_where_the_processor_lacks_them() {
    let as_built = machine::Options {
        isa: IsaLevel::AsBuilt(isa::Family::Itanium),
        ..machine::Options::default()
    };
    let mut results = Vec::new();
    for machine_options in [machine::Options::default(), as_built] {
        let output = Capture::default();
        let mut machine = Machine::new(machine_options);
        let mut kernel =
            Kernel::load(options("calls.elf", "long", output.clone()), &machine).unwrap();
        let outcome = kernel.run(&mut machine, &mut Silent, Some(1_000_000));
        assert!(
            matches!(outcome, Outcome::Exit { status: 3 }),
            "{outcome:?}"
        );
        results.push((output.text(), machine.retired()));
    }
    assert_eq!(results[0].0, "long branch 42\n");
    assert_eq!(results[0], results[1]);
}

fn load_bytes(name: &str, bytes: &[u8]) -> Result<Kernel, LoadError> {
    let scratch = Scratch::new(name);
    let program = scratch.0.join("program");
    std::fs::write(&program, bytes).unwrap();
    let machine = Machine::new(machine::Options::default());
    Kernel::load(
        Options {
            program,
            ..options("calls.elf", "start", io::sink())
        },
        &machine,
    )
}

fn message(name: &str, bytes: &[u8]) -> String {
    match load_bytes(name, bytes) {
        Ok(_) => panic!("{name} was loaded"),
        Err(error) => {
            assert_eq!(error.status(), 126);
            error.to_string()
        }
    }
}

#[test]
fn files_that_are_no_program_are_refused_with_the_reason() {
    let elf = std::fs::read(guest("calls.elf")).unwrap();
    assert!(message("empty", b"").ends_with("the file is empty"));
    assert!(message("text", b"hello\n").ends_with("not an ELF file but text"));
    assert!(message("script", b"#!/bin/sh\n").contains("a script"));
    let with_machine = |machine: u16| {
        let mut other = elf.clone();
        other[18..20].copy_from_slice(&machine.to_le_bytes());
        other
    };
    assert!(message("x86", &with_machine(62)).ends_with("an ELF file for x86-64, not for IA-64"));
    assert!(message("ia32", &with_machine(3)).contains("IA-32"));
    let mut object = elf.clone();
    object[16] = 1;
    assert!(message("object", &object).contains("an object file"));
    let missing = Options {
        program: "/nonexistent/program".into(),
        ..options("calls.elf", "start", io::sink())
    };
    let error = Kernel::load(missing, &Machine::new(machine::Options::default()))
        .err()
        .unwrap();
    assert_eq!(error.status(), 127);
}

#[test]
fn a_program_larger_than_memory_and_arguments_longer_than_the_stack_are_refused() {
    let elf = std::fs::read(guest("calls.elf")).unwrap();
    let first_header = u64::from_le_bytes(elf[32..40].try_into().unwrap()) as usize;
    let mut large = elf;
    // The memory size of the writable segment, which is the second.
    let size = first_header + 56 + 40;
    large[size..size + 8].copy_from_slice(&(1_u64 << 39).to_le_bytes());
    assert!(message("large", &large).contains("do not fit"));

    let machine = Machine::new(machine::Options::default());
    let long = Options {
        arguments: vec![vec![b'x'; 4 << 20]],
        ..options("calls.elf", "start", io::sink())
    };
    let error = Kernel::load(long, &machine).err().unwrap();
    assert!(
        error
            .to_string()
            .contains("arguments and environment take 4194390 bytes"),
        "{error}"
    );
}

#[test]
fn every_truncation_and_every_damaged_header_byte_is_refused_or_loaded_without_a_panic() {
    let elf = std::fs::read(guest("calls.elf")).unwrap();
    for length in (0..elf.len()).step_by(if cfg!(debug_assertions) { 97 } else { 13 }) {
        if let Err(error) = load_bytes("truncated", &elf[..length]) {
            assert_eq!(error.status(), 126);
        }
    }
    for at in 0..64 + 56 * 4 {
        for flip in [0x01, 0x80, 0xff] {
            let mut damaged = elf.clone();
            damaged[at] ^= flip;
            let _ = load_bytes("damaged", &damaged);
        }
    }
}

#[test]
fn damaged_programs_run_into_some_end_without_a_panic() {
    let rounds: u64 = std::env::var("EPICYCLE_FUZZ_PROGRAMS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(300);
    let elf = std::fs::read(guest("calls.elf")).unwrap();
    let scratch = Scratch::new("mutants");
    let program = scratch.0.join("program");
    let mut random = fastrand::Rng::with_seed(rounds);
    for round in 0..rounds {
        let mut mutant = elf.clone();
        for _ in 0..random.u64(1..=24) {
            let at = random.usize(..mutant.len());
            mutant[at] = random.u8(..);
        }
        std::fs::write(&program, &mutant).unwrap();
        let topic =
            ["crash", "signals", "threads", "children", "memory", "time"][round as usize % 6];
        let files = FileOptions {
            root: Some(scratch.0.clone()),
            ..FileOptions::default()
        };
        let options = Options {
            program: "/program".into(),
            files,
            ..options("calls.elf", topic, io::sink())
        };
        let mut machine = Machine::new(machine::Options::default());
        if let Ok(mut kernel) = Kernel::load(options, &machine) {
            let outcome = kernel.run(&mut machine, &mut Silent, Some(100_000));
            if let Outcome::Signal {
                crash: Some(crash), ..
            } = outcome
            {
                assert!(!crash.to_string().is_empty());
            }
        }
    }
}
