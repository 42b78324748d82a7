//! `epicycle check`: do reports keep to rules?

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use report::{Matching, Results, Rules, Vocabulary, check};

use crate::console;
use crate::status;

/// Check reports against a file of rules, and against a baseline; 1 when something is wrong.
///
/// A run that did not end as in the baseline, or without one not with exit status 0, a run that is missing, and a report that
/// cannot be read are findings of their own. A rule is a table [[rule]] with name, metric (a dotted path into the report, an
/// event, or a quotient a / b) and bounds: min, max, max_increase_percent, max_decrease_percent; or outcome ("any", "exit 3",
/// "signal 11", "limit"); or unchanged (["program", "arguments", "config"]); optionally workload and config.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The rules.
    #[arg(value_name = "RULES.toml")]
    rules: PathBuf,
    /// Report files, or folders of batches.
    #[arg(value_name = "REPORT|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// Report, or folder of a batch, that the results are compared with.
    #[arg(long, value_name = "REPORT|DIR")]
    baseline: Option<PathBuf>,
    /// Which run of the baseline a run is compared with: the one of its workload and config, or of its workload only.
    #[arg(long = "match", value_name = "WHAT", default_value = "run")]
    matching: Match,
}

/// Runs of the results and of the baseline that belong together.
#[derive(Clone, Copy, ValueEnum)]
enum Match {
    /// The same workload and config.
    Run,
    /// The same workload.
    Workload,
}

/// Checks.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
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
        .map(Results::read)
        .transpose()
        .context("the baseline")?;
    let results: Vec<_> = arguments
        .paths
        .iter()
        .map(|path| (path.display().to_string(), Results::read(path)))
        .collect();
    let readable = results
        .iter()
        .filter_map(|(_, results)| results.as_ref().ok())
        .chain(&baseline)
        .flat_map(|results| &results.runs)
        .filter_map(|run| run.report.as_ref().ok());
    let families = [pmu::Family::Itanium, pmu::Family::Itanium2];
    let events = families.into_iter().flat_map(pmu::events);
    let known = Vocabulary::new(readable, events.map(|event| event.name));
    if let Some(misspelt) = known.misspelt(&rules) {
        bail!("rules {}: {misspelt}", arguments.rules.display());
    }
    let matching = match arguments.matching {
        Match::Run => Matching::Run,
        Match::Workload => Matching::Workload,
    };
    let check = check(&rules, &results, baseline.as_ref(), matching);
    let mut text: String = check
        .findings
        .iter()
        .map(|finding| format!("{}: {}: {}\n", finding.run, finding.rule, finding.text))
        .collect();
    text.push_str(&format!(
        "{} reports, {} rules, {} violations\n",
        check.reports,
        rules.rule.len(),
        check.findings.len()
    ));
    let end = if check.findings.is_empty() {
        status::DONE
    } else {
        status::FINDINGS
    };
    console::print(&text)?;
    Ok(end)
}
