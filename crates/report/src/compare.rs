//! Two reports side by side.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::{CycleAccounting, Estimate, Numbers as _, Report, Sample, derived_metrics, metrics};

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
    /// Numbers of one report that the other one, of a sampled run, does not estimate.
    pub not_compared: usize,
    /// How the runs were run, where that differs: no difference in itself.
    pub remarks: Vec<String>,
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
    /// Whether nothing differs that was compared.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.changes.is_empty() && self.left_out == 0 && self.notes.is_empty()
    }

    /// Whether it says more of the runs than what differs: that they were run otherwise, or that not every number was compared.
    #[must_use]
    pub fn has_remarks(&self) -> bool {
        self.not_compared > 0 || !self.remarks.is_empty()
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

/// The numbers of two reports, of which one or both may be estimates.
struct Pairs<'a> {
    /// By path: what may differ.
    numbers: BTreeMap<&'a str, [Option<u64>; 2]>,
    /// Estimates that agree with the other side.
    agreeing: usize,
    /// Numbers that a sampled run does not estimate.
    not_compared: usize,
}

/// Puts estimates beside numbers, and leaves out those that agree: two estimates whose intervals meet, and an estimate whose interval
/// holds the exact number. What a sampled run does not estimate, such as an event that no unit saw, is not compared.
fn leave_out_estimates<'a>(
    exact: BTreeMap<&'a str, [Option<u64>; 2]>,
    estimates: [&'a BTreeMap<String, Estimate<u64>>; 2],
    are_sampled: [bool; 2],
) -> Pairs<'a> {
    let mut pairs = Pairs {
        numbers: BTreeMap::new(),
        agreeing: 0,
        not_compared: 0,
    };
    let estimated = estimates.into_iter().flat_map(BTreeMap::keys);
    let paths: BTreeSet<&'a str> = estimated
        .map(String::as_str)
        .chain(exact.keys().copied())
        .collect();
    for path in paths {
        let [before, after] = exact.get(path).copied().unwrap_or_default();
        let [left, right] = estimates.map(|side| side.get(path));
        let numbers = [
            left.map(|it| it.estimate).or(before),
            right.map(|it| it.estimate).or(after),
        ];
        let is_lacking = |side: usize| are_sampled[side] && numbers[side].is_none();
        if is_lacking(0) || is_lacking(1) {
            pairs.not_compared += 1;
            continue;
        }
        let agree = match (left, right, before, after) {
            (Some(left), Some(right), ..) => !left.is_apart_from(right),
            (Some(left), None, _, Some(number)) => left.holds(number),
            (None, Some(right), Some(number), _) => right.holds(number),
            _ => false,
        };
        if agree {
            pairs.agreeing += 1;
        } else {
            pairs.numbers.insert(path, numbers);
        }
    }
    pairs
}

/// How two sampled runs were sampled, where that differs: method, and what warmed before each part.
fn sampling_remarks(before: &Report, after: &Report) -> Vec<String> {
    let (Some(one), Some(other)) = (&before.sample, &after.sample) else {
        return Vec::new();
    };
    let warming = |sample: &Sample| match sample.warming {
        Some(instructions) => format!("{instructions} instructions"),
        None => "all before".to_owned(),
    };
    let mut remarks = Vec::new();
    if one.method != other.method {
        remarks.push(format!("sampling: {} -> {}", one.method, other.method));
    }
    if one.warming != other.warming {
        let [one, other] = [one, other].map(|sample| warming(sample));
        remarks.push(format!("warming: {one} -> {other}"));
    }
    remarks
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
    note(
        "outcome",
        &before.outcome.to_string(),
        &after.outcome.to_string(),
    );

    let mut remarks = sampling_remarks(before, after);
    if let (Some(before), Some(after)) = (before.mode(), after.mode())
        && before != after
    {
        remarks.push(format!("mode: {before} -> {after}"));
    }

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
    let are_sampled = [before, after].map(|report| report.sample.is_some());
    let pairs = leave_out_estimates(pairs, [&here, &there], are_sampled);
    let compared = pairs.numbers.len() + pairs.agreeing;
    let mut changes: Vec<Change> = pairs
        .numbers
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
        not_compared: pairs.not_compared,
        remarks,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Outcome, Style, Workload, comparison_page, comparison_table};

    /// A timed run with these cycles and loads, and events that no unit of a sampled run sees.
    fn timed(cycles: u64, loads: u64) -> Report {
        let config = Config {
            name: "itanium".into(),
            hash: "1".into(),
            effective: serde_json::json!({}),
        };
        let workload = Workload {
            name: "it".into(),
            sha256: None,
            args: Vec::new(),
        };
        let events = [("LOADS_RETIRED", loads), ("BUS_ALL_ANY", 7), ("RARE", 3)];
        let events = events.map(|(name, count)| (name.to_owned(), count));
        Report {
            instructions: 5_000,
            cycles: Some(cycles),
            events: Some(events.into()),
            ..Report::new(config, workload, Outcome::exit(0))
        }
    }

    fn estimate(estimate: u64, half_width: u64) -> Estimate<u64> {
        Estimate {
            estimate,
            half_width: Some(half_width),
            confidence: None,
        }
    }

    fn sampled(estimates: Option<(u64, u64)>) -> Report {
        let mut sample = Sample::new("systematic", 1_000, 1_000);
        if let Some((cycles, loads)) = estimates {
            sample.cycles = Some(estimate(cycles, 1_234));
            let loads = estimate(loads, 50);
            sample.events = [("LOADS_RETIRED".to_owned(), loads)].into();
        }
        Report {
            cycles: None,
            events: None,
            sample: Some(Box::new(sample)),
            ..timed(0, 0)
        }
    }

    fn texts(one: &Comparison) -> [String; 3] {
        let table = |style| comparison_table(one, style);
        let sides = ["a".to_owned(), "b".to_owned()];
        let page = comparison_page(&sides, &[], None, std::slice::from_ref(one), &[]);
        [table(Style::Plain), table(Style::Markdown), page]
    }

    #[test]
    fn every_estimate_is_shown_with_its_half_width() {
        let moved = compare("it", &timed(90_000, 800), &sampled(Some((100_000, 810))));
        assert_eq!(moved.changes.len(), 1);
        for text in texts(&moved) {
            let plain = text.replace(',', "");
            assert!(plain.contains("100000 ± 1234"), "{text}");
            assert!(!plain.contains("90000 ±"), "{text}");
        }
        let both = compare(
            "it",
            &sampled(Some((90_000, 800))),
            &sampled(Some((100_000, 810))),
        );
        for text in texts(&both) {
            let plain = text.replace(',', "");
            assert!(plain.contains("90000 ± 1234") && plain.contains("100000 ± 1234"));
        }
    }

    /// They were dropped without a word beside a whole sample, and differed beside a shard.
    #[test]
    fn what_a_sampled_run_does_not_estimate_is_not_compared_and_counted() {
        let full = timed(99_500, 800);
        let whole = sampled(Some((100_000, 810)));
        let none = sampled(None);
        for (one, other, compared, not_compared) in [
            (&full, &whole, 3, 2),
            (&whole, &full, 3, 2),
            (&full, &none, 1, 4),
            (&none, &full, 1, 4),
            (&whole, &none, 1, 2),
            (&none, &none, 1, 0),
        ] {
            let found = compare("it", one, other);
            let counts = (found.compared, found.not_compared);
            assert_eq!(counts, (compared, not_compared));
            assert_eq!(found.changes, []);
            // Another mode is no difference.
            assert!(found.is_equal(), "{found:?}");
            let is_other = one.mode() != other.mode();
            for text in texts(&found) {
                let said = format!("not compared: {not_compared} (not estimated)");
                assert_eq!(text.contains(&said), not_compared > 0, "{text}");
                assert_eq!(text.contains("mode: "), is_other, "{text}");
            }
        }
        let fewer = Report {
            instructions: 4_999,
            ..none
        };
        assert!(!compare("it", &full, &fewer).is_equal());
    }

    #[test]
    fn another_method_or_other_warming_is_named() {
        let one = sampled(Some((100_000, 810)));
        let mut other = one.clone();
        assert!(!compare("it", &one, &other).has_remarks());
        let sample = other.sample.as_mut().unwrap();
        sample.method = "simpoints".into();
        sample.warming = Some(200_000);
        let found = compare("it", &one, &other);
        let remarks = [
            "sampling: systematic -> simpoints",
            "warming: all before -> 200000 instructions",
        ];
        assert_eq!(found.remarks, remarks);
        for text in texts(&found) {
            let text = text.replace("&gt;", ">");
            assert!(remarks.iter().all(|it| text.contains(it)), "{text}");
        }
    }
}
