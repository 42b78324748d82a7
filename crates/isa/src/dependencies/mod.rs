//! Dependency violations inside instruction groups.
//!
//! Between two stops the processor may do everything at once; the architecture therefore forbids most pairs of a
//! write and a later read or write of the same register within an *instruction group*, and lists the pairs
//! that it allows (volume 3, chapter 5).  [`Checker`] finds the forbidden ones, in code as it lies in memory
//! ([`Checker::bundle`]) or as it was executed ([`Checker::executed`]).
//!
//! A group ends at a stop, after a branch that is always taken, and at any taken branch.  Instructions under
//! different predicates conflict only if both predicates are known to be true: the compiler knows that they exclude
//! each other, the binary seldom shows it.  Such pairs are reported as undecided, on request.
//!
//! Not checked: memory and the ALAT, which have no such rules, and resources that are used only by
//! an instruction which must end a group (`rfi`).
//!
//! ```
//! use isa::dependencies::Checker;
//!
//! // { .mii  add r8=r9,r10   add r11=r8,r9   nop.i 0 ;; }
//! let slots = [0x10000000000 | 8 << 6 | 9 << 13 | 10 << 20, 0x10000000000 | 11 << 6 | 8 << 13 | 9 << 20, 0x8000000];
//! let bundle = isa::decode(0x01 | slots[0] << 5 | slots[1] << 46 | slots[2] << 87);
//! let mut found = Vec::new();
//! Checker::new(false).bundle(0x1000, &bundle, &mut |violation| found.push(violation.to_string()));
//! assert_eq!(found, ["1000: RAW on GR8 (impliedF): add r8=r9,r10 | 1006: add r11=r8,r9"]);
//! ```

mod effects;
mod resource;
mod rules;

use std::fmt;

pub use effects::By;
pub use resource::Resource;
pub use rules::{Hazard, Semantics};

use crate::operand::{Access, Register, Role};
use crate::{BranchKind, Bundle, Flags, Instruction, Op, Relation};
use effects::{Effect, Effects};

/// Where an instruction is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Address of its bundle.
    pub bundle: u64,
    /// Its slot, 0 to 2; an instruction of two slots counts as slot 1.
    pub slot: u8,
    /// The instruction.
    pub insn: Instruction,
}

impl Site {
    /// The address that a disassembler shows for the slot.
    pub const fn address(&self) -> u64 {
        self.bundle.wrapping_add(self.slot as u64 * 6)
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.insn.text(self.bundle))
    }
}

/// A broken rule.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// Two accesses in one group that need something between them.
    Dependency {
        /// Their order.
        hazard: Hazard,
        /// What both access.
        resource: Resource,
        /// What is needed between them.
        needs: Semantics,
        /// Whether both are known to execute; undecided ones are found only on request.
        certain: bool,
        /// The earlier instruction.
        first: Site,
        /// The later instruction.
        second: Site,
    },
    /// An instruction that must be the first of its group is not.
    NotFirst(Site),
    /// An instruction that must be the last of its group is not.
    NotLast(Site),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Dependency {
                hazard,
                resource,
                needs,
                certain,
                first,
                second,
            } => {
                let hazard = hazard.name();
                let doubt = if *certain { "" } else { ", undecided" };
                write!(
                    f,
                    "{:x}: {hazard} on {resource} ({}{doubt}): {first} | {:x}: {second}",
                    first.address(),
                    needs.name(),
                    second.address(),
                )
            }
            Violation::NotFirst(site) => {
                write!(f, "{:x}: not first in its group: {site}", site.address())
            }
            Violation::NotLast(site) => {
                write!(f, "{:x}: not last in its group: {site}", site.address())
            }
        }
    }
}

/// An access of an instruction of the group.
#[derive(Copy, Clone)]
struct GroupAccess {
    effect: Effect,
    /// Predicate that it depends on; 0 when it happens in any case.
    guard: u8,
    /// Number of the instruction within the group.
    order: u32,
    /// The group may have ended between this access and the present instruction: violations with it are undecided.
    doubtful: bool,
    site: Site,
}

/// Looks for violations, instruction by instruction.
pub struct Checker {
    strict: bool,
    /// Accesses of the group so far.
    entries: Vec<GroupAccess>,
    /// Accesses of the instruction being looked at.
    scratch: Vec<Effect>,
    /// Instructions of the group so far.
    order: u32,
    /// The last instruction, if it must be the last of its group.
    last: Option<Site>,
    /// The group has nothing but padding so far: nops, or zero bytes, which are `break 0`.
    only_padding: bool,
    predicates: Predicates,
}

/// What can be concluded about the predicates from the code itself.
struct Predicates {
    /// For each predicate those that cannot be true together with it.
    exclusive: [u64; 64],
    /// Those known to be true, among them p0.
    known_true: u64,
    /// For each predicate, the number ([`GroupAccess::order`], from 1) of the instruction of the group that wrote it last; 0: none did.
    written: [u32; 64],
}

impl Checker {
    /// A checker at the start of a group.  With `strict` it reports undecided violations too.
    pub fn new(strict: bool) -> Self {
        Self {
            strict,
            entries: Vec::new(),
            scratch: Vec::new(),
            order: 0,
            last: None,
            only_padding: true,
            predicates: Predicates {
                exclusive: [0; 64],
                known_true: 1,
                written: [0; 64],
            },
        }
    }

    /// Checks the next bundle of code in the order of addresses.
    ///
    /// The bundle before it is assumed to fall through into it; start a new checker where that is not so.
    pub fn bundle(&mut self, address: u64, bundle: &Bundle, found: &mut dyn FnMut(&Violation)) {
        // Padding is not executed: what follows it is an entry point, where a group begins.
        if self.only_padding {
            self.end_group();
        }
        for (slot, insn) in bundle.slots.iter().enumerate() {
            if insn.op == Op::LongHalf {
                continue;
            }
            let site = Site {
                bundle: address,
                slot: bundle.template.shown_slot(slot as u8),
                insn: *insn,
            };
            self.add(site, false, true, found);
            self.predicates.learn(insn, self.order);
            if let Op::Branch { kind, .. } = insn.op {
                self.pass_branch(&site, kind);
            } else if insn.op == Op::Rfi {
                self.last = None;
                self.end_group();
            }
            if bundle.template.stop_after(slot) {
                self.last = None;
                self.end_group();
            }
        }
    }

    /// Looks at the next executed instruction.  `predicate` is the value of its qualifying predicate; `ends_group` tells
    /// whether a stop follows it or it is a taken branch.
    pub fn executed(
        &mut self,
        site: Site,
        predicate: bool,
        ends_group: bool,
        found: &mut dyn FnMut(&Violation),
    ) {
        self.add(site, true, predicate, found);
        if ends_group {
            self.last = None;
            self.end_group();
        }
    }

    /// Forgets the group so far: the next instruction begins one.
    pub fn end_group(&mut self) {
        self.entries.clear();
        self.order = 0;
        self.only_padding = true;
        self.predicates.written = [0; 64];
    }

    /// Adds an instruction to the group.  When its predicate is `known`, as in executed code, it has the value `predicate`.
    fn add(&mut self, site: Site, known: bool, predicate: bool, found: &mut dyn FnMut(&Violation)) {
        let insn = site.insn;
        if matches!(insn.op, Op::Illegal | Op::Ignored) {
            return;
        }
        if let Some(last) = self.last.take() {
            found(&Violation::NotLast(last));
        }
        let flags = insn.flags();
        if flags.contains(Flags::FIRST) && self.order != 0 {
            found(&Violation::NotFirst(site));
        }
        if flags.contains(Flags::LAST) {
            self.last = Some(site);
        }
        self.order += 1;
        self.only_padding &= insn.is_nop() || insn.op == Op::Break && insn.imm == 0;
        Effects::collect(&insn, &mut self.scratch);
        let before = self.entries.len();
        for n in 0..self.scratch.len() {
            let effect = self.scratch[n];
            let guard = if effect.always || known { 0 } else { insn.qp };
            if known && !predicate && !effect.always {
                continue;
            }
            let entry = GroupAccess {
                effect,
                guard,
                order: self.order,
                doubtful: false,
                site,
            };
            self.compare(before, &entry, found);
            self.entries.push(entry);
        }
    }

    /// Compares an access with those of earlier instructions, the first `before` entries.  Of several violations with one
    /// instruction the first is reported.
    fn compare(&self, before: usize, second: &GroupAccess, found: &mut dyn FnMut(&Violation)) {
        let mut reported = 0;
        for first in &self.entries[..before] {
            let resource = second.effect.resource;
            if first.effect.resource != resource || first.order == reported {
                continue;
            }
            let hazard = match (first.effect.access, second.effect.access) {
                (Access::Write, Access::Read) => Hazard::Raw,
                (Access::Write, Access::Write) => Hazard::Waw,
                (Access::Read, Access::Write) => Hazard::War,
                (Access::Read, Access::Read) => continue,
            };
            let (by, then) = (first.effect.by, second.effect.by);
            let Some(needs) = rules::between(hazard, resource, by, then) else {
                continue;
            };
            let certain = match (first.effect.index, second.effect.index) {
                (Some(a), Some(b)) if a != b => {
                    // The address, in the index register, selects the bit.  Addresses are not known here; different registers are
                    // taken to hold addresses that select different bits.
                    if resource == Resource::UnatBit {
                        continue;
                    }
                    false
                }
                (Some(_), Some(_)) if self.incremented(first) => continue,
                _ => true,
            };
            let Some(both) = self.predicates.both(first, second) else {
                continue;
            };
            let certain = certain && both && !first.doubtful;
            if certain || self.strict {
                reported = first.order;
                found(&Violation::Dependency {
                    hazard,
                    resource,
                    needs,
                    certain,
                    first: first.site,
                    second: second.site,
                });
            }
        }
    }

    /// Whether the instruction of an access changes its base register, which is also the index register, by a post-increment.
    fn incremented(&self, entry: &GroupAccess) -> bool {
        entry
            .site
            .insn
            .operands()
            .iter()
            .any(|operand| operand.role == Role::Base && operand.access == Access::Write)
    }

    /// Ends the group behind a branch that is always taken.  Behind any other the group goes on as if it had not been taken.
    fn pass_branch(&mut self, site: &Site, kind: BranchKind) {
        let insn = &site.insn;
        let always_taken = match kind {
            BranchKind::Cond | BranchKind::Call | BranchKind::Ret | BranchKind::Ia => insn.qp == 0,
            BranchKind::Cloop
            | BranchKind::Ctop
            | BranchKind::Cexit
            | BranchKind::Wtop
            | BranchKind::Wexit => false,
        };
        if always_taken {
            self.last = None;
            self.end_group();
            return;
        }
        if matches!(
            kind,
            BranchKind::Cond | BranchKind::Call | BranchKind::Ret | BranchKind::Ia
        ) {
            // Not taken, so its predicate is false: accesses under it since its last write, the branch's own among them, have not
            // happened.
            let qp = insn.qp;
            let written = self.predicates.written[usize::from(qp)];
            self.entries.retain(|e| e.guard != qp || e.order <= written);
            // A branch to the next bundle (linkers turn calls of undefined functions into such): the same code follows whether it is
            // taken or not, but it belongs to the same group only if it is not.
            if insn.imm == 16 && site.slot == 2 {
                for entry in &mut self.entries {
                    entry.doubtful = true;
                }
            }
        }
    }
}

impl Predicates {
    /// Whether two accesses both happen, by their guards: `None` when they exclude each other, false when it is not known.
    fn both(&self, first: &GroupAccess, second: &GroupAccess) -> Option<bool> {
        let (a, b) = (usize::from(first.guard), usize::from(second.guard));
        if a == 0 || b == 0 {
            return Some(true);
        }
        if a == b {
            // The same value of the predicate, unless it was written in between.
            return Some(self.written[a] <= first.order);
        }
        if self.exclusive[a] >> b & 1 != 0 && self.written[a].max(self.written[b]) <= first.order {
            return None;
        }
        Some(self.known_true >> a & 1 != 0 && self.known_true >> b & 1 != 0)
    }

    /// Updates the conclusions after an instruction: forgets those about predicates that it writes, adds those that follow from a compare.
    fn learn(&mut self, insn: &Instruction, order: u32) {
        let targets = insn.complementary_targets();
        let unconditional = insn.op.writes_when_off();
        let equal = match insn.op {
            Op::Cmp { rel, .. } if insn.r2 == insn.r3 && insn.qp == 0 => {
                Some(matches!(rel, Relation::Eq | Relation::Le | Relation::Ge))
            }
            _ => None,
        };
        for operand in &insn.operands() {
            match (operand.register, operand.access) {
                (Register::Pr(n), Access::Write) => self.forget(1 << n, order),
                (Register::PrFile, Access::Write) => self.forget(insn.predicate_mask(), order),
                // Rotation renames the predicates from 16 up.
                (Register::RotatingBases | Register::Cfm, Access::Write) => {
                    self.forget(!0xffff, order);
                }
                _ => {}
            }
        }
        // A compare that always writes leaves at most one of its targets true.
        if targets != 0 && (insn.qp == 0 || unconditional) {
            let (p1, p2) = (usize::from(insn.p1()), usize::from(insn.p2()));
            self.exclusive[p1] |= 1 << p2;
            self.exclusive[p2] |= 1 << p1;
            if unconditional && insn.qp != 0 {
                // Neither is true when the qualifying predicate is false, nor when anything that excludes it is true.
                let others = self.exclusive[usize::from(insn.qp)] & !targets;
                for p in [p1, p2] {
                    self.exclusive[p] |= others;
                    for n in (1..64).filter(|n| others >> n & 1 != 0) {
                        self.exclusive[n] |= 1 << p;
                    }
                }
            }
            if let Some(result) = equal {
                self.known_true |= 1 << if result { p1 } else { p2 };
            }
        }
        self.exclusive[0] = 0;
        for set in &mut self.exclusive {
            *set &= !1;
        }
    }

    /// Drops what is known of the predicates in `mask`, which instruction `order` writes.
    fn forget(&mut self, mask: u64, order: u32) {
        self.known_true &= !mask | 1;
        for (n, set) in self.exclusive.iter_mut().enumerate() {
            if mask >> n & 1 != 0 {
                *set = 0;
                self.written[n] = order;
            }
            *set &= !mask;
        }
    }
}
