//! The worker process: carries out one run for a batch ([`isolate`](crate::isolate) is the other side).

use std::io::{self, BufRead as _, BufReader, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::RecvTimeoutError;
use sim::Control;

use crate::Simulate;
use crate::isolate::WorkerMessage;
use crate::work::{self, Task};

/// Time between two lines of progress.
const PROGRESS: Duration = Duration::from_millis(250);

/// Time that a cancelled run has to end by itself before the process exits.
const GRACE: Duration = Duration::from_secs(2);

/// Carries out the one run for which a [`Worker`](crate::Worker) process was started: `input` and `output` are the standard streams of this
/// process. When the batch closes its end of `input`, or its process ends in any way, the run is cancelled and this process exits soon.
///
/// # Errors
/// The input is not a task, the host cannot start threads, or the batch does not read the result.
pub fn serve(
    simulator: &impl Simulate,
    input: impl Read + Send + 'static,
    mut output: impl Write + Send,
) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    input
        .by_ref()
        .take(files::REPORT)
        .read_until(b'\n', &mut line)?;
    let task: Task = serde_json::from_slice(&line)?;
    let control = Arc::<Control>::default();
    let watched = Arc::clone(&control);
    thread::Builder::new().name("batch".into()).spawn(move || {
        // The batch writes nothing after the task: this returns when it closes the stream.
        let _ = io::copy(&mut input, &mut io::sink());
        watched.cancel();
        thread::sleep(GRACE);
        std::process::exit(1);
    })?;
    let (ended, end) = crossbeam_channel::bounded::<()>(0);
    let finished = thread::scope(|scope| {
        let output = &mut output;
        let control = &control;
        thread::Builder::new()
            .name("progress".into())
            .spawn_scoped(scope, move || {
                let mut reported = 0;
                while end.recv_timeout(PROGRESS) == Err(RecvTimeoutError::Timeout) {
                    let count = control.instructions();
                    if count != reported {
                        reported = count;
                        // If the batch has stopped reading, it has closed the input as well, and the run is cancelled.
                        let _ = send(output, &WorkerMessage::Instructions(count));
                    }
                }
            })?;
        let finished = work::simulate(&task, control, simulator);
        drop(ended);
        Ok::<_, io::Error>(finished)
    })?;
    let finished = finished.unwrap_or_default();
    let count = finished.len();
    for (place, finished) in finished.iter().enumerate() {
        let message = WorkerMessage::Ended {
            report: Box::new(finished.report.clone()),
            failure: finished.failure.clone(),
            beside: finished.beside.each_ref().map(|bytes| bytes.len() as u64),
            dependencies: work::dependencies(&control),
            last: place + 1 == count,
        };
        send(&mut output, &message)?;
        for bytes in &finished.beside {
            output.write_all(bytes)?;
        }
    }
    output.flush()
}

fn send(output: &mut impl Write, message: &WorkerMessage) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}
