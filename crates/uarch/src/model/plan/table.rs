//! The plans made so far, by block and state of dispersal at its entry, each with a tally of its executions.

use crate::model::branch_prediction::TablePositions;
use crate::model::plan::{BlockEntry, NO_WINDOW, Plan, Planner};
use config::Machine;
use events::{Block, CodeId, Counts, Probe};

/// In place of a plan's number: there is none yet.
const NONE: u32 = u32::MAX;

/// Plans for which memory is reserved at the start: more than most short runs make, so that theirs are never moved.
const MANY: usize = 2048;

/// The numbers of the plans of one block, by the state in which it is entered.
#[derive(Clone, Debug)]
struct Numbers {
    /// Entered with an empty window: at the start of an instruction group, or inside one.
    plain: [u32; 2],
    /// Entered with an open window.
    open: Vec<(BlockEntry, u32)>,
}

impl Numbers {
    const NEW: Self = Self {
        plain: [NONE; 2],
        open: Vec::new(),
    };

    /// The plan for an entry with an open window; [`NONE`] if there is none.
    #[inline(never)]
    fn find_open(&self, entry: BlockEntry) -> u32 {
        self.open
            .iter()
            .find(|(known, _)| *known == entry)
            .map_or(NONE, |(_, number)| *number)
    }
}

/// How often which slots of a plan retired. The static events of its slots are expanded from it at the end of a run, instead of being counted by
/// each execution.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// Number of executions by their end: one past the last slot that retired.
    pub ends: Box<[u64]>,
    /// By slot, how many times it retired with a false qualifying predicate.
    pub squashed: Box<[u64]>,
    /// Where the predictor's tables held the plan's branch bundle last.
    pub positions: TablePositions,
}

impl Tally {
    fn new(slots: usize) -> Self {
        Self {
            ends: vec![0; slots + 1].into(),
            squashed: vec![0; slots].into(),
            positions: TablePositions::default(),
        }
    }

    /// Counts so many times that these slots, a bit for each, retired with a false predicate.
    #[inline(always)]
    pub(crate) fn squash(&mut self, mut slots: u64, times: u64) {
        while slots != 0 {
            self.squashed[slots.trailing_zeros() as usize] += times;
            slots &= slots - 1;
        }
    }

    /// Sets all counts to 0; `positions` stays.
    pub(crate) fn clear(&mut self) {
        self.ends.fill(0);
        self.squashed.fill(0);
    }

    /// How often each slot retired, in the caller's memory.
    pub(crate) fn retirements<'a>(&self, scratch: &'a mut Vec<u64>) -> &'a [u64] {
        // A slot retired in the executions whose end lies behind it: the sum of `ends` from there on.
        scratch.clear();
        scratch.extend_from_slice(&self.ends[1..]);
        for end in (1..scratch.len()).rev() {
            scratch[end - 1] += scratch[end];
        }
        scratch
    }
}

/// All plans.
#[derive(Debug)]
pub(crate) struct PlanTable {
    planner: Planner,
    /// By number of the block.
    blocks: Vec<Numbers>,
    /// By number of the plan.
    plans: Vec<(Plan, Tally)>,
    /// What the executions of plans that were forgotten count.
    forgotten: Counts,
}

checkpoint::state!(PlanTable { planner } skips { blocks, plans, forgotten });

impl PlanTable {
    /// No plans.
    pub(crate) fn new(machine: &Machine) -> Self {
        Self {
            planner: Planner::new(machine),
            blocks: Vec::new(),
            plans: Vec::with_capacity(MANY),
            forgotten: Counts::ZERO,
        }
    }

    /// Forgets all plans, whose executions, with those of plans forgotten before, count `counts`. Blocks may get other numbers. The windows that
    /// entries name stay, as the pipe may be in one of them.
    pub(crate) fn forget(&mut self, counts: Counts) {
        self.blocks.clear();
        self.plans.clear();
        self.forgotten = counts;
    }

    /// What the executions of plans that were forgotten count.
    pub(crate) fn forgotten(&self) -> &Counts {
        &self.forgotten
    }

    /// The number of the plan of a block for an entry. A plan that does not exist is made, and the listener is told of a block that had none.
    #[inline(always)]
    pub(crate) fn number<P: Probe>(
        &mut self,
        block: &Block,
        entry: BlockEntry,
        probe: &mut P,
    ) -> u32 {
        let index = block.id.0 as usize;
        if index >= self.blocks.len() {
            self.blocks.resize(index + 1, Numbers::NEW);
        }
        let numbers = &self.blocks[index];
        let number = if entry.window == NO_WINDOW {
            numbers.plain[usize::from(entry.rest)]
        } else {
            numbers.find_open(entry)
        };
        if number == NONE {
            return self.add(block, entry, probe);
        }
        number
    }

    /// Makes the plan of a block for an entry; its number.
    #[inline(never)]
    fn add<P: Probe>(&mut self, block: &Block, entry: BlockEntry, probe: &mut P) -> u32 {
        let plan = self.planner.plan(block, &entry);
        let number = self.plans.len() as u32;
        let numbers = &mut self.blocks[block.id.0 as usize];
        if numbers.plain == [NONE; 2] && numbers.open.is_empty() {
            probe.describe(block, &plan.events);
        }
        if entry.window == NO_WINDOW {
            numbers.plain[usize::from(entry.rest)] = number;
        } else {
            numbers.open.push((entry, number));
        }
        let tally = Tally::new(usize::from(plan.slots));
        self.plans.push((plan, tally));
        number
    }

    /// The plans of a block with their tallies.
    pub(crate) fn of_block(
        &mut self,
        block: CodeId,
    ) -> impl Iterator<Item = (&Plan, &mut Tally)> + '_ {
        let numbers = self.blocks.get(block.0 as usize);
        let mut wanted: Vec<u32> = numbers.map_or_else(Vec::new, |numbers| {
            let open = numbers.open.iter().map(|(_, number)| *number);
            numbers.plain.iter().copied().chain(open).collect()
        });
        wanted.retain(|&number| number != NONE);
        wanted.sort_unstable();
        let mut rest = self.plans.as_mut_slice();
        let mut passed = 0;
        wanted.into_iter().filter_map(move |number| {
            let (_, from) = std::mem::take(&mut rest).split_at_mut(number as usize - passed);
            let (first, behind) = from.split_first_mut()?;
            rest = behind;
            passed = number as usize + 1;
            Some((&first.0, &mut first.1))
        })
    }

    /// A plan and its tally.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, number: u32) -> (&Plan, &mut Tally) {
        let (plan, tally) = &mut self.plans[number as usize];
        (plan, tally)
    }

    /// A plan.
    pub(crate) fn plan(&self, number: u32) -> &Plan {
        &self.plans[number as usize].0
    }

    /// All plans with their tallies.
    pub(crate) fn all(&self) -> &[(Plan, Tally)] {
        &self.plans
    }
}
