//! A line of `epicycle run --interval`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::CycleAccounting;

/// What was counted in a part of a run. The parts follow each other without a gap; over all of them every number sums to that of
/// the report.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// Its number, from 0.
    pub interval: u64,
    /// Instructions of the run before it.
    pub first_instruction: u64,
    /// Cycles of the run before it.
    pub first_cycle: u64,
    /// Instructions that retired in it.
    pub instructions: u64,
    /// Its cycles.
    pub cycles: u64,
    /// Its cycles by class.
    pub cycle_accounting: CycleAccounting,
    /// The monitor's events.
    pub events: BTreeMap<String, u64>,
}

impl Interval {
    /// The names of its columns in CSV, with the end of the line.
    #[must_use]
    pub fn csv_heading(&self) -> String {
        let own = [
            "interval",
            "first_instruction",
            "first_cycle",
            "instructions",
            "cycles",
        ];
        let names = own.into_iter().chain(CycleAccounting::NAMES);
        let names = names.chain(self.events.keys().map(String::as_str));
        names.collect::<Vec<_>>().join(",") + "\n"
    }

    /// Its line in CSV.
    #[must_use]
    pub fn csv_line(&self) -> String {
        let own = [
            self.interval,
            self.first_instruction,
            self.first_cycle,
            self.instructions,
            self.cycles,
        ];
        let values = own.into_iter().chain(self.cycle_accounting.values());
        let mut line = String::new();
        for value in values.chain(self.events.values().copied()) {
            let comma = if line.is_empty() { "" } else { "," };
            let _ = write!(line, "{comma}{value}");
        }
        line + "\n"
    }
}
