//! Results held against rules and against a baseline.

use serde_json::Value;

use super::baseline::{Baseline, Before, Given};
use super::rules::{Expected, Finding, Rule, Rules, Violation};
use crate::results::{Results, Run};
use crate::{FileError, Outcome, OutcomeKind, Report};

/// Which run of the baseline a run is compared with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Matching {
    /// The one of the same workload and config.
    #[default]
    Run,
    /// The one of the same workload, whatever its config.
    Workload,
}

/// What a check has found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Check {
    /// Reports that were read.
    pub reports: usize,
    /// Everything that is wrong.
    pub findings: Vec<Finding>,
}

/// Checks `results`, each with the path that it was read from, against `rules` and against `baseline`. `hash`: makes the hash of a config of
/// its effective values.
#[must_use]
pub fn check(
    rules: &Rules,
    results: &[(String, Result<Results, FileError>)],
    baseline: Option<&Baseline>,
    matching: Matching,
    hash: fn(&Value) -> String,
) -> Check {
    let mut checker = Checker {
        hash,
        rules,
        baseline,
        matching,
        used: vec![false; rules.rule.len()],
        check: Check::default(),
    };
    for (path, results) in results {
        match results {
            Ok(results) => checker.results(path, results),
            Err(error) => checker.find(path, "summary", error.to_string()),
        }
    }
    checker.missing_from_baseline(results);
    for (rule, used) in rules.rule.iter().zip(checker.used) {
        if !used {
            checker.check.findings.push(Finding {
                rule: rule.name(),
                run: "rules".into(),
                text: "the rule is about none of the reports".into(),
                deviation: None,
            });
        }
    }
    checker.check
}

struct Checker<'a> {
    hash: fn(&Value) -> String,
    rules: &'a Rules,
    baseline: Option<&'a Baseline>,
    matching: Matching,
    /// By rule: whether it applied to a report, or allowed a run to be missing.
    used: Vec<bool>,
    check: Check,
}

/// What a run is compared with.
enum Partner<'a> {
    /// There is no baseline, or it does not have the run.
    None,
    Run(Before<'a>),
    /// It has the run, and that cannot be used.
    Unusable(String),
}

impl<'a> Checker<'a> {
    fn find(&mut self, run: &str, rule: &str, text: String) {
        self.check.findings.push(Finding {
            rule: rule.into(),
            run: run.into(),
            text,
            deviation: None,
        });
    }

    /// The rules about a run with a report, which count as used from now on.
    fn rules_about(&mut self, workload: &str, config: &str) -> Vec<&'a Rule> {
        let mut about = Vec::new();
        for (rule, used) in self.rules.rule.iter().zip(&mut self.used) {
            if rule.is_about(workload, config) {
                *used = true;
                about.push(rule);
            }
        }
        about
    }

    /// Whether a rule allows a run to be missing. Such a rule counts as used from now on; others have no report to apply to.
    fn may_be_missing(&mut self, workload: &str, config: &str) -> bool {
        let mut allowed = false;
        for (rule, used) in self.rules.rule.iter().zip(&mut self.used) {
            if rule.outcome == Some(Expected::Any) && rule.is_about(workload, config) {
                *used = true;
                allowed = true;
            }
        }
        allowed
    }

    fn results(&mut self, path: &str, results: &'a Results) {
        for run in &results.runs {
            self.run(run);
        }
        let Some(summary) = &results.summary else {
            return;
        };
        for missing in &summary.missing {
            if !self.may_be_missing(&missing.workload, &missing.config) {
                let text = format!("planned, and not in {path}");
                self.find(&missing.label(), "missing", text);
            }
        }
        // A summary without names, or one that contradicts itself.
        let named = summary.missing.len() as u64;
        if summary.lacks() > named {
            let text = format!(
                "incomplete: {} of the {} runs of the plan",
                summary.runs.len(),
                summary.planned
            );
            self.find(path, "missing", text);
        }
    }

    fn run(&mut self, run: &'a Run) {
        let label = run.label();
        let report = match &run.report {
            Ok(report) => report,
            // How the run ended is not known, so no rule about that allows it.
            Err(error) => return self.find(&label, "report", error.to_string()),
        };
        self.check.reports += 1;
        let about = self.rules_about(&run.workload, &run.config);
        let first = self.check.findings.len();
        if let Err(violation) = report.identities() {
            self.find(&label, "report", format!("contradicts itself: {violation}"));
        }
        if !has_hash_of_its_values(report, self.hash) {
            let text = "contradicts itself: config.hash is not the hash of config.effective";
            self.find(&label, "report", text.into());
        }
        if let Some(line) = &run.line
            && !line.agrees_with(report)
        {
            let text = "the summary says something else than the report";
            self.find(&label, "summary", text.into());
        }
        let partner = self.partner(run);
        let before = match &partner {
            Partner::Run(before) => Some(before),
            Partner::None => None,
            Partner::Unusable(why) => {
                self.find(&label, "baseline", why.clone());
                None
            }
        };
        let expected: Vec<Expected> = about.iter().filter_map(|rule| rule.outcome).collect();
        if let Some(text) = wrong_end(run, report, before, &expected) {
            self.find(&label, "outcome", text);
        }
        // Without a baseline to compare with, one finding has said so.
        if !matches!(partner, Partner::Unusable(_)) {
            // What may end as it likes may also not start, and then has retired 0 instructions and has no other number.
            let may_lack = report.mode().is_none() && expected.contains(&Expected::Any);
            for rule in about {
                for Violation { text, deviation } in rule.violations(report, before, may_lack) {
                    self.check.findings.push(Finding {
                        rule: rule.name(),
                        run: label.clone(),
                        text,
                        deviation,
                    });
                }
            }
        }
        if let Some(before) = before {
            let changed = changed_inputs(before, run, report);
            if !changed.is_empty() {
                for finding in &mut self.check.findings[first..] {
                    finding.text.push_str(&format!(" [{}]", changed.join("; ")));
                }
            }
        }
    }

    fn partner(&self, run: &Run) -> Partner<'a> {
        let Some(baseline) = self.baseline else {
            return Partner::None;
        };
        let runs = baseline.runs();
        let of_workload = || runs.iter().filter(|(name, ..)| *name == run.workload);
        let same = of_workload().find(|(_, config, _)| *config == run.config);
        let before = match (same, self.matching) {
            (Some(before), _) => before,
            (None, Matching::Run) => return Partner::None,
            (None, Matching::Workload) => {
                // The same config without its overrides is nearer than any other.
                let base = |config: &str| config.split('+').next().map(str::to_owned);
                let near: Vec<_> = of_workload()
                    .filter(|(_, config, _)| base(config) == base(&run.config))
                    .collect();
                let all: Vec<_> = of_workload().collect();
                match (near.as_slice(), all.as_slice()) {
                    ([before], _) | (_, [before]) => *before,
                    (_, []) => return Partner::None,
                    _ => {
                        let names = all
                            .iter()
                            .map(|(name, config, _)| format!("{name}/{config}"));
                        return Partner::Unusable(format!(
                            "it has several runs of the workload, {}; give the report of one",
                            names.collect::<Vec<_>>().join(", ")
                        ));
                    }
                }
            }
        };
        match &before.2 {
            Ok(before) => Partner::Run(*before),
            Err(error) => Partner::Unusable(error.to_string()),
        }
    }

    /// What the baseline has and no folder of results: such a run has been taken out of the plan, or was never started.
    fn missing_from_baseline(&mut self, results: &[(String, Result<Results, FileError>)]) {
        let read = || {
            results
                .iter()
                .filter_map(|(_, results)| results.as_ref().ok())
        };
        let Some(baseline) = self.baseline else {
            return;
        };
        // Single reports do not claim to be a whole batch, so nothing can be missing beside them.
        if !read().any(|results| results.summary.is_some()) {
            return;
        }
        for (old_workload, old_config, _) in baseline.runs() {
            let same = |workload: &str, config: &str| {
                workload == old_workload
                    && (self.matching == Matching::Workload || config == old_config)
            };
            let found = read().any(|results| {
                let missing = results.summary.iter().flat_map(|summary| &summary.missing);
                results
                    .runs
                    .iter()
                    .any(|run| same(&run.workload, &run.config))
                    || missing
                        .into_iter()
                        .any(|run| same(&run.workload, &run.config))
            });
            if !found && !self.may_be_missing(old_workload, old_config) {
                let text = "in the baseline, and not in the results";
                let label = format!("{old_workload}/{old_config}");
                self.find(&label, "missing", text.into());
            }
        }
    }
}

/// Whether the hash of the config in a report is that of the values beside it.
fn has_hash_of_its_values(report: &Report, hash: fn(&Value) -> String) -> bool {
    let config = &report.config;
    if hash(&config.effective) == config.hash {
        return true;
    }
    // A sampled run counts time in instructions, and has the hash of the config that was given.
    let mut given = config.effective.clone();
    match given.pointer_mut("/os/clock") {
        Some(clock) if report.sample.is_some() => *clock = "cycles".into(),
        _ => return false,
    }
    hash(&given) == config.hash
}

/// Why a run did not end as it should.
fn wrong_end(
    run: &Run,
    report: &Report,
    before: Option<&Before<'_>>,
    expected: &[Expected],
) -> Option<String> {
    if expected.contains(&Expected::Any) {
        return None;
    }
    let outcome = &report.outcome;
    let place = outcome.fault.as_ref().map_or_else(String::new, |fault| {
        let symbol = fault.symbol.as_ref();
        let symbol = symbol.map_or_else(String::new, |symbol| format!(" <{symbol}>"));
        // The outcome of a watchdog says what its fault says.
        match outcome.to_string().contains(&fault.reason) {
            true => format!(" at {}{symbol}", fault.ip),
            false => format!(", {} at {}{symbol}", fault.reason, fault.ip),
        }
    });
    if let Some(expected) = expected.iter().find(|expected| !expected.allows(outcome)) {
        return Some(format!("{outcome}{place}, expected {expected}"));
    }
    if expected.is_empty() {
        match before {
            Some(before) if !same_end(before.outcome(), outcome) => {
                return Some(format!(
                    "{outcome}{place}, in the baseline {}",
                    before.outcome()
                ));
            }
            None if (outcome.kind, outcome.status) != (OutcomeKind::Exit, Some(0)) => {
                return Some(format!("{outcome}{place}, expected exit status 0"));
            }
            _ => {}
        }
    }
    // Output that is not the plan's shows in no outcome.
    let line = run.line.as_ref()?;
    let reason = line.reason.as_ref()?;
    // A baseline that ended so says more than the plan.
    if before.is_some() && Outcome::is_other_status(reason) {
        return None;
    }
    (outcome.kind == OutcomeKind::Exit).then(|| format!("the plan expects otherwise: {reason}"))
}

fn same_end(one: &Outcome, other: &Outcome) -> bool {
    let end = |outcome: &Outcome| (outcome.kind, outcome.status, outcome.signal, outcome.limit);
    end(one) == end(other)
}

/// Which inputs of a run are not those of the baseline, as far as both know them: they explain a finding, or hide one.
fn changed_inputs(before: &Before<'_>, run: &Run, after: &Report) -> Vec<String> {
    let short = |hash: &str| hash.get(..12).unwrap_or(hash).to_owned();
    let program = |sha256: Option<&str>| sha256.map_or_else(|| "none".to_owned(), short);
    let mut changed = Vec::new();
    let mut note = |what: &str, before: String, after: String| {
        if before != after {
            changed.push(format!("{what} changed: {before} -> {after}"));
        }
    };
    note(
        "program hash",
        program(before.program()),
        program(after.workload.sha256.as_deref()),
    );
    note(
        "arguments",
        format!("{:?}", before.arguments()),
        format!("{:?}", after.workload.args),
    );
    note(
        "config hash",
        short(before.config_hash()),
        short(&after.config.hash),
    );
    if let (Some(before), Some(after)) = (before.mode(), after.mode()) {
        note("mode", before.to_string(), after.to_string());
    }
    if let (Some(before), Some(after)) = (before.given(), Given::of_run(run)) {
        note("limits", before.limits(), after.limits());
        note(
            "other keys of the plan",
            short(&before.rest),
            short(&after.rest),
        );
    }
    changed
}
