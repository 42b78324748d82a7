//! Results as one HTML file for people: it loads nothing, holds nothing of the host, and equal results are equal bytes.
//! Every name in it comes from files that others may have written; `maud` escapes them, [`frame`] allows no script but its own.

mod charts;
#[cfg(feature = "parquet")]
mod columns;
mod comparison;
mod data;
mod details;
mod figure;
mod frame;
mod overview;
mod tables;

use maud::html;

pub use charts::Chart;
#[cfg(feature = "parquet")]
pub use columns::numbers_parquet;
pub use comparison::{comparison_page, pivot_page};
pub use data::{Collection, Entry};
pub use tables::{numbers_csv, runs_csv};

use charts::Section;

/// The charts of runs, each of a name of its own.
#[must_use]
pub fn charts(collection: &Collection) -> Vec<Chart> {
    charts::all(collection).0
}

/// The page of runs.
#[must_use]
pub fn page(title: &str, collection: &Collection) -> String {
    let (charts, left_out) = charts::all(collection);
    let sections = [
        (Section::Cycles, "cycles", "Cycles"),
        (Section::Sweeps, "sweeps", "Sweeps"),
        (Section::Units, "units", "Caches, TLBs, branches"),
    ];
    let has = |section: Section| charts.iter().any(|chart| chart.section == section);
    let body = html! {
        nav aria-label="Parts of this page" {
            a href="#overview" { "Runs" }
            @for (section, id, name) in sections { @if has(section) { " · " a href={ "#" (id) } { (name) } } }
            " · " a href="#each" { "Each run" }
            @if !collection.machines().is_empty() { " · " a href="#machines" { "Machines" } }
        }
        (overview::troubles(collection))
        (overview::runs(collection))
        @for (section, id, name) in sections {
            @if has(section) {
                section aria-labelledby=(id) {
                    h2 id=(id) { (name) }
                    @for chart in charts.iter().filter(|chart| chart.section == section) { (figure::figure(chart)) }
                    @if section == Section::Sweeps && left_out > 0 {
                        p { (left_out) " more charts of sweeps are left out; choose runs with " code { "--workload" } " and " code { "--config" } "." }
                    }
                }
            }
        }
        (details::runs(collection))
        (details::machines(collection))
    };
    frame::document(title, &body)
}
