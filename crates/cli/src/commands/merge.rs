//! `epicycle merge`: shards of a batch, or of a sampled run, put together.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use batch::{Existing, MergeError};
use clap::Args;
use report::{Report, summary_table, text_summary};

use crate::interrupt::Interrupt;
use crate::options::{Tables, once};
use crate::output::Outputs;
use crate::{console, status};

/// Put the results of a batch's shards together, as if it had been run whole; or the reports of the shards of a sampled run
/// (`run --sample --shard`), as if one run had timed all of it.
///
/// 3: a run failed, or a run of the plan is in none of the shards, or a shard of a sampled run is missing; 130: interrupted, what
/// is in the folder then is whole.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of the merged results, or the merged report.
    #[arg(long, value_name = "DIR|FILE")]
    out: PathBuf,
    /// Remove what the folder holds of other runs.
    #[arg(long)]
    replace: bool,
    /// Folders of the shards of a batch, or reports of those of a sampled run.
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,
    #[command(flatten)]
    tables: Tables,
}

/// Merges.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    once((arguments.shards.iter()).map(|path| ("SHARD", path.as_path())))?;
    let is_file = |shard: &&PathBuf| shard.is_file() || files::is_standard_input(shard);
    let files = arguments.shards.iter().filter(is_file);
    match files.count() {
        0 => {}
        all if all == arguments.shards.len() => {
            return merge_sampled(&arguments.out, &arguments.shards);
        }
        _ => {
            if let Some(absent) = arguments
                .shards
                .iter()
                .find(|shard| !shard.exists() && !is_file(shard))
            {
                bail!("{}: no such file", absent.display());
            }
            let other = |shard: &&PathBuf| !shard.is_dir() && !is_file(shard);
            if let Some(other) = arguments.shards.iter().find(other) {
                bail!(
                    "{}: neither a folder nor a file; give the folders of a batch, or the reports of a sampled run",
                    other.display()
                );
            }
            bail!(
                "some shards are folders and others are not; give the folders of a batch, or the reports of a sampled run"
            );
        }
    }
    if arguments.out.as_os_str() == "-" {
        bail!(
            "--out -: the results of a batch are a folder, and - is the standard output; name a folder (./- is one of that name)"
        );
    }
    let existing = if arguments.replace {
        Existing::Replace
    } else {
        Existing::Same
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&interrupted);
    let interrupt = Interrupt::listen(move || stop.store(true, Ordering::Relaxed))?;
    let is_interrupted = || interrupted.load(Ordering::Relaxed);
    let merged = batch::merge(&arguments.out, &arguments.shards, existing, &is_interrupted);
    let summary = match merged {
        Err(error @ MergeError::Interrupted { .. }) => {
            console::complain(&error.to_string());
            return Ok(interrupt.status().unwrap_or(status::INTERRUPTED));
        }
        merged => merged?,
    };
    let mut text = summary_table(&summary, arguments.tables.style(), |_| true);
    if summary.lacks() > 0 {
        text.push_str(
            "merge again with the shards of these runs; a batch that was interrupted goes on with `epicycle batch --resume`\n",
        );
    }
    console::print(&text)?;
    let failed = summary.failed() > 0 || summary.lacks() > 0;
    let merged = if failed { status::FAILED } else { status::DONE };
    // A signal behind the last run is one to this command, too.
    Ok(interrupt.status().unwrap_or(merged))
}

/// Merges the shards of a sampled run.
fn merge_sampled(out: &Path, paths: &[PathBuf]) -> Result<u8> {
    let mut outputs = Outputs::new();
    let mut reports: Vec<(PathBuf, Report)> = Vec::new();
    for path in paths {
        outputs.keep("it is one of the shards", path);
        reports.push((path.clone(), report::read(path)?));
    }
    let merged = match sim::join_shards(&reports) {
        Err(error) if error.lacks() => {
            console::complain(&error.to_string());
            return Ok(status::FAILED);
        }
        merged => merged?,
    };
    outputs
        .open("report", out)?
        .write_text(&report::to_json(&merged))?;
    outputs.commit()?;
    if out.as_os_str() != "-" {
        console::print(&text_summary(&merged))?;
    }
    Ok(status::DONE)
}
