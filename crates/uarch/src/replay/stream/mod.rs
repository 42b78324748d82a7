//! Streams: a loop that stores to line after line waits for memory in the same way again and again, and its waits are replayed as well.
//!
//! What a store meets depends on what the accesses before it have reserved: ports, banks, entries of queues, paths and the bus
//! ([`Reservations`](crate::model::memory::reservations::Reservations)). Written down relative to the newest issue and to an address, the
//! reservations before an execution of such a loop are the same again after some executions, a *period*. From there on each execution meets what
//! the one a period before met, as long as it stores to addresses as many bytes further and finds in caches and TLBs what that found: lines missing
//! where they were missing, lines that arrive in as many cycles, victims that are clean or dirty as they were. The stream looks that up for each
//! execution, and then puts its lines into the caches. Counts are added up when the stream ends, and nothing is reserved while it is on: at its end
//! the reservations recorded before the execution that comes next in the period are moved to the cycle and the address of now. The tests here hold
//! it equal to full timing.

mod execution;

use super::{Replay, Replayed, state};
use crate::model::accounting::counters::{Bounds, Counters};
use crate::model::memory::relative::PAST;
use crate::model::pipeline::{Model, Pipeline};
use crate::replay::arrival::{Late, Streamed};
use crate::replay::late::fetches_find_all;
use crate::replay::memo::{Asks, Body};
use crate::replay::memos::{Lists, Memos};
use events::{Execution, Probe};
use execution::{Boundary, Finds, Recorded, locate};
use isa::MemoryKind;

/// Most executions of a period.
const LONGEST: usize = 16;
/// Late executions that pass unwatched after watching came to nothing, at first and at most.
const PAUSES: (u32, u32) = (64, 1 << 12);
/// Where a stream is recorded or begins: the least number of cycles from the oldest reservations that are written down ([`PAST`]) to the earliest
/// fetch that may still come.
const MARGIN: u64 = 64;
/// Executions that a stream has to last to be worth while.
const WORTH: u64 = 64;
/// Executions that the end of a stream costs.
const PRICE: u64 = 8;
/// Most executions in streams that are remembered in their favour.
const MOST_CREDIT: u64 = 512;

/// The search for a stream, and the period that was recorded.
#[derive(Debug, Default)]
pub(super) struct Stream {
    phase: Phase,
    /// Late executions to let pass before the next search, and the length of the last such pause.
    pause: u32,
    paused: u32,
    /// Executions in streams less those that were written down to find them, [`MOST_CREDIT`] at most.
    credit: u64,
    /// The newest execution ended in this cycle and state.
    left: (u64, u32),
    /// How the pipe stands before the execution at hand.
    here: Boundary,
    /// How it stood where a period may begin, and executions since: the length of the period, once it is found.
    first: Boundary,
    looked: usize,
    /// The executions of a period.
    recorded: Vec<Recorded>,
    /// Bytes from each period to the next.
    stride: u64,
    /// The place in the period of the execution that comes next, and executions since the stream began.
    next: usize,
    lasted: u64,
    /// Bytes from the addresses that were recorded for it to its own.
    moved: u64,
    /// The cycle in which a stream ended last: no other one begins before the same execution.
    ended: u64,
    /// What the execution at hand found.
    finds: Finds,
}

/// How far a stream is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Nothing is watched.
    #[default]
    Idle,
    /// An execution is looked for before which the pipe stands as before the first one.
    Seeking,
    /// A period is being recorded.
    Recording,
    /// Executions are replayed from what was recorded, and the model's reservations are old.
    On,
}

/// Whether no listener has to hear of anything but what exits tell.
#[inline(always)]
pub(super) fn is_unheard<P: Probe>(counters: &Counters<P>) -> bool {
    let attention = &counters.attention;
    !P::hears_records()
        || counters.bounds() == Bounds::None
            && attention.from == u64::MAX
            && !attention.data_misses
            && !attention.tlb_misses
}

impl Stream {
    /// Whether the stream is on: executions are replayed from the recorded period.
    #[inline(always)]
    pub(super) fn is_on(&self) -> bool {
        self.phase == Phase::On
    }

    /// Whether the late execution at hand is watched. False: it is one of those that pass in a pause.
    #[inline(always)]
    pub(super) fn watches(&mut self) -> bool {
        if self.pause > 0 {
            self.pause -= 1;
            return false;
        }
        true
    }

    /// The search came to nothing: ends it, and pauses.
    fn fail(&mut self) {
        let (least, most) = PAUSES;
        self.paused = (2 * self.paused).clamp(least, most);
        self.pause = self.paused;
        self.look_away();
    }

    /// Something else was executed during a search: ends it. There is no pause as long as streams last longer than the searches for them.
    #[inline(never)]
    fn interrupt(&mut self) {
        if self.credit > 0 {
            self.look_away();
        } else {
            self.fail();
        }
    }

    /// Ends a search.
    fn look_away(&mut self) {
        if self.phase == Phase::Recording {
            self.recorded.clear();
        }
        self.phase = Phase::Idle;
    }

    /// Memos are forgotten, and with them what was recorded of their executions.
    pub(super) fn forget(&mut self) {
        debug_assert!(!self.is_on(), "reservations are lost");
        self.recorded.clear();
        self.phase = Phase::Idle;
    }

    /// Ends the stream or the search: the model's reservations and counts are up to date behind it.
    #[inline(always)]
    pub(super) fn end<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        match self.phase {
            Phase::Idle => {}
            Phase::On => self.settle(pipeline),
            Phase::Seeking | Phase::Recording => self.interrupt(),
        }
    }

    /// Ends the stream that is on: moves the recorded reservations to the present, and adds up what its executions counted.
    #[inline(never)]
    fn settle<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        self.phase = Phase::Idle;
        self.ended = pipeline.now;
        if let Some(next) = self.recorded.get(self.next) {
            next.restore(pipeline, self.moved);
        }
        let mut sums = Vec::new();
        for recorded in &mut self.recorded {
            recorded.add(pipeline, &mut sums);
        }
        let mut sums = sums.into_iter();
        let caches = &mut pipeline.shared.caches;
        caches.each_count(&mut |count| *count += sums.next().unwrap_or(0));
        let credit = (self.credit + self.lasted).saturating_sub(PRICE);
        self.credit = credit.min(MOST_CREDIT);
        if self.lasted < WORTH && self.credit < WORTH {
            self.fail();
        } else {
            self.paused = 0;
        }
    }

    /// Watches a late execution that begins; `known`: a body whose steps it may meet. True: the stream is on from this execution on.
    fn begin<P: Probe>(
        &mut self,
        pipeline: &mut Pipeline<P>,
        state: u32,
        known: (&Body, &Lists),
        execution: &Execution,
    ) -> bool {
        if self.left != (pipeline.now, state) && self.phase != Phase::Idle {
            // Something else was executed.
            self.end(pipeline);
            return false;
        }
        let Some(base) = first_address(pipeline, known, execution) else {
            self.fail();
            return false;
        };
        if self.phase == Phase::Seeking {
            self.looked += 1;
            if self.looked > LONGEST {
                self.fail();
                return false;
            }
            let caches = &pipeline.shared.caches;
            let mut known = self.recorded.iter().map(|recorded| &recorded.begins);
            if !self.first.may_be(state, base, caches)
                && !known.any(|begins| begins.may_be(state, base, caches))
            {
                return false;
            }
        }
        self.credit = self.credit.saturating_sub(1);
        self.here.write(pipeline, state, base);
        let is_new = self.ended != pipeline.now;
        if self.phase != Phase::Recording && is_new && self.enter(pipeline) {
            return true;
        }
        match self.phase {
            Phase::Idle => {
                self.phase = Phase::Seeking;
                self.looked = 0;
                std::mem::swap(&mut self.first, &mut self.here);
                return false;
            }
            Phase::Seeking => {
                if !self.here.is_like(&self.first, &pipeline.shared.caches) {
                    return false;
                }
                self.phase = Phase::Recording;
                self.recorded.clear();
            }
            Phase::Recording if self.recorded.len() == self.looked => {
                return self.close(pipeline);
            }
            Phase::Recording | Phase::On => {}
        }
        let begins = self.here.clone();
        match Recorded::begin(pipeline, begins, known, execution) {
            Some(recorded) => self.recorded.push(recorded),
            None => {
                self.fail();
            }
        }
        false
    }

    /// As many executions as a period has are recorded. True: the pipe stands as at the beginning of the period, and the stream is on.
    fn close<P: Probe>(&mut self, pipeline: &Pipeline<P>) -> bool {
        if let Some(first) = self.recorded.first_mut()
            && first.is_at(pipeline, &self.here)
        {
            // The stride is that from the beginning of this period to that of the next one.
            self.stride = self.here.base.wrapping_sub(first.begins.base);
            self.go_on_at(0);
            return true;
        }
        self.fail();
        false
    }

    /// Begins the stream inside the recorded period, before the execution before which the pipe stood as it does, if there is one.
    fn enter<P: Probe>(&mut self, pipeline: &Pipeline<P>) -> bool {
        let here = &self.here;
        let mut recorded = self.recorded.iter_mut();
        match recorded.position(|recorded| recorded.is_at(pipeline, here)) {
            Some(place) => {
                self.go_on_at(place);
                true
            }
            None => false,
        }
    }

    /// The stream is on, before an execution of the period.
    fn go_on_at(&mut self, place: usize) {
        self.phase = Phase::On;
        self.next = place;
        self.lasted = 0;
        self.moved = (self.here.base).wrapping_sub(self.recorded[place].begins.base);
    }

    /// The references of a watched execution have been made, and met what a body says; `None`: they did not, or not all were made.
    fn made<P: Probe>(&mut self, pipeline: &mut Pipeline<P>, number: Option<u32>) {
        if self.phase != Phase::Recording {
            return;
        }
        let spans = pipeline.shared.counters.take_spans();
        match (number, self.recorded.last_mut()) {
            (Some(number), Some(recorded)) => recorded.end(pipeline, number, spans),
            _ => {
                self.fail();
            }
        }
    }

    /// The execution that came next did what was recorded; `at`: the cycle of the issue before it.
    pub(super) fn pass<P: Probe>(&mut self, pipeline: &mut Pipeline<P>, at: u64) {
        let count = self.recorded.len();
        self.recorded[self.next].pass(pipeline, at, self.moved, &self.finds);
        self.lasted += 1;
        self.next += 1;
        if self.next == count {
            self.next = 0;
            self.moved = self.moved.wrapping_add(self.stride);
        }
    }
}

/// The physical address of the first reference of an execution, if all are stores and none needs a walk.
fn first_address<P: Probe>(
    pipeline: &Pipeline<P>,
    (body, lists): (&Body, &Lists),
    execution: &Execution,
) -> Option<u64> {
    let mut steps = body.steps.of(&lists.steps).iter();
    let is_store = |kind: MemoryKind| matches!(kind, MemoryKind::Store | MemoryKind::FpStore);
    let first = steps.clone().find(|step| step.asks == Asks::Access)?;
    if !steps.all(|step| is_store(step.memory.kind)) {
        return None;
    }
    let tlb = &pipeline.data.tlb;
    let direct = tlb.is_direct(first.memory.kind.is_float());
    let mut last = [tlb.last, tlb.last_direct];
    let &address = execution.addresses.first()?;
    locate(pipeline, direct, address, &mut last, &mut Vec::new())
}

impl Replay {
    /// Replays an execution from the stream that is on; `None`: the stream has ended before it.
    #[inline(never)]
    pub(super) fn replay_stream<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        code: u32,
        execution: &Execution,
    ) -> Option<Replayed> {
        let Self { memos, stream, .. } = self;
        let pipeline = &mut model.pipeline;
        let recorded = stream.recorded.get(stream.next)?;
        let (number, state) = (recorded.number, recorded.begins.state);
        let current = memos.walk.current;
        let Memos { bodies, lists, .. } = memos;
        let body = &mut bodies[number as usize];
        let goes_on = current == state
            && body.code == code
            && body.end == execution.end
            && body.fits(execution.predicates)
            && execution.notes.is_empty()
            && fetches_find_all(pipeline, body, lists)
            && recorded.finds(pipeline, execution, stream.moved, &mut stream.finds);
        if !goes_on {
            stream.end(pipeline);
            return None;
        }
        let replayed = self.finish::<P, Streamed>(model, number, execution);
        if replayed == Replayed::No {
            // Full timing goes on with the branch that has been predicted.
            self.stream.end(&mut model.pipeline);
        }
        Some(replayed)
    }

    /// Replays a late execution, and watches whether it is one of a stream.
    #[inline(never)]
    pub(super) fn replay_watched<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        root: u32,
        execution: &Execution,
    ) -> Replayed {
        let Self { memos, stream, .. } = self;
        let pipeline = &model.pipeline;
        let settled = state::standing(pipeline, memos).settled(pipeline);
        // A fetch still to come that lies further back might ask L2 for cycles whose reservations are not written down.
        let recorded = pipeline.now.saturating_sub(settled) <= PAST - MARGIN;
        if !recorded {
            stream.end(&mut model.pipeline);
        } else if let Some(number) = memos.late((root, false), execution.predicates, &[]) {
            let body = &memos.bodies[number as usize];
            let known = (body, &memos.lists);
            let code = body.code;
            if stream.begin(&mut model.pipeline, memos.walk.current, known, execution)
                && let Some(replayed) = self.replay_stream(model, code, execution)
            {
                return replayed;
            }
        }
        let made = self.make_late(model, root, execution);
        self.stream.made(&mut model.pipeline, made);
        let Some(number) = made else {
            return Replayed::No;
        };
        let replayed = self.finish::<P, Late>(model, number, execution);
        self.stream.left = (model.pipeline.now, self.memos.walk.current);
        replayed
    }
}

#[cfg(test)]
mod tests;
