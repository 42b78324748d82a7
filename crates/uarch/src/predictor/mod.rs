//! Branch prediction: a folder for each direction predictor, and around them what all share, the
//! target cache, the return stack and the staging of the front end.
//!
//! One prediction is made for each branch bundle: the first branch predicted taken, its target, the
//! stage that chose, and the bubbles that this stage costs (`docs/timing.md`, "Branch prediction").

mod bimodal;
mod gshare;
mod itanium;
mod local;
mod return_stack;
mod table;
mod tage;

use crate::plan::{BranchBundle, BranchSlot};
use config::model::{Branch as Parameters, BranchPredictor};
use events::{Prediction, Stage};
use isa::{BranchKind, WhetherHint};
use itanium::Itanium;
use return_stack::ReturnStack;
use table::Table;

/// What happened in a branch bundle: the slot (0 to 2) of the taken branch and its target.
pub type Outcome = Option<(u8, u64)>;

/// A prediction for a branch bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predicted {
    /// Slot of the branch predicted taken.
    pub slot: Option<u8>,
    /// Its target, when a structure supplies one.
    pub target: Option<u64>,
    /// The stage that chose the path.
    pub stage: Stage,
    /// Front-end bubbles of the resteer.
    pub bubbles: u32,
}

impl Predicted {
    /// How good it was.
    pub fn quality(&self, outcome: Outcome) -> Prediction {
        match (self.slot, outcome) {
            (None, None) => Prediction::Right,
            (Some(slot), Some((taken, target))) if slot == taken => {
                if self.target == Some(target) {
                    Prediction::Right
                } else {
                    Prediction::WrongTarget
                }
            }
            _ => Prediction::WrongPath,
        }
    }
}

/// Where a direction came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// Predicted taken.
    pub taken: bool,
    /// A table of the second stage had an entry; otherwise the third stage uses the static hint.
    pub table: bool,
}

/// Direction predictors, matched once an access.
#[derive(Clone, Debug)]
enum Style {
    None,
    Static,
    Perfect,
    Itanium(Itanium),
    Bimodal(bimodal::Bimodal),
    Gshare(gshare::Gshare),
    Local(local::Local),
    Tage(tage::Tage),
}

/// The branch unit.
#[derive(Clone, Debug)]
pub struct BranchUnit {
    style: Style,
    targets: Table<u64>,
    returns: ReturnStack,
    parameters: Parameters,
}

impl BranchUnit {
    /// Cold tables.
    pub fn new(parameters: &Parameters) -> Self {
        let p = parameters;
        Self {
            style: match p.predictor {
                BranchPredictor::None => Style::None,
                BranchPredictor::Static => Style::Static,
                BranchPredictor::Perfect => Style::Perfect,
                BranchPredictor::Itanium => Style::Itanium(Itanium::new(&p.itanium)),
                BranchPredictor::Bimodal => Style::Bimodal(bimodal::Bimodal::new(&p.patterns)),
                BranchPredictor::Gshare => Style::Gshare(gshare::Gshare::new(&p.patterns)),
                BranchPredictor::TwoLevelLocal => Style::Local(local::Local::new(&p.patterns)),
                BranchPredictor::Tage => Style::Tage(tage::Tage::new(&p.tage)),
            },
            targets: Table::new(p.itanium.tac_entries, p.itanium.tac_ways),
            returns: ReturnStack::new(p.return_stack_entries),
            parameters: p.clone(),
        }
    }

    /// Predicts a branch bundle, then learns what really happened.
    pub fn run(&mut self, bundle: &BranchBundle, outcome: Outcome) -> Predicted {
        let predicted = match self.style {
            Style::None => Predicted {
                slot: None,
                target: None,
                stage: Stage::Third,
                bubbles: 0,
            },
            Style::Perfect => Predicted {
                slot: outcome.map(|(slot, _)| slot),
                target: outcome.map(|(_, target)| target),
                stage: Stage::First,
                bubbles: 0,
            },
            _ => self.predict(bundle, outcome),
        };
        self.learn(bundle, outcome);
        predicted
    }

    fn predict(&mut self, bundle: &BranchBundle, outcome: Outcome) -> Predicted {
        let bubbles = self.parameters.bubbles.clone();
        let mut known = false;
        let mut overridden = false;
        let tar = match &mut self.style {
            Style::Itanium(tables) => tables.target_register(bundle.ip),
            _ => None,
        };
        for (i, branch) in bundle.slots.iter().enumerate() {
            let Some(branch) = branch else { continue };
            let slot = i as u8;
            let key = key(bundle.ip, slot);
            let cached = match self.style {
                Style::Static => None,
                _ => self.targets.get(key),
            };
            // An address register names the bundle; it means the branch that has its target.
            if let Some(target) = tar
                && (branch.target == Some(target) || bundle.count == 1)
            {
                if self.exits(branch, slot, outcome) {
                    overridden = true;
                    continue;
                }
                return Predicted {
                    slot: Some(slot),
                    target: Some(target),
                    stage: Stage::First,
                    bubbles: bubbles.tar,
                };
            }
            let direction = self.direction(bundle, branch, slot, cached.is_some(), outcome);
            known |= direction.table;
            if !direction.taken {
                overridden |= cached.is_some() && self.exits(branch, slot, outcome);
                continue;
            }
            let bac = if slot == 2 {
                bubbles.bac1
            } else {
                bubbles.bac2
            };
            let early = direction.table || cached.is_some();
            let supplied = if branch.kind == BranchKind::Ret {
                match self.style {
                    Style::Static => None,
                    _ => self.returns.top(),
                }
            } else {
                cached
            };
            let (target, stage, cost) = match supplied {
                Some(target) if early => (Some(target), Stage::Second, bubbles.table),
                Some(target) => (Some(target), Stage::Third, bac),
                None => (branch.target, Stage::Third, bac),
            };
            return Predicted {
                slot: Some(slot),
                target,
                stage,
                bubbles: cost,
            };
        }
        Predicted {
            slot: None,
            target: None,
            stage: if known && !overridden {
                Stage::Second
            } else {
                Stage::Third
            },
            bubbles: if overridden { bubbles.bac1 } else { 0 },
        }
    }

    /// Whether the loop predictor knows that a counted branch is not taken this time.
    fn exits(&self, branch: &BranchSlot, slot: u8, outcome: Outcome) -> bool {
        self.parameters.loop_exit_predictor
            && is_counted(branch.kind)
            && outcome.is_none_or(|(taken, _)| taken > slot)
    }

    fn direction(
        &mut self,
        bundle: &BranchBundle,
        branch: &BranchSlot,
        slot: u8,
        cached: bool,
        outcome: Outcome,
    ) -> Direction {
        if self.parameters.loop_exit_predictor && is_counted(branch.kind) {
            return Direction {
                taken: !self.exits(branch, slot, outcome),
                table: cached,
            };
        }
        let hint = Direction {
            taken: branch.unconditional || hinted_taken(branch.whether),
            table: false,
        };
        if branch.unconditional {
            return Direction {
                table: cached,
                ..hint
            };
        }
        let key = key(bundle.ip, slot);
        let from_table = |taken| Direction { taken, table: true };
        match &mut self.style {
            Style::None | Style::Static | Style::Perfect => hint,
            Style::Itanium(tables) => match tables.direction(bundle, slot) {
                Some(taken) => from_table(taken),
                // A target without a history means taken.
                None if cached => from_table(true),
                None => hint,
            },
            Style::Bimodal(p) => from_table(p.predict(key)),
            Style::Gshare(p) => from_table(p.predict(key)),
            Style::Local(p) => from_table(p.predict(key)),
            Style::Tage(p) => from_table(p.predict(key)),
        }
    }

    fn learn(&mut self, bundle: &BranchBundle, outcome: Outcome) {
        for (i, branch) in bundle.slots.iter().enumerate() {
            let Some(branch) = branch else { continue };
            let slot = i as u8;
            let taken = outcome.is_some_and(|(taken, _)| taken == slot);
            let counted = self.parameters.loop_exit_predictor && is_counted(branch.kind);
            let key = key(bundle.ip, slot);
            if !branch.unconditional && !counted {
                match &mut self.style {
                    Style::None | Style::Static | Style::Perfect => {}
                    Style::Itanium(tables) => tables.learn(bundle, slot, taken),
                    Style::Bimodal(p) => p.learn(key, taken),
                    Style::Gshare(p) => p.learn(key, taken),
                    Style::Local(p) => p.learn(key, taken),
                    Style::Tage(p) => p.learn(key, taken),
                }
            }
            if !taken {
                continue;
            }
            match branch.kind {
                BranchKind::Call => self.returns.push(bundle.ip + 16),
                BranchKind::Ret => self.returns.pop(),
                _ => {}
            }
            if let Some((_, target)) = outcome {
                if branch.clear {
                    self.targets.remove(key);
                } else {
                    self.targets.put(key, target);
                }
            }
            // Branches behind the taken one did not execute.
            return;
        }
    }

    /// A `brp` names a branch bundle and its target ahead of time.
    pub fn hint(&mut self, branch: u64, target: u64, important: bool) {
        match &mut self.style {
            Style::None | Style::Static | Style::Perfect => {}
            Style::Itanium(tables) if important => tables.load_target_register(branch, target),
            _ => self.targets.put(key(branch, 2), target),
        }
    }
}

/// Name of a branch: its bundle's address with the slot in the low bits.
fn key(bundle: u64, slot: u8) -> u64 {
    bundle | u64::from(slot)
}

/// Branches whose direction follows from ar.lc and ar.ec.
fn is_counted(kind: BranchKind) -> bool {
    matches!(
        kind,
        BranchKind::Cloop | BranchKind::Ctop | BranchKind::Cexit
    )
}

fn hinted_taken(hint: WhetherHint) -> bool {
    matches!(hint, WhetherHint::StaticTaken | WhetherHint::DynamicTaken)
}

/// A two-bit saturating counter: 0 and 1 say not taken, 2 and 3 taken.
fn train(counter: &mut u8, taken: bool) {
    *counter = if taken {
        (*counter + 1).min(3)
    } else {
        counter.saturating_sub(1)
    };
}

/// Mixes the address of a branch for a table index.
fn hash(key: u64) -> u64 {
    (key >> 4 ^ key >> 17) ^ (key & 3) << 7
}

#[cfg(test)]
mod tests;
