//! `epicycle check`: do reports keep to rules?

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use report::{
    Baseline, BaselineFile, Check, FileError, Finding, JOURNAL_FILE, Matching, Results, Rules,
    SUMMARY_FILE, Vocabulary, check, printable,
};
use serde_json::json;

use crate::commands::store;
use crate::options::once;
use crate::output::Outputs;
use crate::{console, status};

/// Check reports against a file of rules, and against a baseline; 1 when something is wrong.
///
/// A run that did not end as in the baseline, or without one not with exit status 0, a run that is missing, and a report that
/// cannot be read are findings of their own. A rule is a table [[rule]] with name, metric (arithmetic on dotted paths into the
/// report, events and derived metrics, such as "1000 * caches.l1d.misses / instructions", or a pattern of paths) and bounds:
/// equals (a number or "baseline"), min, max, max_change, max_increase, max_decrease, each of the last three also with _percent;
/// or outcome ("any", "exit 3", "signal 11", "limit"); or unchanged (["program", "arguments", "config"]); optionally workload,
/// config and ignore, which take patterns too.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The rules.
    #[arg(value_name = "RULES.toml")]
    rules: PathBuf,
    /// Report files, folders of batches, or stores.
    #[arg(value_name = "REPORT|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// Report, folder of a batch, store, or file that --bless has written, that the results are compared with.
    #[arg(long, value_name = "FILE|DIR")]
    baseline: Option<PathBuf>,
    /// Write what the rules look at to the file of --baseline, and print what is different there.
    #[arg(long, requires = "baseline", conflicts_with_all = ["junit", "github", "json"])]
    bless: bool,
    /// Write the result as JUnit XML, a test case for each run; - is standard output.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print findings as annotations of GitHub Actions: to standard output, with --json to standard error (GitHub reads both).
    #[arg(long)]
    github: bool,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
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

/// The results at a path, with the path.
type Read = (String, Result<Results, FileError>);

/// Checks.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let named = |option, path| (option, Path::new(path));
    let reports = arguments.paths.iter().map(|path| named("REPORT", path));
    let baseline = arguments.baseline.iter();
    let baseline = baseline.map(|path| named("--baseline", path));
    let all = std::iter::once(named("RULES.toml", &arguments.rules));
    once(all.chain(reports).chain(baseline))?;
    let junit_alone = arguments.junit.as_deref() == Some(Path::new("-"));
    let other = [("--json", arguments.json), ("--github", arguments.github)];
    if let Some((option, _)) = other.iter().find(|(_, given)| junit_alone && *given) {
        bail!(
            "--junit - and {option} both write to the standard output, and a JUnit file is one document; name a file with --junit"
        );
    }
    let rules = Rules::read(&arguments.rules)?;
    if rules.needs_baseline() && arguments.baseline.is_none() {
        bail!(
            "{}: a rule is about change; give the old results with --baseline",
            arguments.rules.display()
        );
    }
    let results: Vec<Read> = arguments
        .paths
        .iter()
        .map(|path| Ok((path.display().to_string(), read(path)?)))
        .collect::<Result<_>>()?;
    if arguments.bless {
        return bless(arguments, &rules, results);
    }
    refuse_twice(&results)?;
    let baseline = arguments
        .baseline
        .as_deref()
        .map(|path| match store::at(path) {
            Some(_) => store::results(path).map(Baseline::Results),
            None => Ok(Baseline::read(path)?),
        })
        .transpose()
        .context("the baseline")?;
    refuse_misspelt(arguments, &rules, &results, baseline.as_ref())?;
    let matching = match arguments.matching {
        Match::Run => Matching::Run,
        Match::Workload => Matching::Workload,
    };
    let check = check(&rules, &results, baseline.as_ref(), matching, config::hash);
    let mut outputs = Outputs::reading("it is the file of rules", &arguments.rules);
    if let Some(path) = &arguments.junit {
        keep_read(&mut outputs, arguments, &results);
        if let Some(path) = &arguments.baseline {
            match &baseline {
                Some(Baseline::Results(results)) => keep_results(&mut outputs, path, results),
                _ => outputs.keep("it is read", path),
            }
        }
        let mut file = outputs.open("JUnit file", path)?;
        // What cannot be written is said when everything else is.
        let _ = file.write_text(&junit(&check, &results)?);
    }
    let committed = outputs.commit();
    if !junit_alone {
        if arguments.github && arguments.json {
            console::inform(&lines(&check, true));
        }
        console::print(&text(arguments, &rules, &check))?;
    }
    committed?;
    Ok(if check.findings.is_empty() {
        status::DONE
    } else {
        status::FINDINGS
    })
}

/// Keeps the results that are checked from outputs. Other files may lie beside those of a batch, a baseline for instance.
fn keep_read(outputs: &mut Outputs, arguments: &Arguments, results: &[Read]) {
    for (path, (_, results)) in arguments.paths.iter().zip(results) {
        match results {
            Ok(results) => keep_results(outputs, path, results),
            Err(_) => outputs.keep("it is read", path),
        }
    }
}

/// Keeps the files that results at a path were read from; of a store all files.
fn keep_results(outputs: &mut Outputs, path: &Path, results: &Results) {
    if let Some(store) = store::at(path) {
        return outputs.keep_below("check reads it", &store);
    }
    for run in &results.runs {
        outputs.keep("it is read", &run.file);
    }
    for name in [SUMMARY_FILE, JOURNAL_FILE] {
        outputs.keep("it is read", &path.join(name));
    }
}

/// The results at a path; that a batch cannot be read is a finding, that a store cannot be read an error.
fn read(path: &Path) -> Result<Result<Results, FileError>> {
    Ok(match store::at(path) {
        Some(_) => Ok(store::results(path)?),
        None => Results::read(path),
    })
}

/// An error for a report that is given twice, by itself or in a folder.
fn refuse_twice(results: &[Read]) -> Result<()> {
    let mut read = BTreeSet::new();
    let readable = results.iter().filter_map(|(_, it)| it.as_ref().ok());
    let files = readable
        .flat_map(|results| &results.runs)
        .map(|run| &run.file);
    for file in files.filter(|file| !files::is_standard_input(file)) {
        // What is not there is a finding.
        if let Ok(real) = file.canonicalize()
            && !read.insert(real)
        {
            bail!(
                "{} is there twice, and its run would count twice; give it once, or take one of the two out of its folder's summary",
                file.display()
            );
        }
    }
    Ok(())
}

/// An error for a metric that no report can have; for a baseline that is written, of a pattern too.
fn refuse_misspelt(
    arguments: &Arguments,
    rules: &Rules,
    results: &[Read],
    baseline: Option<&Baseline>,
) -> Result<()> {
    let readable = results
        .iter()
        .filter_map(|(_, results)| results.as_ref().ok())
        .flat_map(|results| &results.runs)
        .filter_map(|run| run.report.as_ref().ok())
        .chain(baseline.into_iter().flat_map(Baseline::reports));
    let events = pmu::Family::ALL.into_iter().flat_map(pmu::events);
    let known = Vocabulary::new(readable, events.map(|event| event.name));
    let misspelt = match arguments.bless {
        true => known.misspelt_or_unfitting(rules),
        false => known.misspelt(rules),
    };
    match misspelt {
        None => Ok(()),
        Some(misspelt) => Err(anyhow!("rules {}: {misspelt}", arguments.rules.display())),
    }
}

/// Writes the results as the new baseline.
fn bless(arguments: &Arguments, rules: &Rules, results: Vec<Read>) -> Result<u8> {
    let path = arguments
        .baseline
        .as_deref()
        .context("--bless needs --baseline")?;
    if path.is_dir() {
        bail!(
            "{} is a folder; --bless writes a file, give its name",
            path.display()
        );
    }
    refuse_misspelt(arguments, rules, &results, None)?;
    let old = match report::read::<BaselineFile>(path) {
        Ok(old) => Some(old),
        Err(FileError::Read { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
            None
        }
        Err(error) => return Err(error).context("only a baseline is replaced"),
    };
    let mut outputs = Outputs::reading("it is the file of rules", &arguments.rules);
    keep_read(&mut outputs, arguments, &results);
    let results: Vec<Results> = results
        .into_iter()
        .map(|(_, results)| results)
        .collect::<Result<_, _>>()?;
    let lacking = results
        .iter()
        .filter_map(|results| results.summary.as_ref()?.incompleteness())
        .next();
    if let Some(lacking) = lacking {
        bail!("the results are incomplete, which is no baseline: {lacking}");
    }
    let new = BaselineFile::of(rules, results)?;
    let mut labels = BTreeSet::new();
    let mut labelled = new.baseline.iter().map(|it| (&it.workload, &it.config));
    if let Some((workload, config)) = labelled.find(|label| !labels.insert(*label)) {
        bail!(
            "two results are of {workload}/{config}, and a baseline has one of each name; leave one of them out"
        );
    }
    let changes = match &old {
        Some(old) => old.changes(&new),
        None => Vec::new(),
    };
    let mut file = outputs.open("baseline", path)?;
    file.write_text(&report::to_json(&new))?;
    let is_printed = file.is_standard_output();
    outputs.commit()?;
    let lines = changes.iter().map(|line| printable(line) + "\n");
    let mut text: String = lines.collect();
    text.push_str(&match old {
        None => format!("{}: new, {} runs\n", path.display(), new.baseline.len()),
        Some(_) => format!(
            "{}: {} runs, {} changes\n",
            path.display(),
            new.baseline.len(),
            changes.len()
        ),
    });
    if is_printed {
        console::inform(&text);
    } else {
        console::print(&text)?;
    }
    Ok(status::DONE)
}

/// What the command prints.
fn text(arguments: &Arguments, rules: &Rules, check: &Check) -> String {
    if arguments.json {
        return report::to_json(&json!({
            "reports": check.reports,
            "rules": rules.rule.len(),
            "violations": check.findings,
        }));
    }
    let mut text = lines(check, arguments.github);
    text.push_str(&format!(
        "{} reports, {} rules, {} violations\n",
        check.reports,
        rules.rule.len(),
        check.findings.len()
    ));
    text
}

/// A line for each finding; `github`: as annotations.
fn lines(check: &Check, github: bool) -> String {
    let line = |finding: &Finding| {
        if github {
            format!(
                "::error title={}::{}\n",
                escaped(&printable(&finding.rule))
                    .replace(':', "%3A")
                    .replace(',', "%2C"),
                escaped(&printable(&format!("{}: {}", finding.run, finding.text)))
            )
        } else {
            let parts = [&finding.run, &finding.rule, &finding.text];
            parts.map(|part| printable(part)).join(": ") + "\n"
        }
    };
    check.findings.iter().map(line).collect()
}

/// Text as commands of GitHub's workflows have it.
fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The result as JUnit XML: a test case for each run, and for what is no run but has findings.
fn junit(check: &Check, results: &[Read]) -> Result<String> {
    let mut runs: Vec<String> = results
        .iter()
        .filter_map(|(_, results)| results.as_ref().ok())
        .flat_map(|results| results.runs.iter().map(report::Run::label))
        .collect();
    for finding in &check.findings {
        if !runs.contains(&finding.run) {
            runs.push(finding.run.clone());
        }
    }
    let mut suite = TestSuite::new("epicycle check");
    for run in runs {
        let mut found = check
            .findings
            .iter()
            .filter(|finding| finding.run == run)
            .peekable();
        let mut end = TestCaseStatus::success();
        if let Some(first) = found.peek() {
            end = TestCaseStatus::non_success(NonSuccessKind::Failure);
            end.set_type(first.rule.clone());
            end.set_message(first.text.clone());
            let lines = found.map(|finding| format!("{}: {}\n", finding.rule, finding.text));
            end.set_description(lines.collect::<String>());
        }
        suite.add_test_case(TestCase::new(run, end));
    }
    let mut document = quick_junit::Report::new("epicycle");
    document.add_test_suite(suite);
    document.to_string().context("the JUnit file")
}
