//! One number of many runs as a table of two dimensions.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use crate::results::Run;
use crate::{Expression, Numbers as _};

/// A table of one value by two properties of runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pivot {
    /// What the rows are: `workload`, `config`, a key of the config.
    pub rows_are: String,
    /// What the columns are.
    pub columns_are: String,
    /// What the cells are.
    pub value: String,
    /// Names of the rows, in the order of the plan.
    pub rows: Vec<String>,
    /// Names of the columns, in the order of the plan.
    pub columns: Vec<String>,
    /// By row and column; `None` where there is no run, or it has no such number.
    pub cells: Vec<Vec<Option<f64>>>,
}

/// Runs that make no table.
#[derive(Debug, thiserror::Error)]
pub enum PivotError {
    /// No run has the property.
    #[error(
        "no run has \"{name}\"; rows and columns are workload, program, config, base, a name of a matrix, or a key of the config such as caches.l2.bytes"
    )]
    Unknown {
        /// The property.
        name: String,
    },
    /// Rows and columns are one thing.
    #[error("rows and columns are both \"{name}\"; give two different ones")]
    Same {
        /// The property.
        name: String,
    },
    /// Two runs are in one cell.
    #[error(
        "{first} ({}) and {second} ({}) are in one cell; choose runs with --workload and --config, or other rows and columns",
        files[0].display(), files[1].display()
    )]
    Twice {
        /// One run.
        first: String,
        /// The other one.
        second: String,
        /// The files of both.
        files: [PathBuf; 2],
    },
}

impl Pivot {
    /// The table of `value` by two properties: `workload` and `config` (without what the other property says of them),
    /// `program` and `base` (without anything behind a `+`), a name of a matrix, or a key of the config. Runs whose report
    /// cannot be read have empty cells.
    ///
    /// # Errors
    /// [`PivotError`].
    pub fn of<'a>(
        runs: impl IntoIterator<Item = &'a Run> + Clone,
        rows_are: &str,
        columns_are: &str,
        value: &Expression,
    ) -> Result<Self, PivotError> {
        if rows_are == columns_are {
            return Err(PivotError::Same {
                name: rows_are.into(),
            });
        }
        let mut pivot = Self {
            rows_are: rows_are.into(),
            columns_are: columns_are.into(),
            value: value.to_string(),
            rows: Vec::new(),
            columns: Vec::new(),
            cells: Vec::new(),
        };
        for (name, other) in [(rows_are, columns_are), (columns_are, rows_are)] {
            let mut all = runs.clone().into_iter();
            if all.all(|run| property(run, name, other).is_none()) {
                return Err(PivotError::Unknown { name: name.into() });
            }
        }
        let mut owners: Vec<(usize, usize, &Run)> = Vec::new();
        for run in runs {
            let [row, column] = [(rows_are, columns_are), (columns_are, rows_are)]
                .map(|(name, other)| property(run, name, other));
            let row = place(&mut pivot.rows, row);
            let column = place(&mut pivot.columns, column);
            if let Some((_, _, first)) = owners.iter().find(|it| (it.0, it.1) == (row, column)) {
                return Err(PivotError::Twice {
                    first: first.label(),
                    second: run.label(),
                    files: [first.file.clone(), run.file.clone()],
                });
            }
            owners.push((row, column, run));
            pivot.cells.resize(pivot.rows.len(), Vec::new());
            for cells in &mut pivot.cells {
                cells.resize(pivot.columns.len(), None);
            }
            let report = run.report.as_ref().ok();
            pivot.cells[row][column] = report.and_then(|report| report.evaluate(value));
        }
        Ok(pivot)
    }
}

/// Place of a name in a list, at its end if it is new.
fn place(names: &mut Vec<String>, name: Option<String>) -> usize {
    let name = name.unwrap_or_else(|| "-".into());
    let found = names.iter().position(|known| *known == name);
    found.unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}

/// What a run is under a property; `other` is the other property of the table.
fn property(run: &Run, name: &str, other: &str) -> Option<String> {
    let first = |text: &str| text.split('+').next().unwrap_or(text).to_owned();
    match name {
        "workload" => Some(without(&run.workload, other)),
        "config" => Some(without(&run.config, other)),
        "program" => Some(first(&run.workload)),
        "base" => Some(first(&run.config)),
        _ => setting(&run.workload, name).or_else(|| {
            let config = &run.report.as_ref().ok()?.config;
            let value = config
                .effective
                .pointer(&format!("/{}", name.replace('.', "/")))?;
            match value {
                Value::String(text) => Some(text.clone()),
                Value::Object(_) | Value::Null => None,
                other => Some(other.to_string()),
            }
        }),
    }
}

/// A name without its `+key=value`.
pub(crate) fn without(name: &str, key: &str) -> String {
    let own = |part: &&str| part.split('=').next() != Some(key);
    let mut parts = name.split('+');
    let first = parts.next().unwrap_or_default();
    let rest = parts.filter(own);
    std::iter::once(first)
        .chain(rest)
        .collect::<Vec<_>>()
        .join("+")
}

/// The value of `+key=value` in a name.
pub(crate) fn setting(name: &str, key: &str) -> Option<String> {
    let mut parts = name
        .split('+')
        .skip(1)
        .filter_map(|part| part.split_once('='));
    parts
        .find(|(name, _)| *name == key)
        .map(|(_, value)| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{setting, without};

    #[test]
    fn names_lose_what_the_other_dimension_says() {
        assert_eq!(without("itanium+a.b=1+c=2", "a.b"), "itanium+c=2");
        assert_eq!(without("itanium", "a.b"), "itanium");
        assert_eq!(setting("nops+size=100+n=2", "n"), Some("2".into()));
        assert_eq!(setting("nops+size=100", "nops"), None);
    }
}
