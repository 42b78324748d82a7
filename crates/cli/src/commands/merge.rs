//! `epicycle merge`: shards of a batch put together.

use std::path::PathBuf;

use anyhow::Result;
use batch::Existing;
use clap::Args;
use report::summary_table;

use crate::options::Tables;
use crate::{console, status};

/// Put the results of a batch's shards together, as if it had been run whole.
///
/// 3: a run failed, or a run of the plan is in none of the shards.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of the merged results.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Remove what the folder holds of other runs.
    #[arg(long)]
    replace: bool,
    /// Folders of the shards.
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,
    #[command(flatten)]
    tables: Tables,
}

/// Merges.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let existing = if arguments.replace {
        Existing::Replace
    } else {
        Existing::Same
    };
    let summary = batch::merge(&arguments.out, &arguments.shards, existing)?;
    let mut text = summary_table(&summary, arguments.tables.style());
    if summary.lacks() > 0 {
        text.push_str("merge again with the other shards\n");
    }
    console::print(&text)?;
    Ok(if summary.failed() > 0 || summary.lacks() > 0 {
        status::FAILED
    } else {
        status::DONE
    })
}
