//! The streams of a run that a debugger repeats: input that was read is kept and read again, output that was written is not written twice.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Request;
use crate::kept_input::{KeptInput, Place};

/// Bytes of input that are kept for a repetition.
const INPUT_LIMIT: usize = 64 << 20;

struct Input {
    source: Box<dyn Read + Send>,
    read: KeptInput,
    /// Input was read that is not kept.
    lost: bool,
}

struct Output {
    sink: Box<dyn Write + Send>,
    /// Bytes written.
    written: u64,
}

type Shared<T> = Arc<Mutex<T>>;

fn lock<T>(shared: &Shared<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The streams of a request, for any number of repetitions.
pub(crate) struct Tape {
    input: Shared<Input>,
    outputs: [Shared<Output>; 2],
}

/// The input of one repetition, from the beginning.
struct RepeatedInput {
    input: Shared<Input>,
    place: Place,
}

impl Read for RepeatedInput {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut input = lock(&self.input);
        let input = &mut *input;
        if !input.lost
            && let Some(count) = input.read.read(&mut self.place, into)
        {
            return Ok(count);
        }
        let count = input.source.read(into)?;
        if !input.lost && !into.is_empty() {
            input.read.keep(&into[..count]);
            // What was kept has been read.
            input.read.read(&mut self.place, into);
            input.lost = input.read.exceeds(INPUT_LIMIT);
        }
        Ok(count)
    }
}

/// An output of one repetition: what an earlier one has written already is dropped.
struct RepeatedOutput {
    output: Shared<Output>,
    at: u64,
}

impl Write for RepeatedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut output = lock(&self.output);
        let known = output.written.saturating_sub(self.at);
        let count = match usize::try_from(known) {
            Ok(0) => {
                let count = output.sink.write(bytes)?;
                output.written += count as u64;
                count
            }
            Ok(known) => known.min(bytes.len()),
            Err(_) => bytes.len(),
        };
        self.at += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        lock(&self.output).sink.flush()
    }
}

impl Tape {
    /// Takes the streams of a request.
    pub(crate) fn new(request: &mut Request) -> Self {
        let output = |sink: &mut Box<dyn Write + Send>| {
            let sink = std::mem::replace(sink, Box::new(io::sink()));
            Arc::new(Mutex::new(Output { sink, written: 0 }))
        };
        Self {
            outputs: [output(&mut request.stdout), output(&mut request.stderr)],
            input: Arc::new(Mutex::new(Input {
                source: std::mem::replace(&mut request.stdin, Box::new(io::empty())),
                read: KeptInput::default(),
                lost: false,
            })),
        }
    }

    /// Gives a request the streams for another repetition.
    pub(crate) fn rewind(&self, request: &mut Request) {
        let input = Arc::clone(&self.input);
        request.stdin = Box::new(RepeatedInput {
            input,
            place: Place::default(),
        });
        let [stdout, stderr] = &self.outputs;
        let rest = |output: &Shared<Output>| -> Box<dyn Write + Send> {
            let output = Arc::clone(output);
            Box::new(RepeatedOutput { output, at: 0 })
        };
        request.stdout = rest(stdout);
        request.stderr = rest(stderr);
    }

    /// Whether all input that was read is kept.
    pub(crate) fn is_complete(&self) -> bool {
        !lock(&self.input).lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// A terminal: each read gives a line, an empty one is an end.
    struct Lines(std::vec::IntoIter<&'static str>);

    impl Read for Lines {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let line = self.0.next().unwrap_or_default().as_bytes();
            into[..line.len()].copy_from_slice(line);
            Ok(line.len())
        }
    }

    #[test]
    fn a_repeated_run_reads_from_a_terminal_what_each_read_gave_before() {
        let config = Arc::new(config::load("itanium", &[] as &[&str]).unwrap());
        let mut request = Request::new(config, Path::new("none"));
        let all = ["abc\n", "xyz\n", "de\n", "", "", "f\n", "g\n", "hi\n"];
        request.stdin = Box::new(Lines(Vec::from(all).into_iter()));
        let tape = Tape::new(&mut request);
        for reads in [2, 1, 6, 8, 8] {
            tape.rewind(&mut request);
            let mut lines = Vec::new();
            for _ in 0..reads {
                let mut into = [0; 64];
                let count = request.stdin.read(&mut into).unwrap();
                lines.push(String::from_utf8(into[..count].to_vec()).unwrap());
            }
            assert_eq!(lines, all[..reads]);
        }
    }

    #[test]
    fn a_repeated_run_reads_the_same_and_writes_only_what_is_new() {
        let config = Arc::new(config::load("itanium", &[] as &[&str]).unwrap());
        let mut request = Request::new(config, Path::new("none"));
        let written = Arc::new(Mutex::new(Vec::new()));
        struct Sink(Arc<Mutex<Vec<u8>>>);
        impl Write for Sink {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().unwrap().extend_from_slice(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        request.stdin = Box::new(&b"one two three"[..]);
        request.stdout = Box::new(Sink(Arc::clone(&written)));
        let tape = Tape::new(&mut request);
        for length in [7, 3, 13] {
            tape.rewind(&mut request);
            let mut input = vec![0; length];
            request.stdin.read_exact(&mut input).unwrap();
            assert_eq!(input, b"one two three"[..length]);
            request.stdout.write_all(&input).unwrap();
        }
        assert_eq!(*written.lock().unwrap(), b"one two three");
    }
}
