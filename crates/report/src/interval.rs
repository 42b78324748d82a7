//! A line of `epicycle run --interval`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::file::json_fault_in_line;
use crate::{CycleAccounting, FileError, Report};

/// What the name of a file of intervals ends in, behind that of the run or of its report and a dot.
pub const INTERVALS: &str = "intervals.jsonl";

/// The file of intervals beside a report.
#[must_use]
pub fn intervals_beside(report: &Path) -> PathBuf {
    let mut name = report.as_os_str().to_owned();
    name.push(format!(".{INTERVALS}"));
    name.into()
}

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

/// Reads a file of intervals, a line of JSON for each.
///
/// # Errors
/// [`FileError`]: it cannot be read, a line is none, or they do not follow each other.
pub fn read_intervals(path: &Path) -> Result<Vec<Interval>, FileError> {
    let text = files::read_text(path, files::DATA).map_err(|source| FileError::Read {
        path: path.into(),
        source,
    })?;
    let lines = (1..).zip(text.lines());
    let full = lines.filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line)| {
        serde_json::from_str(line).map_err(|error| FileError::Form {
            path: path.into(),
            reason: json_fault_in_line(&error, number),
        })
    };
    let parts: Vec<Interval> = full.map(read).collect::<Result<_, _>>()?;
    let astray = (0..)
        .zip(&parts)
        .find(|(number, part)| part.interval != *number);
    if let Some((number, part)) = astray {
        return Err(FileError::Form {
            path: path.into(),
            reason: format!(
                "interval {} stands where interval {number} is expected: lines are missing or out of order",
                part.interval
            ),
        });
    }
    Ok(parts)
}

/// Whether intervals are all those of a run: their instructions and their cycles by class sum to those of its report.
#[must_use]
pub fn sum_to(intervals: &[Interval], report: &Report) -> bool {
    let mut intervals = intervals.iter().cloned();
    let Some(mut sum) = intervals.next() else {
        return report.cycles == Some(0);
    };
    intervals.for_each(|next| sum.add(&next));
    sum.instructions == report.instructions && Some(sum.cycle_accounting) == report.cycle_accounting
}

impl Interval {
    /// Adds the interval that follows this one: both are one then.
    pub fn add(&mut self, next: &Self) {
        self.instructions = self.instructions.saturating_add(next.instructions);
        self.cycles = self.cycles.saturating_add(next.cycles);
        let mut classes = self.cycle_accounting.values();
        for (sum, more) in classes.iter_mut().zip(next.cycle_accounting.values()) {
            *sum = sum.saturating_add(more);
        }
        self.cycle_accounting = CycleAccounting::from_values(classes);
        for (event, count) in &next.events {
            let sum = self.events.entry(event.clone()).or_default();
            *sum = sum.saturating_add(*count);
        }
    }

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
