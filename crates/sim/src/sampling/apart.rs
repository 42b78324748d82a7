//! Parts of a run that are timed apart from each other: the program executes once, without the cycle model, and leaves a checkpoint some
//! way before each; then each is warmed and timed from its own checkpoint, several at once.
//!
//! A part depends on nothing but its checkpoint, so what is counted is the same on any number of threads.

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use config::Loaded;
use events::OffInUnits;
use report::{Outcome, OutcomeKind, Report};
use uarch::Timing;

use super::ended::Ended;
use super::plan::Plan;
use super::recorder::{Sampled, Taken};
use super::{SimPoint, SimPoints, check, weighted};
use crate::checkpoint::Kept;
use crate::run::{self, Session};
use crate::saved::{Checkpoints, Restore};
use crate::summary::End;
use crate::{Control, Error, Mode, Request};

/// How parts of a run are timed apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// Folder of the checkpoints.
    pub folder: PathBuf,
    /// It is for this run alone, and removed behind it.
    pub temporary: bool,
    /// Parts that are timed at once.
    pub threads: usize,
    /// Instructions that warm caches, TLBs and predictors before what is timed of each interval, or before the units of a stretch.
    pub warming: u64,
    /// Instructions from one unit to the next; `None`: as many units as the error needs.
    pub period: Option<u64>,
    /// Only a part of the stretches: this one of so many, from 1. They are dealt out in turn.
    pub shard: Option<(u64, u64)>,
}

/// Checkpoints that come again and again: instructions before the first, and from each to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Every {
    pub first: u64,
    pub each: u64,
}

/// A program that has executed functionally, and its checkpoints.
pub(super) struct Executed<'a> {
    /// Of the functional run.
    pub report: Report,
    pub config: Arc<Loaded>,
    control: Arc<Control>,
    /// All that the program could read from standard input.
    input: Arc<[u8]>,
    apart: &'a Apart,
}

impl<'a> Executed<'a> {
    /// Executes a program, which leaves checkpoints at some places, and from one place to the next.
    pub(super) fn of(
        mut request: Request,
        apart: &'a Apart,
        places: Vec<String>,
        every: Option<Every>,
    ) -> Result<Self, Error> {
        check(&request)?;
        if request.files.writable {
            return Err(Error::Checkpoint(
                "parts of a run that are timed apart from each other would change the same files; leave --writable or --threads out"
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
        let kept = Kept::default();
        let stdin = std::mem::replace(&mut request.stdin, Box::new(std::io::empty()));
        request.stdin = kept.keep(stdin);
        let (config, control) = (Arc::clone(&request.config), Arc::clone(&request.control));
        let report = run::run(request)?;
        let executed = Self {
            report,
            config,
            control,
            input: kept.take(),
            apart,
        };
        executed.is_stopped()?;
        Ok(executed)
    }

    /// Whether something has stopped the run, so that what there is has to do.
    ///
    /// # Errors
    /// [`Error::Cancelled`]: no report is wanted.
    pub(super) fn is_stopped(&self) -> Result<bool, Error> {
        match self.control.is_cancelled() {
            true => Err(Error::Cancelled),
            false => Ok(self.control.is_stopped()),
        }
    }

    /// The report of the run, to which nothing has been added; `whole`: all of its parts have been timed.
    pub(super) fn into_report(self, whole: bool) -> Result<Report, Error> {
        let stopped = self.is_stopped()?;
        let mut report = self.report;
        if stopped && !whole {
            report.outcome = Outcome::interrupted();
        }
        Ok(report)
    }

    /// Places that the program did not come to.
    fn missed(&self) -> &[String] {
        let made = self.control.checkpoints();
        made.map_or(&[][..], |made| &made.missed)
    }

    /// Times the first `units` that a plan names of the run that goes on from the checkpoint behind so many instructions.
    /// When the run is stopped, those that are whole by then.
    pub(super) fn time(&self, begin: u64, plan: Plan, units: usize) -> Result<Taken, Error> {
        if self.is_stopped()? {
            return Ok(Taken::NOTHING);
        }
        let mut request = Request::new(Arc::clone(&self.config), PathBuf::new());
        request.control = Arc::clone(&self.control);
        request.stdin = Box::new(Cursor::new(Arc::clone(&self.input)));
        let file = self.apart.folder.join(format!("{begin}.checkpoint"));
        Restore::read(&file)?.apply(&mut request);
        let mut session = Session::start(&mut request)?;
        let machine = &request.config.machine;
        let timing = Timing::new(machine, OffInUnits);
        let watch = session.watch.clone();
        let recorder = Sampled::new(timing, machine, plan, watch, begin);
        let mut recorder = recorder.only(units);
        match session.go(&request, &mut recorder)? {
            End::Interrupted | End::Limit(_) => Ok(recorder.into_whole()),
            End::Guest(_) => Ok(recorder.into_taken()),
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
    let mut taken = Taken::default();
    for result in side_by_side(&points, apart.threads, part) {
        let mut one = result?;
        taken.timed += one.timed;
        if one.units.is_empty() {
            break;
        }
        taken.units.append(&mut one.units);
    }
    let family = executed.config.machine.processor.family;
    let whole = taken.units.len() == chosen.points.len();
    let mut report = executed.into_report(whole)?;
    let ended = Ended::of(&report.outcome);
    let mut sample = weighted::estimate(&taken, chosen, ended, report.instructions, family)?;
    sample.warming = Some(apart.warming);
    if report.outcome.kind == OutcomeKind::Interrupted && !whole {
        sample.remark = Some(format!(
            "interrupted when {} of {} intervals had been timed: run it again",
            taken.units.len(),
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

/// The results in the order of the parts, worked out on so many threads.
pub(super) fn side_by_side<T: Sync>(
    parts: &[T],
    threads: usize,
    work: impl Fn(&T) -> Result<Taken, Error> + Sync,
) -> Vec<Result<Taken, Error>> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Result<Taken, Error>>>> =
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
            // A host that starts no thread takes longer.
            let _ = std::thread::Builder::new().spawn_scoped(scope, serve);
        }
        serve();
    });
    let results = done.into_iter();
    let results = results.filter_map(|it| it.into_inner().unwrap_or_else(PoisonError::into_inner));
    results.collect()
}
