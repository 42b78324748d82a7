//! A file of rules.
//!
//! ```toml
//! [[rule]]
//! name = "sorting stays fast"
//! metric = "instructions / cycles"   # a number of the report, or arithmetic on some
//! min = 0.8
//! workload = "sort"                  # optional, also "s*"; default: every workload
//! config = "itanium"                 # optional, also "itanium2*"; default: every config
//!
//! [[rule]]
//! name = "no run gets slower than the baseline"
//! metric = "cycles"
//! max_increase_percent = 1.0
//!
//! [[rule]]
//! name = "no count moves"
//! metric = "events.*"                # each number that fits
//! ignore = ["events.BUS_*"]
//! equals = "baseline"
//!
//! [[rule]]
//! name = "this one may crash"
//! workload = "fuzz"
//! outcome = "any"                    # or "exit 3", "signal 11", "limit"
//!
//! [[rule]]
//! name = "one machine"
//! unchanged = ["config", "program", "arguments"]
//! ```

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::baseline::Before;
use super::metric::{Metric, Value, value, why_without};
use super::pattern::Pattern;
use crate::{Expression, Outcome, OutcomeKind, Report};

/// A file of rules.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The rules, in the order of the file.
    #[serde(default)]
    pub rule: Vec<Rule>,
}

/// What has to hold for the runs that the rule is about: a bound on a number, an outcome, or inputs of the baseline.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What the rule protects, in words; printed when it is violated. The metric when absent.
    pub name: Option<String>,
    /// What is bounded: arithmetic on dotted paths into the report, events and derived metrics, or a pattern of paths.
    pub metric: Option<Metric>,
    /// Paths that a pattern leaves out.
    #[serde(default)]
    pub ignore: Vec<Pattern>,
    /// Workloads that the rule is about; all when absent.
    pub workload: Option<Pattern>,
    /// Configs that the rule is about; all when absent.
    pub config: Option<Pattern>,
    /// The only value allowed.
    pub equals: Option<Exact>,
    /// Lowest value allowed.
    pub min: Option<f64>,
    /// Highest value allowed.
    pub max: Option<f64>,
    /// Highest growth against the baseline allowed.
    pub max_increase: Option<f64>,
    /// Highest shrinkage against the baseline allowed.
    pub max_decrease: Option<f64>,
    /// Highest change against the baseline allowed, either way.
    pub max_change: Option<f64>,
    /// Highest growth against the baseline allowed, in percent.
    pub max_increase_percent: Option<f64>,
    /// Highest shrinkage against the baseline allowed, in percent.
    pub max_decrease_percent: Option<f64>,
    /// Highest change against the baseline allowed, either way, in percent.
    pub max_change_percent: Option<f64>,
    /// How the runs may end; when absent, as in the baseline, and without one with exit status 0.
    pub outcome: Option<Expected>,
    /// What has to be the same as in the baseline.
    #[serde(default)]
    pub unchanged: Vec<Identity>,
}

/// The only value that a rule allows.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number, or \"baseline\" for the value of the baseline"
)]
pub enum Exact {
    /// This one.
    Number(f64),
    /// The one of the baseline.
    Of(Same),
}

/// Where the only value allowed comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Same {
    /// The baseline.
    Baseline,
}

/// How a run may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Expected {
    /// In any way; the run may also be missing.
    Any,
    /// With this exit status.
    Exit(u8),
    /// Killed by this signal.
    Signal(u8),
    /// At a limit.
    Limit,
}

impl Expected {
    /// Whether a run may end so.
    #[must_use]
    pub fn allows(self, outcome: &Outcome) -> bool {
        match self {
            Self::Any => true,
            Self::Exit(status) => {
                (outcome.kind, outcome.status) == (OutcomeKind::Exit, Some(status))
            }
            Self::Signal(number) => outcome.signal == Some(number),
            Self::Limit => outcome.kind == OutcomeKind::Limit,
        }
    }
}

impl TryFrom<String> for Expected {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (kind, number) = match text.split_once(' ') {
            Some((kind, number)) => (kind, number.trim().parse().ok()),
            None => (text.as_str(), None),
        };
        match (kind, number) {
            ("any", _) if text == kind => Ok(Self::Any),
            ("limit", _) if text == kind => Ok(Self::Limit),
            ("exit", Some(status)) => Ok(Self::Exit(status)),
            ("exit", None) if text == kind => Ok(Self::Exit(0)),
            ("signal", Some(number)) => Ok(Self::Signal(number)),
            _ => Err(format!(
                "\"{text}\" is no outcome; write \"any\", \"limit\", \"exit 0\" or \"signal 11\""
            )),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => write!(formatter, "any end"),
            Self::Exit(status) => write!(formatter, "exit status {status}"),
            Self::Signal(number) => write!(formatter, "signal {number}"),
            Self::Limit => write!(formatter, "a limit"),
        }
    }
}

/// What makes a run the same one as in the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Identity {
    /// The SHA-256 of the program.
    Program,
    /// Its arguments.
    Arguments,
    /// The hash of the config.
    Config,
}

/// A rules file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// Reading failed.
    #[error("cannot read rules {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// The text is not TOML of the expected form.
    #[error("rules {}: {source}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong and where.
        source: Box<toml::de::Error>,
    },
    /// There is nothing to check.
    #[error("rules {}: there is no [[rule]]; add one with name, metric and a bound", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A bound that every number keeps, or none.
    #[error("rules {}: rule \"{rule}\" is bounded by {bound}; give a finite number", path.display())]
    NotFinite {
        /// The file.
        path: PathBuf,
        /// Name of the rule.
        rule: String,
        /// The bound.
        bound: f64,
    },
    /// Bounds that exclude each other.
    #[error("rules {}: rule \"{rule}\" has {low} above {high}: every number breaks it; change one of the two", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// Name of the rule.
        rule: String,
        /// The lower bound, with its key.
        low: String,
        /// The upper bound, with its key.
        high: String,
    },
    /// A bound on the size of a change that is below 0.
    #[error("rules {}: rule \"{rule}\" has {key} {bound}: no change is that small; give 0 or more", path.display())]
    Negative {
        /// The file.
        path: PathBuf,
        /// Name of the rule.
        rule: String,
        /// The key.
        key: &'static str,
        /// Its value.
        bound: f64,
    },
    /// Only of a pattern something can be left out.
    #[error("rules {}: rule \"{rule}\" has ignore, and its metric is no pattern, of which ignore leaves numbers out; take ignore out", path.display())]
    Ignores {
        /// The file.
        path: PathBuf,
        /// Name of the rule.
        rule: String,
    },
    /// Bounds of nothing.
    #[error("rules {}: rule \"{rule}\" has a bound and no metric; say which number it bounds", path.display())]
    NoMetric {
        /// The file.
        path: PathBuf,
        /// Name of the rule.
        rule: String,
    },
    /// A rule bounds nothing.
    #[error(
        "rules {}: rule \"{rule}\" has no bound; give equals, min, max, max_change, max_change_percent or one of the sides such as max_increase_percent, or outcome or unchanged",
        path.display()
    )]
    NoBound {
        /// The file.
        path: PathBuf,
        /// Name of the rule.
        rule: String,
    },
}

/// A rule that a report does not keep.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// Name of the rule.
    pub rule: String,
    /// The run: `workload/config`.
    pub run: String,
    /// What was found and what was allowed.
    pub text: String,
    /// The number that it is about.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub deviation: Option<Deviation>,
}

/// A number outside of its bounds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Deviation {
    /// The metric.
    pub metric: String,
    /// The value of the baseline, or the only one allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// The value found.
    pub actual: f64,
    /// What is allowed: `max 5`, `max_increase_percent 1`.
    pub band: String,
}

/// How one report breaks one rule.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Violation {
    pub text: String,
    pub deviation: Option<Deviation>,
}

impl From<String> for Violation {
    fn from(text: String) -> Self {
        Self {
            text,
            deviation: None,
        }
    }
}

impl Rules {
    /// Reads a rules file.
    ///
    /// # Errors
    /// [`RulesError`] when the file cannot be read, is malformed, or holds no rule or one without a real bound.
    pub fn read(path: &Path) -> Result<Self, RulesError> {
        let text = files::read_text(path, files::DOCUMENT).map_err(|source| RulesError::Read {
            path: path.into(),
            source,
        })?;
        let rules: Self = toml::from_str(&text).map_err(|source| RulesError::Form {
            path: path.into(),
            source: Box::new(source),
        })?;
        if rules.rule.is_empty() {
            return Err(RulesError::Empty { path: path.into() });
        }
        for rule in &rules.rule {
            let (path, name) = (path.to_owned(), rule.name());
            if let Some(bound) = rule.bounds().find(|bound| !bound.is_finite()) {
                return Err(RulesError::NotFinite {
                    path,
                    rule: name,
                    bound,
                });
            }
            let mut sizes = rule.moves().filter(|bound| bound.up && bound.down);
            if let Some(Move { key, allowed, .. }) = sizes.find(|size| size.allowed < 0.0) {
                return Err(RulesError::Negative {
                    path,
                    rule: name,
                    key,
                    bound: allowed,
                });
            }
            if !rule.ignore.is_empty() && !matches!(rule.metric, Some(Metric::Each(_))) {
                return Err(RulesError::Ignores { path, rule: name });
            }
            if let Some((low, high)) = rule.contradiction() {
                return Err(RulesError::Contradiction {
                    path,
                    rule: name,
                    low,
                    high,
                });
            }
            let bounded = rule.bounds().next().is_some();
            if bounded && rule.metric.is_none() {
                return Err(RulesError::NoMetric { path, rule: name });
            }
            let says_more = rule.outcome.is_some() || !rule.unchanged.is_empty();
            if !bounded && (rule.metric.is_some() || !says_more) {
                return Err(RulesError::NoBound { path, rule: name });
            }
        }
        Ok(rules)
    }

    /// Whether some rule needs a baseline to compare with.
    #[must_use]
    pub fn needs_baseline(&self) -> bool {
        self.rule.iter().any(Rule::is_about_change)
    }
}

/// A bound on the change of a number.
struct Move {
    key: &'static str,
    allowed: f64,
    up: bool,
    down: bool,
    percent: bool,
}

impl Move {
    /// What is said of a change that breaks the bound.
    fn broken(&self) -> String {
        let unit = if self.percent { " %" } else { "" };
        let least = -self.allowed;
        match (self.up, self.down) {
            (true, true) => format!("more than ±{}{unit}", self.allowed),
            (true, false) if least > 0.0 => {
                format!("and a decrease of at least {least}{unit} is asked for")
            }
            (false, _) if least > 0.0 => {
                format!("and an increase of at least {least}{unit} is asked for")
            }
            (true, false) => format!("more than +{}{unit}", self.allowed),
            (false, _) => format!("more than -{}{unit}", self.allowed),
        }
    }
}

impl Rule {
    /// What messages call the rule.
    #[must_use]
    pub fn name(&self) -> String {
        match (&self.name, &self.metric) {
            (Some(name), _) => name.clone(),
            (None, Some(metric)) => metric.to_string(),
            (None, None) if self.outcome.is_some() => "outcome".into(),
            (None, None) => "unchanged".into(),
        }
    }

    fn is_about_change(&self) -> bool {
        self.moves().next().is_some()
            || matches!(self.equals, Some(Exact::Of(Same::Baseline)))
            || !self.unchanged.is_empty()
    }

    /// The bounds on change that the rule has: key, allowed change, which directions count, and whether in percent.
    fn moves(&self) -> impl Iterator<Item = Move> {
        let bound = |key, allowed: Option<f64>, up, down, percent| {
            allowed.map(|allowed| Move {
                key,
                allowed,
                up,
                down,
                percent,
            })
        };
        [
            bound("max_increase", self.max_increase, true, false, false),
            bound("max_decrease", self.max_decrease, false, true, false),
            bound("max_change", self.max_change, true, true, false),
            bound(
                "max_increase_percent",
                self.max_increase_percent,
                true,
                false,
                true,
            ),
            bound(
                "max_decrease_percent",
                self.max_decrease_percent,
                false,
                true,
                true,
            ),
            bound(
                "max_change_percent",
                self.max_change_percent,
                true,
                true,
                true,
            ),
        ]
        .into_iter()
        .flatten()
    }

    fn bounds(&self) -> impl Iterator<Item = f64> {
        let exact = match self.equals {
            Some(Exact::Number(number)) => Some(number),
            // As a bound: it always is finite.
            Some(Exact::Of(Same::Baseline)) => Some(0.0),
            None => None,
        };
        let moves = self.moves().map(|bound| bound.allowed);
        [self.min, self.max, exact]
            .into_iter()
            .flatten()
            .chain(moves)
    }

    /// A lower bound above an upper one, each as `key value`.
    fn contradiction(&self) -> Option<(String, String)> {
        self.contradiction_of_values()
            .or_else(|| self.contradiction_of_changes(false))
            .or_else(|| self.contradiction_of_changes(true))
    }

    /// The same for the bounds on change that are, or are not, in percent.
    fn contradiction_of_changes(&self, percent: bool) -> Option<(String, String)> {
        let most = |up: bool| {
            let bounds = self.moves().filter(|bound| bound.percent == percent);
            let bounds = bounds.filter(|bound| if up { bound.up } else { bound.down });
            let bounds =
                bounds.map(|bound| (format!("{} {}", bound.key, bound.allowed), bound.allowed));
            let exact = matches!(self.equals, Some(Exact::Of(Same::Baseline)));
            let exact = exact.then(|| ("equals baseline".to_owned(), 0.0));
            bounds
                .chain(exact)
                .min_by(|one, other| one.1.total_cmp(&other.1))
        };
        let ((up, increase), (down, decrease)) = (most(true)?, most(false)?);
        let least = match decrease == 0.0 {
            true => 0.0,
            false => -decrease,
        };
        (increase < least).then(|| (format!("{down}, a change of {least},"), up))
    }

    fn contradiction_of_values(&self) -> Option<(String, String)> {
        let exact = match self.equals {
            Some(Exact::Number(number)) => Some(("equals", number)),
            Some(Exact::Of(Same::Baseline)) | None => None,
        };
        let lows = [self.min.map(|min| ("min", min)), exact];
        let highs = [self.max.map(|max| ("max", max)), exact];
        let lows = lows.into_iter().flatten();
        let mut pairs =
            lows.flat_map(|low| highs.into_iter().flatten().map(move |high| (low, high)));
        let ((low, least), (high, most)) = pairs.find(|((_, low), (_, high))| low > high)?;
        Some((format!("{low} {least}"), format!("{high} {most}")))
    }

    /// Whether the rule applies to a run.
    #[must_use]
    pub fn is_about(&self, workload: &str, config: &str) -> bool {
        let fits = |pattern: &Option<Pattern>, name| {
            pattern.as_ref().is_none_or(|pattern| pattern.fits(name))
        };
        fits(&self.workload, workload) && fits(&self.config, config)
    }

    /// How a report breaks the rule; what it says of the outcome is not looked at here. A report that `may_lack` numbers breaks no rule
    /// by that.
    pub(super) fn violations(
        &self,
        report: &Report,
        baseline: Option<&Before<'_>>,
        may_lack: bool,
    ) -> Vec<Violation> {
        if self.is_about_change() && baseline.is_none() {
            return vec!["the baseline does not have this run".to_owned().into()];
        }
        if let Some(before) = baseline
            && let Some(text) = self.moved_identity(before, report)
        {
            return vec![text.into()];
        }
        let metrics = match self.metrics(report, baseline) {
            Ok(metrics) => metrics,
            Err(_) if may_lack => Vec::new(),
            Err(why) => return vec![why.into()],
        };
        metrics
            .iter()
            .filter(|metric| !may_lack || value(report, metric).is_some())
            .filter_map(|metric| self.violation(metric, report, baseline))
            .collect()
    }

    fn violation(
        &self,
        metric: &Expression,
        report: &Report,
        baseline: Option<&Before<'_>>,
    ) -> Option<Violation> {
        let Some(value) = value(report, metric) else {
            let why = why_without(report, metric);
            return Some(format!("the report has no value for \"{metric}\"{why}").into());
        };
        let Value {
            value: middle,
            half_width: half,
            ..
        } = value;
        let broken = |text: String, band: String, expected: Option<f64>| {
            Some(Violation {
                text,
                deviation: Some(Deviation {
                    metric: metric.to_string(),
                    expected,
                    actual: middle,
                    band,
                }),
            })
        };
        if let Some(Exact::Number(only)) = self.equals
            && (middle - only).abs() > half
        {
            let text = format!("{metric} is {value}, expected {only}");
            return broken(text, format!("equals {only}"), Some(only));
        }
        if let Some(min) = self.min.filter(|&min| middle + half < min) {
            let text = format!("{metric} is {value}, below {min}");
            return broken(text, format!("min {min}"), None);
        }
        if let Some(max) = self.max.filter(|&max| middle - half > max) {
            let text = format!("{metric} is {value}, above {max}");
            return broken(text, format!("max {max}"), None);
        }
        let exact = matches!(self.equals, Some(Exact::Of(Same::Baseline)));
        if !exact && self.moves().next().is_none() {
            return None;
        }
        let Some(before) = baseline.and_then(|baseline| baseline.value(metric)) else {
            return Some(format!("the baseline has no value for \"{metric}\"").into());
        };
        let all = middle - before.value;
        // Of two intervals the least change that both allow.
        let change = all.signum() * (all.abs() - half - before.half_width).max(0.0);
        let moved = || {
            let percent = match (all == 0.0, before.value == 0.0) {
                (true, _) => " (+0.00 %)".to_owned(),
                // No percentage of 0 says how far.
                (false, true) => String::new(),
                (false, false) => format!(" ({:+.2} %)", all / before.value.abs() * 100.0),
            };
            format!("{metric} went from {before} to {value}{percent}")
        };
        let expected = Some(before.value);
        if exact && change != 0.0 {
            return broken(moved(), "equals baseline".into(), expected);
        }
        // The end of the baseline's interval from which the least change is counted.
        let from = before.value + change.signum() * before.half_width;
        let bound = self.moves().find(|bound| {
            // Without a division, a change that is exactly as large as allowed is compared as such.
            let (change, allowed) = match bound.percent {
                true => (change * 100.0, bound.allowed * from.abs()),
                false => (change, bound.allowed),
            };
            (bound.up && change > allowed) || (bound.down && -change > allowed)
        })?;
        let text = format!("{}, {}", moved(), bound.broken());
        broken(text, format!("{} {}", bound.key, bound.allowed), expected)
    }

    fn moved_identity(&self, before: &Before<'_>, after: &Report) -> Option<String> {
        let moved = self.unchanged.iter().filter(|identity| match identity {
            Identity::Program => before.program() != after.workload.sha256.as_deref(),
            Identity::Arguments => before.arguments() != after.workload.args,
            Identity::Config => before.config_hash() != after.config.hash,
        });
        let moved: Vec<String> = moved
            .map(|identity| format!("{identity:?}").to_lowercase())
            .collect();
        (!moved.is_empty()).then(|| format!("not as in the baseline: {}", moved.join(", ")))
    }
}
