//! A run over its parts (`run --interval`, `interval` of a plan): classes of cycle accounting stacked, rates as lines.

use maud::{Markup, html};

use super::{Chart, Numbers, Section, colour, legend, number, slug};
use crate::page::data::Entry;
use crate::render::grouped;
use crate::{CycleAccounting, Interval};

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 180.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 14.0;
const MARGIN: f64 = 8.0;
/// Points that a chart has at most: what is narrower than two of its pixels is not seen. Neighbouring parts become one.
const POINTS: usize = 400;

/// Rates of misses: their name, and the events of each family that sum to the count, the first ones that are all there.
const MISSES: [(&str, &[&[&str]]); 6] = [
    ("L1I, sent to L2", &[&["L2_INST_DEMAND_READS"]]),
    (
        "L1D reads",
        &[&["L1D_READ_MISSES_RETIRED"], &["L1D_READ_MISSES_ALL"]],
    ),
    ("L2", &[&["L2_MISSES"]]),
    ("L3", &[&["L3_MISSES"]]),
    ("data TLB", &[&["DTLB_MISSES"], &["L2DTLB_MISSES"]]),
    (
        "branches mispredicted",
        &[
            &[
                "BRANCH_PREDICTOR_ALL_WRONG_PATH",
                "BRANCH_PREDICTOR_ALL_WRONG_TARGET",
            ],
            &[
                "BR_MISPRED_DETAIL_ALL_WRONG_PATH",
                "BR_MISPRED_DETAIL_ALL_WRONG_TARGET",
            ],
        ],
    ),
];

/// The sum of the first list of events that the interval has all of.
fn first_sum(interval: &Interval, lists: &[&[&str]]) -> Option<u64> {
    let sum = |events: &&[&str]| {
        let counts = events.iter().map(|event| interval.events.get(*event));
        counts.sum::<Option<u64>>()
    };
    lists.iter().find_map(sum)
}

/// The charts of a run with parts: classes, instructions per cycle, misses.
pub(super) fn charts(entry: &Entry) -> Vec<Chart> {
    let parts = entry.intervals();
    if parts.is_empty() {
        return Vec::new();
    }
    let (points, each) = merged(parts);
    let frame = Frame {
        entry,
        points: &points,
        each,
        first: points[0].first_instruction,
        last: end(&points[points.len() - 1]),
    };
    let mut charts = vec![frame.classes(), frame.speed()];
    charts.extend(frame.misses());
    charts
}

fn end(part: &Interval) -> u64 {
    part.first_instruction.saturating_add(part.instructions)
}

/// At most [`POINTS`] parts, each the sum of so many neighbours.
fn merged(parts: &[Interval]) -> (Vec<Interval>, usize) {
    let each = parts.len().div_ceil(POINTS).max(1);
    let sums = parts.chunks(each).map(|parts| {
        let mut sum = parts[0].clone();
        for part in &parts[1..] {
            sum.add(part);
        }
        sum
    });
    (sums.collect(), each)
}

/// The axis that the charts of a run share: instructions.
struct Frame<'a> {
    entry: &'a Entry,
    points: &'a [Interval],
    /// Parts of the file in each point.
    each: usize,
    first: u64,
    last: u64,
}

impl Frame<'_> {
    fn x(&self, instruction: u64) -> f64 {
        let whole = self.last.saturating_sub(self.first).max(1) as f64;
        let part = instruction.saturating_sub(self.first) as f64 / whole;
        LEFT + part * (WIDTH - LEFT - RIGHT)
    }

    /// The classes' shares of the cycles of each point, one above the other.
    fn classes(&self) -> Chart {
        let names: Vec<String> = CycleAccounting::NAMES.map(str::to_owned).into();
        let y = |share: f64, top: f64| top + (1.0 - share) * HEIGHT;
        let shares: Vec<[f64; 9]> = self.points.iter().map(cumulative).collect();
        let area = |class: usize, top: f64| {
            let mut outline = Vec::new();
            for (point, shares) in self.points.iter().zip(&shares) {
                for instruction in [point.first_instruction, end(point)] {
                    let place = (self.x(instruction), y(shares[class + 1], top));
                    outline.push(format!("{},{}", number(place.0), number(place.1)));
                }
            }
            for (point, shares) in self.points.iter().zip(&shares).rev() {
                for instruction in [end(point), point.first_instruction] {
                    let place = (self.x(instruction), y(shares[class], top));
                    outline.push(format!("{},{}", number(place.0), number(place.1)));
                }
            }
            outline.join(" ")
        };
        let any = |class: usize| {
            let mut values = self.points.iter();
            values.any(|point| point.cycle_accounting.values()[class] > 0)
        };
        let heading = ["cycles"].into_iter().chain(CycleAccounting::NAMES);
        let numbers = self.numbers(heading, |point| {
            let values = point.cycle_accounting.values();
            let all = std::iter::once(point.cycles).chain(values);
            all.map(|value| value.to_string()).collect()
        });
        self.chart("classes", "where the cycles went", "Shares of the classes of cycle accounting in the cycles", &names, &|top| {
            html! {
                @for class in (0..8).filter(|class| any(*class)) {
                    polygon class={ "area " (colour(class)) } points=(area(class, top)) { title { (CycleAccounting::NAMES[class]) } }
                }
            }
        }, numbers, (1.0, "100 %", "50 %"))
    }

    /// Instructions per cycle, all and without those that do nothing.
    fn speed(&self) -> Chart {
        let useful = |point: &Interval| {
            let nops = point.events.get("NOPS_RETIRED")?;
            let off = point.events.get("PREDICATE_SQUASHED_RETIRED")?;
            Some(point.instructions.saturating_sub(nops + off))
        };
        let mut series =
            vec![self.series("IPC", 1.0, |point| (Some(point.instructions), point.cycles))];
        series.push(self.series("useful IPC", 1.0, |point| (useful(point), point.cycles)));
        self.lines("ipc", "instructions per cycle", "Instructions per cycle, all of them and those that are neither nops nor predicated off", &series)
    }

    /// Misses for each 1000 instructions; `None` when the parts have no such event.
    fn misses(&self) -> Option<Chart> {
        let all = MISSES.map(|(name, lists)| {
            self.series(name, 1000.0, |point| {
                (first_sum(point, lists), point.instructions)
            })
        });
        let known: Vec<Series> = all
            .into_iter()
            .filter(|series| series.counts.iter().any(Option::is_some))
            .collect();
        (!known.is_empty()).then(|| {
            self.lines(
                "misses",
                "misses per 1000 instructions",
                "Misses and mispredictions per 1000 instructions",
                &known,
            )
        })
    }

    /// A count of each point over another, times a factor.
    fn series(
        &self,
        name: &'static str,
        factor: f64,
        of: impl Fn(&Interval) -> (Option<u64>, u64),
    ) -> Series {
        let counts: Vec<Option<u64>> = self.points.iter().map(|point| of(point).0).collect();
        let values = self.points.iter().map(|point| {
            let (count, over) = of(point);
            Some(factor * count? as f64 / over.max(1) as f64)
        });
        Series {
            name,
            values: values.collect(),
            counts,
        }
    }

    fn lines(&self, what: &str, title: &str, description: &str, series: &[Series]) -> Chart {
        let values = series
            .iter()
            .flat_map(|series| series.values.iter().flatten());
        let highest = values.fold(0.0, |high: f64, value| high.max(*value));
        let high = if highest > 0.0 { highest * 1.05 } else { 1.0 };
        let names: Vec<String> = series.iter().map(|one| one.name.to_owned()).collect();
        let points = |series: &Series, top: f64| {
            let mut line = Vec::new();
            for (point, value) in self.points.iter().zip(&series.values) {
                let Some(value) = value else { continue };
                let y = number(top + (1.0 - value / high) * HEIGHT);
                for instruction in [point.first_instruction, end(point)] {
                    line.push(format!("{},{y}", number(self.x(instruction))));
                }
            }
            line.join(" ")
        };
        let heading = series
            .iter()
            .flat_map(|one| [one.name.to_owned(), format!("{}: count", one.name)]);
        let heading: Vec<String> = heading.collect();
        let mut rows = 0..;
        let numbers = self.numbers(heading.iter().map(String::as_str), |_| {
            let at = rows.next().unwrap_or_default();
            let cells = series.iter().flat_map(|one| {
                let value = one.values[at].map(|value| format!("{value:.4}"));
                let count = one.counts[at].map(|count| count.to_string());
                [value, count].map(|cell| cell.unwrap_or_else(|| "-".into()))
            });
            cells.collect()
        });
        let (full, half) = (format!("{high:.2}"), format!("{:.2}", high / 2.0));
        self.chart(what, title, description, &names, &|top| {
            html! {
                @for (place, one) in series.iter().enumerate() {
                    polyline class={ "line " (colour(place)) } points=(points(one, top)) { title { (one.name) } }
                }
            }
        }, numbers, (high, &full, &half))
    }

    /// The table of the points: their place, then `cells`.
    fn numbers<'n>(
        &self,
        heading: impl Iterator<Item = &'n str>,
        mut cells: impl FnMut(&Interval) -> Vec<String>,
    ) -> Numbers {
        let place = [
            "interval",
            "first_instruction",
            "first_cycle",
            "instructions",
        ];
        let row = |point: &Interval| {
            let place = [
                point.interval,
                point.first_instruction,
                point.first_cycle,
                point.instructions,
            ];
            let mut row: Vec<String> = place.map(|value| value.to_string()).into();
            row.extend(cells(point));
            row
        };
        Numbers {
            rows: self.points.iter().map(row).collect(),
            heading: place
                .into_iter()
                .chain(heading)
                .map(str::to_owned)
                .collect(),
            names: 0,
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "what differs between three charts"
    )]
    fn chart(
        &self,
        what: &str,
        title: &str,
        description: &str,
        names: &[String],
        draw: &dyn Fn(f64) -> Markup,
        numbers: Numbers,
        (_, full, half): (f64, &str, &str),
    ) -> Chart {
        let (legend, legend_height) = legend(names, LEFT, MARGIN, WIDTH);
        let top = MARGIN + legend_height + 6.0;
        let bottom = top + HEIGHT;
        let middle = self.first + self.last.saturating_sub(self.first) / 2;
        let drawing = html! {
            (legend)
            (draw(top))
            @for (place, text) in [(0.0, full), (0.5, half), (1.0, "0")] {
                line class="grid" x1=(number(LEFT)) x2=(number(WIDTH - RIGHT)) y1=(number(top + place * HEIGHT)) y2=(number(top + place * HEIGHT)) {}
                text class="e" x=(number(LEFT - 6.0)) y=(number(top + place * HEIGHT + 4.0)) { (text) }
            }
            text x=(number(LEFT)) y=(number(bottom + 15.0)) { (grouped(self.first)) }
            text class="m" x=(number(self.x(middle))) y=(number(bottom + 15.0)) { (grouped(middle)) }
            text class="e" x=(number(WIDTH - RIGHT)) y=(number(bottom + 15.0)) { (grouped(self.last)) " instructions" }
        };
        let (workload, config) = (&self.entry.run.workload, &self.entry.run.config);
        let merged = match self.each {
            1 => String::new(),
            each => format!("; each point is {each} intervals"),
        };
        Chart {
            name: format!("intervals-{}-{}-{what}", slug(workload), slug(config)),
            section: Section::Intervals,
            title: format!("{}: {title}", self.entry.run.label()),
            description: format!(
                "{description} of each interval, over the instructions of the run{merged}"
            ),
            width: WIDTH,
            height: bottom + 22.0,
            drawing,
            numbers,
        }
    }
}

/// A rate of each point, with the count that it is of.
struct Series {
    name: &'static str,
    values: Vec<Option<f64>>,
    counts: Vec<Option<u64>>,
}

/// Where the share of each class begins and ends, from 0 to 1.
fn cumulative(point: &Interval) -> [f64; 9] {
    let whole = point.cycles.max(1) as f64;
    let mut shares = [0.0; 9];
    let mut sum = 0_u64;
    for (class, cycles) in point.cycle_accounting.values().into_iter().enumerate() {
        sum = sum.saturating_add(cycles);
        shares[class + 1] = sum as f64 / whole;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(number: u64) -> Interval {
        Interval {
            interval: number,
            first_instruction: 10 * number,
            first_cycle: 20 * number,
            instructions: 10,
            cycles: 20,
            cycle_accounting: CycleAccounting::from_values([12, 8, 0, 0, 0, 0, 0, 0]),
            events: [("L2_MISSES".to_owned(), number)].into(),
        }
    }

    #[test]
    fn neighbours_become_one_and_no_count_is_lost() {
        let parts: Vec<Interval> = (0..1001).map(part).collect();
        let (points, each) = merged(&parts);
        assert_eq!((points.len(), each), (334, 3));
        let sum = |of: &dyn Fn(&Interval) -> u64, parts: &[Interval]| parts.iter().map(of).sum();
        for of in [
            |one: &Interval| one.cycles,
            |one: &Interval| one.instructions,
            |one: &Interval| one.events["L2_MISSES"],
            |one: &Interval| one.cycle_accounting.values()[1],
        ] {
            let (whole, shown): (u64, u64) = (sum(&of, &parts), sum(&of, &points));
            assert_eq!(whole, shown);
        }
        assert_eq!(points[1].first_instruction, 30);
    }

    #[test]
    fn shares_end_at_the_cycles_of_the_part() {
        let shares = cumulative(&part(0));
        assert_eq!(shares[..3], [0.0, 0.6, 1.0]);
        assert!((shares[8] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn events_of_which_one_is_missing_are_not_summed() {
        let one = part(3);
        assert_eq!(first_sum(&one, &[&["L2_MISSES"]]), Some(3));
        let lists: &[&[&str]] = &[&["L2_MISSES", "NOTHING"]];
        assert_eq!(first_sum(&one, lists), None);
    }
}
