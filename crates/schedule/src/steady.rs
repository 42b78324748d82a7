//! The cycle model on a loop, until its iterations repeat.

use crate::addresses::{Places, ROUND};
use crate::path::Path;
use config::Machine;
use config::model::BranchPredictor;
use events::{CodeId, Execution, Fact, Group, Note, Probe, Stall};
use std::collections::HashMap;
use std::ops::Range;
use uarch::Timing;

/// Iterations that are not measured, in which caches and pipe fill: each place is referred to, and its line arrives.
const WARM: usize = 4 * ROUND;
/// Iterations that are measured.
const MEASURED: usize = 4 * LONGEST_PERIOD;
/// Most iterations after which the pattern of cycles has to repeat.
const LONGEST_PERIOD: usize = 64;
/// L1D and L2 are enlarged to so many bytes at least, so that everything that the loop touches fits.
const CACHE: u32 = 16 << 20;

/// Instructions that issued in one cycle.
#[derive(Clone, Debug)]
pub(crate) struct Issued {
    pub cycle: u64,
    pub items: Range<usize>,
    /// What the cycles between the group before and this one were spent on.
    pub waits: Vec<(Stall, u64)>,
}

/// Measured iterations.
#[derive(Clone, Debug)]
pub(crate) struct Steady {
    /// The groups of each measured iteration.
    pub iterations: Vec<Vec<Issued>>,
    /// Cycles of `period` iterations.
    pub cycles: u64,
    /// Iterations after which everything repeats; as many as were measured when nothing does.
    pub period: u64,
}

/// Runs a path on a machine as if every branch were predicted without a bubble, and every load hit.
pub(crate) fn run(machine: &Machine, path: &Path, places: &Places) -> Steady {
    let mut machine = machine.clone();
    machine.branch.predictor = BranchPredictor::Perfect;
    for cache in [&mut machine.caches.l1d, &mut machine.caches.l2] {
        // Doubled, so that the number of sets stays a power of two.
        while cache.bytes < CACHE {
            cache.bytes *= 2;
        }
    }
    let rounds = if places.move_on() { ROUND } else { 1 };
    let rounds: Vec<Vec<Execution>> = (0..rounds)
        .map(|iteration| executions(path, places, iteration))
        .collect();
    let mut heard = Heard::default();
    let mut timing = Timing::new(&machine, &mut heard);
    if let Some(alloc) = &path.alloc {
        let execution = Execution {
            end: alloc.end_slot,
            predicates: u64::MAX,
            target: path.blocks[0].ip,
            ..Execution::default()
        };
        timing.execute(alloc, &execution);
    }
    // One more iteration: the last measured one ends where the next begins.
    for iteration in 0..=WARM + MEASURED {
        let executions = &rounds[iteration % rounds.len()];
        for (block, execution) in path.blocks.iter().zip(executions) {
            timing.execute(block, execution);
        }
    }
    timing.finish();
    let mut iterations = heard.iterations(path);
    let starts: Vec<u64> = iterations.iter().map(|groups| groups[0].cycle).collect();
    let lengths: Vec<u64> = starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let lengths = &lengths[WARM.min(lengths.len())..];
    let repeats = |period: &usize| lengths.iter().zip(&lengths[*period..]).all(|(a, b)| a == b);
    let period = (1..=LONGEST_PERIOD.min(lengths.len()))
        .find(repeats)
        .unwrap_or(lengths.len());
    iterations.drain(..WARM);
    Steady {
        iterations,
        cycles: lengths[..period].iter().sum(),
        period: period as u64,
    }
}

/// One execution of each block of a path.
fn executions(path: &Path, places: &Places, iteration: usize) -> Vec<Execution> {
    let blocks = path.blocks.iter().enumerate();
    let empty = blocks.map(|(number, block)| Execution {
        end: path.end(number),
        predicates: u64::MAX,
        taken: path.taken[number],
        target: match path.taken[number] {
            Some(_) => path.blocks[(number + 1) % path.blocks.len()].ip,
            None => block.ip_of(block.end_slot),
        },
        ..Execution::default()
    });
    let mut executions: Vec<Execution> = empty.collect();
    for (number, item) in path.items.iter().enumerate() {
        let (block, slot) = item.place;
        let execution = &mut executions[block];
        if !item.executes {
            execution.predicates &= !(1 << slot);
        } else if let Some(access) = item.instruction.memory_access() {
            let place = places.by_item.get(&number);
            let address = place.map_or(0, |place| place.at(iteration));
            execution.addresses.push(address);
            if access.check() {
                let fact = Fact::CheckLoadHit;
                execution.notes.push(Note { slot, fact });
            }
        }
    }
    executions
}

/// The records of the model that are needed: groups, and what cycles were spent on.
#[derive(Debug, Default)]
struct Heard {
    groups: Vec<Group>,
    spans: Vec<(Stall, u64, u64)>,
}

impl Probe for Heard {
    fn group(&mut self, group: &Group) {
        self.groups.push(*group);
    }

    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        self.spans.push((stall, from, cycles));
    }
}

impl Heard {
    /// The groups of each iteration but the last, which has no end.
    fn iterations(&self, path: &Path) -> Vec<Vec<Issued>> {
        let items = path.items.iter().enumerate();
        let numbers: HashMap<(CodeId, u8), usize> = items
            .map(|(number, item)| ((path.blocks[item.place.0].id, item.place.1), number))
            .collect();
        let mut iterations: Vec<Vec<Issued>> = Vec::new();
        let mut spans = self.spans.iter().peekable();
        let mut before = 0;
        for group in &self.groups {
            let slots = (group.from..group.to).filter_map(|slot| numbers.get(&(group.code, slot)));
            let (first, last) = (slots.clone().next(), slots.clone().next_back());
            let (Some(&first), Some(&last)) = (first, last) else {
                continue;
            };
            if first == 0 {
                iterations.push(Vec::new());
            }
            let Some(groups) = iterations.last_mut() else {
                continue;
            };
            if let Some(open) = groups.last_mut().filter(|open| open.cycle == group.cycle) {
                open.items.end = last + 1;
                continue;
            }
            let mut waits: Vec<(Stall, u64)> = Vec::new();
            // Spans cover every cycle once. Those cycles count that lie behind the group before and before this one.
            while let Some(&&(stall, from, cycles)) = spans.peek()
                && from < group.cycle
            {
                let (from, until) = (from.max(before + 1), (from + cycles).min(group.cycle));
                if from < until {
                    match waits.last_mut() {
                        Some((last, cycles)) if *last == stall => *cycles += until - from,
                        _ => waits.push((stall, until - from)),
                    }
                }
                if until == group.cycle {
                    break;
                }
                spans.next();
            }
            before = group.cycle;
            groups.push(Issued {
                cycle: group.cycle,
                items: first..last + 1,
                waits,
            });
        }
        iterations.pop();
        iterations
    }
}
