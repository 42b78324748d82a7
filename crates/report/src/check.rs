//! Rules that reports have to keep, for continuous integration.
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
//! ```

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::{Report, metrics};

/// A file of rules.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The rules, in the order of the file.
    #[serde(default)]
    pub rule: Vec<Rule>,
}

/// One bound on one number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What the rule protects, in words; printed when it is violated.
    pub name: String,
    /// Dotted path into the report, a bare event name, or a quotient `a / b` of two of these.
    pub metric: String,
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
    /// A rule bounds nothing.
    #[error(
        "rules {}: rule \"{rule}\" has no bound; give min, max, max_increase_percent or max_decrease_percent",
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
            if let Some(bound) = rule.bounds().find(|bound| !bound.is_finite()) {
                return Err(RulesError::NotFinite {
                    path: path.into(),
                    rule: rule.name.clone(),
                    bound,
                });
            }
            if rule.bounds().next().is_none() {
                return Err(RulesError::NoBound {
                    path: path.into(),
                    rule: rule.name.clone(),
                });
            }
        }
        Ok(rules)
    }

    /// Whether some rule needs a baseline to compare with.
    #[must_use]
    pub fn needs_baseline(&self) -> bool {
        self.rule
            .iter()
            .any(|rule| rule.max_increase_percent.is_some() || rule.max_decrease_percent.is_some())
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
                    rule: rule.name.clone(),
                    run: format!("{workload}/{}", report.config.name),
                    text,
                })
            })
            .collect()
    }
}

impl Rule {
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

    fn violation(&self, report: &Report, baseline: Option<&Report>) -> Option<String> {
        let Some(value) = metrics(report).evaluate(&self.metric) else {
            return Some(format!("the report has no value for \"{}\"", self.metric));
        };
        if let Some(min) = self.min.filter(|&min| value < min) {
            return Some(format!("{} is {value}, below {min}", self.metric));
        }
        if let Some(max) = self.max.filter(|&max| value > max) {
            return Some(format!("{} is {value}, above {max}", self.metric));
        }
        if self.max_increase_percent.is_none() && self.max_decrease_percent.is_none() {
            return None;
        }
        let Some(before) = baseline.and_then(|baseline| metrics(baseline).evaluate(&self.metric))
        else {
            return Some(format!("the baseline has no value for \"{}\"", self.metric));
        };
        let percent = if before == value {
            0.0
        } else {
            (value - before) / before * 100.0
        };
        let moved = || {
            format!(
                "{} went from {before} to {value} ({percent:+.2} %)",
                self.metric
            )
        };
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
}
