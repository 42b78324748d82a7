//! The schedule of one loop: its steady iteration, bounds, dependences and variants.

use crate::Code;
use crate::addresses::{self, Places};
use crate::bounds::{PortBound, Recurrence};
use crate::dataflow::{Dataflow, Dependence};
use crate::path::{Item, Loop, Obstacle, Path};
use crate::steady::{self, Steady};
use config::Machine;
use events::Stall;
use std::ops::Range;
use uarch::ports::Ports;
use uarch::{GroupEnd, Outline, Outliner};

/// Schedules loops for one machine.
#[derive(Debug)]
pub struct Scheduler {
    machine: Machine,
    outliner: Outliner,
}

/// The period of a loop: its iterations take the same cycles again after so many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycles {
    /// Cycles.
    pub cycles: u64,
    /// Iterations.
    pub iterations: u64,
}

/// What cycles between two issue groups are spent on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The cause.
    pub stall: Stall,
    /// Cycles.
    pub cycles: u64,
    /// The result that the group issues upon, if it is one of the loop.
    pub result: Option<Dependence>,
}

/// Instructions that issue in one cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The cycle, from the first group of the iteration on.
    pub cycle: u64,
    /// The instructions, by their numbers in the path.
    pub items: Range<usize>,
    /// Why it ends; `None`: what follows was not fetched yet.
    pub end: Option<GroupEnd>,
    /// What it waited for; of the first group, since the last one of the iteration before.
    pub waits: Vec<Wait>,
}

/// One iteration of a loop when all has settled.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The loop.
    pub at: Loop,
    /// The instructions of the path.
    pub items: Vec<Item>,
    /// The ports of each: the one that it takes, or those that it may where the processor matches freely.
    pub ports: Vec<Ports>,
    /// Bundles of the path; divided by [`Schedule::bundles_a_cycle`], the fewest cycles in which they can be dispersed.
    pub bundles: u32,
    /// What it takes.
    pub cycles: Cycles,
    /// One iteration.
    pub issues: Vec<Issue>,
    /// Issue groups when nothing waits.
    pub groups: u32,
    /// Of these, how many are there because dispersal splits an instruction group.
    pub splits: u32,
    /// Bundles that can be dispersed in a cycle.
    pub bundles_a_cycle: u32,
    /// The fewest cycles that its ports allow.
    pub port_bound: Option<PortBound>,
    /// The fewest cycles that its results allow; `None`: no iteration waits for another.
    pub recurrence: Option<Recurrence>,
    /// All results and their readers.
    pub dependences: Vec<Dependence>,
    /// Other cycles, when compares come out otherwise that no branch depends on.
    pub choices: Vec<Choice>,
    /// Compares of that kind; [`Choice::VARIED`] of them are varied.
    pub free: usize,
    /// Loads of what a store of the loop wrote just before: the numbers of store and load.
    pub meetings: Vec<(usize, usize)>,
    /// Advanced loads of an iteration; checks are taken to find their entries.
    pub advanced: usize,
    /// Entries of the ALAT.
    pub alat: u32,
}

/// What a loop takes when some compares come out otherwise than assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The compares that set their second target, by their numbers in the path.
    pub second: Vec<usize>,
    /// What it takes then.
    pub cycles: Cycles,
}

impl Choice {
    /// So many compares, the first ones that instructions depend on, are varied.
    pub const VARIED: usize = 3;
}

fn is_advanced(item: &Item) -> bool {
    let access = item.instruction.memory_access();
    access.is_some_and(|access| access.load.is_advanced())
}

/// Code that is entered at its top.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// Its instructions.
    pub items: Vec<Item>,
    /// The ports of each, as in [`Schedule::ports`].
    pub ports: Vec<Ports>,
    /// Its issue groups when nothing waits, and why each ends; the last one may go on behind the stretch.
    pub groups: Vec<(Range<usize>, GroupEnd)>,
}

impl Scheduler {
    /// For a machine.
    #[must_use]
    pub fn new(machine: &Machine) -> Self {
        Self {
            machine: machine.clone(),
            outliner: Outliner::new(machine),
        }
    }

    /// One iteration of a loop.
    ///
    /// # Errors
    /// What keeps the path through the loop from being followed.
    pub fn schedule(&self, code: &Code, at: Loop) -> Result<Schedule, Obstacle> {
        let mut path = Path::through(code, at)?;
        path.copies = addresses::copies(code, at.head, &path);
        let outlines = self.outlines(&path);
        let flow = Dataflow::new(&self.outliner, &path, &outlines);
        let free = flow.assume(&mut path, &[]);
        let dependences = flow.dependences(&path);
        let places = Places::of(&path);
        let steady = steady::run(&self.machine, &path, &places);
        let choices = self.choices(&path, &flow, &free, &steady);
        let groups = issue_groups(&path, &outlines);
        let needs = path.items.iter().map(|item| {
            let (block, slot) = item.place;
            self.outliner.serving(&path.blocks[block], slot)
        });
        let needs: Vec<Ports> = needs.collect();
        Ok(Schedule {
            at,
            ports: ports(&path, &outlines),
            bundles: (0..path.blocks.len())
                .map(|block| u32::from(path.end(block).div_ceil(3)))
                .sum(),
            cycles: Cycles {
                cycles: steady.cycles,
                iterations: steady.period,
            },
            issues: issues(&steady, &groups, &dependences),
            groups: groups.len() as u32,
            splits: groups
                .iter()
                .filter(|(_, end)| matches!(end, GroupEnd::Split(_) | GroupEnd::Window))
                .count() as u32,
            bundles_a_cycle: u32::from(self.machine.dispersal.bundles),
            port_bound: PortBound::of(&needs),
            recurrence: Recurrence::of(path.items.len(), &dependences),
            dependences,
            choices,
            free: free.len(),
            meetings: places.meetings,
            advanced: path
                .items
                .iter()
                .filter(|item| item.executes && is_advanced(item))
                .count(),
            alat: self.machine.alat.entries,
            items: path.items,
        })
    }

    /// What the loop takes when compares that no branch depends on come out otherwise, where that is another number of cycles.
    fn choices(
        &self,
        path: &Path,
        flow: &Dataflow<'_>,
        free: &[usize],
        usual: &Steady,
    ) -> Vec<Choice> {
        let free = &free[..free.len().min(Choice::VARIED)];
        let mut choices = Vec::new();
        for which in 1_u32..1 << free.len() {
            let places = (0..).zip(free);
            let second: Vec<usize> = places
                .filter(|(place, _)| which >> place & 1 != 0)
                .map(|(_, compare)| *compare)
                .collect();
            let mut path = path.clone();
            flow.assume(&mut path, &second);
            let steady = steady::run(&self.machine, &path, &Places::of(&path));
            if (steady.cycles, steady.period) != (usual.cycles, usual.period) {
                choices.push(Choice {
                    second,
                    cycles: Cycles {
                        cycles: steady.cycles,
                        iterations: steady.period,
                    },
                });
            }
        }
        choices
    }

    /// The issue groups of the code in a range of addresses, stretch by stretch, each as it is entered at its top. A branch ends
    /// a stretch, and the target of one begins one.
    #[must_use]
    pub fn listing(&self, code: &Code, range: Range<u64>) -> Vec<Stretch> {
        let stretches = Path::stretches(code, range).into_iter();
        let listed = stretches.map(|path| {
            let outlines = self.outlines(&path);
            let mut first = 0;
            let groups = issue_groups(&path, &outlines).into_iter();
            let groups = groups.map(|(end, why)| (std::mem::replace(&mut first, end)..end, why));
            Stretch {
                groups: groups.collect(),
                ports: ports(&path, &outlines),
                items: path.items,
            }
        });
        listed.collect()
    }

    /// The outlines of the blocks of a path, one after the other.
    fn outlines(&self, path: &Path) -> Vec<Outline> {
        let mut open = None;
        let blocks = path.blocks.iter().zip(&path.taken);
        let outlines = blocks.map(|(block, taken)| {
            let outline = self.outliner.outline(block, open.take());
            if taken.is_none() {
                open = outline.open;
            }
            outline
        });
        outlines.collect()
    }
}

/// The ports of each instruction.
fn ports(path: &Path, outlines: &[Outline]) -> Vec<Ports> {
    let places = path.items.iter().map(|item| item.place);
    places
        .map(|(block, slot)| outlines[block].ports[usize::from(slot)])
        .collect()
}

/// The issue groups of a path when nothing waits: where each ends, and why.
fn issue_groups(path: &Path, outlines: &[Outline]) -> Vec<(usize, GroupEnd)> {
    let mut groups: Vec<(usize, GroupEnd)> = Vec::new();
    for (block, outline) in outlines.iter().enumerate() {
        let end = path.end(block);
        for group in outline
            .groups
            .iter()
            .filter(|group| group.slots.start < end || group.slots.is_empty())
        {
            let beyond = path
                .items
                .partition_point(|item| item.place < (block, group.slots.end.min(end)));
            let why = match group.slots.end < end {
                true => group.end,
                // A taken branch ends the group.
                false if path.taken[block].is_some() => GroupEnd::Open,
                false => group.end,
            };
            match groups.last_mut().filter(|(_, end)| *end == GroupEnd::Open) {
                Some(open) => *open = (beyond, why),
                None => groups.push((beyond, why)),
            }
        }
        if path.taken[block].is_some()
            && block + 1 < outlines.len()
            && let Some((_, why)) = groups.last_mut()
            && *why == GroupEnd::Open
        {
            // A group does not go on behind a taken branch.
            *why = GroupEnd::Window;
        }
    }
    groups
}

/// The first measured iteration that has others before it, with what each group waited for.
fn issues(steady: &Steady, groups: &[(usize, GroupEnd)], dependences: &[Dependence]) -> Vec<Issue> {
    // In the middle: as many iterations come before it as a dependence can span.
    let chosen = steady.iterations.len() / 2;
    let issued = |item: usize, before: u32| {
        let iteration = steady
            .iterations
            .get(chosen.checked_sub(before as usize)?)?;
        let group = iteration.iter().find(|group| group.items.contains(&item))?;
        Some(group.cycle)
    };
    let iteration = &steady.iterations[chosen];
    let start = iteration[0].cycle;
    let issue = |group: &steady::Issued| {
        let awaited = dependences.iter().find(|dependence| {
            group.items.contains(&dependence.to)
                && issued(dependence.from, dependence.distance)
                    .is_some_and(|cycle| cycle + dependence.latency == group.cycle)
        });
        let waits = group.waits.iter();
        let last = group.waits.len().saturating_sub(1);
        Issue {
            cycle: group.cycle - start,
            items: group.items.clone(),
            end: groups
                .iter()
                .find(|(end, _)| *end == group.items.end)
                .map(|(_, why)| *why),
            waits: waits
                .enumerate()
                .map(|(number, &(stall, cycles))| Wait {
                    stall,
                    cycles,
                    // The group issued right after its last wait, which is therefore the one for this result.
                    result: awaited.copied().filter(|_| number == last),
                })
                .collect(),
        }
    };
    iteration.iter().map(issue).collect()
}
