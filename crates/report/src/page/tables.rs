//! The runs as tables for other programs: comma-separated values.

use super::data::Collection;
use crate::derived::DERIVED;
use crate::{CycleAccounting, metrics};

/// A row for each run: its names, result, whole numbers, derived metrics.
///
/// # Errors
/// None that memory does not make.
pub fn runs_csv(collection: &Collection) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut heading = vec![
        "workload",
        "config",
        "state",
        "outcome",
        "instructions",
        "cycles",
    ];
    heading.extend(CycleAccounting::NAMES);
    heading.extend(DERIVED.iter().map(|metric| metric.name));
    writer.write_record(&heading)?;
    for entry in &collection.runs {
        let mut row = vec![
            entry.run.workload.clone(),
            entry.run.config.clone(),
            entry.state().to_owned(),
            entry.end(),
            text(entry.instructions()),
            text(entry.cycles()),
        ];
        let classes = super::charts::classes(entry).map(|classes| classes.values());
        row.extend(
            (0..CycleAccounting::NAMES.len())
                .map(|class| text(classes.map(|classes| classes[class]))),
        );
        row.extend((0..DERIVED.len()).map(|place| text(entry.derived(place))));
        writer.write_record(&row)?;
    }
    for (workload, config) in &collection.missing {
        let mut row = vec![workload.as_str(), config, "missing"];
        row.resize(heading.len(), "");
        writer.write_record(&row)?;
    }
    finished(writer)
}

/// A row for each run and number, derived metrics too.
///
/// # Errors
/// None that memory does not make.
pub fn numbers_csv(collection: &Collection) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["workload", "config", "number", "value"])?;
    for entry in &collection.runs {
        let (workload, config) = (&entry.run.workload, &entry.run.config);
        if let Some(report) = entry.report() {
            for (path, value) in metrics(report).iter() {
                writer.write_record([workload, config, path, &value.to_string()])?;
            }
        }
        for (place, metric) in DERIVED.iter().enumerate() {
            if let Some(value) = entry.derived(place) {
                writer.write_record([workload, config, metric.name, &value.to_string()])?;
            }
        }
    }
    finished(writer)
}

fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn finished(writer: csv::Writer<Vec<u8>>) -> Result<String, csv::Error> {
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    String::from_utf8(bytes).map_err(|error| std::io::Error::other(error).into())
}
