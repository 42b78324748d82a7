//! The table of all runs, and what went wrong.

use maud::{Markup, html};

use super::data::{Collection, Entry};
use super::frame::{heading, whole};
use crate::derived::DERIVED;

/// Derived metrics that the table shows before all are asked for.
const SHOWN: [&str; 8] = [
    "ipc",
    "l1i.mpki",
    "l1d.mpki",
    "l2.mpki",
    "l3.mpki",
    "dtlb.mpki",
    "branch.mpki",
    "bytes_per_cycle",
];

/// What lacks and what failed, before anything else.
pub(super) fn troubles(collection: &Collection) -> Markup {
    let of = |unread: bool| -> Vec<(&Entry, String)> {
        let runs = collection.runs.iter();
        let runs = runs.filter(|entry| entry.report().is_none() == unread);
        runs.filter_map(|entry| Some((entry, entry.trouble()?)))
            .collect()
    };
    let all = collection.runs.len();
    html! {
        @for text in &collection.incomplete {
            p class="bad" role="alert" { strong { "Incomplete: " } (text) "." }
        }
        (named("failed", &of(false), |failed| format!("{failed} of {all} runs failed")))
        (named("unread", &of(true), |lost| format!("The reports of {lost} of {all} runs are lost or cannot be read; their numbers are left out")))
    }
}

/// Runs with what is wrong with each, under a heading that says how many; nothing where there are none.
fn named(id: &str, runs: &[(&Entry, String)], heading: impl Fn(usize) -> String) -> Markup {
    html! {
        @if !runs.is_empty() {
            section aria-labelledby=(id) {
                h2 id=(id) { (heading(runs.len())) }
                ul {
                    @for (entry, why) in runs { li class="bad" { strong { (entry.run.label()) } ": " (why) } }
                }
            }
        }
    }
}

/// All runs, with the box that chooses among them.
pub(super) fn runs(collection: &Collection) -> Markup {
    let timed = collection.runs.iter().any(|entry| entry.cycles().is_some());
    // Metrics that no run has take no column.
    let metrics: Vec<usize> = (0..DERIVED.len())
        .filter(|&place| {
            collection
                .runs
                .iter()
                .any(|entry| entry.derived(place).is_some())
        })
        .collect();
    let class = |place: usize| match SHOWN.contains(&DERIVED[place].name) {
        true => "n",
        false => "n more",
    };
    let columns = 4 + usize::from(timed) + metrics.len();
    html! {
        section aria-labelledby="overview" {
            h2 id="overview" { "Runs" }
            div class="controls" {
                label { "Filter " input id="filter" type="search" placeholder="workload, config, result" autocomplete="off"; }
                label { input id="columns" type="checkbox"; " all derived metrics" }
                output id="shown" for="filter" { (collection.runs.len() + collection.missing.len()) " runs" }
            }
            div class="wide" tabindex="0" role="region" aria-label="Runs" {
                table id="runs" class="sortable" {
                    thead { tr {
                        @for name in ["workload", "config", "result"] { (heading("", name, None)) }
                        (heading("n", "instructions", None))
                        @if timed { (heading("n", "cycles", None)) }
                        @for &place in &metrics { (heading(class(place), DERIVED[place].name, Some(DERIVED[place].unit))) }
                    } }
                    tbody {
                        @for (number, entry) in collection.runs.iter().enumerate() {
                            tr class=[entry.trouble().map(|_| "bad")] data-of=(number) {
                                td { a href={ "#run-" (number + 1) } { (entry.run.workload) } }
                                td { (entry.run.config) }
                                td { (result(entry)) }
                                (whole(entry.instructions()))
                                @if timed { (whole(entry.cycles())) }
                                @for &place in &metrics { (ratio(class(place), entry.derived(place))) }
                            }
                        }
                        @for (workload, config) in &collection.missing {
                            tr class="bad" {
                                td { (workload) }
                                td { (config) }
                                td { "missing" }
                                @for _ in 3..columns - metrics.len() { td class="n" { "-" } }
                                @for &place in &metrics { td class=(class(place)) { "-" } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// State and end of a run; the end alone where it says all.
fn result(entry: &Entry) -> String {
    match entry.state() {
        "ok" => entry.end(),
        state => format!("{state}: {}", entry.end()),
    }
}

fn ratio(class: &str, value: Option<f64>) -> Markup {
    html! {
        td class=(class) data-value=[value.map(|value| value.to_string())] {
            @match value { Some(value) => (format!("{value:.3}")), None => "-" }
        }
    }
}
