//! Loops, and the path through one that is looked at.

use crate::Code;
use events::{Block, CodeId};
use isa::{BranchKind, BranchTarget, Instruction, Op};
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::Range;

/// A loop: a branch, and the bundle at or before it that it goes back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loop {
    /// Address of the first bundle.
    pub head: u64,
    /// Address of the bundle with the branch.
    pub latch: u64,
    /// Slot of the branch in it.
    pub slot: u8,
}

/// Why a loop cannot be scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The branch in the bundle of this address closes a loop inside it.
    Inner(u64),
    /// The path calls or returns here.
    Calls(u64),
    /// The path leaves the loop here, whatever the predicates.
    Leaves(u64),
    /// An instruction of this bundle goes to the operating system, or changes how others execute.
    System(u64),
    /// Another branch than the last one turns the rotating registers.
    Rotates(u64),
    /// There is no code at this address.
    NoCode(u64),
    /// The path has more bundles than [`Obstacle::MOST`].
    Long,
}

impl Obstacle {
    /// Most bundles of a path.
    pub const MOST: usize = 1000;
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Obstacle::Inner(ip) => write!(f, "there is a loop in it, closed at {ip:#x}"),
            Obstacle::Calls(ip) => write!(f, "it calls or returns at {ip:#x}"),
            Obstacle::Leaves(ip) => write!(f, "its path leaves it at {ip:#x}"),
            Obstacle::System(ip) => write!(f, "it enters or changes the system at {ip:#x}"),
            Obstacle::Rotates(ip) => {
                write!(f, "it turns the rotating registers twice, at {ip:#x} too")
            }
            Obstacle::NoCode(ip) => write!(f, "there is no code at {ip:#x}"),
            Obstacle::Long => write!(f, "its path has more than {} bundles", Obstacle::MOST),
        }
    }
}

/// The loops of a range of addresses, by the places of their branches.
#[must_use]
pub fn loops(code: &Code, range: Range<u64>) -> Vec<Loop> {
    let mut found = Vec::new();
    for latch in code.addresses(range.clone()) {
        let Some(bits) = code.bundle(latch) else {
            continue;
        };
        for (slot, instruction) in (0..).zip(&isa::decode(bits).slots) {
            if let Some(head) = target_of(latch, instruction)
                && (range.start..=latch).contains(&head)
                && !matches!(
                    instruction.op,
                    Op::Branch {
                        kind: BranchKind::Call | BranchKind::Cexit | BranchKind::Wexit,
                        ..
                    }
                )
            {
                found.push(Loop { head, latch, slot });
            }
        }
    }
    found
}

/// Where a branch relative to its bundle goes.
fn target_of(ip: u64, instruction: &Instruction) -> Option<u64> {
    match instruction.op {
        Op::Branch {
            target: BranchTarget::Relative | BranchTarget::Long,
            ..
        } => Some(ip.wrapping_add(instruction.imm as u64)),
        _ => None,
    }
}

/// One instruction of a path.
#[derive(Clone, Debug)]
pub struct Item {
    /// Address of its bundle.
    pub ip: u64,
    /// Its slot in the bundle; an instruction of two slots stands at the second of them.
    pub slot: u8,
    /// The instruction.
    pub instruction: Instruction,
    /// Its qualifying predicate is assumed to be true.
    pub executes: bool,
    /// The block that it belongs to, and its slot there.
    pub(crate) place: (usize, u8),
}

/// One iteration, or a stretch of code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    /// Stretches of bundles as the cycle model takes them: a branch ends one.
    pub blocks: Vec<Block>,
    /// The slot of the taken branch at the end of each.
    pub taken: Vec<Option<u8>>,
    /// The instructions in order.
    pub items: Vec<Item>,
    /// The last branch turns the rotating registers.
    pub rotates: bool,
    /// The `alloc` above the loop, as a block of its own.
    pub alloc: Option<Block>,
    /// Registers that hold another register plus a constant throughout the loop.
    pub copies: HashMap<u8, (u8, i64)>,
}

impl Path {
    /// The path through a loop that takes no conditional branch but the last.
    pub(crate) fn through(code: &Code, at: Loop) -> Result<Path, Obstacle> {
        let mut path = Path::default();
        let mut met = BTreeSet::new();
        let (mut ip, mut raw) = (at.head, Vec::new());
        loop {
            if !met.insert(ip) {
                return Err(Obstacle::Leaves(ip));
            }
            if met.len() > Obstacle::MOST {
                return Err(Obstacle::Long);
            }
            let bits = code.bundle(ip).ok_or(Obstacle::NoCode(ip))?;
            raw.push(bits);
            let (leave, ends) = leave(bits, ip, at)?;
            let next = match leave {
                Some((_, target)) => target,
                None => ip.wrapping_add(16),
            };
            if ends || raw.len() == Block::MAX_BUNDLES {
                let first = ip - 16 * (raw.len() as u64 - 1);
                path.add(
                    first,
                    &std::mem::take(&mut raw),
                    leave.map(|(slot, _)| slot),
                );
            }
            if leave.is_some_and(|(slot, _)| (ip, slot) == (at.latch, at.slot)) {
                break;
            }
            ip = next;
        }
        let latch = isa::decode(code.bundle(at.latch).ok_or(Obstacle::NoCode(at.latch))?);
        path.rotates = is_rotating(&latch.slots[usize::from(at.slot % 3)]);
        path.find_alloc(code, at.head);
        Ok(path)
    }

    /// The stretches of a range that are entered at their first bundle only and left behind their last one: a branch ends one,
    /// and the target of a branch of the range begins one.
    pub(crate) fn stretches(code: &Code, range: Range<u64>) -> Vec<Path> {
        let slots = |ip| {
            code.bundle(ip)
                .into_iter()
                .flat_map(|bits| isa::decode(bits).slots)
        };
        let branches = code.addresses(range.clone());
        let targets: BTreeSet<u64> = branches
            .flat_map(|ip| slots(ip).filter_map(move |instruction| target_of(ip, &instruction)))
            .collect();
        let mut stretches: Vec<Path> = Vec::new();
        let (mut first, mut raw) = (range.start, Vec::new());
        let mut begins = true;
        for ip in code.addresses(range) {
            let leads = targets.contains(&ip) || first + 16 * raw.len() as u64 != ip;
            if (leads || raw.len() == Block::MAX_BUNDLES) && !raw.is_empty() {
                extend(&mut stretches, begins, first, &std::mem::take(&mut raw));
                begins = leads;
            }
            if raw.is_empty() {
                first = ip;
            }
            raw.extend(code.bundle(ip));
            if slots(ip).any(|instruction| instruction.is_branch()) {
                extend(&mut stretches, begins, first, &std::mem::take(&mut raw));
                begins = true;
            }
        }
        if !raw.is_empty() {
            extend(&mut stretches, begins, first, &raw);
        }
        stretches
    }

    /// Adds a block that begins at an address, with the slot in its last bundle of a branch that is taken.
    fn add(&mut self, ip: u64, raw: &[u128], taken: Option<u8>) {
        let id = CodeId::of_block(self.blocks.len() as u32);
        let block = Block::new(id, ip, raw);
        let taken = taken.map(|slot| 3 * (raw.len() as u8 - 1) + slot);
        let end = taken.map_or(block.end_slot, |slot| slot + 1);
        for (slot, instruction) in block.instructions().filter(|(slot, _)| *slot < end) {
            self.items.push(Item {
                ip: block.ip_of(slot),
                slot: slot % 3,
                instruction: *instruction,
                executes: true,
                place: (self.blocks.len(), slot),
            });
        }
        self.blocks.push(block);
        self.taken.push(taken);
    }

    /// One past the last slot of a block that retires.
    pub(crate) fn end(&self, block: usize) -> u8 {
        self.taken[block].map_or(self.blocks[block].end_slot, |slot| slot + 1)
    }

    /// Looks for the `alloc` nearest above the loop.
    fn find_alloc(&mut self, code: &Code, head: u64) {
        let above = (1..).map_while(|n| {
            let ip = head.checked_sub(16 * n)?;
            Some((ip, code.bundle(ip)?))
        });
        self.alloc = above.into_iter().find_map(|(ip, bits)| {
            let bundle = isa::decode(bits);
            let slot = bundle.slots.iter().position(|i| i.op == Op::Alloc)? as u8;
            let id = CodeId::of_block(self.blocks.len() as u32);
            Some(Block::decoded(
                id,
                0,
                ip,
                slot..slot + 1,
                vec![bundle],
                vec![bits],
            ))
        });
    }

    /// Rotating general registers.
    pub(crate) fn rotating_region(&self) -> u8 {
        let alloc = self
            .alloc
            .as_ref()
            .map(|block| block.instruction(block.first_slot));
        alloc.map_or(0, |alloc| alloc.frame().sor)
    }
}

/// Adds a block to the last stretch, or begins one with it.
fn extend(stretches: &mut Vec<Path>, begins: bool, ip: u64, raw: &[u128]) {
    if begins || stretches.is_empty() {
        stretches.push(Path::default());
    }
    if let Some(stretch) = stretches.last_mut() {
        stretch.add(ip, raw, None);
    }
}

/// Where the path leaves a bundle before its end (slot and target), and whether it ends a block.
fn leave(bits: u128, ip: u64, at: Loop) -> Result<(Option<(u8, u64)>, bool), Obstacle> {
    let bundle = isa::decode(bits);
    let mut ends = false;
    for (slot, instruction) in (0..).zip(&bundle.slots) {
        match instruction.op {
            Op::Branch { kind, .. } => {
                ends = true;
                let target = target_of(ip, instruction);
                if (ip, slot) == (at.latch, at.slot) {
                    return Ok((Some((slot, at.head)), true));
                }
                let is_inner = target.is_some_and(|target| target > at.head && target <= ip);
                if is_inner && kind != BranchKind::Call {
                    return Err(Obstacle::Inner(ip));
                }
                match kind {
                    BranchKind::Call | BranchKind::Ret | BranchKind::Ia if instruction.qp == 0 => {
                        return Err(Obstacle::Calls(ip));
                    }
                    BranchKind::Cond if instruction.qp == 0 => {
                        let target = target.filter(|target| *target > ip && *target <= at.latch);
                        return match target {
                            Some(target) => Ok((Some((slot, target)), true)),
                            None => Err(Obstacle::Leaves(ip)),
                        };
                    }
                    BranchKind::Cond | BranchKind::Call | BranchKind::Ret | BranchKind::Ia => {}
                    BranchKind::Cloop => return Err(Obstacle::Leaves(ip)),
                    BranchKind::Wexit | BranchKind::Wtop | BranchKind::Cexit | BranchKind::Ctop => {
                        return Err(Obstacle::Rotates(ip));
                    }
                }
            }
            Op::Alloc => return Err(Obstacle::System(ip)),
            _ if instruction.changes_context() => return Err(Obstacle::System(ip)),
            _ => {}
        }
    }
    Ok((None, ends))
}

/// Whether a branch turns the rotating registers.
fn is_rotating(instruction: &Instruction) -> bool {
    matches!(
        instruction.op,
        Op::Branch {
            kind: BranchKind::Ctop | BranchKind::Wtop,
            ..
        }
    )
}
