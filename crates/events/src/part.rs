//! A listener that looks at a part of a run only, such as a pipeline view: [`Part`] follows the run, says which records have to be
//! delivered before, inside and behind the part ([`Attention`]), and numbers the instructions.

use std::ops::Range;

use crate::{Attention, Block, Group, Totals};

/// How many cycles, or instructions, before the part the listener begins to hear everything, so that it knows the fetches and waits of
/// the first instructions of the part.
const LEAD: u64 = 512;

/// Which part of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Window {
    /// Instructions that issue in these cycles.
    Cycles(Range<u64>),
    /// Instructions by their number in the run, from 0 in program order.
    Instructions(Range<u64>),
    /// The region of interest.
    Region {
        /// Only these of its cycles, counted from the first one that belongs to the region.
        cycles: Range<u64>,
    },
    /// The first instructions that issue.
    First {
        /// Those of the region of interest, not of the run.
        region: bool,
        /// In how many cycles of issue; cycles in which nothing issues do not count.
        cycles: u64,
    },
}

/// Where the run stands in respect of the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Before,
    Listening,
    Done,
}

/// While the part lasts all records are delivered, except executions and the sizes of the register stack.
const HEARING: Attention = Attention {
    executions: false,
    stack_sizes: false,
    ..Attention::ALL
};

/// A [`Window`] in the course of a run. The listener calls the methods of this type from its own [`Probe`](crate::Probe) methods of the
/// same names.
#[derive(Debug, Clone)]
pub struct Part {
    window: Window,
    phase: Phase,
    /// Execution is in the region of interest.
    inside: bool,
    /// The first cycle of the region: the one behind the newest issue before it, where the counts of the region begin, too.
    entered: u64,
    /// Instructions that retired in the run before the next group: those before listening began and those of the groups since.
    retired: u64,
    /// For [`Window::First`]: how many cycles of issue there were so far, and the newest of them.
    issues: (u64, u64),
    /// [`Block::counted`] by the number of the code.
    counted: Vec<u64>,
}

impl Part {
    /// The part `window` of a run that has not begun.
    #[must_use]
    pub fn new(window: Window) -> Self {
        Self {
            window,
            phase: Phase::Before,
            inside: false,
            entered: 0,
            retired: 0,
            issues: (0, 0),
            counted: Vec::new(),
        }
    }

    /// Whether the listener has to process the records that it hears: the part or what leads to it is being executed.
    #[must_use]
    pub fn is_listening(&self) -> bool {
        self.phase == Phase::Listening
    }

    /// Whether the part is over.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.phase == Phase::Done
    }

    /// Instructions that retired before the next group.
    #[must_use]
    pub fn retired(&self) -> u64 {
        self.retired
    }

    /// Bit i: slot i of a code counts as an instruction ([`Block::counted`]); 0 for code that was not described.
    #[must_use]
    pub fn counted(&self, code: crate::CodeId) -> u64 {
        self.counted.get(code.0 as usize).copied().unwrap_or(0)
    }

    /// Whether instruction `number` of the run, which issues in `cycle`, is in the window.
    #[must_use]
    pub fn holds(&self, cycle: u64, number: u64) -> bool {
        match &self.window {
            Window::Cycles(cycles) => cycles.contains(&cycle),
            Window::Instructions(numbers) => numbers.contains(&number),
            Window::Region { cycles } => {
                // The rest of a group that the region's edge divides may issue in the cycle before: it counts in the first.
                self.inside && cycles.contains(&cycle.saturating_sub(self.entered))
            }
            Window::First { region, cycles } => {
                (self.inside || !region) && (1..=*cycles).contains(&self.issues.0)
            }
        }
    }

    /// See [`Probe::describe`](crate::Probe::describe).
    pub fn describe(&mut self, block: &Block) {
        let index = block.id.0 as usize;
        if index >= self.counted.len() {
            self.counted.resize(index + 1, 0);
        }
        self.counted[index] = block.counted;
    }

    /// A group issues while [`Self::is_listening`]. Returns the numbers of its instructions in the run.
    pub fn group(&mut self, group: &Group) -> Range<u64> {
        self.issue(group.cycle);
        let count = (group.mask() & self.counted(group.code)).count_ones();
        let first = self.retired;
        self.retired += u64::from(count);
        first..self.retired
    }

    /// Counts a cycle of issue for [`Window::First`].
    fn issue(&mut self, cycle: u64) {
        let counts = self.inside || !self.is_of_region();
        let (count, newest) = self.issues;
        if counts && (count == 0 || cycle > newest) {
            self.issues = (count + 1, cycle);
        }
    }

    /// Whether the part is the region of interest, or lies in it.
    fn is_of_region(&self) -> bool {
        matches!(
            self.window,
            Window::Region { .. } | Window::First { region: true, .. }
        )
    }

    /// See [`Probe::region`](crate::Probe::region). Returns whether the part ends here.
    pub fn region(&mut self, cycle: u64, inside: bool) -> bool {
        if inside {
            // Nothing issues in cycle 0: a region that begins there begins with the run.
            self.entered = if cycle == 0 { 0 } else { cycle + 1 };
        }
        let ends = self.inside && !inside && self.is_of_region();
        if ends {
            self.phase = Phase::Done;
        }
        self.inside = inside;
        ends
    }

    /// See [`Probe::catch_up`](crate::Probe::catch_up).
    pub fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        if self.phase == Phase::Listening && self.is_over(cycle) {
            self.phase = Phase::Done;
        }
        match self.phase {
            Phase::Before => self.wait(cycle, totals),
            Phase::Listening => HEARING,
            Phase::Done => Attention::NOTHING,
        }
    }

    /// Begins the part at once, without an end; instructions are numbered from 0 here.
    pub fn begin_now(&mut self) {
        self.window = Window::Cycles(0..u64::MAX);
        self.begin(0);
    }

    /// Ends the part at once.
    pub fn end(&mut self) {
        self.phase = Phase::Done;
    }

    fn is_over(&self, cycle: u64) -> bool {
        match &self.window {
            Window::Cycles(cycles) => cycle >= cycles.end,
            Window::Instructions(numbers) => self.retired >= numbers.end,
            Window::Region { cycles } => {
                self.inside && cycle.saturating_sub(self.entered) >= cycles.end
            }
            Window::First { cycles, .. } => self.issues.0 > *cycles,
        }
    }

    fn begin(&mut self, retired: u64) -> Attention {
        self.phase = Phase::Listening;
        self.retired = retired;
        HEARING
    }

    fn wait(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        match self.window.clone() {
            Window::Cycles(cycles) => {
                let lead = cycles.start.saturating_sub(LEAD);
                if cycle >= lead {
                    let retired = self.retired_in(totals);
                    return self.begin(retired);
                }
                Attention {
                    settle: lead,
                    from: lead,
                    ..Attention::NOTHING
                }
            }
            Window::Instructions(numbers) => {
                let retired = self.retired_in(totals);
                let left = numbers.start.saturating_sub(retired);
                if left <= LEAD {
                    return self.begin(retired);
                }
                // At least as many valid syllables are fetched as instructions retire: the bound is reached LEAD / 2 instructions
                // before the part, or earlier.
                Attention {
                    syllables: totals.fetched() + left - LEAD / 2,
                    ..Attention::NOTHING
                }
            }
            Window::First { region: false, .. } => {
                let retired = self.retired_in(totals);
                self.begin(retired)
            }
            Window::Region { .. } | Window::First { .. } if self.inside => {
                let retired = self.retired_in(totals);
                self.begin(retired)
            }
            Window::Region { .. } | Window::First { .. } => Attention::NOTHING,
        }
    }

    /// Instructions that retired in the run so far.
    fn retired_in(&self, totals: &mut dyn Totals) -> u64 {
        let mut sum = 0;
        totals.retired(&mut |executions| {
            let counted = self.counted(executions.code);
            let slots = (0..64).zip(executions.retired);
            let counts = slots.filter(|(slot, _)| counted >> slot & 1 != 0);
            sum += counts.map(|(_, count)| count).sum::<u64>();
        });
        sum
    }
}
