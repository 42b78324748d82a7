//! Each run with its numbers, each machine with its values.

use maud::{Markup, html};
use serde_json::Value;

use super::data::{Collection, Entry};
use crate::derived::DERIVED;
use crate::{Config, Sample, metrics};

/// A page has the numbers of every run up to so many runs; a browser shows more of them slowly.
const RUNS_WITH_NUMBERS: usize = 500;

/// Every run, folded.
pub(super) fn runs(collection: &Collection) -> Markup {
    let machines = collection.machines();
    let whole = collection.runs.len() <= RUNS_WITH_NUMBERS;
    html! {
        section aria-labelledby="each" {
            h2 id="each" { "Each run" }
            @if !whole {
                p { "These are more than " (RUNS_WITH_NUMBERS) " runs: their numbers are in their reports and in numbers.csv of " code { "epicycle report --csv" } "." }
            }
            @for (number, entry) in collection.runs.iter().enumerate() {
                details id={ "run-" (number + 1) } data-run=(number) {
                    summary { (entry.run.workload) " on " (entry.run.config) ": " (entry.end()) }
                    (run(entry, &machines, whole))
                }
            }
        }
    }
}

fn run(entry: &Entry, machines: &[&Config], whole: bool) -> Markup {
    let report = match &entry.run.report {
        Ok(report) => report,
        Err(error) => return html! { p class="bad" { (error) } },
    };
    let machine = machines
        .iter()
        .position(|machine| machine.hash == report.config.hash);
    let all = metrics(report);
    let zeros = all.iter().filter(|(_, value)| *value == 0).count();
    html! {
        p {
            "Program " code { (report.workload.name) }
            @if !report.workload.args.is_empty() { ", arguments " code { (report.workload.args.join(" ")) } }
            @if let Some(digest) = &report.workload.sha256 { ", SHA-256 " code { (digest) } }
            @if let Some(machine) = machine { "; machine " a href={ "#machine-" (machine + 1) } { (report.config.name) } }
            @if let Some(link) = &entry.link { "; " a href=(link) { "JSON" } }
        }
        @if let Some(why) = entry.trouble() { p class="bad" { (why) } }
        @if let Some(sample) = &report.sample { (estimates(sample, whole)) }
        @if whole {
            table {
                thead { tr { th scope="col" { "metric" } th scope="col" class="n" { "value" } th scope="col" { "unit" } } }
                tbody {
                    @for (place, metric) in DERIVED.iter().enumerate() {
                        @if let Some(value) = entry.derived(place) {
                            tr { td { (metric.name) } td class="n" { (format!("{value:.3}")) } td { (metric.unit) } }
                        }
                    }
                }
            }
            table class="numbers" {
                thead { tr { th scope="col" { "number" } th scope="col" class="n" { "value" } } }
                tbody {
                    @for (path, value) in all.iter() {
                        @if value != 0 { tr { td { (path) } td class="n" { (value) } } }
                    }
                }
            }
            @if zeros > 0 { p class="quiet" { (zeros) " more numbers are 0." } }
        }
    }
}

/// What a sampled run estimates.
fn estimates(sample: &Sample, whole: bool) -> Markup {
    html! {
        p {
            "Sampled (" (sample.method) "): " (sample.units) " units, " (sample.timed_instructions)
            " instructions timed; all but the number of instructions is estimated."
            @if let Some(remark) = &sample.remark { " " (remark) "." }
        }
        @if whole {
            table class="numbers" {
                thead { tr { th scope="col" { "estimate" } th scope="col" class="n" { "value" } th scope="col" class="n" { "half-width" } } }
                tbody {
                    @if let Some(cpi) = &sample.cpi {
                        tr { td { "cpi" } td class="n" { (cpi.estimate) } td class="n" { @if let Some(half) = cpi.half_width { "± " (half) } } }
                    }
                    @for (path, count) in sample.counts() {
                        tr { td { (path) } td class="n" { (count.estimate) } td class="n" { @if let Some(half) = count.half_width { "± " (half) } } }
                    }
                }
            }
        }
    }
}

/// Every machine, folded.
pub(super) fn machines(collection: &Collection) -> Markup {
    let machines = collection.machines();
    html! {
        @if !machines.is_empty() {
            section aria-labelledby="machines" {
                h2 id="machines" { "Machines" }
                @for (number, config) in machines.iter().enumerate() {
                    details id={ "machine-" (number + 1) } {
                        summary { (config.name) }
                        (machine(config, collection))
                    }
                }
            }
        }
    }
}

fn machine(config: &Config, collection: &Collection) -> Markup {
    let origins = collection.origins.get(&config.hash);
    let mut values = Vec::new();
    flatten("", &config.effective, &mut values);
    html! {
        p class="quiet" {
            "Hash " code { (config.hash) } "."
            @if origins.is_none() { " Reports hold values without their sources, and this machine is no shipped config with overrides, whose sources are known." }
        }
        table {
            thead { tr { th scope="col" { "key" } th scope="col" class="n" { "value" } @if origins.is_some() { th scope="col" { "source" } } } }
            tbody {
                @for (path, value) in &values {
                    tr {
                        td { (path) }
                        td class="n" { (value) }
                        @if let Some(origins) = origins { td { (origins.get(path).map_or("", String::as_str)) } }
                    }
                }
            }
        }
    }
}

/// The values of a config by path, in its order.
fn flatten(path: &str, value: &Value, values: &mut Vec<(String, String)>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let path = match path {
                    "" => key.clone(),
                    path => format!("{path}.{key}"),
                };
                flatten(&path, value, values);
            }
        }
        Value::String(text) => values.push((path.into(), text.clone())),
        other => values.push((path.into(), other.to_string())),
    }
}
