//! `epicycle check`: do reports keep to rules?

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use report::Rules;

use super::results;
use crate::console;
use crate::status;

/// Check reports against a file of rules; 1 when one is violated.
///
/// A rule is a table [[rule]] with name, metric (a dotted path into the report, an event, or a quotient a / b), and bounds:
/// min, max, max_increase_percent, max_decrease_percent; optionally workload and config.
#[derive(Args)]
pub struct Arguments {
    /// The rules.
    #[arg(value_name = "RULES.toml")]
    rules: PathBuf,
    /// Report files, or folders of batches.
    #[arg(value_name = "REPORT|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// Report, or folder of a batch, that rules about change compare with.
    #[arg(long, value_name = "REPORT|DIR")]
    baseline: Option<PathBuf>,
}

/// Checks.
pub fn main(arguments: &Arguments) -> Result<u8> {
    let rules = Rules::read(&arguments.rules)?;
    if rules.needs_baseline() && arguments.baseline.is_none() {
        bail!(
            "{}: a rule is about change; give the old results with --baseline",
            arguments.rules.display()
        );
    }
    let baseline = arguments
        .baseline
        .as_deref()
        .map(results::reports)
        .transpose()?
        .unwrap_or_default();
    let mut findings = Vec::new();
    let mut checked = 0;
    let mut used = vec![false; rules.rule.len()];
    for path in &arguments.paths {
        for named in results::reports(path)? {
            let before = baseline
                .iter()
                .find(|before| before.label() == named.label())
                .map(|before| &before.report);
            findings.extend(rules.apply(&named.workload, &named.report, before));
            checked += 1;
            for (used, rule) in used.iter_mut().zip(&rules.rule) {
                *used |= rule.is_about(&named.workload, &named.config);
            }
        }
    }
    let mut text: String = findings
        .iter()
        .map(|finding| format!("{}: {}: {}\n", finding.run, finding.rule, finding.text))
        .collect();
    let idle: Vec<&str> = rules
        .rule
        .iter()
        .zip(used)
        .filter(|(_, used)| !used)
        .map(|(rule, _)| rule.name.as_str())
        .collect();
    for name in &idle {
        text.push_str(&format!("rule \"{name}\" is about none of the reports\n"));
    }
    text.push_str(&format!(
        "{checked} reports, {} rules, {} violations\n",
        rules.rule.len(),
        findings.len() + idle.len()
    ));
    console::print(&text)?;
    Ok(if findings.is_empty() && idle.is_empty() {
        status::DONE
    } else {
        status::FINDINGS
    })
}
