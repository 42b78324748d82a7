//! The caller's side of checkpoints: which are asked for ([`Checkpoints`]), which were made ([`Made`]), and one that a run goes on from
//! ([`Restore`]).

use std::fmt;
use std::path::{Path, PathBuf};

use checkpoint::{Checkpoint, Pages};
use serde::{Deserialize, Serialize};

use crate::Error;

/// More instructions, and more cycles, than any run reaches: a file with a larger number is damaged. Sums with this do not overflow.
pub(crate) const MOST: u64 = 1 << 62;

/// Which checkpoints a run makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkpoints {
    /// Folder of a file `PLACE.checkpoint` for each, and of the pages of all in `pages`.
    pub folder: PathBuf,
    /// They are used by this run alone and need not survive a crash of the host.
    pub temporary: bool,
    /// Parts of the run will be executed again from them: a program that changes files of the host is refused, as those parts would change
    /// them again.
    pub repeated: bool,
    /// Places: symbols, `0x` and the address of a bundle, or numbers of instructions.
    pub places: Vec<String>,
    /// Instructions from each checkpoint to the next.
    pub every: Option<u64>,
    /// Instructions before the first checkpoint of `every`; `None`: as many as `every` says.
    pub first: Option<u64>,
    /// The checkpoints hold the state of the cycle model (caches, TLBs, predictors, pipe) as well.
    pub warm: bool,
}

impl Checkpoints {
    /// The name of the checkpoint file of a place. Characters other than letters, digits, `.`, `_` and `-` become `_`.
    #[must_use]
    pub fn file_name(place: &str) -> String {
        let letter = |c: char| match c.is_ascii_alphanumeric() || "._-".contains(c) {
            true => c,
            false => '_',
        };
        let name: String = place.chars().take(200).map(letter).collect();
        format!("{name}.checkpoint")
    }
}

/// Which of the checkpoints that were asked for were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The files that were written.
    pub files: Vec<PathBuf>,
    /// Places that the run did not come to.
    pub missed: Vec<String>,
    /// Places at which the limit of the run has cut a block, where no warm checkpoint can be made.
    pub cut: Vec<String>,
    /// Which checkpoint could not be written, and why. None was made behind it.
    pub unwritten: Option<String>,
}

/// The readable part of a checkpoint: where and of which run it was made, and what has to be equal for a run to go on from it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub(crate) struct About {
    /// Where it was made.
    pub(crate) place: String,
    /// Instructions before it.
    pub(crate) instructions: u64,
    /// The value of `ar.itc`.
    pub(crate) clock: u64,
    pub(crate) timed: bool,
    pub(crate) warm: bool,
    /// Config of the run, and the hash of its effective values.
    pub(crate) config: (String, String),
    pub(crate) program: PathBuf,
    /// SHA-256 of the program's file.
    pub(crate) sha256: Option<String>,
    pub(crate) argv0: Option<String>,
    pub(crate) args: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) files: View,
    /// Bytes of standard input that were read, and their SHA-256.
    pub(crate) input: (u64, String),
    pub(crate) terminals: [bool; 3],
}

/// The files that the guest reaches.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) directory: PathBuf,
    pub(crate) root: Option<PathBuf>,
    pub(crate) working_directory: Option<String>,
    pub(crate) writable: bool,
    pub(crate) sysroot: Option<PathBuf>,
}

/// A checkpoint that a run goes on from.
#[derive(Clone, Debug)]
pub struct Restore {
    pub(crate) path: PathBuf,
    pub(crate) checkpoint: Checkpoint,
    pub(crate) about: About,
}

impl Restore {
    /// Reads a checkpoint.
    ///
    /// # Errors
    /// The file cannot be read, is no checkpoint of this version, or is damaged.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let checkpoint =
            Checkpoint::read(path).map_err(|error| Error::Checkpoint(error.to_string()))?;
        let about = checkpoint.described("about");
        let about = about.map_err(|damage| Self::damaged(path, &damage))?;
        Ok(Self {
            path: path.to_owned(),
            checkpoint,
            about,
        })
    }

    /// The error for a damaged file.
    pub(crate) fn damaged(path: &Path, damage: &dyn fmt::Display) -> Error {
        Error::Checkpoint(format!(
            "{}: damaged: {damage}; make the checkpoint again",
            path.display()
        ))
    }

    /// The store of pages of a checkpoint file, which is in its folder.
    pub(crate) fn pages_of(file: &Path) -> Pages {
        match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => Pages::of(folder),
            _ => Pages::of(Path::new(".")),
        }
    }

    /// The folder in which the pages of the checkpoint in a file are.
    #[must_use]
    pub fn folder_of_pages(file: &Path) -> PathBuf {
        Self::pages_of(file).folder().to_owned()
    }

    /// Instructions before it.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        self.about.instructions
    }

    /// Whether it holds the state of the cycle model, with all counts so far.
    #[must_use]
    pub fn is_warm(&self) -> bool {
        self.about.warm
    }

    /// The program that was run.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.about.program
    }
}
