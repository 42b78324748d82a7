//! What rules bound: one value, or each number that fits a pattern; and what a report says of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use super::baseline::{Before, is_sampled_path, paths_of};
use super::names::configured;
use super::pattern::{Pattern, is_pattern};
use super::rules::Rule;
use crate::{
    CycleAccounting, DERIVED, Estimate, Expression, ExpressionError, Mode, Numbers, Report,
    SampleShard,
};

/// What a rule bounds.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub enum Metric {
    /// One value.
    Value(Expression),
    /// Each number whose name fits.
    Each(Pattern),
}

impl TryFrom<String> for Metric {
    type Error = ExpressionError;

    fn try_from(text: String) -> Result<Self, ExpressionError> {
        // `a*b` could be either: products are written with blanks.
        if is_pattern(&text) && !text.contains([' ', '(', '/']) {
            return Ok(Self::Each(Pattern::from(text)));
        }
        Expression::parse(&text).map(Self::Value)
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(expression) => expression.fmt(formatter),
            Self::Each(pattern) => pattern.fmt(formatter),
        }
    }
}

/// The numbers that a pattern stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// The pattern.
    pub pattern: Pattern,
    /// What it leaves out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignore: Vec<Pattern>,
}

impl Selection {
    /// Whether a number is one of them. A number of `events` goes by its path and by the name of the event alone.
    pub(super) fn has(&self, path: &str) -> bool {
        let event = path.strip_prefix("events.");
        let fits = |pattern: &Pattern| {
            pattern.fits(path) || event.is_some_and(|event| pattern.fits(event))
        };
        fits(&self.pattern) && !self.ignore.iter().any(fits)
    }

    /// Whether cycles or a class of them are among them, which each sampled run with an estimate has.
    fn is_about_estimates(&self) -> bool {
        let mut classes = CycleAccounting::NAMES.iter();
        self.has("cycles") || classes.any(|name| self.has(&format!("cycle_accounting.{name}")))
    }

    /// The names of the numbers in a report and in what is before it: of those that a run measures, and where none of them fits, of the
    /// derived metrics and the numbers of the config.
    fn names(&self, report: &Report, baseline: Option<&Before<'_>>) -> BTreeSet<String> {
        let old = baseline.map(Before::paths).unwrap_or_default();
        let measured = paths_of(report).into_iter().chain(old);
        let measured: BTreeSet<String> = measured.filter(|path| self.has(path)).collect();
        if !measured.is_empty() {
            return measured;
        }
        let mut others = BTreeSet::new();
        if let Some(config) = report.config.effective.as_object() {
            configured("config", config, &mut others);
        }
        let derived = DERIVED.iter().map(|derived| derived.name.to_owned());
        let known = |name: &String| {
            let metric = Expression::name(name.clone());
            let before = baseline.and_then(|baseline| baseline.value(&metric));
            value(report, &metric).or(before).is_some()
        };
        others.extend(derived.filter(|name| self.has(name) && known(name)));
        others.retain(|name| self.has(name));
        others
    }
}

/// The value of a metric: as it was counted, or an estimate and how far from it the true value may lie.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub value: f64,
    pub half_width: f64,
    is_estimate: bool,
}

impl Value {
    pub(super) fn counted(value: f64) -> Self {
        Self {
            value,
            half_width: 0.0,
            is_estimate: false,
        }
    }

    /// What a sampled run says of a metric that is one number; an estimate without an interval says nothing.
    pub(super) fn estimated(estimate: Estimate<f64>) -> Option<Self> {
        Some(Self {
            value: estimate.estimate,
            half_width: estimate.half_width?,
            is_estimate: true,
        })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.value)?;
        match self.is_estimate {
            true => write!(formatter, " ± {}", self.half_width),
            false => Ok(()),
        }
    }
}

/// What a report says of a metric.
pub(super) fn value(report: &Report, metric: &Expression) -> Option<Value> {
    if let Some(value) = report.evaluate(metric) {
        return Some(Value::counted(value));
    }
    let estimate = report.sample.as_ref()?.estimate(metric.only_name()?)?;
    Value::estimated(estimate)
}

impl Rule {
    /// The numbers that its metric stands for, if that is a pattern.
    pub(super) fn selection(&self) -> Option<Selection> {
        match &self.metric {
            Some(Metric::Each(pattern)) => Some(Selection {
                pattern: pattern.clone(),
                ignore: self.ignore.clone(),
            }),
            _ => None,
        }
    }

    /// The values that the rule bounds in a report, by name; a pattern also has what only the baseline has.
    ///
    /// # Errors
    /// Nothing that fits the pattern can be held against a bound; the text says why and what helps.
    pub(super) fn metrics(
        &self,
        report: &Report,
        baseline: Option<&Before<'_>>,
    ) -> Result<Vec<Expression>, String> {
        if let Some(Metric::Value(expression)) = &self.metric {
            return Ok(vec![expression.clone()]);
        }
        let Some(selection) = self.selection() else {
            return Ok(Vec::new());
        };
        let pattern = &selection.pattern;
        if selection.is_about_estimates() {
            let before = baseline.and_then(Before::why_no_estimate);
            let why = why_no_estimate(report).map(|why| ("report", why));
            if let Some((side, why)) = why.or(before.map(|why| ("baseline", why))) {
                return Err(format!("the {side} has no estimate: {why}"));
            }
        }
        let fitting = selection.names(report, baseline);
        if fitting.is_empty() {
            let why = why_nothing_fits(report, &selection);
            return Err(format!(
                "the report has no number that fits \"{pattern}\": {why}"
            ));
        }
        let metrics = fitting.into_iter().map(Expression::name);
        // What no unit of a sampled run saw has no interval to be held against anything.
        let is_sampled = report.sample.is_some() || baseline.is_some_and(Before::is_sampled);
        let known = |metric: &Expression| {
            let before = baseline.is_none_or(|it| it.value(metric).is_some());
            let may_lack = is_sampled && metric.only_name().is_some_and(is_sampled_path);
            !may_lack || before && value(report, metric).is_some()
        };
        let metrics: Vec<Expression> = metrics.filter(known).collect();
        if metrics.is_empty() {
            return Err(format!(
                "no number that fits \"{pattern}\" has an interval in the sampled run and a value in what it is compared with; \
                 change the pattern, or check runs that are not sampled"
            ));
        }
        Ok(metrics)
    }
}

/// Why no number of a report fits, and what helps.
fn why_nothing_fits(report: &Report, selection: &Selection) -> &'static str {
    match report.mode() {
        None => {
            "the run did not start, or not reach its end; a rule with outcome = \"any\" allows that"
        }
        Some(Mode::Functional) => {
            "the run is functional and counts no cycles and events; run it with the cycle model, or leave it out with workload or config"
        }
        Some(Mode::Sampled) => {
            "the run is sampled and estimates only cycles, their classes and events; change the pattern, or leave the run out with workload or config"
        }
        Some(Mode::Timed) if !selection.ignore.is_empty() => {
            "what fits is in ignore, or nothing does; change one of the two, or leave the run out with workload or config"
        }
        Some(Mode::Timed) => {
            "this machine or run does not count it; change the pattern, or leave the run out with workload or config"
        }
    }
}

/// Why a sampled run has no estimate at all, and what helps; `None`: it has some, or is not sampled.
pub(super) fn why_no_estimate(report: &Report) -> Option<String> {
    let sample = report.sample.as_ref()?;
    if sample.cycles.is_some() {
        return None;
    }
    Some(match (&sample.shard, &sample.remark) {
        (Some(SampleShard { index, count, .. }), _) => {
            format!("it is of shard {index} of {count}; merge the shards first (epicycle merge)")
        }
        (None, Some(remark)) => remark.clone(),
        (None, None) => "too few units were timed; run it in full, without --sample".into(),
    })
}

/// Why a report has no value for a metric, in brackets; nothing where that is not known.
pub(super) fn why_without(report: &Report, metric: &Expression) -> String {
    let names = metric.names();
    let events = names.iter().map(|name| name.trim_start_matches("events."));
    let reasons = |map: Option<&BTreeMap<String, String>>| {
        events.clone().find_map(|name| map?.get(name).cloned())
    };
    if let Some(why) = reasons(report.events_not_modelled.as_ref()) {
        return format!(" (not modelled: {why})");
    }
    let Some(sample) = &report.sample else {
        return String::new();
    };
    if let Some(why) = reasons(Some(&sample.events_not_estimated)) {
        return format!(" (not estimated: {why})");
    }
    if let Some(why) = why_no_estimate(report) {
        return format!(" (it has no estimate: {why})");
    }
    match metric.only_name() {
        Some(name) if sample.estimate(name).is_some() => {
            " (it is estimated without an interval)".into()
        }
        _ => " (the run is sampled: a rule is about one number that it estimates)".into(),
    }
}
