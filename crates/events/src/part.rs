//! A part of a run that a listener looks at: what it has to hear before, inside and behind it, and which instruction is which.

use std::ops::Range;

use crate::{Attention, Block, Group, Totals};

/// Cycles or instructions before the part from which on everything is heard, so that what leads to its first instructions is
/// known.
const LEAD: u64 = 512;

/// Which part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Window {
    /// Instructions that issue in these cycles.
    Cycles(Range<u64>),
    /// Instructions by their number in the run.
    Instructions(Range<u64>),
    /// The region of interest.
    Region {
        /// Only these of its cycles.
        cycles: Range<u64>,
    },
    /// From the first instruction on that issues.
    First {
        /// In the region of interest, not in the run.
        region: bool,
        /// As many cycles in which instructions issue; the waits between them come on top.
        cycles: u64,
    },
}

/// Where a listener stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Before,
    Listening,
    Done,
}

/// Everything in order, but for executions and the sizes of the register stack.
const HEARING: Attention = Attention {
    executions: false,
    stack_sizes: false,
    ..Attention::ALL
};

/// A window while the run goes on. The listener hands it what its own methods of the same names hear.
#[derive(Debug, Clone)]
pub struct Part {
    window: Window,
    phase: Phase,
    inside: bool,
    /// The cycle in which the region began.
    entered: u64,
    /// Instructions of the groups that were heard, and of what came before them.
    retired: u64,
    /// Cycles in which instructions issued that [`Window::First`] may hold, and the newest of them.
    issues: (u64, u64),
    /// Slots that count, by code.
    counted: Vec<u64>,
}

impl Part {
    /// A part of a run that has not begun.
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

    /// Whether records are to be looked at.
    #[must_use]
    pub fn is_listening(&self) -> bool {
        self.phase == Phase::Listening
    }

    /// Whether the part is behind.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.phase == Phase::Done
    }

    /// Instructions that retired before the next group.
    #[must_use]
    pub fn retired(&self) -> u64 {
        self.retired
    }

    /// Slots of a code that count.
    #[must_use]
    pub fn counted(&self, code: crate::CodeId) -> u64 {
        self.counted.get(code.0 as usize).copied().unwrap_or(0)
    }

    /// Whether an instruction is in the window.
    #[must_use]
    pub fn holds(&self, cycle: u64, number: u64) -> bool {
        match &self.window {
            Window::Cycles(cycles) => cycles.contains(&cycle),
            Window::Instructions(numbers) => numbers.contains(&number),
            Window::Region { cycles } => {
                let since = cycle.checked_sub(self.entered);
                self.inside && since.is_some_and(|since| cycles.contains(&since))
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

    /// A group issues, while [`Self::is_listening`]: the numbers of its instructions.
    pub fn group(&mut self, group: &Group) -> Range<u64> {
        self.issue(group.cycle);
        let count = (group.mask() & self.counted(group.code)).count_ones();
        let first = self.retired;
        self.retired += u64::from(count);
        first..self.retired
    }

    /// Counts the cycles of [`Window::First`].
    fn issue(&mut self, cycle: u64) {
        let counts = self.inside || !self.is_of_region();
        let (count, newest) = self.issues;
        if counts && (count == 0 || cycle > newest) {
            self.issues = (count + 1, cycle);
        }
    }

    /// Whether the region of interest is the part, or holds it.
    fn is_of_region(&self) -> bool {
        matches!(
            self.window,
            Window::Region { .. } | Window::First { region: true, .. }
        )
    }

    /// See [`Probe::region`](crate::Probe::region). Whether the part ends here.
    pub fn region(&mut self, inside: bool) -> bool {
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

    /// The part begins now and has no end; instructions are numbered from here.
    pub fn begin_now(&mut self) {
        self.window = Window::Cycles(0..u64::MAX);
        self.begin(0);
    }

    /// Nothing more is wanted.
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
                // At least as many syllables are fetched as retire.
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
                self.entered = cycle;
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
