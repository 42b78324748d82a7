//! What a sampled run estimates (`epicycle run --sample`).

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::SampleShard;

/// Estimates of a run of which only parts, chosen by chance, were timed. The exact keys of the report (`cycles`, `events` …) are
/// absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// How the parts were chosen: `systematic` (one unit at a random place in each period) or `simpoints`.
    pub method: String,
    /// Instructions of a unit, but for the rest of the block of instructions that it ends with.
    pub unit: u64,
    /// Instructions timed and not measured before each unit.
    pub warm_up: u64,
    /// Instructions from one period to the next at the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// Units that the estimates are made from.
    pub units: u64,
    /// Instructions in them.
    pub measured_instructions: u64,
    /// Instructions that were timed: units, also those that were left out later, and what was timed before them.
    pub timed_instructions: u64,
    /// Instructions at the start of the run that are timed in full and counted as they are; units stand for the rest. Absent where all
    /// parts were chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_instructions: Option<u64>,
    /// The same at the end of the run, where stretches of it were timed apart from each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_instructions: Option<u64>,
    /// The same between them, where code executed for the first time; absent where parts of the run were timed apart from each other or chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_code_instructions: Option<u64>,
    /// Of parts that were timed apart from each other: instructions that warmed before each, at least; absent where the whole program
    /// did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warming: Option<u64>,
    /// Half-width of the interval of `cpi` that was asked for, in per cent of the estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_percent: Option<Decimal>,
    /// Whether that was reached before the program ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met: Option<bool>,
    /// Why there are no estimates, or what they do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// Cycles for each instruction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpi: Option<Estimate<Decimal>>,
    /// Cycles of the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<Estimate<u64>>,
    /// The cycles by the cause that holds them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cycle_accounting: BTreeMap<String, Estimate<u64>>,
    /// Monitor events of the whole run.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub events: BTreeMap<String, Estimate<u64>>,
    /// Events without an estimate, with the reason for each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub events_not_estimated: BTreeMap<String, String>,
    /// What was measured, in one of several runs that share the units; such a report has no estimates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<SampleShard>,
}

impl Sample {
    /// Nothing timed yet, in units of so many instructions behind so many others.
    #[must_use]
    pub fn new(method: &str, unit: u64, warm_up: u64) -> Self {
        Self {
            method: method.to_owned(),
            unit,
            warm_up,
            period: None,
            units: 0,
            measured_instructions: 0,
            timed_instructions: 0,
            start_instructions: None,
            end_instructions: None,
            new_code_instructions: None,
            warming: None,
            error_percent: None,
            met: None,
            remark: None,
            cpi: None,
            cycles: None,
            cycle_accounting: BTreeMap::new(),
            events: BTreeMap::new(),
            events_not_estimated: BTreeMap::new(),
            shard: None,
        }
    }
}

impl Sample {
    /// The estimates of counts, by the path of the exact number.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<String, Estimate<u64>> {
        let named = |section: &str, map: &BTreeMap<String, Estimate<u64>>| {
            let of_section = map.iter();
            let named = of_section.map(|(name, &value)| (format!("{section}.{name}"), value));
            named.collect::<Vec<_>>()
        };
        let cycles = self.cycles.map(|cycles| ("cycles".to_owned(), cycles));
        let classes = named("cycle_accounting", &self.cycle_accounting);
        let events = named("events", &self.events);
        cycles.into_iter().chain(classes).chain(events).collect()
    }

    /// The estimate of one count, or of `cpi`, by the path of the exact number; a bare event name stands for `events.<name>`.
    #[must_use]
    pub fn estimate(&self, path: &str) -> Option<Estimate<f64>> {
        let count = match path.split_once('.') {
            None if path == "cpi" => return self.cpi.map(|cpi| cpi.map(Decimal::value)),
            None if path == "cycles" => self.cycles.as_ref(),
            None => self.events.get(path),
            Some(("events", name)) => self.events.get(name),
            Some(("cycle_accounting", name)) => self.cycle_accounting.get(name),
            Some(_) => None,
        };
        count.map(|count| count.map(|number| number as f64))
    }
}

/// A number that was not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Estimate<T> {
    /// The estimate.
    pub estimate: T,
    /// The true value lies this far from the estimate at most, at the stated confidence; absent where the way of choosing gives
    /// no interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_width: Option<T>,
    /// How often an interval like this holds the true value, in per cent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Decimal>,
}

impl<T: Copy> Estimate<T> {
    fn map(&self, number: impl Fn(T) -> f64) -> Estimate<f64> {
        Estimate {
            estimate: number(self.estimate),
            half_width: self.half_width.map(number),
            confidence: self.confidence,
        }
    }
}

impl Estimate<u64> {
    /// Whether the intervals of two estimates have no value in common. An estimate without an interval differs from none.
    #[must_use]
    pub fn is_apart_from(&self, other: &Self) -> bool {
        match (self.half_width, other.half_width) {
            (Some(one), Some(two)) => self.estimate.abs_diff(other.estimate) > one + two,
            _ => false,
        }
    }

    /// Whether a value lies in the interval.
    #[must_use]
    pub fn holds(&self, value: u64) -> bool {
        self.half_width
            .is_some_and(|half| self.estimate.abs_diff(value) <= half)
    }
}

/// A number of six decimals at most, not below zero: a JSON number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimal {
    millionths: u64,
}

impl Decimal {
    /// The nearest one to a number; what is none, or below zero, is 0.
    #[must_use]
    pub fn nearest(number: f64) -> Self {
        Self {
            millionths: (number * 1e6).round() as u64,
        }
    }

    /// The next one above a number.
    #[must_use]
    pub fn above(number: f64) -> Self {
        Self {
            millionths: (number * 1e6).ceil() as u64,
        }
    }

    /// As a number.
    #[must_use]
    pub fn value(self) -> f64 {
        self.millionths as f64 / 1e6
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = formatter.precision().unwrap_or(6);
        write!(formatter, "{:.*}", digits, self.value())
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if (0.0..=1e12).contains(&number) {
            return Ok(Self::nearest(number));
        }
        Err(serde::de::Error::custom(
            "a number between 0 and 10^12 is expected",
        ))
    }
}

impl JsonSchema for Decimal {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(estimate: u64, half_width: u64) -> Estimate<u64> {
        Estimate {
            estimate,
            half_width: Some(half_width),
            confidence: None,
        }
    }

    #[test]
    fn two_estimates_are_apart_only_when_their_intervals_do_not_meet() {
        assert!(!estimate(100, 5).is_apart_from(&estimate(109, 4)));
        assert!(estimate(100, 5).is_apart_from(&estimate(110, 4)));
        assert!(estimate(100, 5).holds(105) && !estimate(100, 5).holds(94));
    }

    #[test]
    fn a_decimal_is_a_json_number_and_comes_back() {
        let text = serde_json::to_string(&Decimal::nearest(1.234_567_8)).unwrap();
        assert_eq!(text, "1.234568");
        let back: Decimal = serde_json::from_str(&text).unwrap();
        assert_eq!(back, Decimal::nearest(1.234_568));
        assert!(serde_json::from_str::<Decimal>("-1").is_err());
    }
}
