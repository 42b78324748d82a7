//! `epicycle merge`: shards of a batch put together.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use report::{RunState, summary_table};

use crate::options::Tables;
use crate::{console, status};

/// Put the results of a batch's shards together, as if it had been run whole.
#[derive(Args)]
pub struct Arguments {
    /// Folder of the merged results.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Folders of the shards.
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,
    #[command(flatten)]
    tables: Tables,
}

/// Merges.
pub fn main(arguments: &Arguments) -> Result<u8> {
    let summary = batch::merge(&arguments.out, &arguments.shards)?;
    let mut text = summary_table(&summary, arguments.tables.style());
    let (found, planned) = (summary.runs.len() as u64, summary.planned);
    if found < planned {
        text.push_str(&format!(
            "\nincomplete: {found} of the {planned} runs of the plan; merge again with the other shards\n"
        ));
    }
    console::print(&text)?;
    let failed = summary.runs.iter().any(|run| run.state == RunState::Failed);
    Ok(if failed { status::FAILED } else { status::DONE })
}
