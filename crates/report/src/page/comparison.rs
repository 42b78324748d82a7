//! The page of a comparison.

use maud::{Markup, html};

use super::{charts, figure, frame};
use crate::render::{change_text, grouped, not_compared_text, relative};
use crate::{Change, Comparison, Pivot, Speedups};

/// The page of `compare`: speed-ups, what is not on every side, each run that differs, and of those with profiles where (a name and a part
/// of the page, as `profile::diff_part` writes it).
#[must_use]
pub fn comparison_page(
    sides: &[String],
    lacking: &[String],
    speedups: Option<&Speedups>,
    compared: &[Comparison],
    profiles: &[(String, Markup)],
) -> String {
    let differing: Vec<&Comparison> = compared.iter().filter(|one| !one.is_equal()).collect();
    let remarked = |one: &&Comparison| one.is_equal() && one.has_remarks();
    let remarked: Vec<&Comparison> = compared.iter().filter(remarked).collect();
    let body = html! {
        p { "Compared with " strong { (sides.first().map_or("", String::as_str)) } ": "
            (differing.len()) " of " (compared.len()) " pairs of runs differ." }
        @if !lacking.is_empty() {
            h2 { "Not on every side" }
            ul { @for text in lacking { li class="bad" { (text) } } }
        }
        @if let Some(speedups) = speedups { (speedup_section(speedups, sides)) }
        @if !differing.is_empty() || !remarked.is_empty() { h2 { "What moved" } }
        @for one in differing.into_iter().chain(remarked) {
            details open[compared.len() == 1] {
                summary { (one.label) ": " (one.changes.len() + one.left_out) " of " (one.compared) " numbers differ" }
                (changes(one))
            }
        }
        @if !profiles.is_empty() { h2 { "Where the cycles went" } }
        @for (label, part) in profiles {
            details open[profiles.len() == 1] { summary { (label) ": by function" } (part) }
        }
    };
    frame::document(&format!("Comparison: {}", sides.join(", ")), &body)
}

/// The page of one value by two properties of runs.
#[must_use]
pub fn pivot_page(pivot: &Pivot) -> String {
    let title = format!(
        "{} by {} and {}",
        pivot.value, pivot.rows_are, pivot.columns_are
    );
    let chart = charts::heat_of_pivot(pivot.clone());
    let body = html! {
        (figure::numbers_table(&chart.numbers))
        (figure::figure(&chart))
    };
    frame::document(&title, &body)
}

fn speedup_section(speedups: &Speedups, sides: &[String]) -> Markup {
    let others = sides.iter().skip(1);
    let times = |speedup: &Option<f64>| {
        html! {
            td class="n" data-value=[speedup.map(|speedup| speedup.to_string())] {
                (speedup.map_or_else(|| "-".to_owned(), |speedup| format!("{speedup:.4}")))
            }
        }
    };
    html! {
        section aria-labelledby="speedup" {
            h2 id="speedup" { "Speed-up" }
            p { "Cycles before over cycles after." }
            table class="sortable" {
                thead { tr {
                    (frame::heading("", "run", None))
                    (frame::heading("n", &format!("cycles of {}", sides.first().map_or("", String::as_str)), None))
                    @for side in others { (frame::heading("n", side, None)) }
                } }
                tbody {
                    @for run in &speedups.runs {
                        tr {
                            td { (run.run) }
                            (frame::whole(run.cycles))
                            @for speedup in &run.speedup { (times(speedup)) }
                        }
                    }
                }
                tfoot { tr {
                    th scope="row" colspan="2" { "geometric mean" }
                    @for mean in &speedups.geometric_mean { (times(mean)) }
                } }
            }
        }
    }
}

/// The tables of one pair of runs.
fn changes(one: &Comparison) -> Markup {
    let side = |value: Option<u64>, half: Option<u64>| match (value, half) {
        (None, _) => "-".to_owned(),
        (Some(value), None) => value.to_string(),
        (Some(value), Some(half)) => format!("{value} ± {half}"),
    };
    let not_compared = not_compared_text(one);
    let remarks = one.remarks.iter().chain(&not_compared);
    let notes: Vec<&String> = one.notes.iter().chain(remarks).collect();
    let relative = |change: &Change| match (change.before, change.after) {
        (Some(before), Some(after)) => relative(before, after),
        (None, _) => "only after".into(),
        (_, None) => "only before".into(),
    };
    let classes: Vec<&Change> = one
        .classes
        .iter()
        .filter(|class| class.before != class.after)
        .collect();
    let head = |name: &str, rest: &str| {
        html! {
            thead { tr {
                th scope="col" { (name) }
                @for column in ["before", "after", "change"] { th scope="col" class="n" { (column) } }
                @if !rest.is_empty() { th scope="col" { (rest) } }
            } }
        }
    };
    html! {
        @if !notes.is_empty() { ul { @for note in notes { li { (note) } } } }
        @if !one.derived.is_empty() {
            table {
                (head("metric", "unit"))
                tbody { @for change in &one.derived {
                    tr {
                        td { (change.name) }
                        td class="n" { (format!("{:.3}", change.before)) }
                        td class="n" { (format!("{:.3}", change.after)) }
                        td class="n" { (change_text(change.before, change.after)) }
                        td { (change.unit) }
                    }
                } }
            }
        }
        @if !classes.is_empty() {
            table {
                (head("class", ""))
                tbody { @for class in classes {
                    @let (before, after) = (class.before.unwrap_or(0), class.after.unwrap_or(0));
                    tr {
                        td { (class.path) }
                        td class="n" { (before) }
                        td class="n" { (after) }
                        td class="n" { (if after >= before { '+' } else { '-' }) (grouped(after.abs_diff(before))) }
                    }
                } }
            }
        }
        table class="changes" {
            (head("number", ""))
            tbody { @for change in &one.changes {
                tr {
                    td { (change.path) }
                    td class="n" { (side(change.before, change.before_half_width)) }
                    td class="n" { (side(change.after, change.after_half_width)) }
                    td class="n" { (relative(change)) }
                }
            } }
        }
        @if one.left_out > 0 { p class="quiet" { (one.left_out) " more changes" } }
    }
}
