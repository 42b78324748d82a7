//! Chosen intervals that are timed apart from each other: the program executes once, without the cycle model, and leaves a checkpoint some
//! way before each interval; then each is warmed and timed from its own checkpoint, several at once.
//!
//! An interval depends on nothing but its checkpoint, so what is counted is the same on any number of threads.

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use events::Off;
use report::Report;
use uarch::Timing;

use super::plan::Plan;
use super::recorder::{Sampled, Taken};
use super::{SimPoint, SimPoints, check, weighted};
use crate::checkpoint::Kept;
use crate::run::{self, Session};
use crate::saved::{Checkpoints, Restore};
use crate::{Error, Mode, Request};

/// How chosen intervals are timed apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// Folder of the checkpoints.
    pub folder: PathBuf,
    /// Intervals that are timed at once.
    pub threads: usize,
    /// Instructions that warm caches, TLBs and predictors before what is timed of each interval.
    pub warming: u64,
}

/// Runs a program functionally, times the chosen intervals from checkpoints of that run, and weighs what is counted in them.
///
/// # Errors
/// As [`simpoints`](super::simpoints); a checkpoint cannot be made, or the guest may change files.
pub fn simpoints_apart(
    mut request: Request,
    chosen: &SimPoints,
    apart: &Apart,
) -> Result<Report, Error> {
    check(&request)?;
    if request.files.writable {
        return Err(Error::Checkpoint(
            "intervals that are timed apart from each other would change the same files; leave --writable or --threads out"
                .to_owned(),
        ));
    }
    let begins = chosen
        .points
        .iter()
        .map(|point| begin(point, chosen, apart));
    let mut places: Vec<String> = begins.map(|begin| begin.to_string()).collect();
    places.dedup();
    request.checkpoints = Some(Checkpoints {
        folder: apart.folder.clone(),
        places,
        every: None,
        warm: false,
    });
    request.mode = Mode::Functional;
    let kept = Kept::default();
    let stdin = std::mem::replace(&mut request.stdin, Box::new(std::io::empty()));
    request.stdin = kept.keep(stdin);
    let (config, control) = (Arc::clone(&request.config), Arc::clone(&request.control));
    let mut report = run::run(request)?;
    if control.is_stopped() {
        return Err(Error::Cancelled);
    }
    let missed = control.checkpoints().map_or(&[][..], |made| &made.missed);
    let is_there = |point: &&SimPoint| !missed.contains(&begin(point, chosen, apart).to_string());
    let points: Vec<&SimPoint> = chosen.points.iter().take_while(is_there).collect();
    let input = kept.take();
    let part = |point: &SimPoint| -> Result<Taken, Error> {
        let begin = begin(point, chosen, apart);
        let mut part = Request::new(Arc::clone(&config), PathBuf::new());
        part.control = Arc::clone(&control);
        part.stdin = Box::new(Cursor::new(Arc::clone(&input)));
        Restore::read(&apart.folder.join(format!("{begin}.checkpoint")))?.apply(&mut part);
        let one = SimPoints {
            points: vec![*point],
            ..chosen.clone()
        };
        interval(part, &one, begin)
    };
    let mut taken = Taken {
        units: Vec::new(),
        period: None,
        timed: 0,
    };
    for result in side_by_side(&points, apart.threads, part) {
        let mut one = result?;
        taken.timed += one.timed;
        if one.units.is_empty() {
            break;
        }
        taken.units.append(&mut one.units);
    }
    if control.is_stopped() {
        return Err(Error::Cancelled);
    }
    let family = config.machine.processor.family;
    let sample = weighted::estimate(&taken, chosen, report.instructions, family)?;
    report.sample = Some(Box::new(sample));
    Ok(report)
}

/// Where the checkpoint of an interval lies.
fn begin(point: &SimPoint, chosen: &SimPoints, apart: &Apart) -> u64 {
    let unit = point.interval.saturating_mul(chosen.length);
    unit.saturating_sub(chosen.warm_up.saturating_add(apart.warming))
}

/// Times one interval of a run that goes on from a checkpoint.
fn interval(mut request: Request, one: &SimPoints, retired: u64) -> Result<Taken, Error> {
    let mut session = Session::start(&mut request)?;
    let machine = &request.config.machine;
    let timing = Timing::new(machine, Off);
    let watch = session.watch.clone();
    let recorder = Sampled::new(timing, machine, Plan::chosen(one), watch, retired);
    let mut recorder = recorder.only(1);
    session.go(&request, &mut recorder)?;
    Ok(recorder.into_taken())
}

/// The results in the order of the points, worked out on so many threads.
fn side_by_side(
    points: &[&SimPoint],
    threads: usize,
    work: impl Fn(&SimPoint) -> Result<Taken, Error> + Sync,
) -> Vec<Result<Taken, Error>> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Result<Taken, Error>>>> =
        points.iter().map(|_| Mutex::new(None)).collect();
    let serve = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let (Some(point), Some(place)) = (points.get(number), done.get(number)) else {
                break;
            };
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(work(point));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, points.len().max(1)) {
            // A host that starts no thread takes longer.
            let _ = std::thread::Builder::new().spawn_scoped(scope, serve);
        }
        serve();
    });
    let results = done.into_iter();
    let results = results.filter_map(|it| it.into_inner().unwrap_or_else(PoisonError::into_inner));
    results.collect()
}
