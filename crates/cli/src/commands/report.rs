//! `epicycle report`: reports as text.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use report::{Results, SUMMARY_FILE, Summary};

use crate::options::Tables;
use crate::{console, status};

/// Print a report, or the summary of a batch, as a table. A batch that lacks runs of its plan is said to be incomplete, with their
/// names.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Report files, or folders of batches.
    #[arg(value_name = "REPORT|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// Print every report of a batch, not only its summary, and numbers that are 0.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    tables: Tables,
}

/// Prints.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let style = arguments.tables.style();
    for (place, path) in arguments.paths.iter().enumerate() {
        let mut text = if place > 0 {
            String::from("\n")
        } else {
            String::new()
        };
        // The summary says all that its table does.
        if path.is_dir() && !arguments.all {
            let summary: Summary = report::read(&path.join(SUMMARY_FILE))?;
            text.push_str(&report::summary_table(&summary, style));
        } else {
            let results = Results::read(path)?;
            let lacking = results.summary.as_ref().and_then(Summary::incompleteness);
            for (place, run) in results.runs.into_iter().enumerate() {
                if place > 0 {
                    text.push('\n');
                }
                text.push_str(&report::report_table(&run.report?, style, arguments.all));
            }
            if let Some(lacking) = lacking {
                text.push_str(&format!("\nincomplete: {lacking}\n"));
            }
        }
        console::print(&text)?;
    }
    Ok(status::DONE)
}
