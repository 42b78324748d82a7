//! The recorder of a sampled run: times the stretches that the plan names, warms caches, TLBs and predictors with everything else, and keeps
//! the counts of each unit.

use std::ops::{ControlFlow, Range};

use events::{Block, CodeId, Counts, Execution, OffInUnits, Passage, StackSizes};
use linux::{Listener, OsEvent};
use machine::{AfterPassage, PathRecorder, Recorder};
use uarch::Timing;

use super::auxiliary::{Auxiliary, VARIATES, Work};
use super::measured::{Measurements, Unit};
use super::plan::{Plan, Stretch};
use crate::watch::Watch;

/// Instructions between two looks whether the run has to stop.
const LOOK: u64 = 1 << 18;

/// A piece of new code ends when so many instructions have executed without a block that is new, unless at least half of them are of blocks that
/// were new in this piece: then it is the beginning of a phase, of which units may show nothing if it is short.
const QUIET: u64 = 1_000;

/// New code behind the start is measured as long as it is no more than so many instructions plus one part in so many of the run so far, and
/// beginnings of phases, for a period each, as long as all of them are no more than that. An
/// instruction that executes for the first time costs the host some hundreds of its own where it is timed, and warming about sixty.
const ALLOWED_NEW: u64 = 64_000;
const NEW_PART: u64 = 1_024;

/// How many instructions before the end of a phase the recorder asks for single blocks instead of paths: more than most paths have, so that
/// the phase ends with the right block.
const NEAR: u64 = 512;

/// What the recorder does with the next executions.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Phase {
    /// Times and measures the start of the run or its end, piece by piece.
    Whole,
    /// Warms caches, TLBs and predictors functionally.
    Warming,
    /// Times without measuring, before a unit, so that values, queues and lines under way are as in a run that is timed.
    Approach,
    /// Times and measures a unit.
    Unit,
    /// Times and measures code that executes for the first time.
    New,
}

/// The recorder of a sampled run: feeds the cycle model with parts of it, and warms the model with the rest.
pub(crate) struct Sampled {
    timing: Timing<OffInUnits>,
    plan: Plan,
    watch: Watch,
    /// Cycles of system calls and of switches.
    costs: (u64, u64),
    phase: Phase,
    /// Instructions of the run so far.
    retired: u64,
    /// Value of `retired` at which the phase ends.
    until: u64,
    /// The stretch that is being timed, or the next one.
    next: Stretch,
    /// For [`Timing::counts_of`]: the blocks that were timed, and what their instructions count.
    executed: Executed,
    expanded: Counts,
    /// Cycles and counts at the beginning of the unit or piece.
    begun: Option<(u64, Counts)>,
    /// Issue groups and taken branches so far.
    work: Work,
    /// The part of the run whose variates are needed.
    follows: Option<Range<u64>>,
    /// The variates of the run when that part began.
    follows_from: Option<Auxiliary>,
    /// The variates of that part, when it has ended.
    followed: Option<Auxiliary>,
    /// The variates of the run when the unit began.
    unit_from: Auxiliary,
    /// Instructions that were timed before units and not measured, and of which no unit has said how many mispredictions they had.
    approached: u64,
    /// Mispredictions of everything that was timed for units, extrapolated from the units to what was timed before them.
    mispredicted: f64,
    /// [`Timing::lines_entered`] when the unit, or the end of the run, began.
    entered: u64,
    /// How many lines entered empty places in all units, and in the end of the run.
    cold: u64,
    cold_end: u64,
    /// Value of `retired` at which the start of the run, or its end, is complete.
    whole_until: u64,
    /// Code is timed where it executes for the first time.
    measures_new_code: bool,
    /// It is the end of the run that is, or was, measured.
    is_end: bool,
    start: Vec<Unit>,
    end: Vec<Unit>,
    new_code: Vec<Unit>,
    /// The variates of the run when the current piece of new code began, and those of all pieces before.
    new_from: Auxiliary,
    of_new: Auxiliary,
    young: Young,
    units: Vec<Unit>,
    /// Number of units after which the run ends.
    wanted: Option<usize>,
    /// Instructions that were timed in stretches before the current one.
    timed: u64,
    /// Value of `retired` at which the current stretch began to be timed.
    timed_from: u64,
    /// The run has ended: what is under way belongs to what is measured.
    ended: bool,
    /// Value of `retired` at the next look whether the run has to stop.
    look: u64,
    /// Value of `retired` at which [`Sampled::reached`] is called: at a look, the end of the phase, or an edge of the part that is followed.
    next_turn: u64,
}

/// Blocks that were timed since the totals were asked for last, each once.
#[derive(Default)]
struct Executed {
    blocks: Vec<CodeId>,
    /// By block: the value of `list` when the block was put into `blocks` last.
    lists: Vec<u32>,
    /// Number of the current list: the list is emptied by counting up, without clearing `lists`.
    list: u32,
}

impl Executed {
    #[inline(always)]
    fn note(&mut self, block: CodeId) {
        let index = block.0 as usize;
        if index >= self.lists.len() {
            self.lists.resize(index + 1, u32::MAX);
        }
        if self.lists[index] != self.list {
            self.lists[index] = self.list;
            self.blocks.push(block);
        }
    }

    fn clear(&mut self) {
        self.blocks.clear();
        self.list = self.list.wrapping_add(1);
    }
}

/// The blocks that were new in the newest piece of new code.
#[derive(Default)]
struct Young {
    /// By block: the number of the piece in which it was new; 0: none.
    pieces: Vec<u32>,
    /// Number of the newest piece, from 1.
    piece: u32,
    /// Instructions of such blocks since the last block that was new.
    instructions: u64,
    /// Instructions that were measured because a phase began.
    of_phases: u64,
    /// The value of `retired` up to which the newest piece is measured for that reason; 0: it is not.
    phase_until: u64,
}

impl Young {
    /// A block is new, behind `retired` instructions.
    fn note(&mut self, block: CodeId, retired: u64) {
        // What is measured from here on is measured because of the block.
        self.of_phases -= self.phase_until.saturating_sub(retired).min(self.of_phases);
        self.phase_until = 0;
        let index = block.0 as usize;
        if index >= self.pieces.len() {
            self.pieces.resize(index + 1, 0);
        }
        self.pieces[index] = self.piece;
        self.instructions = 0;
    }

    /// Counts an execution in the newest piece.
    fn add(&mut self, block: &Block, execution: &Execution) {
        if self.pieces.get(block.id.0 as usize) == Some(&self.piece) {
            self.instructions += u64::from(block.count_before(execution.end));
        }
    }
}

impl Sampled {
    /// `retired`: instructions of the run so far.
    pub(crate) fn new(
        timing: Timing<OffInUnits>,
        machine: &config::Machine,
        mut plan: Plan,
        watch: Watch,
        retired: u64,
    ) -> Self {
        let measures_new_code = matches!(plan, Plan::Periodic(_));
        let (start, next, follows) = (plan.start(), plan.next(0), plan.follows());
        let mut sampled = Self {
            timing,
            plan,
            watch,
            costs: (
                u64::from(machine.os.syscall_cycles),
                u64::from(machine.os.switch_cycles),
            ),
            phase: Phase::Warming,
            retired,
            until: next.begin,
            whole_until: start,
            is_end: false,
            measures_new_code,
            next,
            follows,
            executed: Executed::default(),
            expanded: Counts::ZERO,
            begun: None,
            work: Work::default(),
            follows_from: None,
            followed: None,
            unit_from: Auxiliary::default(),
            approached: 0,
            mispredicted: 0.0,
            entered: 0,
            cold: 0,
            cold_end: 0,
            start: Vec::new(),
            end: Vec::new(),
            new_code: Vec::new(),
            new_from: Auxiliary::default(),
            young: Young::default(),
            of_new: Auxiliary::default(),
            units: Vec::new(),
            wanted: None,
            timed: 0,
            timed_from: 0,
            ended: false,
            look: retired.saturating_add(LOOK),
            next_turn: retired,
        };
        if retired < start {
            sampled.phase = Phase::Whole;
            sampled.begin_piece();
        } else if sampled.until <= retired {
            sampled.turn();
        }
        sampled
    }

    /// Ends the run when `units` units have been measured and the part that is followed has executed.
    pub(crate) fn only(mut self, units: usize) -> Self {
        self.wanted = Some(units);
        self
    }

    /// Everything that was measured, when the program has ended. A unit in which it ended counts with the length that it has; among chosen
    /// intervals it is the shorter one at the end of the run.
    pub(crate) fn into_measurements(mut self) -> Measurements {
        self.ended = true;
        match self.phase {
            Phase::Whole => self.measured_piece(),
            Phase::Unit => {
                self.measured_unit();
            }
            Phase::New => self.measured_new_code(),
            Phase::Warming | Phase::Approach => {}
        }
        let rest = match self.phase {
            Phase::Warming => 0,
            Phase::Whole | Phase::Approach | Phase::Unit | Phase::New => {
                self.retired - self.timed_from
            }
        };
        let so_far = self.variates_so_far();
        let all = self.follows_from.map(|from| so_far.since(&from));
        let all = all.map(|all| all.since(&self.of_new));
        Measurements {
            start: self.start,
            end: self.end,
            new_code: self.new_code,
            followed: self.followed.or(all),
            timed: self.timed + rest,
            period: self.plan.period(),
            units: self.units,
            cold: self.cold,
            cold_end: self.cold_end,
            is_cut: false,
        }
    }

    /// Everything that was measured, when the run was stopped: a unit that is not complete is left out, and so are the variates if the part to
    /// be followed is not complete.
    pub(crate) fn into_whole(mut self) -> Measurements {
        if self.phase == Phase::Unit {
            self.begun = None;
        }
        let (is_cut, followed) = (!self.is_done(), self.followed);
        Measurements {
            is_cut,
            followed,
            ..self.into_measurements()
        }
    }

    /// Goes on to the next phase: the current one has reached its end.
    #[cold]
    fn turn(&mut self) {
        if self.phase == Phase::Whole {
            self.measured_piece();
            if self.retired < self.whole_until {
                self.begin_piece();
                return;
            }
            self.timed += self.retired - self.timed_from;
            self.phase = Phase::Warming;
            self.until = self.next.begin;
            if self.retired < self.until {
                return;
            }
        }
        if self.phase == Phase::New {
            if self.begins_phase() {
                self.young.of_phases += QUIET;
                self.young.instructions = 0;
                self.until = self.retired + QUIET;
                self.young.phase_until = self.until;
                return;
            }
            self.end_new_code();
            if self.retired < self.until {
                return;
            }
        }
        if self.phase == Phase::Warming {
            self.timing.start_over();
            self.timed_from = self.retired;
            self.phase = Phase::Approach;
            self.until = self.next.unit.start;
            if self.retired < self.until {
                return;
            }
        }
        if self.phase == Phase::Approach && self.next.is_end {
            self.phase = Phase::Whole;
            self.whole_until = self.next.unit.end;
            self.is_end = true;
            self.next = self.plan.next(self.retired);
            self.entered = self.timing.lines_entered();
            self.begin_piece();
            return;
        }
        if self.phase == Phase::Approach {
            self.begun = Some(self.totals());
            self.entered = self.timing.lines_entered();
            self.unit_from = self.variates_so_far();
            self.phase = Phase::Unit;
            // The length counts from the place that was drawn, not from the block behind it: then each block is measured from equally many
            // places, whatever the length of the block before it.
            self.until = self.next.unit.end;
            return;
        }
        self.end_unit();
        self.phase = Phase::Warming;
        self.until = self.next.begin;
        if self.retired >= self.until {
            // What is timed next follows directly: no block between them is left out.
            self.phase = Phase::Approach;
            self.until = self.next.unit.start;
            if self.retired >= self.until {
                self.turn();
            }
        }
    }

    /// Keeps a unit that has ended, and plans the next one.
    fn end_unit(&mut self) {
        if self.measured_unit() {
            let first = self.start.first().map_or(0, |piece| piece.cycles);
            self.plan.adapt(first, &mut self.units);
        } else {
            self.approached += self.retired - self.timed_from;
        }
        self.add_timed();
        self.next = self.plan.next(self.retired);
    }

    /// Adds what has been timed since `timed_from`.
    fn add_timed(&mut self) {
        self.timed += self.retired - self.timed_from;
        self.timed_from = self.retired;
    }

    /// A block is next that has not executed so far: from here on the run is timed and measured, whatever the plan says, until no such block
    /// has come for a while. A unit that is being measured ends.
    #[cold]
    #[inline(never)]
    fn meet_new_code(&mut self, block: CodeId) {
        let before = self.of_new.instructions;
        let so_far = match self.phase {
            Phase::New => before + self.retired - self.new_from.instructions,
            _ => before,
        };
        if so_far.saturating_sub(self.young.of_phases) > self.allowed_new() {
            return;
        }
        match self.phase {
            Phase::Whole => return,
            Phase::New => {}
            Phase::Warming => {
                self.timing.start_over();
                self.timed_from = self.retired;
            }
            Phase::Approach => {
                self.approached += self.retired - self.timed_from;
                self.add_timed();
            }
            Phase::Unit => self.end_unit(),
        }
        if self.phase != Phase::New {
            self.begun = Some(self.totals());
            self.new_from = self.variates_so_far();
            self.phase = Phase::New;
            self.young.piece += 1;
        }
        self.young.note(block, self.retired);
        self.until = self.retired + QUIET;
        self.next_turn = self.next_turn.min(self.until);
    }

    /// Whether a piece of new code is the beginning of a phase that goes on, and is measured on.
    fn begins_phase(&self) -> bool {
        let length = self.retired - self.new_from.instructions;
        2 * self.young.instructions >= QUIET
            && self.plan.period().is_some_and(|period| length < period)
            && self.young.of_phases <= self.allowed_new()
    }

    /// How many instructions of new code may be measured in the run so far.
    fn allowed_new(&self) -> u64 {
        ALLOWED_NEW + self.retired / NEW_PART
    }

    /// Keeps a piece of new code that has ended.
    fn measured_new_code(&mut self) {
        let piece = self.measured();
        self.new_code.extend(piece);
        let now = self.variates_so_far();
        self.of_new = [self.of_new, now.since(&self.new_from)].into_iter().sum();
    }

    /// Goes on behind a piece of new code with what the plan names there: of a unit whose place has been passed, only the rest is measured.
    fn end_new_code(&mut self) {
        self.measured_new_code();
        self.add_timed();
        while self.next.unit.end <= self.retired {
            self.next = self.plan.next(self.next.unit.end);
        }
        self.phase = Phase::Warming;
        self.until = self.next.begin;
        if self.retired >= self.until {
            self.phase = Phase::Approach;
            self.until = self.next.unit.start;
        }
    }

    /// Begins a piece of the start or the end of the run.
    fn begin_piece(&mut self) {
        self.begun = Some(self.totals());
        let most = self.retired.saturating_add(self.plan.unit());
        self.until = self.whole_until.min(most);
    }

    /// Keeps a piece of the start or the end of the run that has ended.
    fn measured_piece(&mut self) {
        let piece = self.measured();
        match self.is_end {
            true => {
                self.end.extend(piece);
                self.cold_end = self.timing.lines_entered() - self.entered;
            }
            false => self.start.extend(piece),
        }
    }

    /// Keeps a unit that has ended. False: new code came before its first instruction.
    fn measured_unit(&mut self) -> bool {
        let Some(mut unit) = self.measured() else {
            return false;
        };
        unit.weight = self.plan.weight();
        unit.variates = self.variates(&unit);
        self.cold += self.timing.lines_entered() - self.entered;
        self.units.push(unit);
        true
    }

    /// The variates of the run so far.
    fn variates_so_far(&mut self) -> Auxiliary {
        let mispredicted = self.timing.warm_mispredictions() + self.mispredicted.round() as u64;
        let lines = self.timing.lines_filled();
        Auxiliary {
            variates: [self.work.groups, self.work.taken, mispredicted, lines],
            instructions: self.retired,
            cold: self.timing.lines_entered(),
        }
    }

    /// The variates of a unit that has ended.
    fn variates(&mut self, unit: &Unit) -> [u32; VARIATES] {
        // What is timed before the unit in its stretch is taken to have as many mispredictions per instruction as the unit.
        let mispredicted = self.timing.timed_mispredictions(&unit.counts());
        // A unit that new code left short says too little of what is timed before it, which is left to the next unit.
        let timed = self.retired - self.timed_from + self.approached;
        let is_short = 2 * unit.instructions < self.plan.unit();
        let (extrapolated, left) = match is_short {
            true => (unit.instructions, timed.saturating_sub(unit.instructions)),
            false => (timed, 0),
        };
        self.approached = left;
        let [groups, taken, _, lines] = self.variates_so_far().since(&self.unit_from).variates;
        self.mispredicted += mispredicted as f64 * extrapolated as f64 / unit.instructions as f64;
        [groups, taken, mispredicted, lines].map(|count| count as u32)
    }

    /// What was counted since the unit or piece began; `None`: no instruction was.
    fn measured(&mut self) -> Option<Unit> {
        let (now, counts) = self.totals();
        let (begin, before) = self.begun.take()?;
        let unit = Unit::new(now - begin, &(&counts - &before));
        (unit.instructions > 0).then_some(unit)
    }

    /// Cycles and counts so far.
    fn totals(&mut self) -> (u64, Counts) {
        let Self {
            timing,
            executed,
            expanded,
            ended,
            ..
        } = self;
        let totals = timing.counts_of(&executed.blocks, expanded, *ended);
        executed.clear();
        totals
    }

    /// Times a block. Not inlined: warming is called far more often.
    #[inline(never)]
    fn time(&mut self, block: &Block, execution: &Execution) {
        self.executed.note(block.id);
        self.timing.execute(block, execution);
    }

    /// At `next_turn`: begins or ends the part that is followed, goes on to the next phase, and looks whether the run has to stop.
    #[cold]
    fn reached(&mut self) -> ControlFlow<()> {
        self.follow();
        if self.retired >= self.until && !self.is_done() {
            self.turn();
            self.follow();
        }
        let looks = self.retired >= self.look;
        if looks {
            self.look = self.retired + LOOK;
        }
        if self.is_done() || looks && self.watch.look(self.retired, None).is_some() {
            // The machine handles a system call at the end of this block before it stops: `next_turn` stops the run again at the next block.
            self.next_turn = self.retired;
            return ControlFlow::Break(());
        }
        self.next_turn = self.until.min(self.look).min(self.edge());
        ControlFlow::Continue(())
    }

    /// Everything that was asked for has been measured and followed.
    fn is_done(&self) -> bool {
        let is_followed = self.follows.is_none() || self.followed.is_some();
        self.phase == Phase::Warming && self.has_units() && !self.next.is_end && is_followed
    }

    /// The units that were asked for have been measured; false where no number was given.
    fn has_units(&self) -> bool {
        self.wanted == Some(self.units.len())
    }

    /// Begins or ends the part that is followed, if it does here. A unit that reaches beyond its end belongs to it.
    fn follow(&mut self) {
        if self.edge() > self.retired {
            return;
        }
        let now = self.variates_so_far();
        match self.follows_from {
            None => self.follows_from = Some(now),
            Some(from) => self.followed = Some(now.since(&from)),
        }
    }

    /// Value of `retired` at which the part that is followed begins, or ends if it has begun; `u64::MAX` while units in it are to come, and
    /// when there is no such part.
    fn edge(&self) -> u64 {
        match &self.follows {
            Some(part) if self.follows_from.is_none() => part.start,
            Some(part) if self.followed.is_none() && self.has_units() => part.end,
            _ => u64::MAX,
        }
    }

    /// New code is measured, and this block has not executed so far.
    #[inline(always)]
    fn is_new(&self, block: &Block) -> bool {
        self.measures_new_code && self.work.is_new(block)
    }

    fn is_timed(&self) -> bool {
        self.phase != Phase::Warming
    }
}

impl Recorder for Sampled {
    const RECORD: bool = true;
    const PATHS: bool = true;

    #[inline]
    fn wants_paths(&self) -> bool {
        !self.is_timed() && self.retired + NEAR < self.next_turn
    }

    /// New code is to be known in front of it, not when a path has executed it.
    #[inline]
    fn wants_paths_at(&self, block: &Block) -> bool {
        self.wants_paths() && !self.is_new(block)
    }

    fn paths(&mut self) -> Option<&mut dyn PathRecorder> {
        Some(self)
    }

    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        if self.is_new(block) {
            self.meet_new_code(block.id);
        }
        if self.is_timed() {
            if self.phase == Phase::New {
                self.young.add(block, execution);
            }
            self.time(block, execution);
        } else {
            self.timing.warm(block, execution);
        }
        self.work
            .add(block, execution.end, execution.taken.is_some());
        self.retired += u64::from(block.count_before(execution.end));
        match self.retired >= self.next_turn {
            true => self.reached(),
            false => ControlFlow::Continue(()),
        }
    }

    fn unmapped(&mut self, number: u32, addresses: &Range<u64>) {
        self.timing.unmap(number, addresses);
    }

    fn space_ended(&mut self, number: u32) {
        self.timing.end_space(number);
    }

    fn enter(&mut self, stack: StackSizes) {
        self.timing.stack(stack);
    }
}

impl PathRecorder for Sampled {
    fn passed(&mut self, passage: &Passage<'_>) -> AfterPassage {
        self.timing.warm_path(passage);
        self.work.pass(passage);
        self.retired += passage.instructions;
        if self.wants_paths() {
            return AfterPassage::Paths;
        }
        match self.retired >= self.next_turn && self.reached().is_break() {
            true => AfterPassage::Stop,
            false => AfterPassage::Ask,
        }
    }
}

impl Listener for Sampled {
    fn os(&mut self, event: OsEvent) {
        if !self.is_timed() {
            return;
        }
        match event {
            OsEvent::SystemCall { .. } => self.timing.charge(self.costs.0),
            OsEvent::Switch { .. } => self.timing.switch(self.costs.1),
            OsEvent::Signal { .. }
            | OsEvent::Forked { .. }
            | OsEvent::Renumbered { .. }
            | OsEvent::Ended { .. } => {}
        }
    }
}
