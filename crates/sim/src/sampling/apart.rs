//! Parts of a run that are timed independently: the program executes once, without the cycle model, and leaves a checkpoint some
//! way before each part; then each part is warmed and timed in a run of its own from its checkpoint, several at once.
//!
//! A part depends on nothing but its checkpoint, so the counts are the same on any number of threads.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use config::Loaded;
use events::OffInUnits;
use report::{Limit, Outcome, OutcomeKind, Report};
use uarch::Timing;

use super::ended::Ended;
use super::measured::Measurements;
use super::plan::Plan;
use super::recorder::Sampled;
use super::{SimPoint, SimPoints, check, state_clock, weighted};
use crate::checkpoint::{InputForParts, ReadAgain};
use crate::kept_input::KeptInput;
use crate::run::{self, Session};
use crate::saved::{Checkpoints, Restore};
use crate::summary::End;
use crate::{Control, Error, Mode, Request};

/// How parts of a run are timed from checkpoints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// Folder of the checkpoints.
    pub folder: PathBuf,
    /// The folder is used by this run alone, and removed after it.
    pub temporary: bool,
    /// Parts that are timed at once.
    pub threads: usize,
    /// Instructions that warm caches, TLBs and predictors before what is timed of each interval, or before the units of a stretch.
    pub warming: u64,
    /// Instructions from one unit to the next; `None`: chosen so that there are as many units as the error needs.
    pub period: Option<u64>,
    /// Only the stretches of one shard: its number, from 1, and how many shards there are. Stretches are dealt out to shards in turn.
    pub shard: Option<(u64, u64)>,
}

/// Periodic checkpoints: instructions before the first, and from each to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Every {
    pub first: u64,
    pub each: u64,
}

/// A program that has executed functionally, and its checkpoints.
pub(super) struct Executed<'a> {
    /// The report of the functional run.
    pub report: Report,
    pub config: Arc<Loaded>,
    control: Arc<Control>,
    /// Everything that the program has read from standard input.
    input: Arc<KeptInput>,
    apart: &'a Apart,
}

impl<'a> Executed<'a> {
    /// Executes a program functionally, with checkpoints at `places` and at `every`.
    pub(super) fn of(
        mut request: Request,
        apart: &'a Apart,
        places: Vec<String>,
        every: Option<Every>,
    ) -> Result<Self, Error> {
        check(&request)?;
        if request.files.writable {
            return Err(Error::Apart(
                "--writable: parts of a run that are timed apart from each other would change the same files; leave it or --threads and --shard out"
                    .to_owned(),
            ));
        }
        request.checkpoints = Some(Checkpoints {
            folder: apart.folder.clone(),
            temporary: apart.temporary,
            repeated: true,
            places,
            every: every.map(|every| every.each),
            first: every.map(|every| every.first),
            warm: false,
        });
        request.mode = Mode::Functional;
        request.leads_timed = true;
        let (config, control) = (Arc::clone(&request.config), Arc::clone(&request.control));
        let kept = InputForParts::new(Arc::clone(&control));
        let stdin = std::mem::replace(&mut request.stdin, Box::new(std::io::empty()));
        request.stdin = kept.keep(stdin);
        let report = run::run(request)?;
        let executed = Self {
            report,
            config,
            control,
            input: kept.take()?,
            apart,
        };
        executed.is_stopped()?;
        Ok(executed)
    }

    /// Whether the run was stopped, so that the estimates have to be made from what was measured by then.
    ///
    /// # Errors
    /// [`Error::Cancelled`]: the caller asked for no report.
    pub(super) fn is_stopped(&self) -> Result<bool, Error> {
        match self.control.is_cancelled() {
            true => Err(Error::Cancelled),
            false => Ok(self.control.is_stopped()),
        }
    }

    /// The report of the functional run; its outcome is `interrupted` if the run was stopped before all parts had been timed (`whole`).
    pub(super) fn into_report(self, whole: bool) -> Result<Report, Error> {
        let stopped = self.is_stopped()?;
        let mut report = self.report;
        if stopped && !whole {
            report.outcome = Outcome::interrupted();
        }
        state_clock(&mut report);
        Ok(report)
    }

    /// Places that the program did not come to.
    fn missed(&self) -> &[String] {
        let made = self.control.checkpoints();
        made.map_or(&[][..], |made| &made.missed)
    }

    /// Times the first `units` units of a plan in a run that goes on from the checkpoint behind `begin` instructions. If it is stopped, the
    /// result has the units that are complete by then.
    pub(super) fn time(&self, begin: u64, plan: Plan, units: usize) -> Result<Measurements, Error> {
        if self.is_stopped()? {
            return Ok(Measurements::NOTHING);
        }
        let mut request = Request::new(Arc::clone(&self.config), PathBuf::new());
        request.control = Arc::clone(&self.control);
        request.stdin = Box::new(ReadAgain::new(Arc::clone(&self.input)));
        let file = self.apart.folder.join(format!("{begin}.checkpoint"));
        Restore::read(&file)?.apply(&mut request);
        // Behind the end of a run that reached its limit nothing executes.
        let limited = self.report.outcome.limit == Some(Limit::Instructions);
        request.max_instructions = limited.then_some(self.report.instructions);
        let mut session = Session::start(&mut request)?;
        let machine = &request.config.machine;
        let timing = Timing::new(machine, OffInUnits);
        let watch = session.watch.clone();
        let recorder = Sampled::new(timing, machine, plan, watch, begin);
        let mut recorder = recorder.only(units);
        match session.go(&request, &mut recorder)? {
            End::Guest(_) | End::Limit(Limit::Instructions) => Ok(recorder.into_measurements()),
            End::Interrupted | End::Limit(_) => Ok(recorder.into_whole()),
        }
    }
}

/// Runs a program functionally, times the chosen intervals from checkpoints of that run, and weighs what is counted in them.
///
/// # Errors
/// As [`simpoints`](super::simpoints); a checkpoint cannot be made, or the guest may change files.
pub fn simpoints_apart(
    request: Request,
    chosen: &SimPoints,
    apart: &Apart,
) -> Result<Report, Error> {
    let begins = chosen
        .points
        .iter()
        .map(|point| begin(point, chosen, apart));
    let mut places: Vec<String> = begins.map(|begin| begin.to_string()).collect();
    places.dedup();
    let executed = Executed::of(request, apart, places, None)?;
    let missed = executed.missed();
    let is_there = |point: &&SimPoint| !missed.contains(&begin(point, chosen, apart).to_string());
    let points: Vec<&SimPoint> = chosen.points.iter().take_while(is_there).collect();
    let part = |point: &&SimPoint| {
        let one = SimPoints {
            points: vec![**point],
            ..chosen.clone()
        };
        executed.time(begin(point, chosen, apart), Plan::chosen(&one), 1)
    };
    let mut measured = Measurements::default();
    for result in side_by_side(&points, apart.threads, part) {
        let mut one = result?;
        measured.timed += one.timed;
        if one.units.is_empty() {
            break;
        }
        measured.units.append(&mut one.units);
    }
    let family = executed.config.machine.processor.family;
    let whole = measured.units.len() == chosen.points.len();
    let mut report = executed.into_report(whole)?;
    let ended = Ended::of(&report.outcome);
    let mut sample = weighted::estimate(&measured, chosen, ended, report.instructions, family)?;
    sample.warming = Some(apart.warming);
    if report.outcome.kind == OutcomeKind::Interrupted && !whole {
        sample.remark = Some(format!(
            "interrupted when {} of {} intervals had been timed: run it again",
            measured.units.len(),
            chosen.points.len()
        ));
    }
    report.sample = Some(Box::new(sample));
    Ok(report)
}

/// Where the checkpoint of an interval lies.
fn begin(point: &SimPoint, chosen: &SimPoints, apart: &Apart) -> u64 {
    let unit = point.interval.saturating_mul(chosen.length);
    unit.saturating_sub(chosen.warm_up.saturating_add(apart.warming))
}

/// Calls `work` for each part on `threads` threads; the results are in the order of the parts.
pub(super) fn side_by_side<T: Sync>(
    parts: &[T],
    threads: usize,
    work: impl Fn(&T) -> Result<Measurements, Error> + Sync,
) -> Vec<Result<Measurements, Error>> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Result<Measurements, Error>>>> =
        parts.iter().map(|_| Mutex::new(None)).collect();
    let serve = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let (Some(part), Some(place)) = (parts.get(number), done.get(number)) else {
                break;
            };
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(work(part));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, parts.len().max(1)) {
            // If the host cannot start a thread the others do its work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, serve);
        }
        serve();
    });
    let results = done.into_iter();
    let results = results.filter_map(|it| it.into_inner().unwrap_or_else(PoisonError::into_inner));
    results.collect()
}
