//! A file of rules.
//!
//! ```toml
//! [[rule]]
//! name = "sorting stays fast"
//! metric = "instructions / cycles"   # a number of the report, or a quotient of two
//! min = 0.8
//! workload = "sort"                  # optional; default: every workload
//! config = "itanium"                 # optional; default: every config
//!
//! [[rule]]
//! name = "no run gets slower than the baseline"
//! metric = "cycles"
//! max_increase_percent = 1.0
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

use serde::Deserialize;

use crate::{Outcome, OutcomeKind, Report};

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
    /// Dotted path into the report, a bare event name, or a quotient `a / b` of two of these.
    pub metric: Option<String>,
    /// Workload that the rule is about; all when absent.
    pub workload: Option<String>,
    /// Config that the rule is about; all when absent.
    pub config: Option<String>,
    /// Lowest value allowed.
    pub min: Option<f64>,
    /// Highest value allowed.
    pub max: Option<f64>,
    /// Highest growth against the baseline allowed, in percent.
    pub max_increase_percent: Option<f64>,
    /// Highest shrinkage against the baseline allowed, in percent.
    pub max_decrease_percent: Option<f64>,
    /// How the runs may end; when absent, as in the baseline, and without one with exit status 0.
    pub outcome: Option<Expected>,
    /// What has to be the same as in the baseline.
    #[serde(default)]
    pub unchanged: Vec<Identity>,
}

/// How a run may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Expected {
    /// Anyhow, or not at all.
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
        "rules {}: rule \"{rule}\" has no bound; give min, max, max_increase_percent or max_decrease_percent, or outcome or unchanged",
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Name of the rule.
    pub rule: String,
    /// The run: `workload/config`.
    pub run: String,
    /// What was found and what was allowed.
    pub text: String,
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
            let (path, name) = (path.to_owned(), rule.name().to_owned());
            if let Some(bound) = rule.bounds().find(|bound| !bound.is_finite()) {
                return Err(RulesError::NotFinite {
                    path,
                    rule: name,
                    bound,
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

    /// Applies every rule about `workload` to its report. A metric that the report lacks is a finding: a rule that
    /// silently checks nothing protects nothing.
    #[must_use]
    pub fn apply(
        &self,
        workload: &str,
        report: &Report,
        baseline: Option<&Report>,
    ) -> Vec<Finding> {
        self.rule
            .iter()
            .filter(|rule| rule.is_about(workload, &report.config.name))
            .filter_map(|rule| {
                rule.violation(report, baseline).map(|text| Finding {
                    rule: rule.name().into(),
                    run: format!("{workload}/{}", report.config.name),
                    text,
                })
            })
            .collect()
    }
}

impl Rule {
    /// What messages call the rule.
    #[must_use]
    pub fn name(&self) -> &str {
        let name = self.name.as_deref().or(self.metric.as_deref());
        name.unwrap_or(if self.outcome.is_some() {
            "outcome"
        } else {
            "unchanged"
        })
    }

    fn is_about_change(&self) -> bool {
        self.max_increase_percent.is_some()
            || self.max_decrease_percent.is_some()
            || !self.unchanged.is_empty()
    }

    fn bounds(&self) -> impl Iterator<Item = f64> {
        [
            self.min,
            self.max,
            self.max_increase_percent,
            self.max_decrease_percent,
        ]
        .into_iter()
        .flatten()
    }

    /// Whether the rule applies to a run.
    #[must_use]
    pub fn is_about(&self, workload: &str, config: &str) -> bool {
        self.workload.as_deref().is_none_or(|name| name == workload)
            && self.config.as_deref().is_none_or(|name| name == config)
    }

    /// How a report breaks the rule; what it says of the outcome is not looked at here.
    pub(super) fn violation(&self, report: &Report, baseline: Option<&Report>) -> Option<String> {
        if self.is_about_change() && baseline.is_none() {
            return Some("the baseline does not have this run".into());
        }
        if let Some(before) = baseline
            && let Some(text) = self.moved_identity(before, report)
        {
            return Some(text);
        }
        let metric = self.metric.as_deref()?;
        let Some(value) = report.evaluate(metric) else {
            let missing = metric.split('/').find_map(|name| {
                let name = name.trim().trim_start_matches("events.");
                report.events_not_modelled.as_ref()?.get(name)
            });
            let why = missing.map_or_else(String::new, |why| format!(" (not modelled: {why})"));
            return Some(format!("the report has no value for \"{metric}\"{why}"));
        };
        if let Some(min) = self.min.filter(|&min| value < min) {
            return Some(format!("{metric} is {value}, below {min}"));
        }
        if let Some(max) = self.max.filter(|&max| value > max) {
            return Some(format!("{metric} is {value}, above {max}"));
        }
        if self.max_increase_percent.is_none() && self.max_decrease_percent.is_none() {
            return None;
        }
        let Some(before) = baseline.and_then(|baseline| baseline.evaluate(metric)) else {
            return Some(format!("the baseline has no value for \"{metric}\""));
        };
        let percent = if before == value {
            0.0
        } else {
            (value - before) / before * 100.0
        };
        let moved = || format!("{metric} went from {before} to {value} ({percent:+.2} %)");
        if let Some(allowed) = self
            .max_increase_percent
            .filter(|&allowed| percent > allowed)
        {
            return Some(format!("{}, more than +{allowed} %", moved()));
        }
        if let Some(allowed) = self
            .max_decrease_percent
            .filter(|&allowed| -percent > allowed)
        {
            return Some(format!("{}, more than -{allowed} %", moved()));
        }
        None
    }

    fn moved_identity(&self, before: &Report, after: &Report) -> Option<String> {
        let moved = self.unchanged.iter().filter(|identity| match identity {
            Identity::Program => before.workload.sha256 != after.workload.sha256,
            Identity::Arguments => before.workload.args != after.workload.args,
            Identity::Config => before.config.hash != after.config.hash,
        });
        let moved: Vec<String> = moved
            .map(|identity| format!("{identity:?}").to_lowercase())
            .collect();
        (!moved.is_empty()).then(|| format!("not as in the baseline: {}", moved.join(", ")))
    }
}
