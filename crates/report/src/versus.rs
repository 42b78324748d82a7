//! The same runs on several sides: which is faster, and by how much.

use serde::Serialize;

use crate::results::Run;

/// Runs of several results side by side; the first side is what the others are compared with.
#[derive(Debug)]
pub struct Versus<'a> {
    /// The runs that belong together.
    pub rows: Vec<Row<'a>>,
    /// How many sides there are.
    pub sides: usize,
}

/// One run on every side.
#[derive(Debug)]
pub struct Row<'a> {
    /// `workload/config`, of the first side that has it.
    pub label: String,
    /// By side; `None` where it is not there.
    pub runs: Vec<Option<&'a Run>>,
}

/// How much faster each side is than the first, by run and in the geometric mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Speedups {
    /// By run: its label, its cycles on the first side, and the speed-up of each other side; `None` where a side has no cycles.
    pub runs: Vec<Speedup>,
    /// By other side: the geometric mean over the runs that have one; `None` without any.
    pub geometric_mean: Vec<Option<f64>>,
}

/// How much faster one run is than on the first side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Speedup {
    /// `workload/config`.
    pub run: String,
    /// Cycles on the first side.
    pub cycles: Option<u64>,
    /// By other side: cycles of the first over cycles of this one.
    pub speedup: Vec<Option<f64>>,
}

impl<'a> Versus<'a> {
    /// Puts together the runs of one workload and config on each side; of the rest those of one workload whose configs differ
    /// in overrides only, where that leaves no choice. Sides of one run each are one row whatever these are called.
    #[must_use]
    pub fn of(sides: &[&'a [Run]]) -> Self {
        let mut rows: Vec<Row<'a>> = Vec::new();
        if sides.iter().all(|side| side.len() == 1) {
            let label = |run: &Run| run.label();
            let mut labels: Vec<String> = sides.iter().map(|side| label(&side[0])).collect();
            labels.dedup();
            rows.push(Row {
                label: labels.join(" -> "),
                runs: sides.iter().map(|side| side.first()).collect(),
            });
        } else if let Some((first, others)) = sides.split_first() {
            rows.extend(first.iter().map(|run| Row {
                label: run.label(),
                runs: vec![Some(run)],
            }));
            for (index, side) in others.iter().enumerate() {
                for (row, one) in rows.iter_mut().zip(*first) {
                    row.runs.push(partner(one, first, side));
                }
                for row in &mut rows[first.len()..] {
                    let found = side.iter().find(|run| run.label() == row.label);
                    row.runs.push(found);
                }
                let taken = |run: &Run, rows: &[Row<'_>]| {
                    let mut last = rows.iter().filter_map(|row| row.runs[index + 1]);
                    last.any(|other| std::ptr::eq(other, run))
                };
                for run in *side {
                    if !taken(run, &rows) {
                        let mut runs = vec![None; index + 1];
                        runs.push(Some(run));
                        rows.push(Row {
                            label: run.label(),
                            runs,
                        });
                    }
                }
            }
        }
        Self {
            rows,
            sides: sides.len(),
        }
    }

    /// The speed-ups; `None` when no run has cycles on two sides.
    #[must_use]
    pub fn speedups(&self) -> Option<Speedups> {
        let cycles = |run: Option<&Run>| run?.report.as_ref().ok()?.cycles;
        let runs: Vec<Speedup> = self
            .rows
            .iter()
            .map(|row| {
                let first = cycles(row.runs[0]);
                let others = row.runs[1..].iter();
                let speedup = |run: &Option<&Run>| {
                    let cycles = cycles(*run).filter(|&cycles| cycles > 0)?;
                    Some(first? as f64 / cycles as f64)
                };
                Speedup {
                    run: row.label.clone(),
                    cycles: first,
                    speedup: others.map(speedup).collect(),
                }
            })
            .collect();
        let mean = |side: usize| {
            let logarithms: Vec<f64> = runs
                .iter()
                .filter_map(|run| run.speedup[side])
                .filter(|&speedup| speedup > 0.0)
                .map(f64::ln)
                .collect();
            let count = logarithms.len() as f64;
            (count > 0.0).then(|| (logarithms.iter().sum::<f64>() / count).exp())
        };
        let geometric_mean: Vec<Option<f64>> =
            (0..self.sides.saturating_sub(1)).map(mean).collect();
        geometric_mean
            .iter()
            .any(Option::is_some)
            .then_some(Speedups {
                runs,
                geometric_mean,
            })
    }
}

/// The run of `others` that belongs to `one` of `list`.
fn partner<'a>(one: &Run, list: &[Run], others: &'a [Run]) -> Option<&'a Run> {
    fn base(run: &Run) -> (&str, &str) {
        let config = run.config.split('+').next().unwrap_or(&run.config);
        (&run.workload, config)
    }
    fn same<'a>(one: &Run, list: &'a [Run]) -> Option<&'a Run> {
        list.iter().find(|other| other.label() == one.label())
    }
    // The only one in a list that has no run of its own name on the other side.
    fn alone<'a>(one: &Run, list: &'a [Run], others: &[Run]) -> Option<&'a Run> {
        let mut rest = list
            .iter()
            .filter(|run| base(run) == base(one) && same(run, others).is_none());
        rest.next().filter(|_| rest.next().is_none())
    }
    same(one, others).or_else(|| {
        alone(one, list, others)?;
        alone(one, others, list)
    })
}
