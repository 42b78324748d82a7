//! Checkpoints of runs: where they are made, what is in their files, and how a run goes on from one.
//!
//! A checkpoint holds what the program has (`linux`, `machine`) and, when it is warm, what the cycle model has (`uarch`). A run that goes
//! on from one loads the same program in the same way first.

mod input;
mod restore;
mod take;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub(crate) use input::Kept;
pub use restore::Restore;
pub(crate) use restore::Resumed;
pub(crate) use take::{Keeps, Taking};

use crate::{Files, Mode};

/// Which checkpoints a run makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkpoints {
    /// Where to: a file `PLACE.checkpoint` for each, and the pages of all in `pages`.
    pub folder: PathBuf,
    /// Places: symbols, `0x` and the address of a bundle, or numbers of instructions.
    pub places: Vec<String>,
    /// Instructions from each checkpoint to the next.
    pub every: Option<u64>,
    /// What caches, TLBs, predictors and pipe hold belongs to it.
    pub warm: bool,
}

/// What became of the checkpoints that were asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The files that were written.
    pub files: Vec<PathBuf>,
    /// Places that the run did not come to.
    pub missed: Vec<String>,
}

/// What people may read in a checkpoint, and what has to be the same for a run to go on.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
struct About {
    /// Where it was made.
    place: String,
    /// Instructions before it.
    instructions: u64,
    /// What `ar.itc` showed.
    clock: u64,
    timed: bool,
    warm: bool,
    /// Config of the run, and the hash of its effective values.
    config: (String, String),
    program: PathBuf,
    /// SHA-256 of the program's file.
    sha256: Option<String>,
    argv0: Option<String>,
    args: Vec<String>,
    env: Vec<(String, String)>,
    files: View,
    /// Bytes of standard input that were read, and their SHA-256.
    input: (u64, String),
    terminals: [bool; 3],
}

/// The files that the guest reaches.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
struct View {
    directory: PathBuf,
    root: Option<PathBuf>,
    working_directory: Option<String>,
    writable: bool,
    sysroot: Option<PathBuf>,
}

impl View {
    fn of(files: &Files) -> Self {
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
pub(crate) fn begin(request: &mut crate::Request) -> Result<input::Taken, crate::Error> {
    if let Some(restore) = request.restore.take() {
        let taken = restore.begin(request);
        request.restore = Some(restore);
        return taken;
    }
    let taken = input::Taken::default();
    if request.checkpoints.is_some() {
        let stream = std::mem::replace(&mut request.stdin, Box::new(std::io::empty()));
        request.stdin = Box::new(input::Noted::new(stream, taken.clone()));
    }
    Ok(taken)
}

fn is_timed(mode: Mode) -> bool {
    mode == Mode::Timed
}
