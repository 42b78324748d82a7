//! Checkpoints: a run is written down in the middle and goes on from there, as often as wanted.
//!
//! - [`State`] is what a unit of the simulator remembers. It is loaded in place, into a unit that the configuration has built, so
//!   sizes that the configuration gives are compared and never taken from a file.
//! - [`Checkpoint`] is a file of named parts with a checksum, of one format and one version of the simulator.
//! - [`Pages`] keeps memory pages under the SHA-256 of their bytes, so that the checkpoints of a folder share them.
//!
//! What is deliberately absent: any knowledge of what the parts hold.
#![forbid(unsafe_code)]

mod file;
mod foreign;
mod pages;
mod source;
mod state;

pub use file::{Checkpoint, FORMAT};
pub use files::hexadecimal;
pub use pages::{Hash, PAGE_BYTES, Pages, sha256};
pub use source::{Damage, Source};
pub use state::{Fixed, Grows, State};

use std::io;
use std::path::{Path, PathBuf};

/// Why a checkpoint cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The host refused a file.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the host said.
        source: io::Error,
    },
    /// The file is no checkpoint.
    #[error("{}: not a checkpoint of epicycle (its first line does not say so)", .0.display())]
    Foreign(PathBuf),
    /// Another format or another version of the simulator.
    #[error(
        "{}: a checkpoint of format {format} by epicycle {version}; this is epicycle {}, which reads format {FORMAT} of its own version only: make the checkpoint again", path.display(), env!("CARGO_PKG_VERSION")
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: String,
        /// The simulator that wrote it.
        version: String,
    },
    /// A file that is no checkpoint has the name of one that is to be written.
    #[error("{}: is no checkpoint, and would be replaced by one", .0.display())]
    Taken(PathBuf),
    /// There is more than a checkpoint holds.
    #[error(
        "{}: the run has {bytes} bytes of state beside its memory, more than a checkpoint holds (files in memory and the like); make it at another place", path.display()
    )]
    Large {
        /// The file that was to be written.
        path: PathBuf,
        /// How many bytes there are.
        bytes: u64,
    },
    /// The file is damaged.
    #[error("{}: damaged: {damage}; make the checkpoint again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where and how.
        damage: Damage,
    },
}

impl Error {
    fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }

    fn damaged(path: &Path) -> impl FnOnce(Damage) -> Self {
        move |damage| Self::Damaged {
            path: path.to_owned(),
            damage,
        }
    }
}
