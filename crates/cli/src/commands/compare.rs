//! `epicycle compare`: what changed between two runs, or two batches.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use report::{compare, comparison_table};

use super::results::{self, Named};
use crate::options::Tables;
use crate::{console, status};

/// Compare two reports, or the runs of the same name in two batches.
#[derive(Args)]
pub(crate) struct Arguments {
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
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
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
        let pairs = pairs(&before, &after);
        for (one, other) in &pairs {
            match (one, other) {
                (Some(one), Some(other)) => {
                    let label = if one.label() == other.label() {
                        one.label()
                    } else {
                        format!("{} -> {}", one.label(), other.label())
                    };
                    let comparison = compare(&label, &one.report, &other.report);
                    if !comparison.is_equal() {
                        differ = true;
                        texts.push(comparison_table(&comparison, style));
                    }
                }
                (Some(only), None) => {
                    differ = true;
                    let place = arguments.before.display();
                    texts.push(format!("{}: only in {place}\n", only.label()));
                }
                (None, Some(only)) => {
                    differ = true;
                    let place = arguments.after.display();
                    texts.push(format!("{}: only in {place}\n", only.label()));
                }
                (None, None) => {}
            }
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

/// Which runs of two batches belong together: those of one workload and config; and of the rest those of one workload whose
/// configs differ in overrides only, where that leaves no choice.
fn pairs<'a>(
    before: &'a [Named],
    after: &'a [Named],
) -> Vec<(Option<&'a Named>, Option<&'a Named>)> {
    fn base(named: &Named) -> (&str, &str) {
        let config = named.config.split('+').next().unwrap_or(&named.config);
        (&named.workload, config)
    }
    let same = |one: &Named, list: &'a [Named]| -> Option<&'a Named> {
        list.iter().find(|other| other.label() == one.label())
    };
    // The only one in a list that has no run of its own name on the other side.
    let alone = |one: &Named, list: &'a [Named], others: &'a [Named]| -> Option<&'a Named> {
        let mut rest = list
            .iter()
            .filter(|named| base(named) == base(one) && same(named, others).is_none());
        rest.next().filter(|_| rest.next().is_none())
    };
    let mut pairs = Vec::new();
    for one in before {
        let other = same(one, after).or_else(|| {
            alone(one, before, after)?;
            alone(one, after, before)
        });
        pairs.push((Some(one), other));
    }
    for other in after {
        let paired = pairs
            .iter()
            .any(|(_, partner)| partner.is_some_and(|partner| std::ptr::eq(partner, other)));
        if !paired {
            pairs.push((None, Some(other)));
        }
    }
    pairs
}
