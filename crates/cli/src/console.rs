//! Printing that knows that the reader may be gone.

use std::io::{self, Write};

use anyhow::Context;

/// Writes to stdout. A reader that has closed the pipe has seen enough.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    let printed = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    unless_closed(printed).context("cannot write to the standard output")
}

/// Takes writing to a closed pipe for done.
pub(crate) fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes a message to stderr, where a failure has nowhere to be reported.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "epicycle: {message}");
}

/// An error with its causes, each said once: many already quote what caused them.
pub(crate) fn message(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if !text.contains(&cause) {
            let gap = if text.is_empty() { "" } else { ": " };
            text.push_str(&format!("{gap}{cause}"));
        }
    }
    text
}

/// Writes text to stderr as it is.
pub(crate) fn inform(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Whether an error only says that the reader of the output has closed it.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
