//! Runs in processes of their own, so that a crash of one costs only its result: the side of the batch ([`serve`](crate::serve()) is the other).
//!
//! A worker process reads a [`Task`](crate::work::Task) as one line of JSON from its standard input, which stays open until the batch has the
//! result or cancels the run, and answers on its standard output in lines of JSON ([`WorkerMessage`]): its progress, and at the end its result.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use report::Report;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde::{Deserialize, Serialize};
use signal_hook::consts::{SIGABRT, SIGHUP, SIGINT, SIGKILL, SIGTERM, SIGXCPU};
use signal_hook::low_level::signal_name;
use sim::Dependencies;

use crate::job::{BESIDE, Beside, Finished, MOST};
use crate::options::Worker;
use crate::work::Run;

/// One line from a worker process.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WorkerMessage {
    /// Instructions retired so far.
    Instructions(u64),
    /// The run has ended. The contents of the files beside its report follow behind the line.
    Ended {
        report: Box<Report>,
        failure: Option<String>,
        /// Length of each of these files in bytes.
        beside: [u64; BESIDE.len()],
        /// The dependencies of the run on the host's files, if they were noted.
        dependencies: Option<Result<Dependencies, String>>,
        /// This is the last result: none of a further machine follows.
        last: bool,
    },
}

/// Time between two looks whether the batch was interrupted, while a worker process writes nothing.
const LOOK: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 100_000_000,
};

/// Time to wait for an interruption of the whole batch to reach this process, when the same signal has ended a worker process already.
const GRACE: Duration = Duration::from_secs(1);

impl Worker {
    /// Carries out one run in a process of its own; `None`: it was cancelled. Behind its result come those of the other machines of the
    /// task: of all, or of none.
    pub(crate) fn simulate(&self, run: &Run, interrupt: &AtomicBool) -> Option<Vec<Finished>> {
        let failed = |reason| Some(vec![run.task.failed(reason)]);
        let cancelled = || run.control.is_cancelled() || interrupt.load(Ordering::Relaxed);
        let mut child = match self.start(run) {
            Ok(child) => child,
            Err(error) => {
                return failed(format!(
                    "cannot start its process: {error}; run fewer at once (--jobs), or all in one process (--no-isolate)"
                ));
            }
        };
        let results = match child.stdout.take() {
            Some(stdout) => read_results(stdout, run, &cancelled),
            None => Ok(None),
        };
        // It has written its result, or its result is not waited for. If it has ended already, its status stays what it was.
        let status = child.kill().and_then(|()| child.wait());
        if let Ok(Some(finished)) = results {
            return Some(finished);
        }
        // A process that was killed could not remove its scratch folders itself.
        sim::remove_leftovers();
        if cancelled() {
            return None;
        }
        failed(match (results, status) {
            (Err(error), _) => format!("its process cannot be understood: {error}"),
            (_, Err(error)) => format!("its process is lost: {error}"),
            (_, Ok(status)) if is_interruption(status) && becomes_true(&cancelled) => return None,
            (_, Ok(status)) => describe(status),
        })
    }

    fn start(&self, run: &Run) -> io::Result<Child> {
        let mut task = serde_json::to_vec(&run.task)?;
        task.push(b'\n');
        let mut child = Command::new(&self.program)
            .arg0("epicycle")
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        if let Some(stdin) = &mut child.stdin {
            // If it has ended already, its status will say why.
            let _ = stdin.write_all(&task);
        }
        Ok(child)
    }
}

/// Reads the output of a worker process up to its result; `None`: it ends without one.
fn read_results(
    stdout: ChildStdout,
    run: &Run,
    cancelled: &dyn Fn() -> bool,
) -> io::Result<Option<Vec<Finished>>> {
    let output = CancellableOutput { stdout, cancelled };
    let mut output = BufReader::with_capacity(1 << 16, output).take(MOST);
    let mut line = Vec::new();
    let mut all = Vec::new();
    loop {
        line.clear();
        output.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return Ok(None);
        }
        match serde_json::from_slice(&line)? {
            WorkerMessage::Instructions(count) => run.control.progress(count),
            WorkerMessage::Ended {
                report,
                failure,
                beside,
                dependencies,
                last,
            } => {
                output.set_limit(MOST);
                if let Some(found) = dependencies {
                    run.control.set_dependencies(found);
                }
                let mut read = |length: u64| {
                    let mut bytes = Vec::new();
                    output.by_ref().take(length).read_to_end(&mut bytes)?;
                    Ok::<_, io::Error>((bytes.len() as u64 == length).then_some(bytes))
                };
                let mut files = Beside::default();
                for (length, bytes) in beside.into_iter().zip(&mut files) {
                    let Some(read) = read(length)? else {
                        return Ok(None);
                    };
                    *bytes = read;
                }
                all.push(Finished {
                    report: *report,
                    failure,
                    beside: files,
                });
                if !last {
                    continue;
                }
                // Waits for the end of the process: it may do more, such as writing a profile of itself.
                io::copy(&mut output, &mut io::sink())?;
                return Ok(Some(all));
            }
        }
    }
}

/// The output of a worker process; reading fails when the run is cancelled.
struct CancellableOutput<'a> {
    stdout: ChildStdout,
    cancelled: &'a dyn Fn() -> bool,
}

impl Read for CancellableOutput<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            if (self.cancelled)() {
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
            match poll(&mut [PollFd::new(&self.stdout, PollFlags::IN)], Some(&LOOK)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => return self.stdout.read(bytes),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Whether a process was ended by a signal that is commonly sent to a whole group of processes.
fn is_interruption(status: ExitStatus) -> bool {
    matches!(status.signal(), Some(SIGHUP | SIGINT | SIGTERM))
}

/// Whether a condition becomes true within [`GRACE`].
fn becomes_true(condition: &dyn Fn() -> bool) -> bool {
    let end = Instant::now() + GRACE;
    while !condition() {
        if Instant::now() >= end {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

/// The message for a worker process that ended without a result: why, and the remedy.
fn describe(status: ExitStatus) -> String {
    let Some(signal) = status.signal() else {
        return format!(
            "its process ended without a result ({status}): the host may lack memory or processes, see stderr; run fewer at once (--jobs), or raise the limits (`ulimit -v`, `ulimit -u`)"
        );
    };
    let name = signal_name(signal).unwrap_or("a signal");
    let why = match signal {
        SIGKILL => {
            "so the host ends one when memory runs out; run fewer at once (--jobs), or lower os.memory_bytes"
        }
        SIGABRT => {
            "the host gave it no memory, or the simulator has a bug, see stderr; raise `ulimit -v`, run fewer at once (--jobs), or lower os.memory_bytes"
        }
        SIGXCPU => {
            "it has used up its processor time; raise `ulimit -t`, or give it max_instructions"
        }
        SIGHUP | SIGINT | SIGTERM => "it was sent to this process alone; --resume runs it again",
        _ => {
            "--resume runs it again; if it ends so too, the simulator has a bug: report it with the plan"
        }
    };
    format!("its process was ended by {name} (signal {signal}): {why}")
}
