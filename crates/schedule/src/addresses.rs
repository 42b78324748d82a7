//! The data addresses of a path's references, as far as they are known without running the program. References whose addresses are
//! known to be equal or constants apart, and of which one stores, get such addresses; each other one has a line and a bank of its own.

use std::collections::HashMap;

use crate::Code;
use crate::path::Path;
use isa::{Access, Op, Register, Update};

/// Address of the first place.
const DATA: u64 = 0x6000_0000_0000_0000;
/// Bytes from one place to the next: a line of the largest size, and a bank of 16 bytes more, to be in another bank.
const APART: u64 = 128 + 16;
/// References whose addresses are constants apart are placed together if they lie in one block of so many bytes.
const BLOCK: i64 = 512;
/// Most bundles above a loop that are searched for copies of registers.
const ABOVE: u64 = 64;
/// Iterations after which places that move start over; as many as the longest period of cycles that is looked for.
pub(crate) const ROUND: usize = 64;

/// The symbolic value of a general register: an unknown value plus a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Value {
    origin: Origin,
    more: i64,
}

/// The unknown value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Origin {
    /// That of a register when the iteration begins.
    Entry(u8),
    /// A result of an instruction: twice its number, and 1 for its updated base register.
    Made(usize),
}

/// A reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Its address in the first iteration of a round.
    first: u64,
    /// Bytes by which it moves in each iteration; 0: it stays.
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
    /// Loads that read what a store of the same iteration, or of the one before, wrote: the numbers of store and load.
    pub meetings: Vec<(usize, usize)>,
}

impl Places {
    /// Whether one of them moves.
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
                // A load that shares its place with no store stays: moving would only take it through the sets of a cache. A store
                // that stayed would find its bank busy with the store of the iteration before.
                let step = if shares || writes(item) { moves } else { 0 };
                room = (step.unsigned_abs() * ROUND as u64).next_multiple_of(APART);
                // One that moves down begins at the upper end of its room.
                let first = next + if step < 0 { room } else { 0 };
                let first = first + (inside - lowest) as u64;
                places.by_item.insert(item, Place { first, step });
                if !shares {
                    // Loads of one place do not influence each other: each gets a place of its own, as if nothing were known of it.
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

/// By how many bytes addresses with an origin move in each iteration: what the loop adds to the register. Where that is not known, or
/// more than `FAR`, they move by [`APART`], so that iterations do not meet.
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

/// The symbolic addresses of the references that execute, by instruction, and of registers at the end of the path.
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
                    // The two results of a load, the data and the new base, are different values.
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

/// Registers that the code above a loop sets to another register plus a constant, if neither changes in the loop.
pub(crate) fn copies(code: &Code, head: u64, path: &Path) -> HashMap<u8, (u8, i64)> {
    let above = (1..=ABOVE).map_while(|n| {
        let ip = head.checked_sub(16 * n)?;
        let bundle = isa::decode(code.bundle(ip)?);
        // Code above a branch need not lead to the loop: the search ends.
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
    // A register that holds a mere constant (r0 plus one) is not related to others by that.
    copies.retain(|_, (origin, _)| *origin != 0);
    copies
}
