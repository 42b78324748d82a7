//! One execution of a program for several machine descriptions: each block is timed by a cycle model of each machine.
//!
//! What a program computes depends on the machine only when it reads time: `ar.itc`, a register of the monitor, or the
//! personality's clock where that counts cycles. From there on execution follows the first machine, and the others are given up: they
//! have to be run alone, from the start, as the state of a run cannot be copied (its files, streams and scratch folder are the host's).

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use config::{Loaded, Machine};
use events::{Block, Execution, Off, StackSizes};
use linux::{Listener, OsEvent};
use machine::Recorder;
use report::Report;

use crate::asks::Ask;
use crate::options::options;
use crate::recorder::Timed;
use crate::run::{Session, timed, times};
use crate::{Error, Mode, Request};

/// Everything of a machine description that the results of a program can depend on if it does not read time: runs of one program on
/// machines with equal keys can share one execution.
#[must_use]
pub fn functional_key(machine: &Machine) -> String {
    let os = &machine.os;
    format!(
        "{:?} {} {} {} {} {:?}",
        options(machine, Mode::Timed),
        machine.frequency_hz,
        os.memory_bytes,
        os.disk_bytes,
        os.quantum_instructions,
        os.clock,
    )
}

/// The recorders of one execution, one for each machine.
struct Lanes {
    first: Timed<Off>,
    /// Empty once the program has read time.
    others: Vec<Timed<Off>>,
}

impl Lanes {
    #[cold]
    fn give_others_up(&mut self) {
        self.others.clear();
    }
}

impl Recorder for Lanes {
    const RECORD: bool = true;

    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        for other in &mut self.others {
            other.follow(block, execution);
        }
        self.first.executed(block, execution)
    }

    fn clock(&mut self, retired: u64) -> u64 {
        self.give_others_up();
        self.first.clock(retired)
    }

    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        self.give_others_up();
        self.first.read_pmd(index)
    }

    fn unmapped(&mut self, number: u32, addresses: &Range<u64>) {
        self.first.unmapped(number, addresses);
        let others = self.others.iter_mut();
        others.for_each(|it| it.unmapped(number, addresses));
    }

    fn space_ended(&mut self, number: u32) {
        self.first.space_ended(number);
        self.others.iter_mut().for_each(|it| it.space_ended(number));
    }

    fn forget_code(&mut self) -> bool {
        // All are models without a listener, of which each can forget.
        let mut lanes = std::iter::once(&mut self.first).chain(&mut self.others);
        lanes.all(Recorder::forget_code)
    }

    fn user_monitor(&mut self, enabled: bool) {
        self.first.user_monitor(enabled);
        self.others
            .iter_mut()
            .for_each(|it| it.user_monitor(enabled));
    }

    fn enter(&mut self, stack: StackSizes) {
        self.first.enter(stack);
        self.others.iter_mut().for_each(|it| it.enter(stack));
    }
}

impl Listener for Lanes {
    fn os(&mut self, event: OsEvent) {
        self.first.os(event);
        self.others.iter_mut().for_each(|it| it.os(event));
    }

    fn time_read(&mut self) {
        if self.first.clock_counts_cycles() {
            self.give_others_up();
        }
    }

    fn cycles(&mut self) -> Option<u64> {
        self.first.cycles()
    }
}

/// Runs a program as [`run`](crate::run()) does, and times the same execution on other machines. Returns the report of the request and those
/// of the others, each equal to that of a run of its own. There are no reports of the others if the program reads time, if a
/// [`functional_key`] differs from that of the request's machine, or if the request asks for anything but the report, a region of interest
/// and a log of system calls: then the caller has to run them alone.
///
/// # Errors
/// As [`run`](crate::run()).
pub fn run_shared(
    mut request: Request,
    others: &[Arc<Loaded>],
) -> Result<(Report, Vec<Report>), Error> {
    let key = functional_key(&request.config.machine);
    let fits = |ask: &Ask| matches!(ask, Ask::Region | Ask::Strace);
    if request.mode == Mode::Functional
        || request.asks().any(|ask| !fits(&ask))
        || others.iter().any(|it| functional_key(&it.machine) != key)
    {
        return Ok((crate::run(request)?, Vec::new()));
    }
    let mut session = Session::start(&mut request)?;
    let own = Arc::clone(&request.config);
    let mut lanes = Vec::new();
    for config in std::iter::once(&own).chain(others) {
        request.config = Arc::clone(config);
        let region = session.region(&request)?;
        lanes.push(timed(&mut request, Off, &session, region));
    }
    request.config = Arc::clone(&own);
    let mut recorder = Lanes {
        first: lanes.remove(0),
        others: lanes,
    };
    let ending = session.go(&request, &mut recorder)?;
    let first = times(&mut recorder.first)?;
    let first = session.report(&request, &ending, Some(first))?;
    let mut reports = Vec::new();
    for (lane, config) in recorder.others.iter_mut().zip(others) {
        request.config = Arc::clone(config);
        let times = times(lane)?;
        reports.push(session.report(&request, &ending, Some(times))?);
    }
    Ok((first, reports))
}
