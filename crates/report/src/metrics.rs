//! The numbers of a report, by name.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{Counters, CycleAccounting, DERIVED, Report};

/// The numbers of a report that belong to no section.
pub(crate) const TOTALS: [&str; 3] = ["instructions", "cycles", "unaligned_faults"];

/// The integers of a report by dotted path: `cycles`, `cycle_accounting.rse`, `events.LOADS_RETIRED`, `caches.l2.misses`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metrics(BTreeMap<String, u64>);

impl Metrics {
    /// The number at `path`; a bare event name stands for `events.<name>`.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<u64> {
        self.exact(path)
            .or_else(|| self.exact(&format!("events.{path}")))
    }

    /// The number at exactly `path`.
    #[must_use]
    pub fn exact(&self, path: &str) -> Option<u64> {
        self.0.get(path).copied()
    }

    /// All numbers, sorted by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(path, &value)| (path.as_str(), value))
    }
}

/// The path of a number by its name: a name without a section that is neither a total nor a derived metric is that of an event.
pub(crate) fn full_path(name: &str) -> Cow<'_, str> {
    let is_event = !name.contains('.')
        && !TOTALS.contains(&name)
        && !DERIVED.iter().any(|derived| derived.name == name);
    match is_event {
        true => format!("events.{name}").into(),
        false => name.into(),
    }
}

impl Report {
    /// One of its [`metrics`] by path; a bare event name stands for `events.<name>`.
    #[must_use]
    pub fn number(&self, path: &str) -> Option<u64> {
        // Without all the others where the place is plain.
        let (section, rest) = path.split_once('.').unwrap_or(("", path));
        let inner = |map: &Option<BTreeMap<String, Counters>>| {
            let (unit, name) = rest.split_once('.')?;
            map.as_ref()?.get(unit)?.get(name).copied()
        };
        match section {
            "" if path == "instructions" => Some(self.instructions),
            "" if path == "cycles" => self.cycles,
            // A report leaves it out where it is 0; a boot, which has levels, does not count it.
            "" if path == "unaligned_faults" => {
                let is_counted = self.cycles.is_some() && self.levels.is_none();
                self.unaligned_faults.or(is_counted.then_some(0))
            }
            "" | "events" => self.events.as_ref()?.get(rest).copied(),
            "caches" => inner(&self.caches),
            "tlbs" => inner(&self.tlbs),
            "stalls" => inner(&self.stalls),
            "branches" => self.branches.as_ref()?.get(rest).copied(),
            "cycle_accounting" => {
                let place = CycleAccounting::NAMES
                    .iter()
                    .position(|name| *name == rest)?;
                Some(self.cycle_accounting.as_ref()?.values()[place])
            }
            "levels" | "processes" | "region" | "unimplemented_calls" => metrics(self).get(path),
            _ => None,
        }
    }
}

/// The numbers of `report` that a run measures: what describes the run (config, workload, outcome) is left out.
#[must_use]
pub fn metrics(report: &Report) -> Metrics {
    let Report {
        schema_version: _,
        simulator: _,
        config: _,
        workload: _,
        outcome: _,
        region,
        instructions,
        cycles,
        cycle_accounting,
        events,
        events_not_modelled: _,
        stalls,
        caches,
        tlbs,
        branches,
        unaligned_faults,
        monitor: _,
        levels,
        sample: _,
        processes,
        unimplemented_calls,
    } = report;
    let mut found = vec![("instructions".to_owned(), *instructions)];
    found.extend(cycles.map(|cycles| ("cycles".to_owned(), cycles)));
    found.extend(unaligned_faults.map(|faults| ("unaligned_faults".to_owned(), faults)));
    let mut counters = |section: &str, counters: &Counters| {
        let named = counters.iter();
        found.extend(named.map(|(name, &value)| ([section, name].join("."), value)));
    };
    for (section, map) in [("branches", branches), ("events", events)] {
        map.iter().for_each(|map| counters(section, map));
    }
    for (section, units) in [("caches", caches), ("stalls", stalls), ("tlbs", tlbs)] {
        for (unit, map) in units.iter().flatten() {
            counters(&[section, unit].join("."), map);
        }
    }
    if let Some(accounting) = cycle_accounting {
        let classes = CycleAccounting::NAMES.iter().zip(accounting.values());
        found.extend(classes.map(|(name, value)| (format!("cycle_accounting.{name}"), value)));
    }
    let lists = [
        ("region", json!(region)),
        ("levels", json!(levels)),
        ("processes", json!(processes)),
        ("unimplemented_calls", json!(unimplemented_calls)),
    ];
    for (section, value) in lists {
        collect(section, &value, &mut found);
    }
    Metrics(found.into_iter().collect())
}

fn collect(path: &str, value: &Value, found: &mut Vec<(String, u64)>) {
    match value {
        Value::Number(number) => {
            if let Some(number) = number.as_u64() {
                found.push((path.to_owned(), number));
            }
        }
        Value::Object(map) => map
            .iter()
            .for_each(|(key, value)| collect(&format!("{path}.{key}"), value, found)),
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(index, value)| collect(&format!("{path}.{index}"), value, found));
        }
        _ => {}
    }
}

/// `above / below` with `digits` decimals, computed in integers; `-` when `below` is zero.
#[must_use]
pub fn ratio_text(above: u64, below: u64, digits: u32) -> String {
    if below == 0 {
        return "-".into();
    }
    let scale = 10u128.pow(digits);
    let scaled = (u128::from(above) * scale * 2 + u128::from(below)) / (u128::from(below) * 2);
    if digits == 0 {
        return scaled.to_string();
    }
    format!(
        "{}.{:0width$}",
        scaled / scale,
        scaled % scale,
        width = digits as usize
    )
}

#[cfg(test)]
mod tests {
    use super::ratio_text;

    #[test]
    fn a_ratio_is_rounded_to_the_nearest() {
        assert_eq!(ratio_text(2, 3, 3), "0.667");
        assert_eq!(ratio_text(1, 3, 2), "0.33");
        assert_eq!(ratio_text(5, 2, 0), "3");
        assert_eq!(ratio_text(u64::MAX, 1, 1), format!("{}.0", u64::MAX));
    }

    #[test]
    fn a_ratio_to_nothing_is_a_dash() {
        assert_eq!(ratio_text(5, 0, 2), "-");
    }
}
