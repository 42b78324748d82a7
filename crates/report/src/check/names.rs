//! Which names a metric may have.

use std::collections::BTreeSet;

use super::Rules;
use crate::{CycleAccounting, Report, metrics};

/// Sections whose names only reports know.
const SECTIONS: [&str; 5] = ["stalls", "caches", "tlbs", "branches", "processes"];

/// The names that numbers of reports have.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    known: BTreeSet<String>,
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

impl Vocabulary {
    /// The names in `reports`, and those of the monitors' `events`.
    pub fn new<'a>(
        reports: impl IntoIterator<Item = &'a Report>,
        events: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut known: BTreeSet<String> = ["instructions", "cycles"].map(str::to_owned).into();
        let classes = CycleAccounting::NAMES.iter();
        known.extend(classes.map(|name| format!("cycle_accounting.{name}")));
        let event = |name: &str, known: &mut BTreeSet<String>| {
            known.insert(name.to_owned());
            known.insert(format!("events.{name}"));
        };
        for name in events {
            event(name, &mut known);
        }
        for report in reports {
            known.extend(metrics(report).iter().map(|(path, _)| path.to_owned()));
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
        Self { known, open }
    }

    fn knows(&self, name: &str) -> bool {
        let section = name.split('.').next().unwrap_or(name);
        self.known.contains(name) || self.open.contains(&section)
    }

    fn nearest(&self, name: &str) -> Option<String> {
        let distance = |known: &String| {
            let (known, name) = (known.to_lowercase(), name.to_lowercase());
            strsim::damerau_levenshtein(&known, &name)
        };
        let (distance, nearest) = self
            .known
            .iter()
            .map(|known| (distance(known), known))
            .min()?;
        (distance <= 1 + name.chars().count() / 3).then(|| nearest.clone())
    }

    /// The first metric of `rules` that has a name that no report can have.
    #[must_use]
    pub fn misspelt(&self, rules: &Rules) -> Option<MisspeltMetric> {
        rules.rule.iter().find_map(|rule| {
            let parts = rule.metric.as_deref()?.split('/').map(str::trim);
            let wrong = parts.into_iter().find(|name| !self.knows(name))?;
            Some(MisspeltMetric {
                rule: rule.name().to_owned(),
                metric: wrong.to_owned(),
                nearest: self.nearest(wrong),
            })
        })
    }
}
