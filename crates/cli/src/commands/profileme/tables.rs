//! Tables of what the samples say, in the manner of dcpiprof and dcpilist.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Result;
use isa::disasm::{SymbolTable, write_slot};
use profile::{Functions, UNNAMED};
use profileme::{Concurrency, Figures, Mean, Mode, ProfileMe, Quantity, Sample};
use report::{OutcomeKind, Report};

use super::By;
use super::executed::{Executed, Place, Retired};

/// Figures by place.
pub(super) struct Places {
    by: By,
    mode: Mode,
    figures: BTreeMap<Place, Figures>,
    /// Samples come in pairs; the first of one, until the second comes.
    pairs: bool,
    first: Option<Sample>,
}

impl Places {
    pub(super) fn new(by: By, mode: Mode, pairs: bool) -> Self {
        Self {
            by,
            mode,
            figures: BTreeMap::new(),
            pairs,
            first: None,
        }
    }

    /// The figures of all places together.
    fn all(&self) -> Figures {
        let mut all = Figures::default();
        for figures in self.figures.values() {
            all.merge(figures);
        }
        all
    }

    fn place(&self, sample: &Sample) -> Place {
        let own = (sample.ip, sample.slot);
        match self.by {
            By::Group => sample.leader.unwrap_or(own),
            By::Function | By::Instruction => own,
        }
    }

    /// One more sample; the second of a pair comes behind the first, and counts only with it.
    pub(super) fn add(&mut self, sample: &Sample) {
        if sample.pair.is_some() {
            if let Some(first) = self.first.take() {
                self.add_pair(&first, sample, true);
                self.add_pair(sample, &first, false);
            }
            return;
        }
        let place = self.place(sample);
        let counts_instructions = self.mode.counts_instructions();
        let figures = self.figures.entry(place).or_default();
        figures.add(sample, counts_instructions);
        if self.pairs {
            self.first = Some(sample.clone());
        }
    }

    fn add_pair(&mut self, this: &Sample, other: &Sample, first: bool) {
        let place = self.place(this);
        let figures = self.figures.entry(place).or_default();
        figures.concurrency.add(this, other, first);
    }
}

/// What is true, beside the estimates.
pub(super) enum Exact {
    /// How often syllables retired.
    Counted(Executed),
    /// Figures of all syllables.
    Followed(Box<Places>),
}

/// What is true of a row, as far as it is known.
#[derive(Default)]
struct Truth {
    counts: [Option<u64>; Quantity::ALL.len()],
    means: Option<[Mean; 4]>,
}

impl Truth {
    fn followed(figures: &Figures) -> Self {
        Self {
            counts: Quantity::ALL.map(|quantity| Some(figures.count(quantity))),
            means: Some(means(figures)),
        }
    }

    fn add(&mut self, retired: Retired) {
        for (quantity, count) in [
            (Quantity::Retired, retired.all),
            (Quantity::PredicatedOff, retired.off),
        ] {
            *self.counts[quantity as usize].get_or_insert(0) += count;
        }
    }
}

/// The averages of a row.
fn means(figures: &Figures) -> [Mean; 4] {
    let [first, second] = figures.counters;
    [figures.in_flight, figures.retire_delay, first, second]
}

/// All that the tables need.
pub(super) struct Tables<'a> {
    pub(super) sampled: &'a Places,
    pub(super) exact: &'a Exact,
    pub(super) unit: &'a ProfileMe,
    pub(super) functions: &'a Functions,
    /// What operands are named by.
    pub(super) symbols: &'a SymbolTable,
    pub(super) top: usize,
    /// Most distance of the two of a pair; 0: no pairs.
    pub(super) pairs: u64,
}

/// A row: name, what the samples say, what is true.
type Row = (String, Figures, Truth);

impl Tables<'_> {
    /// The text.
    pub(super) fn text(&self, report: &Report) -> Result<String> {
        let samples = self.sampled.all().count(Quantity::Fetched);
        let fetched = self.unit.fetched();
        let mode = self.sampled.mode;
        let [first, second] = mode.counts();
        let mut text = format!(
            "{} on {}: {samples} samples of {fetched} valid fetched syllables, {} for each\n\
             mode {}: counter 0 {first}, counter 1 {second}\n",
            report.workload.name,
            report.config.name,
            report::ratio_text(fetched, samples, 1),
            mode.name(),
        );
        if let OutcomeKind::Interrupted | OutcomeKind::Error = report.outcome.kind {
            let _ = writeln!(
                text,
                "{} (after {} instructions, {} cycles: the tables end there)",
                report.outcome,
                report.instructions,
                report.cycles.unwrap_or_default(),
            );
        }
        text.push('\n');
        let mut truth = self.truth(|_| true);
        truth.counts[Quantity::Fetched as usize] = Some(fetched);
        if let Exact::Followed(places) = self.exact {
            truth = Truth::followed(&places.all());
        }
        let mut rows = vec![("all".to_owned(), self.sampled.all(), truth)];
        rows.extend(match self.sampled.by {
            By::Function => self.functions(),
            By::Instruction | By::Group => self.instructions()?,
        });
        let cells = self.cells(&rows);
        write_aligned(&mut text, &cells);
        Ok(text)
    }

    /// What is true of the places that belong to a row.
    fn truth(&self, belongs: impl Fn(&Place) -> bool) -> Truth {
        match self.exact {
            Exact::Counted(executed) => {
                let mut truth = Truth::default();
                truth.add(Retired::default());
                let places = executed.places().filter(|(place, _)| belongs(place));
                places.for_each(|(_, retired)| truth.add(retired));
                truth
            }
            Exact::Followed(places) => {
                let mut sum = Figures::default();
                let places = places.figures.iter().filter(|(place, _)| belongs(place));
                places.for_each(|(_, figures)| sum.merge(figures));
                Truth::followed(&sum)
            }
        }
    }

    /// Adds up what is known of places, in the order of their addresses, by the address of their function; `None`: they belong to none.
    fn by_function<T, S: Default>(
        &self,
        places: impl Iterator<Item = (Place, T)>,
        add: impl Fn(&mut S, T),
    ) -> BTreeMap<Option<u64>, S> {
        let mut functions: BTreeMap<Option<u64>, S> = BTreeMap::new();
        // A function is looked up once for each bundle.
        let mut newest = None;
        for ((ip, _), item) in places {
            let function = match newest {
                Some((bundle, function)) if bundle == ip => function,
                _ => self.functions.find(ip).map(|function| function.address),
            };
            newest = Some((ip, function));
            add(functions.entry(function).or_default(), item);
        }
        functions
    }

    fn functions(&self) -> Vec<Row> {
        let merge = |sum: &mut Figures, figures: &Figures| sum.merge(figures);
        let of = |places: &'_ Places| {
            let places = places.figures.iter();
            self.by_function(places.map(|(place, figures)| (*place, figures)), merge)
        };
        let mut truths: BTreeMap<Option<u64>, Truth> = match self.exact {
            Exact::Counted(executed) => self.by_function(executed.places(), Truth::add),
            Exact::Followed(places) => {
                let sums = of(places).into_iter();
                sums.map(|(function, sum)| (function, Truth::followed(&sum)))
                    .collect()
            }
        };
        let rows = of(self.sampled).into_iter().map(|(function, figures)| {
            let known = truths.remove(&function);
            let truth = known.unwrap_or_else(|| self.truth(|_| false));
            let name = function.map_or(UNNAMED.to_owned(), |at| self.functions.name(at));
            (name, figures, truth)
        });
        let mut rows: Vec<Row> = rows.collect();
        rows.sort_by(|(one, left, _), (other, right, _)| {
            let samples = |figures: &Figures| Reverse(figures.count(Quantity::Fetched));
            (samples(left), one).cmp(&(samples(right), other))
        });
        rows.truncate(self.top);
        rows
    }

    /// The places with most samples, in the order of their addresses.
    fn instructions(&self) -> Result<Vec<Row>> {
        let bundles: BTreeMap<u64, u128> = self.unit.bundles().collect();
        let mut places: Vec<_> = self.sampled.figures.iter().collect();
        places.sort_by_key(|(_, figures)| Reverse(figures.count(Quantity::Fetched)));
        places.truncate(self.top);
        places.sort_by_key(|(place, _)| **place);
        let mut rows = Vec::new();
        for (place, figures) in places {
            let &(ip, slot) = place;
            let mut name = format!("{} {ip:#x}.{slot} ", self.functions.name(ip));
            match bundles.get(&ip) {
                Some(&raw) => {
                    let mut text = String::new();
                    let bundle = isa::decode(raw);
                    // The instruction of an MLX bundle is written at its second slot.
                    let written = if bundle.template.is_mlx() {
                        slot.min(1)
                    } else {
                        slot
                    };
                    write_slot(&mut text, &bundle, usize::from(written), ip, self.symbols)?;
                    name.push_str(text.trim());
                }
                None => name.push_str("(never executed)"),
            }
            // A group is counted at its first syllable only where every one was followed.
            let truth = match (self.exact, self.sampled.by) {
                (Exact::Counted(_), By::Group) => Truth::default(),
                _ => self.truth(|other| other == place),
            };
            rows.push((name, figures.clone(), truth));
        }
        Ok(rows)
    }

    fn cells(&self, rows: &[Row]) -> Vec<Vec<String>> {
        let mut heading = vec!["samples".to_owned()];
        heading.extend(Quantity::ALL.map(|quantity| quantity.name().to_owned()));
        heading.extend(["in_flight", "retdelay", "counter_0", "counter_1"].map(str::to_owned));
        if self.pairs > 0 {
            heading.push("concurrency".to_owned());
        }
        heading.push(
            match self.sampled.by {
                By::Function => "function",
                By::Instruction => "instruction",
                By::Group => "issue group from",
            }
            .to_owned(),
        );
        let mut cells = vec![heading];
        let samples = self.sampled.all().count(Quantity::Fetched);
        let fetched = self.unit.fetched();
        for (name, figures, truth) in rows {
            let mut row = vec![figures.count(Quantity::Fetched).to_string()];
            row.extend(Quantity::ALL.map(|quantity| {
                let (estimate, error) = figures.estimate(quantity, samples, fetched);
                let mut cell = format!("{estimate:.0}±{error:.0}");
                if let Some(exact) = truth.counts[quantity as usize] {
                    let _ = write!(cell, " [{exact}]");
                }
                cell
            }));
            for (index, mean) in means(figures).iter().enumerate() {
                row.push(mean_cell(
                    mean,
                    truth.means.as_ref().map(|exact| &exact[index]),
                ));
            }
            if self.pairs > 0 {
                row.push(concurrency_cell(&figures.concurrency, self.pairs));
            }
            row.push(name.clone());
            cells.push(row);
        }
        cells
    }
}

fn mean_cell(mean: &Mean, exact: Option<&Mean>) -> String {
    let mut cell = match (mean.value(), mean.error()) {
        (Some(value), Some(error)) => format!("{value:.2}±{error:.2}"),
        (Some(value), None) => format!("{value:.2}±?"),
        (None, _) => "-".to_owned(),
    };
    if let Some(exact) = exact {
        match exact.value() {
            Some(value) => {
                let _ = write!(cell, " [{value:.2}]");
            }
            None => cell.push_str(" [-]"),
        }
    }
    cell
}

fn concurrency_cell(concurrency: &Concurrency, distance: u64) -> String {
    match concurrency.estimate(distance) {
        Some((value, error)) => format!("{value:.1}±{error:.1}"),
        None => "-".to_owned(),
    }
}

/// Right-aligned columns, the last one to the left.
fn write_aligned(text: &mut String, rows: &[Vec<String>]) {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            if column + 1 == columns {
                text.push_str(cell);
            } else {
                let width = widths[column];
                let _ = write!(text, "{cell:>width$}  ");
            }
        }
        text.push('\n');
    }
}
