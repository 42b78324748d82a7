//! Checkpoints of runs: where they are made, what is in their files, and how a run goes on from one.
//!
//! A checkpoint holds the state of the program (`linux`, `machine`) and, if it is warm, that of the cycle model (`uarch`). A run that goes
//! on from one first loads the same program in the same way, and then replaces what has changed since.

mod input;
mod restore;
mod taking;

pub(crate) use input::{InputForParts, InputRead, ReadAgain};
pub(crate) use restore::Resumed;
pub(crate) use taking::{Keeps, Stopping, Taking};

use crate::request::{Files, Mode, Request};
use crate::saved::View;

impl View {
    pub(crate) fn of(files: &Files) -> Self {
        Self {
            directory: files.directory.clone(),
            root: files.root.clone(),
            working_directory: files.working_directory.clone(),
            writable: files.writable,
            sysroot: files.sysroot.clone(),
        }
    }

    fn files(self) -> Files {
        Files {
            directory: self.directory,
            root: self.root,
            working_directory: self.working_directory,
            writable: self.writable,
            sysroot: self.sysroot,
            private: None,
        }
    }
}

/// Has to be called before the program is loaded. If checkpoints are made, or the run goes on from one, it puts a stream into the request
/// that notes what is read of standard input; a run that goes on skips what was read before.
pub(crate) fn begin(request: &mut Request) -> Result<InputRead, crate::Error> {
    if let Some(restore) = request.restore.take() {
        let input_read = restore.begin(request);
        request.restore = Some(restore);
        return input_read;
    }
    let input_read = InputRead::default();
    if request.checkpoints.is_some() {
        let stream = std::mem::replace(&mut request.stdin, Box::new(std::io::empty()));
        request.stdin = Box::new(input::CountedInput::new(stream, input_read.clone()));
    }
    Ok(input_read)
}

pub(crate) fn is_timed(mode: Mode) -> bool {
    mode == Mode::Timed
}
