//! The static side of timing: what follows from a block's instructions alone, before it executes.
//!
//! A [`Plan`] belongs to one block and one state of the dispersal window at its entry ([`BlockEntry`]). It lists the
//! issue groups with everything that their timing reads: scoreboard operands, results, memory
//! references, special actions, and the branch bundle at the end. Plans are made once and kept in [`table`].

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
    /// Logical register, see [`register_stack::rename`](crate::model::register_stack::rename).
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
    pub latency: u16,
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
    /// Mask of the address bits that are zero when it is naturally aligned.
    pub alignment: u8,
    /// Locality hint: not 0 keeps the line out of L1D.
    pub locality: u8,
    /// A check load: it makes an access only if its ALAT entry is gone.
    pub check: bool,
    /// Logical target registers; [`NO_REGISTER`] where there is none.
    pub targets: [u16; 2],
}

impl Memory {
    /// In place of a reference: there is none.
    pub(crate) const NONE: Self = Self {
        slot: 0,
        kind: MemoryKind::Load,
        bytes: 0,
        alignment: 0,
        locality: 0,
        check: false,
        targets: [NO_REGISTER; 2],
    };
}

/// In place of a register's number: there is none.
pub(crate) const NO_REGISTER: u16 = u16::MAX;

/// What an instruction does to the pipe besides reading and writing registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Reads all predicates.
    ReadPredicates,
    /// Writes the predicates of a mask.
    WritePredicates(u64),
    /// srlz.i, sync.i: holds the pipe (Holds 1).
    Serialize,
    /// itc, itr: of instructions or of data.
    Insert {
        /// Which side.
        instructions: bool,
    },
    /// ptc, ptr.
    Purge,
    /// mf, mf.a: waits for the data of earlier loads and an empty store buffer (Holds 3).
    Fence,
    /// flushrs or loadrs, whose register stack traffic holds the pipe (Holds 4).
    StackTraffic,
    /// brp with a relative target.
    Predict {
        /// Address of the bundle with the predicted branch.
        branch: u64,
        /// Address of that branch's target.
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
    /// Address behind the group's first bundle.
    pub first_end: u64,
    /// Address behind the last bundle of which the group has a slot.
    pub fetch_end: u64,
    /// Bundles whose last slot is in the group: they leave the decoupling buffer with it.
    pub completes: u8,
    /// The group continues an instruction group that an earlier issue group did not finish (Accounting 1).
    pub rest: bool,
    /// The block ends before the group does: the next block may continue it in the same cycle (Issue 6).
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
    /// Slots of stores and semaphores, a bit for each.
    pub stores: u64,
    /// Quantities of dispersal that each issue of the group counts (Dispersal 10). The last two belong to the group that was open at the end of the
    /// block before: if it takes nothing of this block it ends there, and is counted here.
    pub dispersal: [(Raw, u8); 5],
    /// Floating-point operations by slot; empty where they cannot make four in a cycle (Accounting 5).
    pub fp_operations: Box<[(u8, u8)]>,
}

impl Group {
    /// The slot of the first fence that is executed. `on`: slots with true predicates, a bit for each.
    pub(crate) fn fence(&self, on: u64) -> Option<u8> {
        let mut fences = self.actions.iter();
        let fence = fences.find(|(slot, action)| *action == Action::Fence && on >> slot & 1 != 0);
        fence.map(|(slot, _)| *slot)
    }
}

/// Everything static about a block that is entered in one state of dispersal.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Address of the first bundle.
    pub ip: u64,
    /// Block number.
    pub id: u32,
    /// The groups in order.
    pub groups: Box<[Group]>,
    /// First slots of its groups, a bit for each.
    pub starts: u64,
    /// First slots of the groups that are a [`rest`](Group::rest), a bit for each.
    pub rests: u64,
    /// The last bundle, if it holds a branch and the block ends with it.
    pub branch: Option<BranchBundle>,
    /// Slots with a qualifying predicate other than p0, a bit for each.
    pub predicated: u64,
    /// Window that stays open after the last group, as [`BlockEntry::window`].
    pub window: u32,
    /// The first group may continue the group that is open at the entry, in the same cycle.
    pub joins: bool,
    /// The last group ends without a stop: the next group is a rest unless a branch is taken.
    pub unfinished: bool,
    /// Static events of the slots.
    pub events: Box<[StaticEvent]>,
    /// One past the last slot.
    pub slots: u8,
    /// The instructions that change the register frame, by slot.
    pub frame_ops: Box<[(u8, FrameOp)]>,
    /// Slots of those that may change the sizes of the register stack, a bit for each; 0 where the monitor does not count sizes.
    pub resizes: u64,
    /// The checks by slot, each with the quantity that its failure counts.
    pub checks: Box<[(u8, Raw)]>,
    /// Slot of an instruction after which the pipe is flushed: break, rfi.
    pub flushes: Option<u8>,
    /// Address of the bundle that follows when nothing branches.
    pub next_ip: u64,
}

/// No window is open.
pub(crate) const NO_WINDOW: u32 = 0;

/// The state of dispersal in which a block is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct BlockEntry {
    /// Number of the open window; [`NO_WINDOW`]: none is open.
    pub window: u32,
    /// The first group continues an instruction group.
    pub rest: bool,
}

checkpoint::state!(BlockEntry { window, rest });

/// The configuration, as far as plans depend on it.
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
    /// The different open windows met so far. The number of a window is its index plus one.
    windows: Vec<Window>,
    /// Lists of the group that is being built, kept between groups for their memory.
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
        let first = index as u8 * 3;
        branches.then(|| BranchBundle {
            entered: block.first_slot.saturating_sub(first),
            ..BranchBundle::new(ip, first, slots)
        })
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
        // An empty first group: the window open at the entry takes nothing of this block and ends.
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

    /// The window of a number; `None`: [`NO_WINDOW`].
    fn window(&self, number: u32) -> Option<Window> {
        let index = number.checked_sub(1)?;
        self.windows.get(index as usize).copied()
    }

    /// The number of a window, a new one if it has not been met.
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

/// Added to the slot of an operand that is read or written whatever the qualifying predicate.
pub(crate) const ALWAYS: u8 = 64;
