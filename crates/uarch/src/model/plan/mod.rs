//! The static side of timing: what is known of a block before it runs.
//!
//! A [`Plan`] belongs to one block and one state of the dispersal window at its entry. It lists the
//! issue groups with everything that their timing reads: scoreboard operands, results, memory
//! references, special actions, and the branch bundle at the end.

mod build;
mod facts;
pub(crate) mod outline;
mod satisfied;
pub(crate) mod table;

use build::{Builder, Lists};
use facts::Facts;
use satisfied::Guarantees;

use crate::model::branch_prediction::{BranchBundle, BranchSlot};
use crate::model::dispersal::{Disperser, End, Window};
use crate::model::family::{COUNTS_STACK_SIZES, Ports};
use crate::model::latency::Bypass;
use crate::model::register_stack::frame::FrameOp;
use config::model::Latency;
use events::{Block, Raw, StaticEvent};
use isa::{BranchKind, BranchTarget, MemoryKind, Op};

/// A register read that issue may wait for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Read {
    /// Logical register, see [`rename`].
    pub register: u16,
    /// Column of the bypass table.
    pub consumer: u8,
    /// Slot in the block, plus 64 when the read happens whatever the qualifying predicate.
    pub slot: u8,
}

/// A result of fixed latency.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    /// Logical register.
    pub register: u16,
    /// Base latency in cycles.
    pub latency: u8,
    /// Row of the bypass table.
    pub producer: u8,
    /// Slot in the block, plus 64 when it happens whatever the qualifying predicate.
    pub slot: u8,
}

/// A memory reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// Slot in the block.
    pub slot: u8,
    /// Kind.
    pub kind: MemoryKind,
    /// Bytes accessed.
    pub bytes: u8,
    /// Bits of the address that are zero when it is naturally aligned.
    pub alignment: u8,
    /// Locality hint: not 0 keeps the line out of L1D.
    pub locality: u8,
    /// A check load: makes no access unless its entry is gone.
    pub check: bool,
    /// Logical target registers; [`NO_REGISTER`] where there is none.
    pub targets: [u16; 2],
}

/// No register.
pub(crate) const NO_REGISTER: u16 = u16::MAX;

/// What an instruction does to the pipe besides reading and writing registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Reads all predicates.
    ReadPredicates,
    /// Writes the predicates of a mask.
    WritePredicates(u64),
    /// srlz.i, sync.i: refetch.
    Serialize,
    /// itc, itr: of instructions or of data.
    Insert {
        /// Which side.
        instructions: bool,
    },
    /// ptc, ptr.
    Purge,
    /// mf: waits for earlier memory references.
    Fence,
    /// flushrs or loadrs: its traffic is charged to `RseLoadrs`.
    StackTraffic,
    /// brp to a known target: address of the branch, target, importance and stream hint.
    Predict {
        /// Bundle of the branch.
        branch: u64,
        /// Its target.
        target: u64,
        /// `.imp`.
        important: bool,
    },
}

/// One issue group.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// First slot.
    pub from: u8,
    /// One past the last slot.
    pub to: u8,
    /// The group's first bundle ends before this address.
    pub first_end: u64,
    /// Bundles that the group touches end before this address.
    pub fetch_end: u64,
    /// Bundles whose last slot is in the group.
    pub completes: u8,
    /// Only the rest of an instruction group: no instruction group begins in it.
    pub rest: bool,
    /// Goes on in the next block.
    pub open: bool,
    /// Register reads that issue may wait for.
    pub reads: Box<[Read]>,
    /// Results of fixed latency.
    pub writes: Box<[Write]>,
    /// Memory references in slot order.
    pub memory: Box<[Memory]>,
    /// Special actions, with their slots.
    pub actions: Box<[(u8, Action)]>,
    /// There are neither memory references nor special actions.
    pub plain: bool,
    /// Slots of stores and semaphores.
    pub stores: u64,
    /// Quantities of dispersal that every issue of the group counts; the last two are of a group in the block before
    /// that ends because its window takes nothing of this one.
    pub dispersal: [(Raw, u8); 5],
    /// Floating-point operations by slot, where they can make four in a cycle.
    pub fp_operations: Box<[(u8, u8)]>,
}

/// Everything static about a block under one entry window.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Address of the first bundle.
    pub ip: u64,
    /// Block number.
    pub id: u32,
    /// The groups in order.
    pub groups: Box<[Group]>,
    /// First slots of the groups that take instructions, and of those that are a rest.
    pub starts: u64,
    pub rests: u64,
    /// The branch bundle.
    pub branch: Option<BranchBundle>,
    /// Slots that have a qualifying predicate.
    pub predicated: u64,
    /// Window that stays open after the last group, as [`BlockEntry::window`].
    pub window: u32,
    /// The first group goes on with the one before it.
    pub joins: bool,
    /// The last group ends without a stop: the next one is a rest unless a branch is taken.
    pub unfinished: bool,
    /// Static events of the slots.
    pub events: Box<[StaticEvent]>,
    /// One past the last slot.
    pub slots: u8,
    /// What changes the register frame, by slot.
    pub frame_ops: Box<[(u8, FrameOp)]>,
    /// Slots of those that may change the sizes of the register stack, if these count.
    pub resizes: u64,
    /// Checks by slot: what a failure counts.
    pub checks: Box<[(u8, Raw)]>,
    /// Slot of an instruction after which the pipe is flushed: break, rfi.
    pub flushes: Option<u8>,
    /// Address of the bundle that follows when nothing branches.
    pub next_ip: u64,
}

/// No window is open.
pub(crate) const NO_WINDOW: u32 = 0;

/// State in which a block is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct BlockEntry {
    /// Number of the open window; [`NO_WINDOW`]: none is open.
    pub window: u32,
    /// The first group continues an instruction group.
    pub rest: bool,
}

checkpoint::state!(BlockEntry { window, rest });

/// What plans depend on beside blocks: the configuration.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    disperser: Disperser,
    latency: Latency,
    bypass: Bypass,
    l1d_latency: u32,
    /// Branch prediction 3: whether `.clr` is obeyed.
    clear_removes: bool,
    /// Accounting 8: whether sizes of the register stack count.
    stack_sizes: bool,
}

/// Builds plans.
#[derive(Clone, Debug)]
pub(crate) struct Planner {
    rules: Rules,
    /// Open windows met so far; their numbers are their places plus one.
    windows: Vec<Window>,
    /// What groups are made from, one after the other: their memory is used again.
    lists: Lists,
    guarantees: Guarantees,
}

checkpoint::state!(Planner {  } grows { windows } skips { rules, lists, guarantees });

impl Rules {
    /// Those of a configuration.
    pub(crate) fn new(machine: &config::Machine) -> Self {
        Self {
            disperser: Disperser::new(machine),
            latency: machine.latency.clone(),
            bypass: Bypass::new(&machine.latency),
            l1d_latency: machine.caches.l1d.latency,
            clear_removes: machine.branch.itanium.clear_removes,
            stack_sizes: *COUNTS_STACK_SIZES.of(machine.processor.family),
        }
    }

    /// The last bundle, if it holds a branch.
    fn branch_bundle(&self, block: &Block) -> Option<BranchBundle> {
        // Branch prediction 2: what decides a branch that is always taken, or hinted.
        let index = block.bundles.len().checked_sub(1)?;
        if usize::from(block.end_slot) != 3 * block.bundles.len() {
            return None;
        }
        let bundle = &block.bundles[index];
        let ip = block.ip + 16 * index as u64;
        let mut slots = [None; 3];
        for (slot, instruction) in slots.iter_mut().zip(&bundle.slots) {
            if let Op::Branch { kind, target } = instruction.op {
                *slot = Some(BranchSlot {
                    kind,
                    target: match target {
                        BranchTarget::Relative | BranchTarget::Long => {
                            Some(ip.wrapping_add(instruction.imm as u64))
                        }
                        BranchTarget::Indirect => None,
                    },
                    register: instruction.b2(),
                    whether: instruction.hint.whether(),
                    unconditional: instruction.qp == 0
                        && matches!(
                            kind,
                            BranchKind::Cond | BranchKind::Call | BranchKind::Ret | BranchKind::Ia
                        ),
                    many: instruction.hint.many(),
                    clear: self.clear_removes && instruction.hint.clear(),
                });
            }
        }
        let branches = slots.iter().any(Option::is_some);
        branches.then(|| BranchBundle::new(ip, index as u8 * 3, slots))
    }
}

impl Planner {
    /// A planner for a configuration.
    pub(crate) fn new(machine: &config::Machine) -> Self {
        Self {
            rules: Rules::new(machine),
            windows: Vec::new(),
            lists: Lists::default(),
            guarantees: Guarantees::new(),
        }
    }

    /// The plan of a block entered in a state.
    pub(crate) fn plan(&mut self, block: &Block, entry: &BlockEntry) -> Plan {
        let mut dispersed = Vec::with_capacity(block.bundles.len() + 1);
        let mut ports = [Ports::NONE; 64];
        let open = self.window(entry.window);
        let rules = &self.rules;
        let window = rules.disperser.disperse(
            &block.bundles,
            block.first_slot..block.end_slot,
            open,
            &mut dispersed,
            |slot, port| ports[usize::from(slot & 63)] = port,
        );
        self.guarantees.begin();
        let mut b = Builder {
            rules,
            block,
            lists: &mut self.lists,
            ports: &ports,
        };
        let mut groups = Vec::with_capacity(dispersed.len());
        // Issue 6: a group goes on in the next block while its window is open.
        let mut rest = entry.rest;
        // Dispersal 10: stops and lost slots are counted with the group.
        // A window that takes nothing of this block simply ends.
        let joins = entry.window != NO_WINDOW && dispersed.first().is_some_and(|d| d.from < d.to);
        for d in dispersed.iter().filter(|d| d.from < d.to) {
            for slot in d.from..d.to {
                b.instruction(slot);
            }
            (self.guarantees).drop_satisfied_reads(block, &rules.bypass, b.lists);
            groups.push(b.group(d, rest));
            rest = d.end != End::Stop;
        }
        if let Some(before) = dispersed.first().filter(|d| d.from == d.to)
            && let Some(first) = groups.first_mut()
        {
            first.dispersal[3].1 = 1;
            first.dispersal[4].1 = before.lost;
        }
        let facts = Facts::of(block, &rules.disperser);
        let resizing = (facts.frame_ops.iter())
            .filter(|(_, op)| rules.stack_sizes && op.may_resize())
            .fold(0, |slots, (slot, _)| slots | 1 << slot);
        let starts = |groups: &mut dyn Iterator<Item = &Group>| {
            groups.fold(0, |slots, group| slots | 1 << group.from)
        };
        Plan {
            ip: block.ip,
            id: block.id.0,
            starts: starts(&mut groups.iter()),
            rests: starts(&mut groups.iter().filter(|group| group.rest)),
            groups: groups.into(),
            branch: rules.branch_bundle(block),
            predicated: facts.predicated,
            window: window.map_or(NO_WINDOW, |window| self.number(window)),
            joins,
            unfinished: rest,
            events: facts.events.into(),
            resizes: resizing,
            frame_ops: facts.frame_ops.into(),
            checks: facts.checks.into(),
            flushes: facts.flushes,
            next_ip: block.ip + 16 * u64::from(block.end_slot / 3),
            slots: block.end_slot,
        }
    }

    fn window(&self, number: u32) -> Option<Window> {
        let index = number.checked_sub(1)?;
        self.windows.get(index as usize).copied()
    }

    fn number(&mut self, window: Window) -> u32 {
        let index = match self.windows.iter().position(|known| *known == window) {
            Some(index) => index,
            None => {
                self.windows.push(window);
                self.windows.len() - 1
            }
        };
        index as u32 + 1
    }
}

/// Marks an operand that does not depend on the qualifying predicate.
pub(crate) const ALWAYS: u8 = 64;
