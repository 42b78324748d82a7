//! Two reports side by side.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::{CycleAccounting, Estimate, Numbers as _, Report, derived_metrics, metrics};

/// One number that two reports disagree on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Dotted path of the number in the report.
    pub path: String,
    /// Its value in the first report; absent there when `None`.
    pub before: Option<u64>,
    /// Its value in the second report; absent there when `None`.
    pub after: Option<u64>,
    /// Where `before` is an estimate: how far from it the true value may lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before_half_width: Option<u64>,
    /// The same of `after`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_half_width: Option<u64>,
}

/// What differs between two reports.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// What was compared, for headings: `sort/itanium`.
    pub label: String,
    /// Numbers compared.
    pub compared: usize,
    /// Identities (program, machine, outcome) that differ, in words.
    pub notes: Vec<String>,
    /// Derived metrics that both reports have and that differ, with their values before and after.
    pub derived: Vec<DerivedChange>,
    /// The classes of cycle accounting of both, where both have them.
    pub classes: Vec<Change>,
    /// Numbers that differ, in the order of the report's sections, then by name.
    pub changes: Vec<Change>,
    /// Changes that [`Comparison::choose`] has left out.
    pub left_out: usize,
}

/// A derived metric that two reports disagree on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DerivedChange {
    /// Name of the metric.
    pub name: &'static str,
    /// What it counts, and for how much of what.
    pub unit: &'static str,
    /// Its value in the first report.
    pub before: f64,
    /// Its value in the second report.
    pub after: f64,
}

/// Order of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The largest difference first.
    Effect,
    /// The largest difference for its size before first; what was 0 before all others.
    Ratio,
    /// As in the report: by section, then by name.
    Name,
}

impl Change {
    fn exact(path: String, before: Option<u64>, after: Option<u64>) -> Self {
        Self {
            path,
            before,
            after,
            before_half_width: None,
            after_half_width: None,
        }
    }

    fn difference(&self) -> u64 {
        self.before.unwrap_or(0).abs_diff(self.after.unwrap_or(0))
    }
}

impl Comparison {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.changes.is_empty() && self.left_out == 0 && self.notes.is_empty()
    }

    /// Keeps the changes whose path is wanted, in an order, and of these the first `top`.
    pub fn choose(&mut self, wanted: impl Fn(&str) -> bool, order: Order, top: Option<usize>) {
        let all = self.changes.len();
        self.changes.retain(|change| wanted(&change.path));
        match order {
            Order::Name => {}
            Order::Effect => self
                .changes
                .sort_by_key(|change| Reverse(change.difference())),
            Order::Ratio => {
                let ratio = |change: &Change| {
                    let before = change.before.unwrap_or(0);
                    change.difference() as f64 / before as f64
                };
                self.changes
                    .sort_by(|one, other| ratio(other).total_cmp(&ratio(one)));
            }
        }
        if let Some(top) = top {
            self.changes.truncate(top);
        }
        self.left_out += all - self.changes.len();
    }
}

/// Puts estimates beside numbers, and leaves out those that agree: two estimates whose intervals meet, and an estimate whose interval
/// holds the exact number. What only one report can have is left out too. How many agree.
fn leave_out_estimates<'a>(
    pairs: &mut BTreeMap<&'a str, [Option<u64>; 2]>,
    here: &'a BTreeMap<String, Estimate<u64>>,
    there: &'a BTreeMap<String, Estimate<u64>>,
) -> usize {
    if here.is_empty() && there.is_empty() {
        return 0;
    }
    let paths: BTreeSet<&'a str> = here
        .keys()
        .chain(there.keys())
        .map(String::as_str)
        .collect();
    let mut agreeing = 0;
    let exact = std::mem::take(pairs);
    for &path in &paths {
        let [before, after] = exact.get(path).copied().unwrap_or_default();
        let (left, right) = (here.get(path), there.get(path));
        let agree = match (left, right, before, after) {
            (Some(left), Some(right), ..) => !left.is_apart_from(right),
            (Some(left), None, _, Some(number)) => left.holds(number),
            (None, Some(right), Some(number), _) => right.holds(number),
            // The other run saw none: it has no interval to compare with.
            _ => continue,
        };
        if agree {
            agreeing += 1;
        } else {
            let left = left.map(|it| it.estimate).or(before);
            pairs.insert(path, [left, right.map(|it| it.estimate).or(after)]);
        }
    }
    let both = exact
        .into_iter()
        .filter(|(path, numbers)| !paths.contains(path) && numbers.iter().all(Option::is_some));
    pairs.extend(both);
    agreeing
}

/// Compares what two runs measured, and says which of program, machine and outcome differ.
#[must_use]
pub fn compare(label: &str, before: &Report, after: &Report) -> Comparison {
    let mut notes = Vec::new();
    let mut note = |what: &str, before: &str, after: &str| {
        if before != after {
            notes.push(format!("{what}: {before} -> {after}"));
        }
    };
    note(
        "simulator",
        &before.simulator.version,
        &after.simulator.version,
    );
    if before.config.hash != after.config.hash {
        note(
            "config",
            &identity(&before.config),
            &identity(&after.config),
        );
    }
    note("program", &before.workload.name, &after.workload.name);
    note(
        "program's SHA-256",
        text(&before.workload.sha256),
        text(&after.workload.sha256),
    );
    // Not by their text: an argument may hold blanks.
    if before.workload.args != after.workload.args {
        note(
            "arguments",
            &as_words(&before.workload.args),
            &as_words(&after.workload.args),
        );
    }
    if let (Some(before), Some(after)) = (before.mode(), after.mode()) {
        note("mode", &before.to_string(), &after.to_string());
    }
    note(
        "outcome",
        &before.outcome.to_string(),
        &after.outcome.to_string(),
    );

    let (left, right) = (metrics(before), metrics(after));
    let mut pairs: BTreeMap<&str, [Option<u64>; 2]> = BTreeMap::new();
    for (side, numbers) in [&left, &right].into_iter().enumerate() {
        for (path, number) in numbers.iter() {
            pairs.entry(path).or_default()[side] = Some(number);
        }
    }
    let [here, there] = [before, after].map(|report| {
        report
            .sample
            .as_ref()
            .map_or_else(BTreeMap::new, |it| it.counts())
    });
    let agreeing = leave_out_estimates(&mut pairs, &here, &there);
    let compared = pairs.len() + agreeing;
    let mut changes: Vec<Change> = pairs
        .into_iter()
        .filter(|(_, [before, after])| before != after)
        .map(|(path, [before, after])| Change {
            before_half_width: here.get(path).and_then(|it| it.half_width),
            after_half_width: there.get(path).and_then(|it| it.half_width),
            ..Change::exact(path.into(), before, after)
        })
        .collect();
    changes.sort_by_cached_key(|change| section(&change.path));
    let derived = derived_metrics(before)
        .filter_map(|(metric, value)| {
            Some(DerivedChange {
                name: metric.name,
                unit: metric.unit,
                before: value,
                after: after.derived(metric)?,
            })
        })
        .filter(|change| change.before != change.after);
    let accounting = before
        .cycle_accounting
        .as_ref()
        .zip(after.cycle_accounting.as_ref());
    let classes = accounting.into_iter().flat_map(|(before, after)| {
        let values = before.values().into_iter().zip(after.values());
        let named = CycleAccounting::NAMES.iter().zip(values);
        named.map(|(name, (before, after))| {
            Change::exact((*name).to_owned(), Some(before), Some(after))
        })
    });
    Comparison {
        derived: derived.collect(),
        classes: classes.collect(),
        left_out: 0,
        label: label.into(),
        compared,
        notes,
        changes,
    }
}

fn identity(config: &crate::Config) -> String {
    format!(
        "{} ({})",
        config.name,
        config.hash.get(..12).unwrap_or(&config.hash)
    )
}

/// Arguments as one line: those that are not one plain word are quoted.
fn as_words(arguments: &[String]) -> String {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !"\"'\\".contains(c);
    let word = |argument: &String| match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.clone(),
        false => format!("{argument:?}"),
    };
    let words: Vec<String> = arguments.iter().map(word).collect();
    words.join(" ")
}

fn text(value: &Option<String>) -> &str {
    value.as_deref().unwrap_or("none")
}

/// Place of a path's section in the report.
fn section(path: &str) -> usize {
    const ORDER: [&str; 9] = [
        "instructions",
        "cycles",
        "cycle_accounting",
        "events",
        "stalls",
        "caches",
        "tlbs",
        "branches",
        "processes",
    ];
    let head = path.split('.').next().unwrap_or(path);
    ORDER
        .iter()
        .position(|name| *name == head)
        .unwrap_or(ORDER.len())
}
