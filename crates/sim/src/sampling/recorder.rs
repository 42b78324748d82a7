//! The recorder of a sampled run: times the stretches that the plan names, warms caches, TLBs and predictors with everything else, and keeps
//! the counts of each unit.

use std::ops::{ControlFlow, Range};

use events::{Block, CodeId, Counts, Execution, OffInUnits, Passage, Raw, StackSizes};
use linux::{Listener, OsEvent};
use machine::{AfterPassage, PathRecorder, Recorder};
use uarch::Timing;

use super::auxiliary::{Auxiliary, VARIATES, Work};
use super::estimate::Known;
use super::plan::{Plan, Stretch};
use crate::watch::Watch;

/// Instructions between two looks whether the run has to stop.
const LOOK: u64 = 1 << 18;

/// How many instructions before the end of a phase the recorder asks for single blocks instead of paths: more than most paths have, so that
/// the phase ends with the right block.
const NEAR: u64 = 512;

/// What was counted in one unit, or in one piece of the start or the end of a run.
pub(crate) struct Unit {
    pub cycles: u64,
    pub instructions: u64,
    /// How many periods of the first length it stands for.
    pub weight: u64,
    /// The auxiliary variates in this unit ([`auxiliary`](super::auxiliary)).
    pub variates: [u32; VARIATES],
    /// The raw quantities that are not zero, packed ([`pack`]): of some hundreds a unit has some dozens, and a long run keeps thousands of units.
    counts: Box<[u8]>,
}

impl Unit {
    pub(crate) fn new(cycles: u64, counts: &Counts) -> Self {
        Self {
            cycles,
            instructions: counts[Raw::InstructionsRetired],
            weight: 1,
            variates: [0; VARIATES],
            counts: pack(counts.iter().map(|(_, count)| count)),
        }
    }

    /// All raw quantities of it.
    pub(crate) fn counts(&self) -> Counts {
        let mut all = Counts::ZERO;
        unpack(&self.counts, |place, count| {
            if let Some(&raw) = Raw::ALL.get(place) {
                all.add(raw, count);
            }
        });
        all
    }

    /// A unit in which nothing but cycles and instructions was counted.
    #[cfg(test)]
    pub(crate) fn of(cycles: u64, instructions: u64, weight: u64) -> Self {
        Self {
            cycles,
            instructions,
            weight,
            variates: [0; VARIATES],
            counts: Box::default(),
        }
    }
}

/// Packs a list of numbers without its zeros. Each number that is not zero is written as its distance from the one before and its value, both
/// in base 128, lowest digit first; the top bit of a byte is clear in the last digit (LEB128).
fn pack(numbers: impl Iterator<Item = u64>) -> Box<[u8]> {
    let mut bytes = Vec::new();
    let mut write = |mut number: u64| {
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
    };
    let mut distance = 0;
    for number in numbers {
        if number > 0 {
            write(distance);
            write(number);
            distance = 0;
        }
        distance += 1;
    }
    bytes.into()
}

/// Calls `tell` with the index and the value of each number that is not zero.
fn unpack(bytes: &[u8], mut tell: impl FnMut(usize, u64)) {
    let mut bytes = bytes.iter();
    let mut read = || {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let &byte = bytes.next()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        Some(number)
    };
    let mut place = 0;
    while let (Some(distance), Some(number)) = (read(), read()) {
        place += distance as usize;
        tell(place, number);
    }
}

/// Everything that was measured in a sampled run, or in a stretch of one.
#[derive(Default)]
pub(crate) struct Measurements {
    /// The start of the run, which is measured completely, in pieces of the length of a unit.
    pub start: Vec<Unit>,
    /// The end of the run, likewise, where the length of the run was known before.
    pub end: Vec<Unit>,
    /// In the order of the run; the last one may be shorter, where the run ends in it.
    pub units: Vec<Unit>,
    /// Instructions from one unit to the next when the run ended.
    pub period: Option<u64>,
    /// The auxiliary variates of the part of the run that was to be followed, if all of it was.
    pub followed: Option<Auxiliary>,
    /// Instructions that were timed.
    pub timed: u64,
    /// Lines that filled empty places of the last cache level while units were measured.
    pub cold: u64,
    /// The same while the end of the run was measured.
    pub cold_end: u64,
    /// The run was stopped before all of it had been timed.
    pub is_cut: bool,
}

impl Measurements {
    /// The pieces of the run's start and of its end, which are measured completely.
    pub(crate) fn ends(&self) -> impl Iterator<Item = &Unit> {
        self.start.iter().chain(&self.end)
    }

    /// What is known of the whole run besides its ends and its units.
    pub(super) fn known(&self) -> Known<'_> {
        match &self.followed {
            Some(run) => Known::All(run),
            None => Known::Nothing,
        }
    }

    /// The result of a run that was stopped before anything was timed.
    pub(crate) const NOTHING: Self = Self {
        start: Vec::new(),
        end: Vec::new(),
        units: Vec::new(),
        period: None,
        followed: None,
        timed: 0,
        cold: 0,
        cold_end: 0,
        is_cut: true,
    };
}

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
    /// Mispredictions of everything that was timed for units, extrapolated from the units to what was timed before them.
    mispredicted: f64,
    /// [`Timing::lines_entered`] when the unit, or the end of the run, began.
    entered: u64,
    /// How many lines entered empty places in all units, and in the end of the run.
    cold: u64,
    cold_end: u64,
    /// Value of `retired` at which the start of the run, or its end, is complete.
    whole_until: u64,
    /// It is the end of the run that is, or was, measured.
    is_end: bool,
    start: Vec<Unit>,
    end: Vec<Unit>,
    units: Vec<Unit>,
    /// Number of units after which the run ends.
    wanted: Option<usize>,
    /// Instructions that were timed in stretches before the current one.
    timed: u64,
    /// Value of `retired` at which the current stretch began to be timed.
    timed_from: u64,
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

impl Sampled {
    /// `retired`: instructions of the run so far.
    pub(crate) fn new(
        timing: Timing<OffInUnits>,
        machine: &config::Machine,
        mut plan: Plan,
        watch: Watch,
        retired: u64,
    ) -> Self {
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
            next,
            follows,
            executed: Executed::default(),
            expanded: Counts::ZERO,
            begun: None,
            work: Work::default(),
            follows_from: None,
            followed: None,
            unit_from: Auxiliary::default(),
            mispredicted: 0.0,
            entered: 0,
            cold: 0,
            cold_end: 0,
            start: Vec::new(),
            end: Vec::new(),
            units: Vec::new(),
            wanted: None,
            timed: 0,
            timed_from: 0,
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
        match self.phase {
            Phase::Whole => self.measured_piece(),
            Phase::Unit => self.measured_unit(),
            Phase::Warming | Phase::Approach => {}
        }
        let rest = match self.phase {
            Phase::Warming => 0,
            Phase::Whole | Phase::Approach | Phase::Unit => self.retired - self.timed_from,
        };
        let so_far = self.variates_so_far();
        let all = self.follows_from.map(|from| so_far.since(&from));
        Measurements {
            start: self.start,
            end: self.end,
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
        self.measured_unit();
        self.plan.adapt(&mut self.units);
        self.timed += self.retired - self.timed_from;
        self.phase = Phase::Warming;
        self.next = self.plan.next(self.retired);
        self.until = self.next.begin;
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

    /// Keeps a unit that has ended.
    fn measured_unit(&mut self) {
        if let Some(mut unit) = self.measured() {
            unit.weight = self.plan.weight();
            unit.variates = self.variates(&unit);
            self.cold += self.timing.lines_entered() - self.entered;
            self.units.push(unit);
        }
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
        let timed = (self.retired - self.timed_from) as f64;
        let [groups, taken, _, lines] = self.variates_so_far().since(&self.unit_from).variates;
        self.mispredicted += mispredicted as f64 * timed / unit.instructions as f64;
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
            ..
        } = self;
        let totals = timing.counts_of(&executed.blocks, expanded);
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
        if self.is_done() {
            // The machine handles a system call at the end of this block before it stops: `next_turn` stops the run again at the next block.
            self.next_turn = self.retired;
            return ControlFlow::Break(());
        }
        let looks = self.retired >= self.look;
        if looks {
            self.look = self.retired + LOOK;
        }
        self.next_turn = self.until.min(self.look).min(self.edge());
        if looks && self.watch.look(self.retired, None).is_some() {
            return ControlFlow::Break(());
        }
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

    fn paths(&mut self) -> Option<&mut dyn PathRecorder> {
        Some(self)
    }

    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        if self.is_timed() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_keeps_what_was_counted_and_no_zeros() {
        let mut counts = Counts::ZERO;
        counts.add(Raw::InstructionsRetired, 1_000);
        counts.add(Raw::NopsRetired, 7);
        let unit = Unit::new(1_234, &counts);
        assert_eq!((unit.cycles, unit.instructions), (1_234, 1_000));
        assert!(unit.counts() == counts);
        assert!(unit.counts.len() <= 6, "{:?}", unit.counts);
    }

    #[test]
    fn packed_numbers_keep_their_places_and_values() {
        let mut numbers = vec![0; 400];
        let some = [(0, 1), (1, 127), (2, 128), (130, 300_000), (399, u64::MAX)];
        some.iter()
            .for_each(|&(place, number)| numbers[place] = number);
        let mut read = Vec::new();
        let packed = pack(numbers.into_iter());
        unpack(&packed, |place, number| read.push((place, number)));
        assert_eq!(read, some);
    }
}
