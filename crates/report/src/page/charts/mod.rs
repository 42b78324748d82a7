//! The charts of a page: drawings as SVG with the numbers they show.

mod bars;
mod heat;
mod intervals;
mod lines;
mod sweeps;

use std::collections::BTreeSet;

use maud::{Markup, PreEscaped, html};

use super::data::{Collection, Entry};
use super::frame;
use crate::{CycleAccounting, Expression, Pivot};

pub(super) use heat::pivot as heat_of_pivot;

/// So many charts of sweeps are drawn at most.
const SWEEP_CHARTS: usize = 100;
/// So many colours and strokes tell series apart.
const COLOURS: usize = 8;

/// A chart.
#[derive(Debug)]
pub struct Chart {
    /// Its name as a file, without an ending.
    pub name: String,
    /// Which part of a page it belongs to.
    pub(super) section: Section,
    /// What it shows.
    pub(super) title: String,
    /// How it is to be read.
    pub(super) description: String,
    width: f64,
    height: f64,
    drawing: Markup,
    /// The numbers that it shows.
    pub(super) numbers: Numbers,
}

/// The part of a page that a chart belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Cycles,
    Units,
    Sweeps,
    Intervals,
}

/// A table of what a chart shows.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    pub(super) heading: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
    /// So many first columns are names.
    pub(super) names: usize,
}

impl Chart {
    /// The drawing as an element of a page.
    pub(super) fn element(&self) -> Markup {
        self.svg(None, &html! {})
    }

    /// The drawing as a file of its own, in XML.
    #[must_use]
    pub fn file(&self) -> String {
        let style = html! { style { (PreEscaped(frame::CHART_STYLE)) } };
        let text = self
            .svg(Some("http://www.w3.org/2000/svg"), &style)
            .into_string();
        frame::printable(&text) + "\n"
    }

    fn svg(&self, namespace: Option<&str>, style: &Markup) -> Markup {
        let (width, height) = (number(self.width), number(self.height));
        html! {
            svg xmlns=[namespace] width=(width) height=(height) viewBox={"0 0 " (width) " " (height)}
                role="img" aria-label={ (self.title) ". " (self.description) } {
                (style)
                (self.drawing)
            }
        }
    }
}

/// All charts that the runs have numbers for, and how many of sweeps are left out.
pub(super) fn all(collection: &Collection) -> (Vec<Chart>, usize) {
    let timed = collection.timed();
    let configs = collection.configs();
    let mut charts = Vec::new();
    if timed.is_empty() {
        return (charts, 0);
    }
    charts.push(bars::accounting(&timed));
    if timed.iter().any(|(_, runs)| runs.len() > 1) {
        charts.extend(bars::speedups(&timed, &configs));
        let runs = collection.runs.iter().map(|entry| &entry.run);
        let cycles = Expression::parse("cycles").ok();
        let pivot = cycles.and_then(|cycles| Pivot::of(runs, "workload", "config", &cycles).ok());
        charts.extend(pivot.map(|pivot| {
            heat::relative(
                "heat-workload-config",
                Section::Cycles,
                "Cycles by workload and config",
                pivot,
                heat::Base::Row,
            )
        }));
    }
    charts.extend(bars::units(&timed, &configs));
    let mut swept = sweeps::charts(collection);
    let left_out = swept.len().saturating_sub(SWEEP_CHARTS);
    swept.truncate(SWEEP_CHARTS);
    charts.extend(swept);
    tell_apart(&mut charts);
    (charts, left_out)
}

/// The charts of the parts of runs, with the places of the runs in the collection.
pub(super) fn of_intervals(collection: &Collection) -> Vec<(usize, Vec<Chart>)> {
    let runs = collection.runs.iter().enumerate();
    let charts = runs.map(|(place, entry)| (place, intervals::charts(entry)));
    charts.filter(|(_, charts)| !charts.is_empty()).collect()
}

/// Gives each chart a name of its own.
pub(super) fn tell_apart(charts: &mut [Chart]) {
    // Names that differ may be one name as a file.
    let mut names = BTreeSet::new();
    for chart in charts {
        let name = chart.name.clone();
        for number in 2.. {
            if names.insert(chart.name.clone()) {
                break;
            }
            chart.name = format!("{name}-{number}");
        }
    }
}

/// A length or place in a drawing: one decimal, without a final zero.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Width of a text in a drawing, estimated.
fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * 6.3
}

/// A name in a drawing, cut in its middle where it would take too much of it: names of configs differ at their ends.
fn short(text: &str) -> String {
    const LONGEST: usize = 56;
    const END: usize = 30;
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= LONGEST {
        return text.to_owned();
    }
    let begin = &letters[..LONGEST - 1 - END];
    let end = &letters[letters.len() - END..];
    begin.iter().chain(&['…']).chain(end).collect()
}

/// A name as part of a file's name.
fn slug(text: &str) -> String {
    let plain = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '_' | '=' | '+' => letter,
        _ => '_',
    };
    text.chars().map(plain).take(80).collect()
}

/// Colour of a class of cycle accounting, or of a series: the style's `s0` to `s7`.
fn colour(place: usize) -> String {
    format!("s{}", place % COLOURS)
}

/// Squares in the colours of series with their names, in lines of a width; the drawing and its height.
fn legend(names: &[String], left: f64, top: f64, width: f64) -> (Markup, f64) {
    let mut places = Vec::new();
    let (mut x, mut y) = (left, top);
    for (place, name) in names.iter().enumerate() {
        let name = short(name);
        let room = 26.0 + text_width(&name);
        if x > left && x + room > width {
            (x, y) = (left, y + 17.0);
        }
        places.push((place, name, x, y));
        x += room;
    }
    let drawing = html! {
        @for (place, name, x, y) in &places {
            rect class=(colour(*place)) x=(number(*x)) y=(number(*y)) width="11" height="11" {}
            text x=(number(x + 15.0)) y=(number(y + 10.0)) { (name) }
        }
    };
    (drawing, y - top + 20.0)
}

/// A run's cycles by class, from the summary where the report cannot be read.
pub(super) fn classes(entry: &Entry) -> Option<CycleAccounting> {
    match entry.report() {
        Some(report) => report.cycle_accounting,
        None => entry.run.line.as_ref()?.cycle_accounting,
    }
}
