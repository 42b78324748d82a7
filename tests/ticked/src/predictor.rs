//! Branch prediction (`docs/timing.md`, "Branch prediction"): a whole bundle is predicted, then trained.

use crate::directions::Directions;
use crate::input::Flaw;
use crate::table::Table;
use config::Machine;
use config::model::{BranchPredictor, Replacement};
use isa::{BranchKind, BranchTarget, Bundle, Instruction, Op, WhetherHint};
use std::collections::VecDeque;

/// A branch of a bundle.
#[derive(Clone, Copy)]
struct Branch {
    kind: BranchKind,
    /// Target when it is relative.
    target: Option<u64>,
    whether: WhetherHint,
    predicated: bool,
    clear: bool,
    register: usize,
}

impl Branch {
    fn of(instruction: &Instruction, bundle: u64) -> Option<Self> {
        let Op::Branch { kind, target } = instruction.op else {
            return None;
        };
        Some(Self {
            kind,
            target: (target != BranchTarget::Indirect)
                .then(|| bundle.wrapping_add(instruction.imm as u64)),
            whether: instruction.hint.whether(),
            predicated: instruction.qp != 0,
            clear: instruction.hint.clear(),
            register: usize::from(instruction.b2()),
        })
    }

    fn is_counted(&self) -> bool {
        matches!(
            self.kind,
            BranchKind::Cloop | BranchKind::Ctop | BranchKind::Cexit
        )
    }

    fn always_taken(&self) -> bool {
        !self.predicated
            && matches!(
                self.kind,
                BranchKind::Cond | BranchKind::Call | BranchKind::Ret | BranchKind::Ia
            )
    }

    fn hinted_taken(&self) -> bool {
        matches!(
            self.whether,
            WhetherHint::StaticTaken | WhetherHint::DynamicTaken
        )
    }

    fn is_dynamic(&self) -> bool {
        matches!(
            self.whether,
            WhetherHint::DynamicTaken | WhetherHint::DynamicNotTaken
        )
    }

    /// The branch register that it reads, if it is indirect and no return.
    fn reads(&self) -> Option<usize> {
        (self.target.is_none() && self.kind != BranchKind::Ret).then_some(self.register)
    }
}

/// What really happened in a bundle: the slot of the taken branch and its target.
pub(crate) type BranchOutcome = Option<(u8, u64)>;

/// A prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prediction {
    /// Slot predicted taken.
    pub slot: Option<u8>,
    /// Where it is predicted to go.
    pub target: Option<u64>,
    /// Cycles in which the front end delivers nothing.
    pub bubbles: u64,
    /// The first stage made it.
    first_stage: bool,
}

/// Local histories and the counters of each set.
struct Histories {
    /// A history for each slot of a bundle.
    entries: Table<[u32; 3]>,
    /// Two-bit counters by set and history.
    counters: Vec<Vec<u8>>,
    bits: u32,
}

impl Histories {
    fn new(entries: u32, ways: u32, bits: u32) -> Self {
        let table = Table::new(entries, ways, Replacement::Lru, 0);
        let sets = (entries / ways.clamp(1, entries.max(1))).max(1);
        // Weakly on the side of the newest outcome.
        let fresh: Vec<u8> = (0..1 << bits).map(|history| 1 + (history & 1)).collect();
        Self {
            entries: table,
            counters: vec![fresh; sets as usize],
            bits,
        }
    }

    fn set_of(&self, bundle: u64) -> u64 {
        self.entries.set_of(bundle / 16)
    }

    fn direction(&mut self, bundle: u64, slot: usize) -> Option<bool> {
        let set = self.set_of(bundle);
        let history = self.entries.peek(set, bundle)?[slot];
        Some(self.counters[set as usize][history as usize] >= 2)
    }

    fn train(&mut self, bundle: u64, slot: usize, taken: bool) {
        let set = self.set_of(bundle);
        let Some(histories) = self.entries.peek(set, bundle) else {
            return;
        };
        let old = histories[slot];
        histories[slot] = (old << 1 | u32::from(taken)) & ((1 << self.bits) - 1);
        let counter = &mut self.counters[set as usize][old as usize];
        *counter = match taken {
            true => (*counter + 1).min(3),
            false => counter.saturating_sub(1),
        };
    }
}

/// The branch unit.
pub(crate) struct Predictor {
    parameters: config::model::Branch,
    /// What takes the place of the histories.
    directions: Directions,
    /// Target address registers: bundle and target, the newest last.
    registers: VecDeque<(u64, u64)>,
    /// The target address cache, by bundle and slot.
    targets: Table<u64>,
    single: Histories,
    multiway: Histories,
    /// Return addresses, the newest last.
    returns: VecDeque<u64>,
    /// The target of the newest branch taken through each branch register.
    held: [Option<u64>; 8],
    flaw: Option<Flaw>,
}

impl Predictor {
    /// Cold.
    pub(crate) fn new(machine: &Machine, flaw: Option<Flaw>) -> Self {
        let parameters = machine.branch.clone();
        let p = &parameters.itanium;
        let bits = p.history_bits;
        Self {
            registers: VecDeque::new(),
            targets: Table::new(p.tac_entries, p.tac_ways, Replacement::Lru, 0),
            single: Histories::new(p.bpt_entries, p.bpt_ways, bits),
            multiway: Histories::new(p.mbpt_entries, p.mbpt_ways, bits),
            returns: VecDeque::new(),
            held: [None; 8],
            flaw,
            directions: Directions::new(&parameters),
            parameters,
        }
    }

    /// Whether a bundle holds branches.
    pub(crate) fn has_branches(bundle: &Bundle) -> bool {
        bundle
            .slots
            .iter()
            .any(|i| matches!(i.op, Op::Branch { .. }))
    }

    /// Predicts a bundle that was executed, then learns what really happened. `seen`: whether the front end saw the newest
    /// write to a branch register.
    pub(crate) fn run(
        &mut self,
        ip: u64,
        bundle: &Bundle,
        outcome: BranchOutcome,
        seen: impl Fn(usize) -> bool,
    ) -> Prediction {
        let branches: Vec<(u8, Branch)> = (0..)
            .zip(&bundle.slots)
            .filter_map(|(slot, i)| Some((slot, Branch::of(i, ip)?)))
            .collect();
        let mut prediction = match self.parameters.predictor {
            BranchPredictor::None => Prediction {
                slot: None,
                target: None,
                bubbles: 0,
                first_stage: false,
            },
            BranchPredictor::Perfect => Prediction {
                slot: outcome.map(|(slot, _)| slot),
                target: outcome.map(|(_, target)| target),
                bubbles: 0,
                first_stage: true,
            },
            BranchPredictor::Static => self.by_hint(&branches, outcome),
            _ => {
                let prediction = self.predict(ip, &branches, outcome);
                self.learn(ip, &branches, outcome);
                prediction
            }
        };
        if self.parameters.indirect_reads_register {
            let through = |slot: u8| {
                let branch = branches.iter().find(|(place, _)| *place == slot);
                branch.and_then(|(_, branch)| branch.reads())
            };
            if let Some(slot) = prediction.slot
                && let Some(register) = through(slot)
                && !prediction.first_stage
            {
                prediction.target = match outcome {
                    Some((taken, target)) if taken == slot && seen(register) => Some(target),
                    _ => self.held[register],
                };
                prediction.bubbles = self.parameters.bubbles.indirect.into();
            }
            if let Some((slot, target)) = outcome
                && let Some(register) = through(slot)
            {
                self.held[register] = Some(target);
            }
        }
        prediction
    }

    /// The address calculators alone: hints, and the loop predictor.
    fn by_hint(&self, branches: &[(u8, Branch)], outcome: BranchOutcome) -> Prediction {
        let taken = branches.iter().find(|(slot, branch)| {
            if branch.always_taken() {
                true
            } else if branch.is_counted() && self.parameters.loop_exit_predictor {
                outcome.is_some_and(|(taken, _)| taken <= *slot)
            } else {
                branch.hinted_taken()
            }
        });
        let bubbles = &self.parameters.bubbles;
        Prediction {
            slot: taken.map(|(slot, _)| *slot),
            target: taken.and_then(|(_, branch)| branch.target),
            bubbles: match taken {
                Some((2, _)) => bubbles.bac1.into(),
                Some(_) => bubbles.bac2.into(),
                None => 0,
            },
            first_stage: false,
        }
    }

    fn predict(
        &mut self,
        ip: u64,
        branches: &[(u8, Branch)],
        outcome: BranchOutcome,
    ) -> Prediction {
        let bubbles = self.parameters.bubbles.clone();
        let register = self
            .registers
            .iter()
            .find(|(bundle, _)| *bundle == ip)
            .map(|(_, target)| *target);
        let own = self.parameters.predictor == BranchPredictor::Itanium;
        let has_history = own && branches.iter().any(|(_, b)| b.is_dynamic()) && {
            let histories = self.histories(branches.len());
            let set = histories.set_of(ip);
            histories.entries.look_up(set, ip).is_some()
        };
        // An exit that the loop predictor knows against an earlier stage that would have gone on.
        let mut corrected = false;
        for &(slot, branch) in branches {
            // ar.lc and ar.ec say how a counted branch goes, if it is reached.
            let counted = branch.is_counted() && self.parameters.loop_exit_predictor;
            let exits = counted && outcome.is_none_or(|(taken, _)| taken > slot);
            // ar.lc and ar.ec, the missing predicate, or a static hint decide alone.
            let decided = if branch.always_taken() {
                Some(true)
            } else if counted {
                Some(!exits)
            } else if !branch.is_dynamic() {
                Some(branch.hinted_taken())
            } else {
                None
            };
            if let Some(target) = register
                && (branches.len() == 1 || branch.target == Some(target))
                && (counted || decided != Some(false))
            {
                if exits {
                    corrected = true;
                    continue;
                }
                return Prediction {
                    slot: Some(slot),
                    target: Some(target),
                    bubbles: bubbles.tar.into(),
                    first_stage: true,
                };
            }
            let key = name(ip, slot);
            let set = self.targets.set_of(ip / 16);
            let cached = self.targets.peek(set, key).copied();
            let tabled = if decided.is_some() {
                None
            } else if has_history {
                self.histories(branches.len())
                    .direction(ip, usize::from(slot))
            } else {
                self.directions.says(key)
            };
            let (taken, second_stage) = if let Some(taken) = decided {
                (taken, cached.is_some())
            } else if let Some(taken) = tabled {
                (taken, true)
            } else if cached.is_some() {
                (true, true)
            } else {
                (branch.hinted_taken(), false)
            };
            if !taken {
                corrected |= exits && cached.is_some();
                continue;
            }
            let known = if branch.kind == BranchKind::Ret {
                self.returns.back().copied()
            } else {
                self.targets.look_up(set, key).copied()
            };
            let calculators = if slot == 2 {
                bubbles.bac1
            } else {
                bubbles.bac2
            };
            return Prediction {
                slot: Some(slot),
                target: known.or(branch.target),
                bubbles: if known.is_some() && second_stage {
                    match branch.kind {
                        BranchKind::Ret => bubbles.ret.into(),
                        _ => bubbles.table.into(),
                    }
                } else {
                    calculators.into()
                },
                first_stage: false,
            };
        }
        Prediction {
            slot: None,
            target: None,
            bubbles: if corrected {
                bubbles.loop_exit.into()
            } else {
                0
            },
            first_stage: false,
        }
    }

    fn learn(&mut self, ip: u64, branches: &[(u8, Branch)], outcome: BranchOutcome) {
        let dynamic = branches.iter().any(|(_, b)| b.is_dynamic());
        for &(slot, branch) in branches {
            let taken = outcome.is_some_and(|(taken, _)| taken == slot);
            let counted = branch.is_counted() && self.parameters.loop_exit_predictor;
            let hinted = !branch.is_dynamic() && self.flaw != Some(Flaw::StaticTrains);
            if dynamic && !hinted && !branch.always_taken() && !counted {
                match self.parameters.predictor {
                    BranchPredictor::Itanium => self.learn_direction(ip, slot, branches, taken),
                    _ => self.directions.learn(name(ip, slot), taken),
                }
            }
            if let Some((_, target)) = outcome.filter(|_| taken) {
                self.learn_target(ip, slot, branch, target);
                // What is behind the taken branch was not executed.
                return;
            }
        }
    }

    fn learn_direction(&mut self, ip: u64, slot: u8, branches: &[(u8, Branch)], taken: bool) {
        let histories = self.histories(branches.len());
        let set = histories.set_of(ip);
        if histories.entries.peek(set, ip).is_none() {
            let mut fresh = [0; 3];
            for &(slot, branch) in branches {
                if branch.hinted_taken() {
                    fresh[usize::from(slot)] = (1 << histories.bits) - 1;
                }
            }
            histories.entries.insert(set, ip, fresh);
        }
        histories.train(ip, usize::from(slot), taken);
    }

    fn learn_target(&mut self, ip: u64, slot: u8, branch: Branch, target: u64) {
        match branch.kind {
            BranchKind::Call => {
                self.returns.push_back(ip + 16);
                if self.returns.len() > self.parameters.return_stack_entries as usize {
                    self.returns.pop_front();
                }
            }
            BranchKind::Ret => {
                self.returns.pop_back();
            }
            _ => {}
        }
        let key = name(ip, slot);
        let set = self.targets.set_of(ip / 16);
        if branch.clear && self.parameters.itanium.clear_removes {
            self.targets.remove(set, key);
            return;
        }
        let known = self.targets.peek(set, key).is_some();
        if known || branch.is_dynamic() || self.parameters.itanium.static_targets {
            self.set_target(set, key, target);
        }
    }

    fn set_target(&mut self, set: u64, key: u64, target: u64) {
        match self.targets.look_up(set, key) {
            Some(known) => *known = target,
            None => {
                self.targets.insert(set, key, target);
            }
        }
    }

    fn histories(&mut self, branches: usize) -> &mut Histories {
        match branches {
            1 => &mut self.single,
            _ => &mut self.multiway,
        }
    }

    /// A brp names a branch and its target.
    pub(crate) fn hint(&mut self, bundle: u64, target: u64, important: bool) {
        if matches!(
            self.parameters.predictor,
            BranchPredictor::None | BranchPredictor::Static | BranchPredictor::Perfect
        ) {
            return;
        }
        if important && self.parameters.predictor == BranchPredictor::Itanium {
            self.registers.retain(|(ip, _)| *ip != bundle);
            self.registers.push_back((bundle, target));
            if self.registers.len() > self.parameters.itanium.tar_entries as usize {
                self.registers.pop_front();
            }
        } else {
            let set = self.targets.set_of(bundle / 16);
            self.set_target(set, name(bundle, 2), target);
        }
    }
}

/// A branch by its bundle and slot.
fn name(bundle: u64, slot: u8) -> u64 {
    bundle + u64::from(slot)
}
