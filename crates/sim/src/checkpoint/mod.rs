//! Checkpoints of runs: where they are made, what is in their files, and how a run goes on from one.
//!
//! A checkpoint holds what the program has (`linux`, `machine`) and, when it is warm, what the cycle model has (`uarch`). A run that goes
//! on from one loads the same program in the same way first.

mod input;
mod restore;
mod taking;

pub(crate) use input::{Kept, Taken};
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

/// What has to be done before a program loads: what is read of standard input is noted, if a checkpoint will have to say it.
pub(crate) fn begin(request: &mut Request) -> Result<Taken, crate::Error> {
    if let Some(restore) = request.restore.take() {
        let taken = restore.begin(request);
        request.restore = Some(restore);
        return taken;
    }
    let taken = Taken::default();
    if request.checkpoints.is_some() {
        let stream = std::mem::replace(&mut request.stdin, Box::new(std::io::empty()));
        request.stdin = Box::new(input::Noted::new(stream, taken.clone()));
    }
    Ok(taken)
}

pub(crate) fn is_timed(mode: Mode) -> bool {
    mode == Mode::Timed
}
