//! Where the references of a path go, as far as it can be told without running: those whose addresses are known to be the same, or
//! constants apart, are placed so; each other one has a line and a bank of its own.

use std::collections::HashMap;

use crate::Code;
use crate::path::Path;
use isa::{Access, Op, Register, Update};

/// Where references go.
const DATA: u64 = 0x6000_0000_0000_0000;
/// From one place to the next: a line of every level, and another bank of 16 bytes.
const APART: u64 = 128 + 16;
/// References whose addresses are constants apart belong together when they lie in one block of so many bytes.
const BLOCK: i64 = 512;
/// Bundles above a loop that are looked at.
const ABOVE: u64 = 64;
/// Iterations after which moving places come again; as many as the longest period of cycles that is looked for.
pub(crate) const ROUND: usize = 64;

/// What a general register holds: a value that was found somewhere, and a constant more.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Value {
    origin: Origin,
    more: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Origin {
    /// What the register held when the iteration began.
    Entry(u8),
    /// What the instruction of this number made.
    Made(usize),
}

/// A reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Its address in the first iteration of a round.
    first: u64,
    /// Bytes that it moves on in each iteration; 0: it is always the same place.
    step: i64,
}

impl Place {
    /// The address in an iteration.
    pub(crate) fn at(self, iteration: usize) -> u64 {
        let moved = self.step * (iteration % ROUND) as i64;
        self.first.wrapping_add_signed(moved)
    }
}

/// The places of a path's references.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// By the number of the instruction.
    pub by_item: HashMap<usize, Place>,
    /// A load that reads what a store of the same iteration, or of the one before, wrote: the numbers of both.
    pub meetings: Vec<(usize, usize)>,
}

impl Places {
    /// Any of them moves.
    pub(crate) fn move_on(&self) -> bool {
        self.by_item.values().any(|place| place.step != 0)
    }

    pub(crate) fn of(path: &Path) -> Self {
        let (values, ends) = values(path);
        let mut groups: HashMap<(Origin, i64), Vec<(usize, i64)>> = HashMap::new();
        for &(item, value) in &values {
            let block = value.more.div_euclid(BLOCK);
            let inside = value.more.rem_euclid(BLOCK);
            groups
                .entry((value.origin, block))
                .or_default()
                .push((item, inside));
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_unstable_by_key(|(key, _)| *key);
        let mut places = Self::default();
        let mut next = DATA;
        for ((origin, _), members) in groups {
            let writes = |item: usize| {
                let access = path.items[item].instruction.memory_access();
                access.is_some_and(|access| access.kind.writes())
            };
            let lowest = members.iter().map(|(_, inside)| *inside).min().unwrap_or(0);
            let lowest = lowest.div_euclid(16) * 16;
            let shares = members.len() > 1 && members.iter().any(|(item, _)| writes(*item));
            let moves = step(origin, &ends);
            let mut room = 0;
            for &(item, inside) in &members {
                // A load that shares nothing stays: all that moving would do is to take it through the sets of a cache. A store that
                // stayed would find the bank busy that its forerunner is written to.
                let step = if shares || writes(item) { moves } else { 0 };
                room = (step.unsigned_abs() * ROUND as u64).next_multiple_of(APART);
                // From the upper end of its room, when it moves down.
                let first = next + if step < 0 { room } else { 0 };
                let first = first + (inside - lowest) as u64;
                places.by_item.insert(item, Place { first, step });
                if !shares {
                    // Reads of one place do not disturb each other; each has its own as if nothing were known.
                    next += room + APART;
                }
            }
            if !shares {
                continue;
            }
            for &(load, at) in members.iter().filter(|(item, _)| !writes(*item)) {
                let stores = members.iter().filter(|(item, _)| writes(*item));
                let met =
                    stores.filter(|(store, place)| *place == at && (*store < load || moves == 0));
                places.meetings.extend(met.map(|(store, _)| (*store, load)));
            }
            let highest = members.iter().map(|(_, inside)| *inside).max().unwrap_or(0);
            next += room + ((highest - lowest) as u64 / APART + 1) * APART;
        }
        places.meetings.sort_unstable();
        places
    }
}

/// By how much addresses of an origin move on in each iteration: what the loop adds to its register; what is not known does not come
/// near what it was before.
fn step(origin: Origin, ends: &HashMap<u8, Value>) -> i64 {
    const FAR: i64 = 512;
    let Origin::Entry(register) = origin else {
        return APART as i64;
    };
    match ends.get(&register) {
        None => 0,
        Some(end) if end.origin == origin && end.more.abs() <= FAR => end.more,
        Some(_) => APART as i64,
    }
}

/// The addresses of the references that execute, and what registers hold at the end of the path.
fn values(path: &Path) -> (Vec<(usize, Value)>, HashMap<u8, Value>) {
    let mut registers: HashMap<u8, Value> = HashMap::new();
    let mut references = Vec::new();
    let held = |registers: &HashMap<u8, Value>, register: u8| {
        let origin = *path.copies.get(&register).unwrap_or(&(register, 0));
        let entry = Value {
            origin: Origin::Entry(origin.0),
            more: origin.1,
        };
        registers.get(&register).copied().unwrap_or(entry)
    };
    for (number, item) in path.items.iter().enumerate() {
        if !item.executes {
            continue;
        }
        let instruction = &item.instruction;
        let base = held(&registers, instruction.r3);
        if instruction.memory_access().is_some() {
            references.push((number, base));
        }
        let operands = instruction.operands();
        for operand in operands.iter().filter(|one| one.access == Access::Write) {
            let Register::Gr(target) = operand.register else {
                continue;
            };
            let known = match instruction.op {
                Op::AddImm => Some(instruction.imm),
                _ if operand.role == isa::Role::Base => increment(instruction.op, instruction.imm),
                _ => None,
            };
            let value = match known {
                Some(more) => Value {
                    more: base.more.wrapping_add(more),
                    ..base
                },
                None => Value {
                    // Two results of one instruction, a load and its new base, are not taken for each other.
                    origin: Origin::Made(2 * number + usize::from(operand.role == isa::Role::Base)),
                    more: 0,
                },
            };
            registers.insert(target, value);
        }
    }
    (references, registers)
}

/// By how much a reference moves its base on, where that is a constant.
fn increment(op: Op, imm: i64) -> Option<i64> {
    match op {
        Op::Load { update, .. }
        | Op::Store { update, .. }
        | Op::FLoad { update, .. }
        | Op::FLoadPair { update, .. }
        | Op::FStore { update, .. }
        | Op::Lfetch { update, .. } => (update == Update::Immediate).then_some(imm),
        _ => None,
    }
}

/// Registers that the code above a loop sets to another one and a constant, when neither changes in the loop.
pub(crate) fn copies(code: &Code, head: u64, path: &Path) -> HashMap<u8, (u8, i64)> {
    let above = (1..=ABOVE).map_while(|n| {
        let ip = head.checked_sub(16 * n)?;
        let bundle = isa::decode(code.bundle(ip)?);
        // What stands before a branch may not come here.
        (!bundle.slots.iter().any(isa::Instruction::is_branch)).then_some(bundle)
    });
    let mut above: Vec<_> = above.collect();
    above.reverse();
    let mut copies: HashMap<u8, (u8, i64)> = HashMap::new();
    for instruction in above.iter().flat_map(|bundle| &bundle.slots) {
        for register in instruction.operands().writes() {
            let Register::Gr(target) = register else {
                continue;
            };
            copies.remove(&target);
            copies.retain(|_, (origin, _)| *origin != target);
            if instruction.op == Op::AddImm && instruction.qp == 0 && instruction.r3 != target {
                let from = copies.get(&instruction.r3).copied();
                let (origin, more) = from.unwrap_or((instruction.r3, 0));
                if origin != target {
                    copies.insert(target, (origin, more.wrapping_add(instruction.imm)));
                }
            }
        }
    }
    for item in &path.items {
        for register in item.instruction.operands().writes() {
            if let Register::Gr(target) = register {
                copies.remove(&target);
                copies.retain(|_, (origin, _)| *origin != target);
            }
        }
    }
    // A constant is no place.
    copies.retain(|_, (origin, _)| *origin != 0);
    copies
}
