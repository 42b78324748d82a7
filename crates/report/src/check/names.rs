//! Which names a metric may have.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Metric, Rules};
use crate::metrics::TOTALS;
use crate::{CycleAccounting, DERIVED, Report, derived, metrics};

/// Sections whose names only reports know.
const SECTIONS: [&str; 5] = ["stalls", "caches", "tlbs", "branches", "processes"];

/// The names that numbers of reports have.
#[derive(Debug, Clone)]
pub struct Vocabulary<'a> {
    reports: Vec<&'a Report>,
    events: Vec<&'a str>,
}

/// All names, made where one is not found in a plain place.
struct Names {
    known: BTreeSet<String>,
    /// Sums over known numbers; a pattern fits none of them.
    sums: BTreeSet<String>,
    /// Sections that no report had, so that nothing is known of their names.
    open: Vec<&'static str>,
}

/// A metric of a rule that no report can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("rule \"{rule}\": no report has a number \"{metric}\"{}", nearest.as_ref().map_or_else(String::new, |nearest| format!("; did you mean \"{nearest}\"?")))]
pub struct MisspeltMetric {
    /// Name of the rule.
    pub rule: String,
    /// The name in its metric.
    pub metric: String,
    /// The known name most like it.
    pub nearest: Option<String>,
}

impl<'a> Vocabulary<'a> {
    /// The names in `reports`, and those of the monitors' `events`.
    pub fn new(
        reports: impl IntoIterator<Item = &'a Report>,
        events: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self {
            reports: reports.into_iter().collect(),
            events: events.into_iter().collect(),
        }
    }

    /// Whether the name is that of a total or of an event.
    fn is_plain(&self, name: &str) -> bool {
        let event = name.strip_prefix("events.").unwrap_or(name);
        ["instructions", "cycles"].contains(&name) || self.events.contains(&event)
    }

    /// The first metric of `rules` that has a name that no report can have. A pattern that nothing fits is none: a check finds it in each run.
    #[must_use]
    pub fn misspelt(&self, rules: &Rules) -> Option<MisspeltMetric> {
        self.first_wrong(rules, false)
    }

    /// The same, of patterns too: of what no report can have no baseline can be made.
    #[must_use]
    pub fn misspelt_or_unfitting(&self, rules: &Rules) -> Option<MisspeltMetric> {
        self.first_wrong(rules, true)
    }

    fn first_wrong(&self, rules: &Rules, with_patterns: bool) -> Option<MisspeltMetric> {
        let mut names = None;
        let knows = |name: &str, names: &mut Option<Names>| {
            self.is_plain(name) || names.get_or_insert_with(|| self.names()).knows(name)
        };
        let (rule, wrong) = rules.rule.iter().find_map(|rule| {
            let wrong = match rule.metric.as_ref()? {
                Metric::Value(expression) => {
                    let mut used = expression.names().into_iter();
                    used.find(|name| !knows(name, &mut names))?.to_owned()
                }
                Metric::Each(_) if !with_patterns => return None,
                Metric::Each(pattern) => {
                    let names = names.get_or_insert_with(|| self.names());
                    let fits = names.known.iter().any(|name| pattern.fits(name));
                    (!fits).then(|| pattern.to_string())?
                }
            };
            Some((rule, wrong))
        })?;
        Some(MisspeltMetric {
            rule: rule.name(),
            nearest: names.as_ref().and_then(|names| names.nearest(&wrong)),
            metric: wrong,
        })
    }

    fn names(&self) -> Names {
        let mut known: BTreeSet<String> = TOTALS.map(str::to_owned).into();
        known.extend(DERIVED.iter().map(|derived| derived.name.to_owned()));
        let classes = CycleAccounting::NAMES.iter();
        known.extend(classes.map(|name| format!("cycle_accounting.{name}")));
        let event = |name: &str, known: &mut BTreeSet<String>| {
            known.insert(name.to_owned());
            known.insert(format!("events.{name}"));
        };
        for name in &self.events {
            event(name, &mut known);
        }
        for report in &self.reports {
            known.extend(metrics(report).iter().map(|(path, _)| path.to_owned()));
            if let Some(config) = report.config.effective.as_object() {
                configured("config", config, &mut known);
            }
            for name in report.events.iter().flatten().map(|(name, _)| name) {
                event(name, &mut known);
            }
            for name in report.events_not_modelled.iter().flatten() {
                event(name.0, &mut known);
            }
        }
        let is_open = |section: &&str| {
            let prefix = format!("{section}.");
            !known.iter().any(|name| name.starts_with(&prefix))
        };
        let open = SECTIONS.into_iter().filter(is_open).collect();
        let sums = known.iter().flat_map(|path| derived::sums_with(path));
        let sums = sums.collect();
        Names { known, sums, open }
    }
}

impl Names {
    fn knows(&self, name: &str) -> bool {
        let section = name.split('.').next().unwrap_or(name);
        self.known.contains(name) || self.sums.contains(name) || self.open.contains(&section)
    }

    fn nearest(&self, name: &str) -> Option<String> {
        let distance = |known: &String| {
            let (known, name) = (known.to_lowercase(), name.to_lowercase());
            strsim::damerau_levenshtein(&known, &name)
        };
        let is_pattern = name.contains(['*', '?', '[']);
        let (distance, nearest) = self
            .known
            .iter()
            .chain(self.sums.iter().filter(|_| !is_pattern))
            .map(|known| (distance(known), known))
            .min()?;
        (distance <= 1 + name.chars().count() / 3).then(|| nearest.clone())
    }
}

/// The paths of the numbers of a config.
pub(super) fn configured(path: &str, values: &Map<String, Value>, known: &mut BTreeSet<String>) {
    for (name, value) in values {
        let path = format!("{path}.{name}");
        match value {
            Value::Object(inner) => configured(&path, inner, known),
            Value::Number(_) => drop(known.insert(path)),
            _ => {}
        }
    }
}
