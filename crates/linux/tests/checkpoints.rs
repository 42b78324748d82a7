//! Runs of several processes that are written down and go on: is the rest what it would have been, and the same when it is written
//! down again?

#[macro_use]
#[path = "../../../tests/skipped.rs"]
mod skipped;
#[path = "../../../tests/programs.rs"]
mod programs;
mod support;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use checkpoint::{Checkpoint, Pages};
use linux::{FileOptions, Kernel, Options, QUANTUM, SaveError};
use machine::{Machine, Silent};
use support::{Capture, Scratch};

const PARTS: [&str; 7] = [
    "programs",
    "processes",
    "threads",
    "memory",
    "machine",
    "kernel",
    "files",
];

/// A program with its arguments, and how long a turn is.
struct Subject {
    program: PathBuf,
    arguments: Vec<String>,
    quantum: u64,
}

impl Subject {
    fn guest(program: &str, topic: &str) -> Self {
        Self {
            program: support::guest(program),
            arguments: vec!["guest".to_owned(), topic.to_owned()],
            quantum: QUANTUM / 500,
        }
    }

    /// Several processes, with the path of their program.
    fn processes(topic: &str) -> Self {
        let mut subject = Self::guest("processes.elf", topic);
        let path = subject.program.to_str().unwrap().to_owned();
        subject.arguments.push(path);
        subject
    }

    /// A process and its child, which share a page, and the program that the child executes by its path.
    fn descendants(path: &Path) -> Self {
        Self {
            program: path.to_owned(),
            arguments: vec![path.to_str().unwrap().to_owned()],
            quantum: QUANTUM / 500,
        }
    }

    fn load(&self) -> (Kernel, Machine, Capture) {
        self.load_in(FileOptions::default())
    }

    /// The same with a view of files.
    fn load_in(&self, files: FileOptions) -> (Kernel, Machine, Capture) {
        let output = Capture::default();
        let machine = Machine::new(machine::Options::default());
        let options = Options {
            program: self.program.clone(),
            arguments: self.arguments.iter().map(|it| it.clone().into()).collect(),
            quantum: self.quantum,
            files,
            ..support::options("calls.elf", "", output.clone())
        };
        let kernel = Kernel::load(options, &machine).unwrap();
        (kernel, machine, output)
    }
}

/// A folder for one run's checkpoints.
fn folder() -> Scratch {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    Scratch::new(&format!("linux-checkpoints-{number}"))
}

/// Output, outcome, instructions and what the processes did.
fn ended(kernel: &mut Kernel, machine: &mut Machine, output: &Capture) -> [String; 3] {
    let outcome = kernel.run(machine, &mut Silent, None);
    let did = format!(
        "{outcome:?} {} {:?} {}",
        machine.retired(),
        kernel.processes(),
        kernel.system_calls()
    );
    [
        output.text(),
        did,
        format!("{:?}", kernel.unimplemented_calls()),
    ]
}

fn written(kernel: &mut Kernel, machine: &Machine, folder: &Path) -> Result<Checkpoint, SaveError> {
    let mut checkpoint = Checkpoint::default();
    kernel.save(
        machine,
        &mut checkpoint,
        &mut Pages::of(folder).temporarily(true),
    )?;
    Ok(checkpoint)
}

/// How the run stood where it was written down.
struct Place {
    output: String,
    /// The process that had executed last.
    process: Option<u32>,
    checkpoint: Checkpoint,
}

/// Writes the run down behind so many instructions, and goes on in the same kernel and in another.
fn goes_on(subject: &Subject, at: u64, whole: &[String; 3]) -> Place {
    let folder = folder();
    let (mut kernel, mut machine, output) = subject.load();
    kernel.run(&mut machine, &mut Silent, Some(at));
    let before = output.text();
    let (_, last) = kernel.tasks();
    let checkpoint = written(&mut kernel, &machine, &folder.0).unwrap();
    assert_eq!(&ended(&mut kernel, &mut machine, &output), whole, "at {at}");

    let (mut kernel, mut machine, output) = subject.load();
    let pages = Pages::of(&folder.0);
    kernel.resume(&mut machine, &checkpoint, &pages).unwrap();
    let again = written(&mut kernel, &machine, &folder.0).unwrap();
    for part in PARTS {
        let (first, second) = (checkpoint.part(part).unwrap(), again.part(part).unwrap());
        assert!(first == second, "{part} at {at}");
    }
    let mut rest = ended(&mut kernel, &mut machine, &output);
    rest[0].insert_str(0, &before);
    assert_eq!(&rest, whole, "at {at}");
    Place {
        output: before,
        process: last.map(|task| task.process),
        checkpoint,
    }
}

fn whole(subject: &Subject) -> ([String; 3], u64) {
    let (mut kernel, mut machine, output) = subject.load();
    let whole = ended(&mut kernel, &mut machine, &output);
    (whole, machine.retired())
}

fn descendants() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests/descendants");
    path.canonicalize().unwrap()
}

#[test]
fn processes_pipes_and_signals_go_on_wherever_they_were_written_down() {
    for (program, topic, parts) in [
        ("calls.elf", "children", 60),
        ("calls.elf", "signals", 20),
        ("calls.elf", "threads", 20),
        ("signals.elf", "one taker", 30),
        ("signals.elf", "masks", 30),
        ("signals.elf", "restarts", 60),
        // 400 processes.
        ("bounds.elf", "polls", 6),
    ] {
        let subject = Subject::guest(program, topic);
        let (whole, instructions) = whole(&subject);
        for part in 1..parts {
            goes_on(&subject, instructions * part / parts, &whole);
        }
    }
}

#[test]
fn a_shared_page_is_one_page_afterwards_and_an_executed_program_goes_on() {
    let subject = Subject::descendants(&descendants());
    let (whole, instructions) = whole(&subject);
    assert_eq!(whole[0], "agrees\nexecuted\n");
    for at in (1..instructions).step_by(487) {
        goes_on(&subject, at, &whole);
    }
}

#[test]
fn a_lock_and_a_call_that_waits_for_it_are_there_afterwards() {
    let program = descendants().with_file_name("locks");
    let subject = Subject::descendants(&program);
    let (whole, instructions) = whole(&subject);
    assert_eq!(whole[0], "refused\nwritten\nlocked\n");
    for at in 1..instructions {
        goes_on(&subject, at, &whole);
    }
}

#[test]
fn threads_that_wait_at_shared_words_meet_whoever_wakes_them_afterwards() {
    for (topic, parts) in [("turns", 60), ("words", 40), ("robust", 20)] {
        let subject = Subject::processes(topic);
        let (whole, instructions) = whole(&subject);
        for part in 1..parts {
            goes_on(&subject, instructions * part / parts, &whole);
        }
    }
}

#[test]
fn bytes_that_lie_in_a_socket_pair_are_there_afterwards() {
    let subject = Subject::processes("pair");
    let (whole, instructions) = whole(&subject);
    assert_eq!(whole[0], "read 1040094 status 6\n");
    let (mut to_parent, mut to_child) = (0, 0);
    for part in 1..60 {
        let place = goes_on(&subject, instructions * part / 60, &whole);
        let files = place.checkpoint.part("files").unwrap();
        let holds = |byte: u8| files.windows(500).any(|it| it.iter().all(|&it| it == byte));
        to_parent += u32::from(holds(b'c'));
        to_child += u32::from(holds(b'p'));
    }
    assert!(to_parent > 5 && to_child > 5, "{to_parent} {to_child}");
}

#[test]
fn a_parent_that_waits_in_vfork_goes_on_when_its_child_has_ended_or_executed_a_program() {
    let subject = Subject::processes("vfork");
    let (whole, instructions) = whole(&subject);
    let first = "behind 3001 steps status 8\n";
    assert_eq!(whole[0], format!("{first}behind -1 status 10\n"));
    let (mut before_the_end, mut before_the_program) = (0, 0);
    for part in 1..60 {
        let place = goes_on(&subject, instructions * part / 60, &whole);
        before_the_end += u32::from(place.process == Some(1001) && place.output.is_empty());
        before_the_program += u32::from(place.process == Some(1002) && place.output == first);
    }
    assert!(
        before_the_end > 5 && before_the_program > 2,
        "{before_the_end} {before_the_program}"
    );
}

#[test]
fn a_thread_that_waits_at_a_word_which_is_mapped_no_more_is_refused() {
    let subject = Subject::processes("unmapped");
    let (whole, instructions) = whole(&subject);
    assert_eq!(whole[0], "errno 110\n");
    let folder = folder();
    let (mut kernel, mut machine, output) = subject.load();
    kernel.run(&mut machine, &mut Silent, Some(instructions - 10_000));
    let error = written(&mut kernel, &machine, &folder.0).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("a thread that waits at a word in memory that is unmapped"),
        "{error}"
    );
    assert_eq!(ended(&mut kernel, &mut machine, &output), whole);
}

#[test]
fn an_executed_program_that_is_gone_or_has_changed_is_refused_by_name() {
    let folder = folder();
    let program = folder.0.join("program");
    let bytes = std::fs::read(descendants()).unwrap();
    let put = |bytes: &[u8]| {
        use std::os::unix::fs::PermissionsExt as _;
        // In place: the file stays the same one.
        std::fs::write(&program, bytes).unwrap();
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&program, mode).unwrap();
    };
    put(&bytes);
    let subject = Subject::descendants(&program);
    let (_, instructions) = whole(&subject);
    let at = instructions - 3_000;
    let (mut kernel, mut machine, output) = subject.load();
    kernel.run(&mut machine, &mut Silent, Some(at));
    assert_eq!(
        output.text(),
        "agrees\n",
        "the child has executed the program"
    );
    let checkpoint = written(&mut kernel, &machine, &folder.0).unwrap();

    let mut other = bytes.clone();
    *other.last_mut().unwrap() ^= 1;
    put(&other);
    let refused = |what: &str| {
        let (mut kernel, mut machine, _) = subject.load();
        let pages = Pages::of(&folder.0);
        let error = kernel.resume(&mut machine, &checkpoint, &pages);
        let error = error.unwrap_err().to_string();
        assert!(
            error.contains("/program: ") && error.contains(what),
            "{error}"
        );
    };
    refused("its contents have changed");
    put(&bytes);
    std::fs::rename(&program, folder.0.join("moved")).unwrap();
    let error = written(&mut kernel, &machine, &folder.0);
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("executed /")
            && error.contains("/program, a file that was deleted or renamed since"),
        "{error}"
    );
    put(&bytes);
    let error = written(&mut kernel, &machine, &folder.0);
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("/program, to which that name does not lead any more"),
        "{error}"
    );
}

#[test]
fn an_open_file_that_is_gone_is_said_to_be_gone_and_one_that_has_changed_to_have_changed() {
    let root = folder();
    let file = root.0.join("readable");
    std::fs::write(&file, "text").unwrap();
    let folder = folder();
    let subject = Subject::guest("calls.elf", "escape");
    let load = || {
        subject.load_in(FileOptions {
            root: Some(root.0.clone()),
            ..FileOptions::default()
        })
    };
    let (mut kernel, mut machine, output) = load();
    while !output.text().contains("open to read 3") {
        kernel.run(&mut machine, &mut Silent, Some(10));
    }
    let checkpoint = written(&mut kernel, &machine, &folder.0).unwrap();
    let goes_on = || {
        let (mut kernel, mut machine, _) = load();
        let resumed = kernel.resume(&mut machine, &checkpoint, &Pages::of(&folder.0));
        resumed.map_err(|error| error.to_string())
    };
    assert_eq!(goes_on(), Ok(()));
    let refused = |what: &str| {
        let remedy = "put the file back, or make the checkpoint again";
        let error = format!("/readable: {what} since the checkpoint was made; {remedy}");
        assert_eq!(goes_on(), Err(error));
    };
    std::fs::write(&file, "other").unwrap();
    refused("its contents have changed");
    std::fs::remove_file(&file).unwrap();
    refused("gone");
    let error = written(&mut kernel, &machine, &folder.0).unwrap_err();
    let deleted = "the run has /readable open, a file that was deleted or renamed since, which a checkpoint cannot hold";
    assert_eq!(error.to_string(), deleted);
    std::fs::create_dir(&file).unwrap();
    refused("something else is in its place");
}

#[test]
fn what_no_checkpoint_can_hold_is_refused_with_its_name() {
    let subject = Subject::guest("bounds.elf", "instances");
    let folder = folder();
    let (mut kernel, mut machine, _) = subject.load();
    kernel.run(&mut machine, &mut Silent, Some(40_000));
    let error = written(&mut kernel, &machine, &folder.0).unwrap_err();
    let error = error.to_string();
    assert!(
        error.starts_with("the run has an epoll instance open"),
        "{error}"
    );
}

/// A pipeline of a shell whose parts are programs of their own.
#[test]
fn a_pipeline_of_programs_goes_on_wherever_it_was_written_down() {
    let Some(program) = programs::program("bin/busybox") else {
        return;
    };
    let busybox = program.to_str().unwrap();
    let script = format!("{busybox} seq 1 300 | {busybox} sort -rn | {busybox} tail -n 1; exit 5");
    let subject = Subject {
        program: program.clone(),
        arguments: ["busybox", "sh", "-c", &script].map(str::to_owned).to_vec(),
        quantum: QUANTUM / 20,
    };
    let (whole, instructions) = whole(&subject);
    assert_eq!(whole[0], "1\n");
    for part in 1..12 {
        goes_on(&subject, instructions * part / 12, &whole);
    }
}
