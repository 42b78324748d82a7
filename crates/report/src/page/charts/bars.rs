//! Horizontal bars, a row for each run, the runs of one workload together.

use maud::{Markup, html};

use super::{Chart, Numbers, Section, classes, colour, legend, number, short, text_width};
use crate::CycleAccounting;
use crate::page::data::Entry;
use crate::render::{grouped, percent};

/// Height of a row, and of the room between workloads.
const ROW: f64 = 15.0;
const GAP: f64 = 7.0;
/// Room for the value behind a bar.
const VALUE: f64 = 74.0;
/// Room around a drawing.
const MARGIN: f64 = 8.0;

type Groups<'a> = [(&'a str, Vec<&'a Entry>)];

/// Names of the rows and where they stand.
struct Rows<'a> {
    groups: &'a Groups<'a>,
    /// Width of the workloads' names, and of all names.
    workloads: f64,
    left: f64,
    configs: bool,
}

impl<'a> Rows<'a> {
    fn of(groups: &'a Groups<'a>) -> Self {
        let widest = |names: &mut dyn Iterator<Item = &str>| {
            names
                .map(|name| text_width(&short(name)))
                .fold(0.0, f64::max)
                + 12.0
        };
        let entries = || groups.iter().flat_map(|(_, entries)| entries);
        let configs = groups.iter().any(|(_, entries)| entries.len() > 1);
        // These are bold.
        let workloads = widest(&mut groups.iter().map(|(name, _)| *name)) * 1.1;
        let names = widest(&mut entries().map(|entry| entry.run.config.as_str()));
        Self {
            groups,
            workloads,
            left: MARGIN + workloads + if configs { names } else { 0.0 },
            configs,
        }
    }

    /// The runs with the upper edge of their rows, below `top`.
    fn places(&self, top: f64) -> (Vec<(&'a Entry, f64)>, f64) {
        let mut y = top;
        let mut places = Vec::new();
        for (_, entries) in self.groups {
            for entry in entries {
                places.push((*entry, y));
                y += ROW;
            }
            y += GAP;
        }
        (places, y)
    }

    fn names(&self, top: f64) -> Markup {
        let (places, _) = self.places(top);
        let mut last = None;
        let first = |entry: &Entry, last: &mut Option<String>| {
            let known = last.as_deref() == Some(&entry.run.workload);
            *last = Some(entry.run.workload.clone());
            !known
        };
        html! {
            @for (entry, y) in &places {
                @let base = number(y + 11.0);
                @if first(entry, &mut last) {
                    text class="b" x=(number(MARGIN)) y=(base) { (short(&entry.run.workload)) }
                }
                @if self.configs {
                    text class="q" x=(number(MARGIN + self.workloads)) y=(base) { (short(&entry.run.config)) }
                }
            }
        }
    }
}

/// The cycles of each run by class, as long as they are for those of the workload's first config.
pub(super) fn accounting(groups: &Groups<'_>) -> Chart {
    const WIDTH: f64 = 560.0;
    let rows = Rows::of(groups);
    let width = rows.left + WIDTH + VALUE + MARGIN;
    let names: Vec<String> = CycleAccounting::NAMES.map(str::to_owned).into();
    let (legend, legend_height) = legend(&names, MARGIN, MARGIN, width);
    let top = MARGIN + legend_height + 4.0;
    let (places, bottom) = rows.places(top);
    let first: Vec<u64> = groups
        .iter()
        .flat_map(|(_, entries)| entries.iter().map(|_| entries[0].cycles().unwrap_or(1)))
        .collect();
    let length = |place: usize, cycles: u64| cycles as f64 / first[place] as f64;
    let longest = places
        .iter()
        .enumerate()
        .map(|(place, (entry, _))| length(place, entry.cycles().unwrap_or(0)))
        .fold(1.0, f64::max);
    let scale = WIDTH / longest;
    let mut heading = vec!["workload".to_owned(), "config".into(), "cycles".into()];
    heading.extend(names);
    let counts = |entry: &Entry| {
        let parts = classes(entry).map_or([0; 8], |classes| classes.values());
        let all = entry.cycles().into_iter().chain(parts);
        row(entry, all.map(|count| count.to_string()))
    };
    let numbers = Numbers {
        heading,
        rows: places.iter().map(|(entry, _)| counts(entry)).collect(),
        names: 2,
    };
    let drawing = html! {
        (legend)
        (rows.names(top))
        @for (place, (entry, y)) in places.iter().enumerate() {
            @let cycles = entry.cycles().unwrap_or(0);
            @let parts = classes(entry).map_or([0; 8], |classes| classes.values());
            @let starts = starts(parts);
            @for (class, part) in parts.into_iter().enumerate() {
                @if part > 0 {
                    rect class=(colour(class)) x=(number(rows.left + scale * length(place, starts[class]))) y=(number(*y))
                        width=(number(scale * length(place, part))) height="12" {
                        title {
                            (entry.run.label()) ": " (CycleAccounting::NAMES[class]) " " (grouped(part)) " cycles, "
                            (percent(part, cycles)) " %"
                        }
                    }
                }
            }
            text x=(number(rows.left + scale * length(place, cycles) + 5.0)) y=(number(y + 10.0)) { (grouped(cycles)) }
        }
    };
    Chart {
        name: "cycles".into(),
        section: Section::Cycles,
        title: "Where the cycles went".into(),
        description: "Cycles of each run by class of cycle accounting; the cycles of a workload's first config are as long for each workload".into(),
        width,
        height: bottom + MARGIN,
        drawing,
        numbers,
    }
}

/// The sum of what stands before each part.
fn starts(parts: [u64; 8]) -> [u64; 8] {
    let mut sum = 0_u64;
    parts.map(|part| {
        let start = sum;
        sum = sum.saturating_add(part);
        start
    })
}

/// A row of numbers: workload, config, values.
fn row(entry: &Entry, values: impl Iterator<Item = String>) -> Vec<String> {
    [entry.run.workload.clone(), entry.run.config.clone()]
        .into_iter()
        .chain(values)
        .collect()
}

/// One value of each run.
struct Panel<'a> {
    title: &'a str,
    unit: &'a str,
    value: &'a dyn Fn(&Entry) -> Option<f64>,
    digits: usize,
    /// A line across all bars.
    mark: Option<f64>,
}

/// Cycles of the first config over those of each one.
pub(super) fn speedups(groups: &Groups<'_>, configs: &[&str]) -> Option<Chart> {
    let first = configs.first()?;
    let base = |workload: &str| {
        let (_, entries) = groups.iter().find(|(name, _)| *name == workload)?;
        let entry = entries.iter().find(|entry| entry.run.config == *first)?;
        entry.cycles()
    };
    let value = |entry: &Entry| Some(base(&entry.run.workload)? as f64 / entry.cycles()? as f64);
    let panel = Panel {
        title: "",
        unit: "times",
        value: &value,
        digits: 3,
        mark: Some(1.0),
    };
    let means = configs[1..].iter().filter_map(|config| {
        let entries = groups.iter().flat_map(|(_, entries)| entries);
        let own = entries.filter(|entry| entry.run.config == *config);
        let logarithms: Vec<f64> = own.filter_map(|it| value(it)).map(f64::ln).collect();
        let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
        (!logarithms.is_empty()).then(|| format!("{config} {:.3}", mean.exp()))
    });
    let means: Vec<String> = means.collect();
    let figure = Figure {
        name: "speedup",
        section: Section::Cycles,
        title: format!("Speed-up over {first}"),
        description: &format!(
            "Cycles of the first config over those of each one; the line is 1; geometric means: {}",
            means.join(", ")
        ),
        panels: &[panel],
        bar: 460.0,
    };
    figure.chart(groups, configs)
}

/// Misses of caches, TLBs and predictor.
pub(super) fn units(groups: &Groups<'_>, configs: &[&str]) -> Vec<Chart> {
    const FIGURES: [(&str, &str, &str, [&str; 4]); 3] = [
        (
            "cache-mpki",
            "Cache misses per 1000 instructions",
            "MPKI of each cache",
            ["l1i.mpki", "l1d.mpki", "l2.mpki", "l3.mpki"],
        ),
        (
            "cache-miss-rate",
            "Cache miss rates",
            "Misses of each cache in per cent of its accesses",
            [
                "l1i.miss_rate",
                "l1d.miss_rate",
                "l2.miss_rate",
                "l3.miss_rate",
            ],
        ),
        (
            "tlb-branch",
            "TLBs and branch prediction",
            "Misses of the TLBs and mispredicted branches per 1000 instructions, and in per cent of all branches",
            [
                "itlb.mpki",
                "dtlb.mpki",
                "branch.mpki",
                "branch.mispredict_rate",
            ],
        ),
    ];
    let figure = |(name, title, description, metrics): (&str, &str, &str, [&str; 4])| {
        let values = metrics.map(|metric| move |entry: &Entry| entry.derived_named(metric));
        let panel = |place: usize| Panel {
            title: metrics[place],
            unit: if metrics[place].ends_with("rate") {
                "%"
            } else {
                "MPKI"
            },
            value: &values[place],
            digits: 2,
            mark: None,
        };
        let figure = Figure {
            name,
            section: Section::Units,
            title: title.into(),
            description,
            panels: &[0, 1, 2, 3].map(panel),
            bar: 112.0,
        };
        figure.chart(groups, configs)
    };
    FIGURES.into_iter().filter_map(figure).collect()
}

/// Panels beside each other, over the same rows.
struct Figure<'a> {
    name: &'a str,
    section: Section,
    title: String,
    description: &'a str,
    panels: &'a [Panel<'a>],
    /// Length of the longest bar of each panel.
    bar: f64,
}

impl Figure<'_> {
    /// The chart; `None` when no run has a value.
    fn chart(self, groups: &Groups<'_>, configs: &[&str]) -> Option<Chart> {
        let Figure {
            name,
            section,
            title,
            description,
            panels,
            bar,
        } = self;
        let rows = Rows::of(groups);
        let top = MARGIN + if panels.len() > 1 { 20.0 } else { 0.0 };
        let (places, bottom) = rows.places(top);
        let step = bar + VALUE;
        let mut heading = vec!["workload".to_owned(), "config".into()];
        heading.extend(panels.iter().map(|panel| match panel.title {
            "" => title.clone(),
            title => format!("{title} ({})", panel.unit),
        }));
        let text = |value: Option<f64>, panel: &Panel<'_>| {
            value.map_or_else(
                || "-".to_owned(),
                |value| format!("{value:.*}", panel.digits),
            )
        };
        let values = |entry: &Entry| {
            let values = panels.iter().map(|panel| text((panel.value)(entry), panel));
            values.collect::<Vec<_>>()
        };
        if places
            .iter()
            .all(|(entry, _)| values(entry).iter().all(|value| value == "-"))
        {
            return None;
        }
        let numbers = Numbers {
            heading,
            rows: places
                .iter()
                .map(|(entry, _)| row(entry, values(entry).into_iter()))
                .collect(),
            names: 2,
        };
        let drawing = html! {
            (rows.names(top))
            @for (place, panel) in panels.iter().enumerate() {
                @let left = rows.left + step * place as f64;
                @let largest = places.iter().filter_map(|(entry, _)| (panel.value)(entry)).fold(panel.mark.unwrap_or(0.0), f64::max);
                @let scale = if largest > 0.0 { bar / largest } else { 0.0 };
                @if !panel.title.is_empty() {
                    text class="b" x=(number(left)) y=(number(MARGIN + 9.0)) { (panel.title) }
                }
                @for (entry, y) in &places {
                    @let value = (panel.value)(entry);
                    @let length = value.map_or(0.0, |value| value * scale);
                    @let config = configs.iter().position(|name| *name == entry.run.config).unwrap_or(0);
                    rect class=(colour(config)) x=(number(left)) y=(number(*y)) width=(number(length)) height="12" {}
                    text x=(number(left + length + 5.0)) y=(number(y + 10.0)) { (text(value, panel)) }
                }
                @if let Some(mark) = panel.mark {
                    line class="rule" x1=(number(left + mark * scale)) x2=(number(left + mark * scale)) y1=(number(top - 4.0)) y2=(number(bottom)) {}
                }
            }
        };
        Some(Chart {
            name: name.into(),
            section,
            title,
            description: description.into(),
            width: rows.left + step * panels.len() as f64 + MARGIN,
            height: bottom + MARGIN,
            drawing,
            numbers,
        })
    }
}
