//! Which parts of a sampled run are timed, and what was counted in them.

use std::ops::ControlFlow;

use events::{Block, CodeId, Counts, Execution, Off, StackSizes};
use linux::{Listener, OsEvent};
use machine::Recorder;
use uarch::{Timing, Totals};

use super::{Sampling, estimate};
use crate::watch::Watch;

/// Periods begin so many times as long as what is timed of each.
const FIRST_PERIOD: u64 = 12;
/// From so many units on half of them may be dropped. Half of it are what an interval has at least in a long run.
const MANY: usize = 4_000;
/// No more units are kept, whatever the error.
const MOST: usize = 1 << 16;
/// Blocks between two looks whether the run has to stop: a power of two.
const LOOK: u32 = 1 << 16;

/// What was counted in one unit.
pub(crate) struct Unit {
    pub cycles: u32,
    pub instructions: u32,
    /// Every raw quantity.
    pub counts: Box<[u32]>,
}

impl Unit {
    fn new(totals: &Totals) -> Self {
        let narrow = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
        Self {
            cycles: narrow(totals.cycles),
            instructions: narrow(totals.instructions),
            counts: totals.counts.iter().map(|(_, n)| narrow(n)).collect(),
        }
    }

    /// All quantities of it.
    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::ZERO;
        for ((raw, _), &value) in Counts::ZERO.iter().zip(&self.counts) {
            counts.add(raw, u64::from(value));
        }
        counts
    }
}

/// What a sampled run leaves.
pub(crate) struct Taken {
    /// In the order of the run.
    pub units: Vec<Unit>,
    /// Instructions of a period at the end.
    pub period: u64,
    /// Instructions that were timed.
    pub timed: u64,
}

/// What the next executions are for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Phase {
    /// They warm.
    Warming,
    /// They are timed, so that what is under way in the pipe is as in a run that is timed.
    Approach,
    /// They are timed and measured.
    Unit,
}

/// Feeds the cycle model with some parts of a run, and warms it with the others.
pub(crate) struct Sampled {
    timing: Timing<Off>,
    sampling: Sampling,
    watch: Watch,
    /// Cycles of system calls and of switches.
    costs: (u64, u64),
    phase: Phase,
    /// Instructions so far.
    retired: u64,
    /// Instructions after which the phase ends.
    until: u64,
    /// Where the current period ends.
    period_end: u64,
    seed: u64,
    executed: Executed,
    expanded: Counts,
    /// Totals at the beginning of the unit.
    begun: Option<Totals>,
    taken: Taken,
    blocks: u32,
}

/// Blocks that were timed since the totals were asked for last, each once.
#[derive(Default)]
struct Executed {
    blocks: Vec<CodeId>,
    /// By block: the number of the list that it is in.
    lists: Vec<u32>,
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
    pub(crate) fn new(
        timing: Timing<Off>,
        machine: &config::Machine,
        sampling: Sampling,
        watch: Watch,
    ) -> Self {
        let period = FIRST_PERIOD * (sampling.unit + sampling.warm_up);
        let mut sampled = Self {
            timing,
            watch,
            costs: (
                u64::from(machine.os.syscall_cycles),
                u64::from(machine.os.switch_cycles),
            ),
            phase: Phase::Warming,
            retired: 0,
            until: 0,
            period_end: period,
            seed: 0x9e37_79b9_7f4a_7c15,
            executed: Executed::default(),
            expanded: Counts::ZERO,
            begun: None,
            taken: Taken {
                units: Vec::new(),
                period,
                timed: 0,
            },
            blocks: 0,
            sampling,
        };
        sampled.until = sampled.place();
        sampled
    }

    /// What was counted, when the run has ended.
    pub(crate) fn into_taken(self) -> Taken {
        self.taken
    }

    /// The next number of a fixed sequence (SplitMix64).
    fn random(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.seed ^ self.seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Where in the current period timing begins.
    fn place(&mut self) -> u64 {
        let begin = self.period_end - self.taken.period;
        let room = self.taken.period - self.sampling.unit - self.sampling.warm_up;
        begin + self.random() % room.max(1)
    }

    /// The current phase has reached its end.
    #[cold]
    fn turn(&mut self) {
        match self.phase {
            Phase::Warming => {
                self.timing.start_over();
                self.phase = Phase::Approach;
                self.until = self.retired + self.sampling.warm_up;
                self.taken.timed += self.sampling.warm_up;
            }
            Phase::Approach => {
                self.begun = Some(self.totals());
                self.phase = Phase::Unit;
                self.until = self.retired + self.sampling.unit;
                self.taken.timed += self.sampling.unit;
            }
            Phase::Unit => {
                let totals = self.totals();
                if let Some(begun) = self.begun.take() {
                    self.taken.units.push(Unit::new(&totals.since(&begun)));
                }
                self.thin_out();
                // The next period begins where this one ends, even if the unit reached beyond that.
                self.period_end += self.taken.period;
                while self.period_end <= self.retired {
                    self.period_end += self.taken.period;
                }
                self.phase = Phase::Warming;
                self.until = self.place();
            }
        }
    }

    fn totals(&mut self) -> Totals {
        let Self {
            timing,
            executed,
            expanded,
            ..
        } = self;
        let totals = timing.totals_of(&executed.blocks, expanded);
        executed.clear();
        totals
    }

    /// Drops one unit of each pair and doubles the period, if what is left would do, or there are too many.
    fn thin_out(&mut self) {
        let count = self.taken.units.len();
        let asks = count >= MANY && count.is_multiple_of(MANY / 4);
        if !asks {
            return;
        }
        let enough = || {
            let halved = self.sampling.error / std::f64::consts::SQRT_2;
            estimate::relative_half_width(&self.taken.units, &self.sampling)
                .is_some_and(|width| width <= halved)
        };
        if count < MOST && !enough() {
            return;
        }
        let mut units = std::mem::take(&mut self.taken.units).into_iter();
        let mut kept = Vec::with_capacity(count / 2);
        while let (Some(one), Some(other)) = (units.next(), units.next()) {
            kept.push(if self.random() & 1 == 0 { one } else { other });
        }
        self.taken.units = kept;
        self.taken.period *= 2;
    }

    fn is_timed(&self) -> bool {
        self.phase != Phase::Warming
    }
}

impl Recorder for Sampled {
    const RECORD: bool = true;

    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        if self.is_timed() {
            self.executed.note(block.id);
            self.timing.execute(block, execution);
        } else {
            self.timing.warm(block, execution);
        }
        self.retired += u64::from(block.count_before(execution.end));
        if self.retired >= self.until {
            self.turn();
        }
        self.blocks = self.blocks.wrapping_add(1);
        if self.blocks & (LOOK - 1) == 0 && self.watch.look(self.retired, None).is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn space_ended(&mut self, number: u32) {
        self.timing.end_space(number);
    }

    fn enter(&mut self, stack: StackSizes) {
        self.timing.stack(stack);
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
            OsEvent::Signal { .. } => {}
        }
    }
}
