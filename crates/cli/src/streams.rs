//! The host's standard streams as the guest's.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::os::fd::AsFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use sim::Request;

use crate::interrupt::Interrupt;

/// Gives the guest the host's standard streams: themselves, without a buffer in between, because another process may
/// share them.
pub(crate) fn pass(request: &mut Request, interrupt: &Interrupt) {
    request.terminals = [
        io::stdin().is_terminal() && request.image.is_none(),
        io::stdout().is_terminal(),
        io::stderr().is_terminal(),
    ];
    // What the program came from has nothing more.
    request.stdin = match Stream::of(io::stdin(), interrupt).filter(|_| request.image.is_none()) {
        Some(stream) => Box::new(stream),
        None => Box::new(io::empty()),
    };
    request.stdout = output(io::stdout(), interrupt);
    request.stderr = output(io::stderr(), interrupt);
}

/// Sends what the guest writes to its standard output to the host's standard error, where a command needs the standard
/// output for itself.
pub(crate) fn divert_output(request: &mut Request, interrupt: &Interrupt) {
    request.terminals[1] = request.terminals[2];
    request.stdout = output(io::stderr(), interrupt);
}

fn duplicate(stream: impl AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

/// A standard output; nothing is kept when it is closed.
fn output(stream: impl AsFd, interrupt: &Interrupt) -> Box<dyn Write + Send> {
    match Stream::of(stream, interrupt) {
        Some(stream) => Box::new(stream),
        None => Box::new(io::sink()),
    }
}

/// Whether the reader of a pipe to which the guest writes has closed it: the guest gets SIGPIPE then, as from the host.
pub(crate) fn reader_is_gone() -> bool {
    let is_gone = |stream: io::Result<File>| {
        let Ok(stream) = stream else { return false };
        let mut polled = [PollFd::new(&stream, PollFlags::OUT)];
        let end = Timespec::default();
        poll(&mut polled, Some(&end)).is_ok() && polled[0].revents().intersects(PollFlags::ERR)
    };
    is_gone(duplicate(io::stdout())) || is_gone(duplicate(io::stderr()))
}

/// Most bytes that a pipe takes without waiting once it takes any (`PIPE_BUF`).
const PIECE: usize = 4096;

/// A stream whose waiting ends at a signal, with [`io::ErrorKind::Interrupted`].
struct Stream {
    file: File,
    /// A regular file never waits for another process.
    waits: bool,
    interrupt: Interrupt,
}

impl Stream {
    /// A standard stream as a file of its own; `None` when it is closed.
    fn of(stream: impl AsFd, interrupt: &Interrupt) -> Option<Self> {
        let file = duplicate(stream).ok()?;
        Some(Self {
            waits: !file.metadata().is_ok_and(|metadata| metadata.is_file()),
            file,
            interrupt: interrupt.clone(),
        })
    }

    fn wait(&self, until: PollFlags) -> io::Result<()> {
        if !self.waits {
            return Ok(());
        }
        let raised = self.interrupt.raised();
        let mut files = [
            PollFd::new(&self.file, until),
            PollFd::new(&raised, PollFlags::IN),
        ];
        // A signal ends the call when its handler runs in this thread; `raised` is what tells of it.
        while let Err(error) = poll(&mut files, None) {
            if error != Errno::INTR {
                return Err(error.into());
            }
        }
        if files[1].revents().is_empty() {
            Ok(())
        } else {
            Err(io::ErrorKind::Interrupted.into())
        }
    }
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.wait(PollFlags::IN)?;
        self.file.read(bytes)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wait(PollFlags::OUT)?;
        let most = if self.waits { PIECE } else { bytes.len() };
        self.file.write(&bytes[..bytes.len().min(most)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
