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

use maud::{Markup, html};

pub use charts::Chart;
#[cfg(feature = "parquet")]
pub use columns::numbers_parquet;
pub use comparison::{comparison_page, pivot_page};
pub use data::{Collection, Entry};
pub use frame::heading as sorting_heading;
pub use tables::{numbers_csv, runs_csv};

use charts::Section;

/// The charts of runs, each of a name of its own.
#[must_use]
pub fn charts(collection: &Collection) -> Vec<Chart> {
    let mut all = charts::all(collection).0;
    let intervals = charts::of_intervals(collection);
    all.extend(intervals.into_iter().flat_map(|(_, charts)| charts));
    charts::tell_apart(&mut all);
    all
}

/// A page of this look with a body of another crate: markup that needs classes of the style and elements that the script knows only.
#[must_use]
pub fn document(title: &str, body: &Markup) -> String {
    frame::document(title, body)
}

/// So many runs with intervals, or with profiles, are shown unfolded.
const UNFOLDED: usize = 4;

/// The page of runs.
#[must_use]
pub fn page(title: &str, collection: &Collection) -> String {
    let (charts, left_out) = charts::all(collection);
    let sections = [
        (Section::Cycles, "cycles", "Cycles"),
        (Section::Sweeps, "sweeps", "Sweeps"),
        (Section::Units, "units", "Caches, TLBs, branches"),
    ];
    let intervals = charts::of_intervals(collection);
    let profiled = || {
        let runs = collection.runs.iter().enumerate();
        runs.filter_map(|(place, entry)| Some((place, entry, entry.profile()?)))
    };
    let has = |section: Section| charts.iter().any(|chart| chart.section == section);
    let body = html! {
        nav aria-label="Parts of this page" {
            a href="#overview" { "Runs" }
            @for (section, id, name) in sections { @if has(section) { " · " a href={ "#" (id) } { (name) } } }
            @if !intervals.is_empty() { " · " a href="#intervals" { "Intervals" } }
            @if profiled().next().is_some() { " · " a href="#profiles" { "Profiles" } }
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
        @if !intervals.is_empty() {
            section aria-labelledby="intervals" {
                h2 id="intervals" { "Intervals" }
                @for (place, charts) in &intervals {
                    details data-run=(place) open[intervals.len() <= UNFOLDED] {
                        summary { (collection.runs[*place].run.label()) ": " (collection.runs[*place].intervals().len()) " intervals" }
                        @for chart in charts { (figure::figure(chart)) }
                    }
                }
            }
        }
        @if profiled().next().is_some() {
            section aria-labelledby="profiles" {
                h2 id="profiles" { "Profiles" }
                @for (place, entry, profile) in profiled() {
                    details data-run=(place) open[profiled().count() <= UNFOLDED] {
                        summary { (entry.run.label()) }
                        (profile)
                    }
                }
            }
        }
        @for text in &collection.left_out { p class="quiet" { (text) } }
        (details::runs(collection))
        (details::machines(collection))
    };
    frame::document(title, &body)
}
