//! What a page is about: runs with links to their reports, what lacks, where values of configs come from.

use std::collections::BTreeMap;

use maud::Markup;

use crate::{Config, Interval, Outcome, Report, Run, RunState, derived::DERIVED};

/// The runs of a page.
#[derive(Debug, Default)]
pub struct Collection {
    /// The runs, in the order of their plans. No two have one workload and config.
    pub runs: Vec<Entry>,
    /// Runs of the plans that are not there: workload and config.
    pub missing: Vec<(String, String)>,
    /// What lacks of each incomplete batch, in words.
    pub incomplete: Vec<String>,
    /// What lies beside reports and is not on the page, in words: too much of it, or not readable.
    pub left_out: Vec<String>,
    /// By hash of a config and path of a value: where that value comes from, as far as it is known.
    pub origins: BTreeMap<String, BTreeMap<String, String>>,
}

/// A run of a page.
#[derive(Debug)]
pub struct Entry {
    /// The run.
    pub run: Run,
    /// Where its report is, as a link of the page; `None` when it came from a stream.
    pub link: Option<String>,
    /// The values of [`DERIVED`], in its order; `None` where the report lacks a number of the formula.
    derived: Vec<Option<f64>>,
    /// Its parts, where it has some.
    intervals: Vec<Interval>,
    /// Its profile as a part of a page, where it has one.
    profile: Option<Markup>,
}

impl Entry {
    /// A run with the link to its report.
    #[must_use]
    pub fn new(run: Run, link: Option<String>) -> Self {
        use crate::Numbers as _;
        let report = run.report.as_ref().ok();
        let value = |metric| report.and_then(|report| report.derived(metric));
        Self {
            derived: DERIVED.iter().map(value).collect(),
            run,
            link,
            intervals: Vec::new(),
            profile: None,
        }
    }

    /// The same with its intervals.
    #[must_use]
    pub fn with_intervals(self, intervals: Vec<Interval>) -> Self {
        Self { intervals, ..self }
    }

    /// The same with its profile, as `profile::part` writes it.
    #[must_use]
    pub fn with_profile(self, profile: Option<Markup>) -> Self {
        Self { profile, ..self }
    }

    /// Its intervals; none: it has no file of them.
    pub(super) fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    /// Its profile.
    pub(super) fn profile(&self) -> Option<&Markup> {
        self.profile.as_ref()
    }

    /// The report, where it can be read.
    pub(super) fn report(&self) -> Option<&Report> {
        self.run.report.as_ref().ok()
    }

    /// Instructions retired: those of the report, or else of the summary.
    pub(super) fn instructions(&self) -> Option<u64> {
        let line = self.run.line.as_ref();
        let report = self.report().map(|report| report.instructions);
        report.or_else(|| line.map(|line| line.instructions))
    }

    /// Cycles: those of the report, or else of the summary.
    pub(super) fn cycles(&self) -> Option<u64> {
        match self.report() {
            Some(report) => report.cycles,
            None => self.run.line.as_ref()?.cycles,
        }
    }

    /// A derived metric by its place in [`DERIVED`].
    pub(super) fn derived(&self, place: usize) -> Option<f64> {
        self.derived[place]
    }

    /// A derived metric by its name.
    pub(super) fn derived_named(&self, name: &str) -> Option<f64> {
        let place = DERIVED.iter().position(|metric| metric.name == name)?;
        self.derived(place)
    }

    /// How it ended.
    fn outcome(&self) -> Option<&Outcome> {
        let report = self.report().map(|report| &report.outcome);
        report.or_else(|| self.run.line.as_ref().map(|line| &line.outcome))
    }

    /// Its result: `ok`, or what it came to.
    pub(super) fn state(&self) -> &'static str {
        match (&self.run.line, &self.run.report) {
            (_, Err(_)) => "unreadable",
            (Some(line), _) if line.has_failed() && line.state != RunState::Limit => "failed",
            (Some(line), _) if line.state == RunState::Limit => "limit",
            _ => "ok",
        }
    }

    /// How it ended, in words.
    pub(super) fn end(&self) -> String {
        self.outcome()
            .map_or_else(|| "-".into(), ToString::to_string)
    }

    /// What went wrong, if something did.
    pub(super) fn trouble(&self) -> Option<String> {
        if let Err(error) = &self.run.report {
            return Some(error.to_string());
        }
        let line = self.run.line.as_ref().filter(|line| line.has_failed())?;
        Some(line.reason.clone().unwrap_or_else(|| self.end()))
    }

    /// Its machine, where the report can be read.
    pub(super) fn config(&self) -> Option<&Config> {
        self.report().map(|report| &report.config)
    }
}

impl Collection {
    /// The workloads with their runs that have cycles, in the order of the plan.
    pub(super) fn timed(&self) -> Vec<(&str, Vec<&Entry>)> {
        let mut groups: Vec<(&str, Vec<&Entry>)> = Vec::new();
        let timed = |entry: &&Entry| entry.cycles().is_some_and(|cycles| cycles > 0);
        for entry in self.runs.iter().filter(timed) {
            let name = entry.run.workload.as_str();
            match groups.iter_mut().find(|(known, _)| *known == name) {
                Some((_, entries)) => entries.push(entry),
                None => groups.push((name, vec![entry])),
            }
        }
        groups
    }

    /// The configs of runs, in the order of the plan.
    pub(super) fn configs(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for entry in &self.runs {
            if !names.contains(&entry.run.config.as_str()) {
                names.push(&entry.run.config);
            }
        }
        names
    }

    /// The machines of runs, each once, in the order of the plan.
    pub(super) fn machines(&self) -> Vec<&Config> {
        let mut machines: Vec<&Config> = Vec::new();
        for config in self.runs.iter().filter_map(Entry::config) {
            if machines.iter().all(|known| known.hash != config.hash) {
                machines.push(config);
            }
        }
        machines
    }
}
