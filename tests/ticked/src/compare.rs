//! Runs both models and finds the first difference.

use crate::input::{Flaw, Step};
use crate::pipeline::{Issued, Log, Pipeline};
use config::Machine;
use events::{Counts, Group, Off, Probe, Raw, Stall};
use std::fmt::Write as _;
use uarch::Timing;

/// What the computed model says.
#[derive(Default)]
struct Listener {
    step: usize,
    log: Log,
}

impl Probe for Listener {
    fn group(&mut self, group: &Group) {
        self.log.groups.push(Issued {
            cycle: group.cycle,
            step: self.step,
            from: group.from,
            to: group.to,
        });
    }

    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        let list = &mut self.log.cycles;
        let end = (from + cycles) as usize;
        if list.len() < end {
            list.resize(end, Stall::Unstalled);
        }
        list[from as usize..end].fill(stall);
    }
}

/// What both models count in L2, each in its own way.
const IN_L2: [Raw; 17] = [
    Raw::L2QueueFull,
    Raw::L2RefusedPorts,
    Raw::L2RefusedBank,
    Raw::L2RefusedReadsFill,
    Raw::L2RefusedStoresFill,
    Raw::L2RefusedFetches,
    Raw::L2RefusedBehindStore0,
    Raw::L2RefusedBehindStore1,
    Raw::L2RefusedBehindStore2,
    Raw::L2RefusedBehindStore3,
    Raw::L2RecirculatedData,
    Raw::L2RecirculatedInstruction,
    Raw::L2RecirculateRounds,
    Raw::L2BypassData,
    Raw::L2BypassDataMiss,
    Raw::L2BypassInstruction,
    Raw::L2BypassInstructionMiss,
];

/// The computed model's log, and a complaint if it says something else without a listener.
fn computed(steps: &[Step], config: &Machine) -> (Log, Counts, Option<String>) {
    let mut armed = Timing::new(config, Listener::default());
    let mut unarmed = Timing::new(config, Off);
    for (number, step) in steps.iter().enumerate() {
        armed.probe().step = number;
        if let Some(sizes) = step.stack {
            armed.stack(sizes);
            unarmed.stack(sizes);
        }
        armed.execute(&step.block, step);
        unarmed.execute(&step.block, step);
        if step.switches {
            armed.switch(step.service);
            unarmed.switch(step.service);
        } else {
            armed.charge(step.service);
            unarmed.charge(step.service);
        }
        for &space in &step.ended {
            armed.end_space(space);
            unarmed.end_space(space);
        }
    }
    let heard = armed.finish();
    let unheard = unarmed.finish();
    let complaint = if let Err(violation) = heard.identities() {
        Some(violation.to_string())
    } else if heard.cycles != unheard.cycles || !heard.stalls().eq(unheard.stalls()) {
        Some(format!(
            "the computed model takes {} cycles with a listener and {} without",
            heard.cycles, unheard.cycles
        ))
    } else if heard.counts != unheard.counts {
        let pairs = heard.counts.iter().zip(unheard.counts.iter());
        let other: Vec<_> = pairs
            .filter(|(heard, unheard)| heard != unheard)
            .map(|((raw, heard), (_, unheard))| format!("{} {heard} and {unheard}", raw.name()))
            .collect();
        let other = other.join(", ");
        Some(format!(
            "the computed model counts otherwise with a listener and without: {other}"
        ))
    } else {
        None
    };
    let mut log = std::mem::take(&mut armed.probe().log);
    let lost = Raw::LostFrontEnd as usize..=Raw::IdealLostCache as usize;
    let lost = Raw::ALL[lost]
        .iter()
        .chain(&IN_L2)
        .map(|&raw| (raw, heard.counts[raw]));
    log.lost = lost.filter(|&(_, lost)| lost > 0).collect();
    (log, heard.counts, complaint)
}

/// The ticked model's log.
fn ticked(steps: &[Step], config: &Machine, flaw: Option<Flaw>) -> Log {
    let mut pipeline = Pipeline::new(config, flaw);
    for step in steps {
        pipeline.step(step);
    }
    pipeline.finish()
}

/// What both models agreed on.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// Issue groups.
    pub groups: u64,
    /// Cycles.
    pub cycles: u64,
    /// What happened in the run.
    pub counts: Counts,
}

/// Compares both models on what a program executed.
///
/// # Errors
///
/// The first difference, for people.
pub fn compare(steps: &[Step], config: &Machine) -> Result<Agreement, String> {
    compare_with(steps, config, config, None)
}

/// Compares the computed model of one machine with the ticked model of another, which may have a flaw as well.
///
/// # Errors
///
/// The first difference, for people.
pub fn compare_with(
    steps: &[Step],
    config: &Machine,
    other: &Machine,
    flaw: Option<Flaw>,
) -> Result<Agreement, String> {
    let (computed, counts, complaint) = computed(steps, config);
    let ticked = ticked(steps, other, flaw);
    if computed == ticked {
        return match complaint {
            Some(complaint) => Err(complaint),
            None => Ok(Agreement {
                groups: ticked.groups.len() as u64,
                cycles: ticked.cycles.len() as u64,
                counts,
            }),
        };
    }
    Err(difference(steps, &computed, &ticked))
}

/// Groups shown before the first difference.
const CONTEXT: usize = 6;

fn difference(steps: &[Step], computed: &Log, ticked: &Log) -> String {
    let mut text = String::new();
    let mut pairs = computed.groups.iter().zip(&ticked.groups);
    let group = pairs.position(|(c, t)| c != t);
    let mut cycles = computed.cycles.iter().zip(&ticked.cycles);
    let cycle = cycles.position(|(c, t)| c != t);
    if group.is_none() && cycle.is_none() {
        let _ = writeln!(
            text,
            "lost: computed {:?}\n        ticked {:?}",
            computed.lost, ticked.lost
        );
    }
    let shorter = computed.groups.len().min(ticked.groups.len());
    let by_cycle = cycle.map(|cycle| {
        let issued = ticked.groups.iter();
        issued.take_while(|g| g.cycle < cycle as u64).count()
    });
    let at = match (group, by_cycle) {
        (Some(a), Some(b)) => a.min(b),
        (Some(a), None) | (None, Some(a)) => a,
        (None, None) => shorter,
    };
    let _ = writeln!(
        text,
        "groups differ from number {group:?} on, cycles from {cycle:?} on; {} and {} groups",
        computed.groups.len(),
        ticked.groups.len()
    );
    for n in at.saturating_sub(CONTEXT)..(at + 3).min(shorter) {
        let (c, t) = (&computed.groups[n], &ticked.groups[n]);
        let mark = if n == at { '>' } else { ' ' };
        let _ = writeln!(text, "{mark} group {n}: computed {c:?}");
        if c != t {
            let _ = writeln!(text, "{mark}           ticked   {t:?}");
        }
        show(&mut text, &steps[t.step], t.from, t.to);
        let from = n.checked_sub(1).map_or(0, |p| ticked.groups[p].cycle + 1);
        let end = c.cycle.max(t.cycle) + 1;
        for (name, log) in [("computed", computed), ("ticked", ticked)] {
            let _ = writeln!(text, "      {name}: {}", spans(log, from, end));
        }
    }
    text
}

/// What some cycles were spent on.
fn spans(log: &Log, from: u64, end: u64) -> String {
    let mut text = String::new();
    let mut cycle = from as usize;
    let end = (end as usize).min(log.cycles.len());
    while cycle < end {
        let stall = log.cycles[cycle];
        let length = log.cycles[cycle..end]
            .iter()
            .take_while(|s| **s == stall)
            .count();
        let _ = write!(text, " {cycle}+{length} {}", stall.name());
        cycle += length;
    }
    text
}

fn show(text: &mut String, step: &Step, from: u8, to: u8) {
    let block = &step.block;
    let mut memory = 0;
    for slot in block.first_slot..to {
        let bundle = usize::from(slot / 3);
        let instruction = &block.bundles[bundle].slots[usize::from(slot % 3)];
        let on = step.predicates >> slot & 1 != 0;
        let refers = instruction.is_memory()
            || matches!(
                instruction.op,
                isa::Op::Lfetch { .. } | isa::Op::LfetchCount { .. } | isa::Op::Fc | isa::Op::FcI
            );
        let address = (on && refers).then(|| {
            memory += 1;
            step.addresses.get(memory - 1).copied().unwrap_or(0)
        });
        if slot < from {
            continue;
        }
        let ip = block.ip + 16 * bundle as u64;
        let name = block.bundles[bundle].template.name();
        let _ = write!(
            text,
            "      {ip:x}.{} {name} {}{}",
            slot % 3,
            if on { "" } else { "(off) " },
            instruction.text(ip)
        );
        if let Some(address) = address {
            let _ = write!(text, "   @{address:#x}");
        }
        if step.taken == Some(slot) {
            let _ = write!(text, "   taken to {:#x}", step.target);
        }
        for note in step.notes.iter().filter(|note| note.slot == slot) {
            let _ = write!(text, "   {:?}", note.fact);
        }
        let _ = writeln!(text);
    }
}
