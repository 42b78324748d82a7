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

use std::path::{Path, PathBuf};

use crate::Error;
use crate::asks::Ask;
use crate::request::{Files, Mode, Request};
use crate::saved::View;

/// A path of the host as a run that begins in another folder finds it.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

impl View {
    /// The view of `files`, whose folders are found from anywhere.
    pub(crate) fn of(files: &Files) -> Self {
        let Files {
            directory,
            root,
            working_directory,
            writable,
            sysroot,
            private: _,
        } = files;
        Self {
            // An empty one is no choice of the user: where the guest is then, is kept with its processes.
            directory: match directory.as_os_str().is_empty() {
                true => PathBuf::new(),
                false => absolute(directory),
            },
            root: root.as_deref().map(absolute),
            working_directory: working_directory.clone(),
            writable: *writable,
            sysroot: sysroot.as_deref().map(absolute),
        }
    }

    /// The first of its folders that is not there, and the option that names it.
    fn missing(&self) -> Option<(&'static str, &Path)> {
        let directory = Some(&self.directory).filter(|it| !it.as_os_str().is_empty());
        let folders = [
            ("--root", self.root.as_ref()),
            ("--sysroot", self.sysroot.as_ref()),
            ("--cwd", directory),
        ];
        let mut named = folders
            .into_iter()
            .filter_map(|(option, folder)| Some((option, folder?.as_path())));
        named.find(|(_, folder)| !folder.is_dir())
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
pub(crate) fn begin(request: &mut Request) -> Result<InputRead, Error> {
    may_keep(request)?;
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

/// Refuses checkpoints of a run that has what they do not hold.
fn may_keep(request: &Request) -> Result<(), Error> {
    let Some(asked) = &request.checkpoints else {
        return Ok(());
    };
    let why = if request.asks_one_of(&[Ask::Registers]).is_some() {
        "a checkpoint does not hold the registers of the monitor that --pmc and --pmd set, and the program would read 0 from there on; leave them or the checkpoints out"
    } else if asked.warm && request.asks_one_of(&[Ask::Region]).is_some() {
        "a warm checkpoint does not hold the region of interest (--roi-start, --roi-stop), and the report of a run that goes on from it would be about the whole run; leave --checkpoint-warm or the region out"
    } else {
        return Ok(());
    };
    Err(Error::Checkpoint(why.to_owned()))
}

pub(crate) fn is_timed(mode: Mode) -> bool {
    mode == Mode::Timed
}
