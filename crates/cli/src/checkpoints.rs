//! The options of checkpoints.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use sim::{Checkpoints, Restore};

use crate::options::{folder_to_write, spacing};
use crate::output::Outputs;

/// Where a run is written down, and where it goes on from.
#[derive(Args)]
#[command(next_help_heading = "Checkpoints")]
pub(crate) struct CheckpointOptions {
    /// Make a checkpoint before the first instruction of a symbol or of the bundle at 0xADDRESS, or after a number of instructions; a
    /// timed run makes it at the end of the block of instructions that comes there. May be given several times.
    #[arg(long, value_name = "PLACE", requires = "checkpoint_dir", conflicts_with_all = ["gdb", "sample", "simpoints"])]
    checkpoint_at: Vec<String>,
    /// Make a checkpoint after each N instructions.
    #[arg(long, value_name = "N", value_parser = spacing(), requires = "checkpoint_dir", conflicts_with_all = ["gdb", "sample", "simpoints"])]
    checkpoint_every: Option<u64>,
    /// Folder of the checkpoints: PLACE.checkpoint for each, and the memory pages of all of them.
    #[arg(long, value_name = "DIR", value_parser = folder_to_write())]
    checkpoint_dir: Option<PathBuf>,
    /// Keep what caches, TLBs, predictors and pipe hold, too: a run that goes on takes the same cycles as this one.
    #[arg(long, requires = "checkpoint_dir", conflicts_with_all = ["functional", "sample", "simpoints"])]
    checkpoint_warm: bool,
    /// Go on from a checkpoint, with the program, arguments and environment of its run. Standard input is to be that of the run from its
    /// beginning. Without --checkpoint-warm, the cycle model begins cold and counts from there on. What listens to the run begins there, too.
    /// --max-instructions counts from the beginning of the program, --max-cycles as the cycles of the report do.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["gdb", "sample", "simpoints", "roi_start", "roi_stop", "pmc", "pmd", "bbv", "env", "argv0"]
    )]
    restore: Option<PathBuf>,
}

impl CheckpointOptions {
    /// Folder of the checkpoints.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.checkpoint_dir.as_deref()
    }

    /// The checkpoints that were asked for, if any were; those of intervals that are timed `apart` are not asked for here.
    pub(crate) fn wanted(&self, apart: bool) -> Result<Option<Checkpoints>> {
        if apart {
            return Ok(None);
        }
        let Some(folder) = &self.checkpoint_dir else {
            return Ok(None);
        };
        let restored = |place: &String| {
            let old = self
                .restore
                .as_ref()
                .and_then(|old| old.canonicalize().ok());
            let new = folder
                .join(Checkpoints::file_name(place))
                .canonicalize()
                .ok();
            old.is_some() && old == new
        };
        if let Some(place) = self.checkpoint_at.iter().find(|place| restored(place)) {
            bail!(
                "--checkpoint-at {place} would replace the checkpoint that the run goes on from; give another --checkpoint-dir"
            );
        }
        if self.checkpoint_at.is_empty() && self.checkpoint_every.is_none() {
            bail!("--checkpoint-dir needs a place: --checkpoint-at or --checkpoint-every");
        }
        Ok(Some(Checkpoints {
            folder: folder.clone(),
            temporary: false,
            repeated: false,
            places: self.checkpoint_at.clone(),
            every: self.checkpoint_every,
            first: None,
            warm: self.checkpoint_warm,
        }))
    }

    /// Keeps the checkpoint to go on from, which the run reads, the pages beside it, and those that are to be made from being written.
    /// Those of parts that are timed `apart` are numbered.
    ///
    /// # Errors
    /// A checkpoint that is to be made would replace a file that the command reads or writes: standard input or output.
    pub(crate) fn keep(&self, apart: bool, outputs: &mut Outputs) -> Result<()> {
        if let Some(folder) = &self.checkpoint_dir {
            let named = self.checkpoint_at.iter();
            let named = named.map(|place| folder.join(Checkpoints::file_name(place)));
            let every = self.checkpoint_every.or(apart.then_some(1));
            let numbered = every.map(|every| numbered(folder, every));
            let paths: Vec<PathBuf> = named.chain(numbered.into_iter().flatten()).collect();
            if let Err((path, why)) = outputs.reserve(CHECKPOINT, &paths) {
                bail!(
                    "a checkpoint would replace {}: {why}; give another --checkpoint-dir",
                    path.display()
                );
            }
            if let Some(every) = every {
                outputs.reserve_names(CHECKPOINT, folder, move |name| is_numbered(name, every));
            }
            let pages = Restore::folder_of_pages(&folder.join(Checkpoints::file_name("")));
            outputs.keep_below(PAGES, &pages);
        }
        if let Some(path) = &self.restore {
            outputs.keep("the run goes on from it", path);
            let pages = Restore::folder_of_pages(path);
            outputs.keep_below(PAGES, &pages);
        }
        Ok(())
    }

    /// The checkpoint to go on from, if there is one.
    pub(crate) fn restored(&self) -> Result<Option<Restore>> {
        if self.restore.as_deref() == Some(Path::new("-")) {
            bail!(
                "--restore -: a checkpoint's pages lie beside its file, and standard input is the program's; give the path of the file"
            );
        }
        Ok(self.restore.as_deref().map(Restore::read).transpose()?)
    }
}

/// What errors say of a file that a checkpoint will be, and of files of the folder of pages.
const CHECKPOINT: &str = "a checkpoint goes there";
const PAGES: &str = "the pages of checkpoints are there";

/// The files of a folder that have the names of checkpoints after each `every` instructions. A folder that is not there has none.
fn numbered(folder: &Path, every: u64) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name());
    let names = names.filter(|name| is_numbered(name, every));
    names.map(|name| folder.join(name)).collect()
}

/// Whether this is the name of a checkpoint after a multiple of `every` instructions.
fn is_numbered(name: &OsStr, every: u64) -> bool {
    let stem = Path::new(name).file_stem();
    let number = stem.and_then(|stem| stem.to_str()?.parse().ok());
    number.is_some_and(|number: u64| {
        number.is_multiple_of(every) && *name == *Checkpoints::file_name(&number.to_string())
    })
}
