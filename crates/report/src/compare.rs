//! Two reports side by side.

use std::collections::BTreeSet;

use crate::{Report, metrics};

/// One number that two reports disagree on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Dotted path of the number in the report.
    pub path: String,
    /// Its value in the first report; absent there when `None`.
    pub before: Option<u64>,
    /// Its value in the second report; absent there when `None`.
    pub after: Option<u64>,
}

/// What differs between two reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// What was compared, for headings: `sort/itanium`.
    pub label: String,
    /// Numbers compared.
    pub compared: usize,
    /// Identities (program, machine, outcome) that differ, in words.
    pub notes: Vec<String>,
    /// Numbers that differ, in the order of the report's sections, then by name.
    pub changes: Vec<Change>,
}

impl Comparison {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.changes.is_empty() && self.notes.is_empty()
    }
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
    note(
        "arguments",
        &before.workload.args.join(" "),
        &after.workload.args.join(" "),
    );
    note(
        "outcome",
        &before.outcome.to_string(),
        &after.outcome.to_string(),
    );

    let (left, right) = (metrics(before), metrics(after));
    let paths: BTreeSet<&str> = left
        .iter()
        .chain(right.iter())
        .map(|(path, _)| path)
        .collect();
    let compared = paths.len();
    let mut changes: Vec<Change> = paths
        .into_iter()
        .map(|path| Change {
            path: path.into(),
            before: left.exact(path),
            after: right.exact(path),
        })
        .filter(|change| change.before != change.after)
        .collect();
    changes.sort_by_key(|change| section(&change.path));
    Comparison {
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
