//! The host's standard streams as the guest's.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::os::fd::AsFd;

use sim::Request;

/// Gives the guest the host's standard streams: themselves, without a buffer in between, because another process may
/// share them.
pub fn pass(request: &mut Request) {
    request.terminals = [
        io::stdin().is_terminal(),
        io::stdout().is_terminal(),
        io::stderr().is_terminal(),
    ];
    request.stdin = input();
    request.stdout = stream(io::stdout());
    request.stderr = stream(io::stderr());
}

/// The host's standard input as a file of its own; empty when it is closed.
fn input() -> Box<dyn Read + Send> {
    match io::stdin().as_fd().try_clone_to_owned() {
        Ok(descriptor) => Box::new(File::from(descriptor)),
        Err(_) => Box::new(io::empty()),
    }
}

/// A standard output as a file of its own; nothing is kept when it is closed.
fn stream(stream: impl AsFd) -> Box<dyn Write + Send> {
    match stream.as_fd().try_clone_to_owned() {
        Ok(descriptor) => Box::new(File::from(descriptor)),
        Err(_) => Box::new(io::sink()),
    }
}
