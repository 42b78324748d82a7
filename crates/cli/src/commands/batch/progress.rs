//! What a batch shows while it runs, and how fast the host carried it out.

use std::collections::HashMap;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use batch::{Observer, Running};
use clap::ValueEnum;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use report::{RunSummary, ratio_text};
use serde_json::{Value, json};

use crate::console;

/// Form of the progress.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Bars on a terminal, a line for each run elsewhere.
    #[default]
    Text,
    /// A JSON object a line: begin, start, progress, note, end.
    Json,
}

/// Shows progress on stderr, and notes the host's speed.
pub(super) struct Progress {
    shown: Shown,
    began: Instant,
    /// Runs of the batch, those that are there already, and those that have ended in it.
    runs: usize,
    kept: usize,
    ended: usize,
    /// By run that goes on: when it began.
    started: HashMap<usize, Instant>,
    /// How many of those that have ended failed.
    failed: usize,
    /// Of each run that has ended, for `--host-report`.
    speeds: Vec<Value>,
}

enum Shown {
    Nothing,
    Lines,
    Json,
    Bars(Bars),
}

struct Bars {
    all: MultiProgress,
    total: ProgressBar,
    active: HashMap<usize, ProgressBar>,
}

impl Progress {
    pub(super) fn new(quiet: bool, form: Form) -> Self {
        let shown = match form {
            _ if quiet => Shown::Nothing,
            Form::Json => Shown::Json,
            Form::Text if !stderr().is_terminal() => Shown::Lines,
            Form::Text => Shown::Bars(Bars::new()),
        };
        Self {
            shown,
            began: Instant::now(),
            runs: 0,
            kept: 0,
            ended: 0,
            started: HashMap::new(),
            failed: 0,
            speeds: Vec::new(),
        }
    }

    /// Takes the bars away.
    pub(super) fn end(&self) {
        if let Shown::Bars(bars) = &self.shown {
            bars.total.finish_and_clear();
        }
    }

    /// How fast each run was on this host, in the order in which they ended.
    pub(super) fn host_report(&self) -> Value {
        json!({
            "seconds": self.began.elapsed().as_secs_f64(),
            "runs": self.speeds,
        })
    }

    /// Time that the rest will take if it goes on as so far; `None` before a run has ended.
    fn rest(&self) -> Option<Duration> {
        let left = self.runs.saturating_sub(self.kept + self.ended);
        let each = self
            .began
            .elapsed()
            .checked_div(u32::try_from(self.ended).ok()?)?;
        each.checked_mul(u32::try_from(left).ok()?)
    }

    fn rest_text(&self) -> String {
        self.rest().map_or_else(String::new, |rest| {
            let seconds = rest.as_secs();
            format!(", about {}:{:02} left", seconds / 60, seconds % 60)
        })
    }
}

impl Bars {
    fn new() -> Self {
        let all = MultiProgress::new();
        let total = all.add(ProgressBar::new(0));
        if let Ok(style) =
            ProgressStyle::with_template("{bar:40} {pos}/{len} runs, {elapsed} elapsed{msg}")
        {
            total.set_style(style);
        }
        Self {
            all,
            total,
            active: HashMap::new(),
        }
    }
}

/// Million instructions per second.
fn rate(instructions: u64, elapsed: Duration) -> String {
    let microseconds = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
    ratio_text(instructions, microseconds, 1)
}

fn say(value: &Value) {
    console::inform(&format!("{value}\n"));
}

impl Observer for Progress {
    fn begins(&mut self, count: usize, kept: usize, stored: usize) {
        (self.runs, self.kept) = (count, kept + stored);
        match &self.shown {
            Shown::Nothing => {}
            Shown::Json => {
                say(&json!({"event": "begin", "runs": count, "kept": kept, "stored": stored}))
            }
            Shown::Lines => {
                if kept > 0 {
                    console::inform(&format!("{kept} of {count} runs are there already\n"));
                }
                if stored > 0 {
                    console::inform(&format!("{stored} of {count} runs are in the store\n"));
                }
            }
            Shown::Bars(bars) => {
                bars.total.set_length(count as u64);
                bars.total.set_position(self.kept as u64);
            }
        }
    }

    fn noted(&mut self, text: &str) {
        match &self.shown {
            Shown::Nothing | Shown::Lines => console::inform(&format!("{text}\n")),
            Shown::Json => say(&json!({"event": "note", "text": text})),
            Shown::Bars(bars) => drop(bars.all.println(text)),
        }
    }

    fn reminded(&mut self, running: &[Running<'_>]) {
        for run in running {
            let line = format!(
                "still running after {} s: {}/{}, {} million instructions, {} a second",
                run.elapsed.as_secs(),
                run.workload,
                run.config,
                ratio_text(run.instructions, 1_000_000, 1),
                rate(run.instructions, run.elapsed),
            );
            match &self.shown {
                Shown::Nothing => {}
                Shown::Json => say(&json!({
                    "event": "progress",
                    "workload": run.workload,
                    "config": run.config,
                    "instructions": run.instructions,
                    "seconds": run.elapsed.as_secs_f64(),
                })),
                Shown::Lines => console::inform(&format!("{line}\n")),
                // The bars are redrawn below the line.
                Shown::Bars(bars) => drop(bars.all.println(line)),
            }
        }
    }

    fn started(&mut self, run: usize, workload: &str, config: &str) {
        self.started.insert(run, Instant::now());
        match &mut self.shown {
            Shown::Nothing | Shown::Lines => {}
            Shown::Json => {
                say(&json!({"event": "start", "workload": workload, "config": config}));
            }
            Shown::Bars(bars) => {
                let bar = bars.all.add(ProgressBar::new_spinner());
                if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}: {msg}") {
                    bar.set_style(style);
                }
                bar.set_prefix(format!("{workload}/{config}"));
                bars.active.insert(run, bar);
            }
        }
    }

    fn advanced(&mut self, run: usize, instructions: u64) {
        if let Shown::Bars(bars) = &self.shown
            && let Some(bar) = bars.active.get(&run)
        {
            let elapsed = self.started.get(&run).map(Instant::elapsed);
            bar.set_message(format!(
                "{} million instructions, {} a second",
                ratio_text(instructions, 1_000_000, 1),
                rate(instructions, elapsed.unwrap_or_default()),
            ));
            bar.tick();
        }
    }

    fn finished(&mut self, run: usize, summary: &RunSummary) {
        self.ended += 1;
        self.failed += usize::from(summary.has_failed());
        let elapsed = self.started.remove(&run);
        let elapsed = elapsed.map(|began| began.elapsed()).unwrap_or_default();
        let rate = rate(summary.instructions, elapsed);
        self.speeds.push(json!({
            "workload": summary.workload,
            "config": summary.config,
            "instructions": summary.instructions,
            "seconds": elapsed.as_secs_f64(),
        }));
        let rest = self.rest_text();
        match &mut self.shown {
            Shown::Nothing => {}
            Shown::Json => say(&json!({
                "event": "end",
                "workload": summary.workload,
                "config": summary.config,
                "state": summary.state,
                "reason": summary.reason,
                "instructions": summary.instructions,
                "cycles": summary.cycles,
                "seconds": elapsed.as_secs_f64(),
                "ended": self.kept + self.ended,
                "runs": self.runs,
            })),
            Shown::Lines => {
                let result = match (&summary.reason, summary.cycles) {
                    (Some(reason), _) => format!("FAILED: {reason}"),
                    (None, Some(cycles)) => {
                        format!("{} instructions, {cycles} cycles", summary.instructions)
                    }
                    (None, None) => format!("{} instructions", summary.instructions),
                };
                console::inform(&format!(
                    "[{}/{}] {}/{}: {result} ({rate} million a second{rest})\n",
                    self.kept + self.ended,
                    self.runs,
                    summary.workload,
                    summary.config
                ));
            }
            Shown::Bars(bars) => {
                if let Some(bar) = bars.active.remove(&run) {
                    bar.finish_and_clear();
                    bars.all.remove(&bar);
                }
                if let Some(reason) = &summary.reason {
                    // The bars are redrawn below the line; a failure means that stderr is closed.
                    let line = format!("FAILED {}/{}: {reason}", summary.workload, summary.config);
                    let _ = bars.all.println(line);
                }
                let failed = if self.failed > 0 { ", some failed" } else { "" };
                bars.total.set_message(rest + failed);
                bars.total.inc(1);
            }
        }
    }
}
