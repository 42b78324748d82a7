//! What results are compared with: other results, or a small file that was reviewed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::metric::{Selection, Value, why_no_estimate};
use super::{Rule, Rules};
use crate::derived::is_sum;
use crate::file::{parse, read_text};
use crate::metrics::full_path;
use crate::results::{Results, Run};
use crate::{
    DERIVED, Estimate, Expression, FileError, Inputs, Mode, Numbers, Outcome, OutcomeKind, Report,
    SCHEMA_VERSION, metrics,
};

/// A baseline as a file for the repository: what the rules look at, one number a line, so that a review shows what moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineFile {
    /// Version of the form.
    pub schema_version: u32,
    /// The runs, in the order of the plan.
    pub baseline: Vec<Entry>,
}

/// One run of a baseline file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Name of the workload.
    pub workload: String,
    /// Name of the config.
    pub config: String,
    /// SHA-256 of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Hash of the config.
    pub config_hash: String,
    /// What else the plan gave the run; absent when the baseline was made from a report alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Given>,
    /// How the run ended.
    pub outcome: Outcome,
    /// Whether the run had no cycle model.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub functional: bool,
    /// How it was run. Absent: it did not start, or the file is of an earlier build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Numbers by path; those of the config begin with `config.`. A number that the run measured as 0 is left out if a pattern stands for it;
    /// of a functional run, which has no other numbers than these, it is not, and neither is one of the config.
    pub numbers: BTreeMap<String, u64>,
    /// Patterns of which all numbers were looked at: what they stand for and `numbers` does not have was 0. `None`: the file of an
    /// earlier build, which does not say what was looked at; then this goes for all numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patterns: Option<Vec<Selection>>,
    /// What a sampled run estimates, by the path of the exact number or `cpi`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub estimates: BTreeMap<String, Estimate<f64>>,
}

/// What a plan gives a run besides the program, its arguments and the machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// Limit of instructions; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_instructions: Option<u64>,
    /// Limit of cycles; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_cycles: Option<u64>,
    /// Limit of the host's time in milliseconds; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_milliseconds: Option<u64>,
    /// [`Inputs::rest`].
    pub rest: String,
}

impl Given {
    fn of(inputs: &Inputs) -> Self {
        Self {
            max_instructions: inputs.max_instructions,
            max_cycles: inputs.max_cycles,
            timeout_milliseconds: inputs.timeout_milliseconds,
            rest: inputs.rest.clone(),
        }
    }

    /// Its limits, in words.
    pub(super) fn limits(&self) -> String {
        let limits = [
            (self.max_instructions, "instructions"),
            (self.max_cycles, "cycles"),
            (self.timeout_milliseconds, "ms of the host"),
        ];
        let limits = limits.into_iter();
        let limits = limits.filter_map(|(limit, unit)| Some(format!("{} {unit}", limit?)));
        let limits: Vec<String> = limits.collect();
        match limits.is_empty() {
            true => "none".into(),
            false => limits.join(", "),
        }
    }

    /// What a run of a batch was given; `None`: its summary does not say.
    pub(super) fn of_run(run: &Run) -> Option<Self> {
        Some(Self::of(run.line.as_ref()?.inputs.as_ref()?))
    }
}

impl BaselineFile {
    /// What `rules` look at in `results`.
    ///
    /// # Errors
    /// A report cannot be read.
    pub fn of(rules: &Rules, results: Vec<Results>) -> Result<Self, FileError> {
        let mut baseline = Vec::new();
        for run in results.into_iter().flat_map(|results| results.runs) {
            let given = Given::of_run(&run);
            let report = run.report?;
            let functional = report.cycles.is_none() && report.sample.is_none();
            let mode = report.mode();
            let rules = rules.rule.iter();
            let rules = rules.filter(|rule| rule.is_about(&run.workload, &run.config));
            let patterns: Vec<Selection> = rules.clone().filter_map(Rule::selection).collect();
            let recorder = Recorder {
                report: &report,
                left_out: if functional { &[][..] } else { &patterns[..] },
                seen: RefCell::default(),
            };
            let mut estimates = BTreeMap::new();
            for metric in rules
                .filter_map(|rule| rule.metrics(&report, None).ok())
                .flatten()
            {
                recorder.evaluate(&metric);
                if let Some(sample) = &report.sample
                    && let Some(name) = metric.only_name()
                    && let Some(estimate) = sample.estimate(name)
                {
                    estimates.insert(name.to_owned(), estimate);
                }
            }
            let numbers = recorder.seen.into_inner();
            baseline.push(Entry {
                workload: run.workload,
                config: run.config,
                program: report.workload.sha256,
                arguments: report.workload.args,
                config_hash: report.config.hash,
                given,
                outcome: report.outcome,
                functional,
                mode,
                numbers,
                patterns: Some(patterns),
                estimates,
            });
        }
        Ok(Self {
            schema_version: SCHEMA_VERSION,
            baseline,
        })
    }

    /// What is different in a newer baseline, a line each.
    #[must_use]
    pub fn changes(&self, after: &Self) -> Vec<String> {
        let label = |entry: &Entry| format!("{}/{}", entry.workload, entry.config);
        let find = |file: &Self, name: &str| {
            let mut entries = file.baseline.iter();
            entries.find(|entry| label(entry) == name).cloned()
        };
        let mut lines = Vec::new();
        for new in &after.baseline {
            let name = label(new);
            let Some(old) = find(self, &name) else {
                lines.push(format!("{name}: new"));
                continue;
            };
            let texts = |entry: &Entry| {
                [
                    ("program", format!("{:?}", entry.program)),
                    ("arguments", format!("{:?}", entry.arguments)),
                    ("config hash", entry.config_hash.clone()),
                    (
                        "limits",
                        entry
                            .given
                            .as_ref()
                            .map_or_else(|| "unknown".into(), Given::limits),
                    ),
                    (
                        "other keys of the plan",
                        entry
                            .given
                            .as_ref()
                            .map_or_else(|| "unknown".into(), |given| given.rest.clone()),
                    ),
                    ("outcome", entry.outcome.to_string()),
                    ("cycle model", (!entry.functional).to_string()),
                    (
                        "mode",
                        entry
                            .known_mode()
                            .map_or_else(|| "unknown".into(), |mode| mode.to_string()),
                    ),
                ]
            };
            for ((what, before), (_, now)) in texts(&old).into_iter().zip(texts(new)) {
                if before != now {
                    lines.push(format!("{name}: {what}: {before} -> {now}"));
                }
            }
            let paths: BTreeSet<&String> = old.numbers.keys().chain(new.numbers.keys()).collect();
            for path in paths {
                let number = |entry: &Entry| entry.number(path);
                let (before, now) = (number(&old), number(new));
                let text = |number: Option<u64>| {
                    number.map_or_else(|| "none".to_owned(), |it| it.to_string())
                };
                if before != now {
                    let (before, now) = (text(before), text(now));
                    lines.push(format!("{name}: {path}: {before} -> {now}"));
                }
            }
            let paths: BTreeSet<&String> =
                old.estimates.keys().chain(new.estimates.keys()).collect();
            for path in paths {
                let text = |entry: &Entry| {
                    let value = entry
                        .estimates
                        .get(path)
                        .copied()
                        .and_then(Value::estimated);
                    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
                };
                let (before, now) = (text(&old), text(new));
                if before != now {
                    lines.push(format!("{name}: {path}: {before} -> {now}"));
                }
            }
        }
        for old in &self.baseline {
            let name = label(old);
            if find(after, &name).is_none() {
                lines.push(format!("{name}: gone"));
            }
        }
        lines
    }
}

/// Notes what an evaluation reads.
struct Recorder<'a> {
    report: &'a Report,
    /// Numbers of these patterns are not noted if they are 0.
    left_out: &'a [Selection],
    seen: RefCell<BTreeMap<String, u64>>,
}

impl Recorder<'_> {
    fn note(&self, path: &str, number: u64) {
        self.seen.borrow_mut().insert(path.to_owned(), number);
    }
}

impl Numbers for Recorder<'_> {
    fn number(&self, path: &str) -> Option<u64> {
        let number = self.report.number(path)?;
        let path = full_path(path);
        // Where a pattern stands for it, its absence says that it was 0.
        if number != 0 || !self.left_out.iter().any(|pattern| pattern.has(&path)) {
            self.note(&path, number);
        }
        Some(number)
    }

    fn configured(&self, path: &str) -> Option<f64> {
        let value = self.report.configured(path)?;
        // The numbers of configs are integers. A pattern that fits a measured number does not stand for them, so they are noted if they are 0.
        self.note(&format!("config.{path}"), value as u64);
        Some(value)
    }
}

/// The results that others are compared with.
#[derive(Debug)]
pub enum Baseline {
    /// A report, or the folder of a batch.
    Results(Results),
    /// What `check --bless` writes.
    File(BaselineFile),
}

/// By which a baseline file is known from a report.
#[derive(Deserialize)]
struct Marked {
    baseline: Option<IgnoredAny>,
}

impl Baseline {
    /// Reads what is at `path`.
    ///
    /// # Errors
    /// It is neither a baseline file nor results that can be read, or one run is there twice.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let baseline = Self::read_any(path)?;
        let runs = baseline.runs();
        let mut labels = BTreeSet::new();
        let mut named = runs.iter().map(|(workload, config, _)| (workload, config));
        match named.find(|label| !labels.insert(*label)) {
            None => Ok(baseline),
            Some((workload, config)) => Err(FileError::Form {
                path: path.into(),
                reason: format!(
                    "the run {workload}/{config} is there twice; take one of the two out"
                ),
            }),
        }
    }

    fn read_any(path: &Path) -> Result<Self, FileError> {
        if path.is_dir() {
            return Results::read(path).map(Self::Results);
        }
        let text = read_text(path)?;
        // Where the text is no JSON at all, its form as a report says so.
        if serde_json::from_str::<Marked>(&text).is_ok_and(|marked| marked.baseline.is_some()) {
            return parse(path, &text).map(Self::File);
        }
        let report = parse(path, &text)?;
        Ok(Self::Results(Results::of_report(path, Ok(report))))
    }

    /// The reports of the baseline, which know names of numbers.
    pub fn reports(&self) -> impl Iterator<Item = &Report> {
        let runs = match self {
            Self::Results(results) => &results.runs[..],
            Self::File(_) => &[],
        };
        runs.iter().filter_map(|run| run.report.as_ref().ok())
    }

    /// The runs, each with what it measured or why that is not known.
    pub(super) fn runs(&self) -> Vec<(&str, &str, Result<Before<'_>, &FileError>)> {
        fn of_run(run: &Run) -> (&str, &str, Result<Before<'_>, &FileError>) {
            let before = |report| Before::Report(report, run);
            let report = run.report.as_ref();
            (&run.workload, &run.config, report.map(before))
        }
        match self {
            Self::Results(results) => results.runs.iter().map(of_run).collect(),
            Self::File(file) => {
                let entries = file.baseline.iter();
                let run = |entry| Ok(Before::Entry(entry));
                entries
                    .map(|entry| (&*entry.workload, &*entry.config, run(entry)))
                    .collect()
            }
        }
    }
}

/// One run of a baseline.
#[derive(Debug, Clone, Copy)]
pub(super) enum Before<'a> {
    Report(&'a Report, &'a Run),
    Entry(&'a Entry),
}

impl Entry {
    /// The number of a name, as far as it was looked at.
    fn number(&self, name: &str) -> Option<u64> {
        let path = full_path(name);
        let found = self.numbers.get(&*path).copied();
        found.or_else(|| self.was_0(&path).then_some(0))
    }

    /// Whether a number that is not in `numbers` was looked at: then it was 0.
    fn was_0(&self, path: &str) -> bool {
        let is_derived = DERIVED.iter().any(|derived| derived.name == path);
        // Nothing but instructions is counted in a sampled run: what it estimates and no unit saw, or does not report, is not known to be 0.
        let is_estimated = self.is_sampled() && is_sampled_path(path);
        if self.functional || is_derived || is_sum(path) || is_estimated {
            return false;
        }
        match &self.patterns {
            None => true,
            Some(patterns) => {
                let is_fitting = || patterns.iter().any(|pattern| pattern.has(path));
                !path.starts_with("config.") && is_fitting()
            }
        }
    }

    /// How it was run; `None`: it did not start, or the file of an earlier build does not say.
    fn known_mode(&self) -> Option<Mode> {
        if self.mode.is_some() {
            return self.mode;
        }
        if !self.estimates.is_empty() {
            return Some(Mode::Sampled);
        }
        let is_functional = self.functional && self.outcome.kind != OutcomeKind::Error;
        is_functional.then_some(Mode::Functional)
    }

    fn is_sampled(&self) -> bool {
        self.known_mode() == Some(Mode::Sampled)
    }
}

impl<'a> Before<'a> {
    pub(super) fn program(&self) -> Option<&'a str> {
        match self {
            Self::Report(report, _) => report.workload.sha256.as_deref(),
            Self::Entry(entry) => entry.program.as_deref(),
        }
    }

    pub(super) fn arguments(&self) -> &'a [String] {
        match self {
            Self::Report(report, _) => &report.workload.args,
            Self::Entry(entry) => &entry.arguments,
        }
    }

    pub(super) fn config_hash(&self) -> &'a str {
        match self {
            Self::Report(report, _) => &report.config.hash,
            Self::Entry(entry) => &entry.config_hash,
        }
    }

    /// What else its plan gave it; `None`: not known.
    pub(super) fn given(&self) -> Option<Given> {
        match self {
            Self::Report(_, run) => Given::of_run(run),
            Self::Entry(entry) => entry.given.clone(),
        }
    }

    /// With or without time; `None`: it did not start, or that is not known.
    pub(super) fn mode(&self) -> Option<Mode> {
        match self {
            Self::Report(report, _) => report.mode(),
            Self::Entry(entry) => entry.known_mode(),
        }
    }

    pub(super) fn outcome(&self) -> &'a Outcome {
        match self {
            Self::Report(report, _) => &report.outcome,
            Self::Entry(entry) => &entry.outcome,
        }
    }

    /// Whether it is of a sampled run.
    pub(super) fn is_sampled(&self) -> bool {
        match self {
            Self::Report(report, _) => report.sample.is_some(),
            Self::Entry(entry) => entry.is_sampled(),
        }
    }

    /// Why it is of a sampled run without any estimate; `None`: it is not.
    pub(super) fn why_no_estimate(&self) -> Option<String> {
        match self {
            Self::Report(report, _) => why_no_estimate(report),
            Self::Entry(entry) => (entry.is_sampled() && entry.estimates.is_empty()).then(|| {
                "it was made from a sampled run without one, or by rules that look at none".into()
            }),
        }
    }

    /// What it says of a metric.
    pub(super) fn value(&self, metric: &Expression) -> Option<Value> {
        if let Some(name) = metric.only_name() {
            let estimate = match self {
                Self::Report(report, _) => report.sample.as_ref().and_then(|it| it.estimate(name)),
                Self::Entry(entry) => {
                    let found = entry.estimates.get(name);
                    let found = found.or_else(|| entry.estimates.get(&format!("events.{name}")));
                    found.copied()
                }
            };
            if let Some(estimate) = estimate {
                return Value::estimated(estimate);
            }
        }
        self.evaluate(metric).map(Value::counted)
    }

    /// The paths that it has numbers for.
    pub(super) fn paths(&self) -> Vec<String> {
        match self {
            Self::Report(report, _) => paths_of(report),
            Self::Entry(entry) => {
                let paths = entry.numbers.keys().chain(entry.estimates.keys());
                paths
                    .filter(|path| !path.starts_with("config."))
                    .cloned()
                    .collect()
            }
        }
    }
}

/// The paths of the numbers that a report counts or estimates.
pub(super) fn paths_of(report: &Report) -> Vec<String> {
    let numbers = metrics(report);
    let counted = numbers.iter().map(|(path, _)| path.to_owned());
    let estimates = report.sample.as_ref().map(|sample| sample.counts());
    let estimated = estimates.into_iter().flatten().map(|(path, _)| path);
    let mut paths: Vec<String> = counted.chain(estimated).collect();
    // A report does not list it where it is 0.
    let unlisted = "unaligned_faults".to_owned();
    if report.number(&unlisted).is_some() && !paths.contains(&unlisted) {
        paths.push(unlisted);
    }
    paths
}

/// Whether a sampled run estimates what is at a path, or says nothing of it.
pub(super) fn is_sampled_path(path: &str) -> bool {
    match path.split_once('.') {
        Some((section, rest)) => match section {
            "events" | "cycle_accounting" | "stalls" | "caches" | "tlbs" | "branches" => true,
            "processes" => rest.ends_with(".cycles"),
            _ => false,
        },
        None => path != "instructions",
    }
}

impl Numbers for Before<'_> {
    fn number(&self, path: &str) -> Option<u64> {
        match self {
            Self::Report(report, _) => report.number(path),
            Self::Entry(entry) => entry.number(path),
        }
    }

    fn configured(&self, path: &str) -> Option<f64> {
        match self {
            Self::Report(report, _) => report.configured(path),
            Self::Entry(entry) => entry.number(&format!("config.{path}")).map(|it| it as f64),
        }
    }
}
