//! `epicycle compare`: what changed between two runs, or two batches.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use report::{compare, comparison_table};

use super::results;
use crate::options::Tables;
use crate::{console, status};

/// Compare two reports, or the runs of the same name in two batches.
#[derive(Args)]
pub struct Arguments {
    /// Report, or folder of a batch, before.
    #[arg(value_name = "BEFORE")]
    before: PathBuf,
    /// Report, or folder of a batch, after.
    #[arg(value_name = "AFTER")]
    after: PathBuf,
    /// End with status 1 when something differs.
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    tables: Tables,
}

/// Compares.
pub fn main(arguments: &Arguments) -> Result<u8> {
    let before = results::reports(&arguments.before)?;
    let after = results::reports(&arguments.after)?;
    let style = arguments.tables.style();
    let mut texts = Vec::new();
    let mut differ = false;
    if let ([one], [other]) = (before.as_slice(), after.as_slice()) {
        let label = if one.label() == other.label() {
            one.label()
        } else {
            format!("{} -> {}", one.label(), other.label())
        };
        let comparison = compare(&label, &one.report, &other.report);
        differ = !comparison.is_equal();
        texts.push(comparison_table(&comparison, style));
    } else {
        for one in &before {
            match after.iter().find(|other| other.label() == one.label()) {
                Some(other) => {
                    let comparison = compare(&one.label(), &one.report, &other.report);
                    if !comparison.is_equal() {
                        differ = true;
                        texts.push(comparison_table(&comparison, style));
                    }
                }
                None => {
                    differ = true;
                    texts.push(format!(
                        "{}: only in {}\n",
                        one.label(),
                        arguments.before.display()
                    ));
                }
            }
        }
        for other in after
            .iter()
            .filter(|other| before.iter().all(|one| one.label() != other.label()))
        {
            differ = true;
            texts.push(format!(
                "{}: only in {}\n",
                other.label(),
                arguments.after.display()
            ));
        }
        if !differ {
            texts.push(format!("{} runs, no differences\n", before.len()));
        }
    }
    console::print(&texts.join("\n"))?;
    Ok(if differ && arguments.exit_code {
        status::FINDINGS
    } else {
        status::DONE
    })
}
