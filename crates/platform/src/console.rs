//! The console: collects what the guest writes, and looks for the message of a kernel panic in it.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// What Linux prints when it gives up.
const PANIC: &str = "Kernel panic - not syncing";
/// What stands before that in the last line of a panic, if Linux waits for ever behind it, as without `panic=N`.
const END: &str = "---[ end ";
/// Bytes of a line that are searched, and of output that is buffered.
const LINE: usize = 256;

/// The console of a machine. Clones refer to the same one.
#[derive(Clone)]
pub(crate) struct Console(Rc<RefCell<State>>);

struct State {
    out: Box<dyn Write>,
    /// The beginning of the line that is being written.
    line: Vec<u8>,
    buffer: Vec<u8>,
    /// A line of a panic has been printed that [`Console::take_panic`] has not returned.
    panics: bool,
    /// The last line of a panic has been printed.
    waits: bool,
    error: Option<io::Error>,
}

impl Console {
    pub(crate) fn new(out: Box<dyn Write>) -> Self {
        Self(Rc::new(RefCell::new(State {
            out,
            line: Vec::new(),
            buffer: Vec::new(),
            panics: false,
            waits: false,
            error: None,
        })))
    }

    /// The guest writes a character.
    pub(crate) fn write(&self, byte: u8) {
        let mut state = self.0.borrow_mut();
        state.buffer.push(byte);
        if byte == b'\n' {
            let line = String::from_utf8_lossy(&state.line);
            let at = line.find(PANIC);
            let waits = at.is_some_and(|at| line[..at].ends_with(END));
            state.panics |= at.is_some();
            state.waits |= waits;
            state.line.clear();
            state.flush();
        } else if state.line.len() < LINE {
            state.line.push(byte);
        }
        if state.buffer.len() >= LINE {
            state.flush();
        }
    }

    /// Writes the buffered output to the stream.
    pub(crate) fn flush(&self) {
        self.0.borrow_mut().flush();
    }

    /// Whether a line with the text of a kernel panic has been printed since [`Self::take_panic`].
    pub(crate) fn panics(&self) -> bool {
        self.0.borrow().panics
    }

    /// The same, and forgets it.
    pub(crate) fn take_panic(&self) -> bool {
        std::mem::take(&mut self.0.borrow_mut().panics)
    }

    /// Whether the last line of a panic has been printed, behind which Linux waits for ever.
    pub(crate) fn panic_waits(&self) -> bool {
        self.0.borrow().waits
    }

    /// Takes the first error of the stream.
    pub(crate) fn take_error(&self) -> Option<io::Error> {
        self.0.borrow_mut().error.take()
    }
}

impl State {
    fn flush(&mut self) {
        let buffer = std::mem::take(&mut self.buffer);
        if self.error.is_none()
            && let Err(error) = self.out.write_all(&buffer).and_then(|()| self.out.flush())
        {
            self.error = Some(error);
        }
    }
}
