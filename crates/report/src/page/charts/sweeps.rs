//! Which runs differ in swept keys only: lines over one key, tables of two.

use std::collections::BTreeSet;

use super::lines::{self, Series};
use super::{COLOURS, Chart, Section, heat, slug};
use crate::page::data::{Collection, Entry};
use crate::pivot::{setting, without};
use crate::{Expression, Pivot};

/// The charts of all keys that take several numeric values in the names of runs.
pub(super) fn charts(collection: &Collection) -> Vec<Chart> {
    let timed: Vec<&Entry> = collection
        .runs
        .iter()
        .filter(|entry| entry.cycles().is_some_and(|cycles| cycles > 0))
        .collect();
    let keys = keys(&timed);
    let mut charts = Vec::new();
    for key in &keys {
        charts.extend(over(key, &timed));
    }
    for (place, rows) in keys.iter().enumerate() {
        for columns in &keys[place + 1..] {
            charts.extend(tables(rows, columns, &timed));
        }
    }
    charts
}

/// The swept keys, in the order in which names have them.
fn keys(runs: &[&Entry]) -> Vec<String> {
    let mut keys: Vec<(String, BTreeSet<String>)> = Vec::new();
    for entry in runs {
        for name in [&entry.run.workload, &entry.run.config] {
            for (key, value) in name
                .split('+')
                .skip(1)
                .filter_map(|part| part.split_once('='))
            {
                if numeric(value).is_none() {
                    continue;
                }
                match keys.iter_mut().find(|(known, _)| known == key) {
                    Some((_, values)) => {
                        values.insert(value.to_owned());
                    }
                    None => keys.push((key.to_owned(), [value.to_owned()].into())),
                }
            }
        }
    }
    keys.retain(|(_, values)| values.len() > 1);
    keys.into_iter().map(|(key, _)| key).collect()
}

/// A number; `None` of text and of what is not finite.
fn numeric(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// The value that a run's names give to a key.
fn value(entry: &Entry, key: &str) -> Option<String> {
    let own = setting(&entry.run.config, key).or_else(|| setting(&entry.run.workload, key))?;
    numeric(&own).map(|_| own)
}

/// A run's workload and config without keys.
fn rest(entry: &Entry, keys: &[&str]) -> (String, String) {
    let bare = |name: &str| {
        keys.iter()
            .fold(name.to_owned(), |name, key| without(&name, key))
    };
    (bare(&entry.run.workload), bare(&entry.run.config))
}

/// Runs that have all of the keys, by what else their names say.
fn groups<'a>(runs: &[&'a Entry], keys: &[&str]) -> Vec<((String, String), Vec<&'a Entry>)> {
    let mut groups: Vec<((String, String), Vec<&'a Entry>)> = Vec::new();
    for entry in runs {
        if keys.iter().any(|key| value(entry, key).is_none()) {
            continue;
        }
        let rest = rest(entry, keys);
        match groups.iter_mut().find(|(known, _)| *known == rest) {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((rest, vec![entry])),
        }
    }
    groups
}

/// Lines over one key: a chart for each rest of the config, a line for each workload.
fn over(key: &str, runs: &[&Entry]) -> Vec<Chart> {
    let mut charts = Vec::new();
    let lines = groups(runs, &[key]);
    let mut configs: Vec<&str> = Vec::new();
    for ((_, config), _) in &lines {
        if !configs.contains(&config.as_str()) {
            configs.push(config);
        }
    }
    for config in configs {
        let own: Vec<_> = lines.iter().filter(|((_, one), _)| one == config).collect();
        let mut values: Vec<(f64, String)> = Vec::new();
        for text in own
            .iter()
            .flat_map(|(_, runs)| runs)
            .filter_map(|run| value(run, key))
        {
            if let Some(number) = numeric(&text)
                && values.iter().all(|(_, known)| *known != text)
            {
                values.push((number, text));
            }
        }
        values.sort_by(|one, other| one.0.total_cmp(&other.0));
        if values.len() < 2 {
            continue;
        }
        let series = own
            .iter()
            .filter(|(_, runs)| runs.len() > 1)
            .map(|((workload, _), runs)| {
                let point = |run: &&Entry| {
                    let text = value(run, key)?;
                    Some((
                        values.iter().position(|(_, known)| *known == text)?,
                        run.cycles()?,
                    ))
                };
                let mut points: Vec<(usize, u64)> = runs.iter().filter_map(point).collect();
                points.sort_unstable();
                Series {
                    name: workload.clone(),
                    points,
                }
            });
        let series: Vec<Series> = series.collect();
        for (part, some) in series.chunks(COLOURS).enumerate() {
            let more = match part {
                0 => String::new(),
                part => format!("-{}", part + 1),
            };
            let name = format!("sweep-{}-{}{more}", slug(key), slug(config));
            let title = format!("Cycles by {key} on {config}");
            charts.push(lines::chart(name, title, key, &values, some));
        }
    }
    charts
}

/// A table of two keys for each workload and rest of the config.
fn tables(rows: &str, columns: &str, runs: &[&Entry]) -> Vec<Chart> {
    let Ok(cycles) = Expression::parse("cycles") else {
        return Vec::new();
    };
    let table = |((workload, config), entries): &((String, String), Vec<&Entry>)| {
        let runs = entries.iter().map(|entry| &entry.run);
        let pivot = Pivot::of(runs, rows, columns, &cycles).ok()?;
        if pivot.rows.len() < 2 || pivot.columns.len() < 2 {
            return None;
        }
        let name = [workload.as_str(), config, rows, columns]
            .map(slug)
            .join("-");
        let title = format!("Cycles of {workload} on {config} by {rows} and {columns}");
        Some(heat::relative(
            &format!("heat-{name}"),
            Section::Sweeps,
            &title,
            pivot,
            heat::Base::Table,
        ))
    };
    groups(runs, &[rows, columns])
        .iter()
        .filter_map(table)
        .collect()
}
