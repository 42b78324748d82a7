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

/// Where the tables had a bundle the last time: guesses, checked before they are used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints {
    history: u32,
    targets: [u32; 3],
}

/// What is known of a bundle while its branches are looked at.
struct Findings {
    target_register: Option<u64>,
    /// Entry in Itanium's history tables.
    entry: Option<usize>,
    /// A table of the second stage had an entry.
    known: bool,
    /// The loop predictor took a resteer back.
    overridden: bool,
}

/// Direction predictors, matched once an access.
#[derive(Clone, Debug)]
enum Style {
    None,
    Static,
    Perfect,
    Itanium(Box<Itanium>),
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
                BranchPredictor::Itanium => Style::Itanium(Box::new(Itanium::new(&p.itanium))),
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

    /// Predicts a branch bundle, then learns what really happened. `hints` belongs to the bundle.
    pub fn run(&mut self, bundle: &BranchBundle, outcome: Outcome, hints: &mut Hints) -> Predicted {
        match self.style {
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
            _ => self.predict_and_learn(bundle, outcome, hints),
        }
    }

    #[inline(always)]
    fn predict_and_learn(
        &mut self,
        bundle: &BranchBundle,
        outcome: Outcome,
        hints: &mut Hints,
    ) -> Predicted {
        let mut findings = Findings {
            target_register: match &self.style {
                Style::Itanium(tables) if tables.has_target_registers() => {
                    tables.target_register(bundle.ip)
                }
                _ => None,
            },
            entry: match &mut self.style {
                Style::Itanium(tables) => tables.entry(bundle, &mut hints.history),
                _ => None,
            },
            known: false,
            overridden: false,
        };
        let mut predicted = None;
        if bundle.count == 1 {
            if let Some(branch) = &bundle.slots[usize::from(bundle.only)] {
                let slot = bundle.only;
                let place = self.place(bundle, slot, &mut hints.targets[0]);
                predicted = self.consider(bundle, slot, branch, place, outcome, &mut findings);
                self.learn(bundle, slot, branch, place, outcome, &mut findings);
            }
        } else {
            let mut behind = false;
            for (slot, branch) in (0u8..).zip(&bundle.slots) {
                let Some(branch) = branch else { continue };
                let place = self.place(bundle, slot, &mut hints.targets[usize::from(slot)]);
                if predicted.is_none() {
                    predicted = self.consider(bundle, slot, branch, place, outcome, &mut findings);
                }
                // Branches behind the taken one do not execute.
                if !behind {
                    behind = self.learn(bundle, slot, branch, place, outcome, &mut findings);
                }
            }
        }
        predicted.unwrap_or(Predicted {
            slot: None,
            target: None,
            stage: if findings.known && !findings.overridden {
                Stage::Second
            } else {
                Stage::Third
            },
            bubbles: if findings.overridden {
                self.parameters.bubbles.bac1
            } else {
                0
            },
        })
    }

    /// Where a branch is in the target cache.
    #[inline(always)]
    fn place(&self, bundle: &BranchBundle, slot: u8, hint: &mut u32) -> Option<usize> {
        match self.style {
            Style::Static => None,
            _ => self.targets.find_near(key(bundle.ip, slot), hint),
        }
    }

    /// What the front end makes of one branch; `None`: not taken.
    #[inline(always)]
    fn consider(
        &mut self,
        bundle: &BranchBundle,
        slot: u8,
        branch: &BranchSlot,
        place: Option<usize>,
        outcome: Outcome,
        findings: &mut Findings,
    ) -> Option<Predicted> {
        // A target register names the bundle; it means the branch that has its target.
        if let Some(target) = findings.target_register
            && (branch.target == Some(target) || bundle.count == 1)
        {
            if self.exits(branch, slot, outcome) {
                findings.overridden = true;
                return None;
            }
            return Some(Predicted {
                slot: Some(slot),
                target: Some(target),
                stage: Stage::First,
                bubbles: self.parameters.bubbles.tar,
            });
        }
        let direction = self.direction(
            bundle,
            branch,
            slot,
            place.is_some(),
            findings.entry,
            outcome,
        );
        findings.known |= direction.table;
        if !direction.taken {
            findings.overridden |= place.is_some() && self.exits(branch, slot, outcome);
            return None;
        }
        let bubbles = &self.parameters.bubbles;
        let bac = if slot == 2 {
            bubbles.bac1
        } else {
            bubbles.bac2
        };
        let early = if direction.table || place.is_some() {
            (Stage::Second, bubbles.table)
        } else {
            (Stage::Third, bac)
        };
        let supplied = if branch.kind == BranchKind::Ret {
            match self.style {
                Style::Static => None,
                _ => self.returns.top(),
            }
        } else {
            place.map(|place| *self.targets.value(place))
        };
        let (target, (stage, bubbles)) = match supplied {
            Some(target) => (Some(target), early),
            None => (branch.target, (Stage::Third, bac)),
        };
        Some(Predicted {
            slot: Some(slot),
            target,
            stage,
            bubbles,
        })
    }

    /// Whether the loop predictor knows that a counted branch is not taken this time.
    #[inline(always)]
    fn exits(&self, branch: &BranchSlot, slot: u8, outcome: Outcome) -> bool {
        self.parameters.loop_exit_predictor
            && is_counted(branch.kind)
            && outcome.is_none_or(|(taken, _)| taken > slot)
    }

    #[inline(always)]
    fn direction(
        &mut self,
        bundle: &BranchBundle,
        branch: &BranchSlot,
        slot: u8,
        cached: bool,
        entry: Option<usize>,
        outcome: Outcome,
    ) -> Direction {
        if branch.unconditional {
            return Direction {
                taken: true,
                table: cached,
            };
        }
        if self.parameters.loop_exit_predictor && is_counted(branch.kind) {
            return Direction {
                taken: !self.exits(branch, slot, outcome),
                table: cached,
            };
        }
        let hint = Direction {
            taken: hinted_taken(branch.whether),
            table: false,
        };
        let key = key(bundle.ip, slot);
        let from_table = |taken| Direction { taken, table: true };
        match &mut self.style {
            Style::None | Style::Static | Style::Perfect => hint,
            Style::Itanium(tables) => match entry {
                Some(entry) => from_table(tables.direction(bundle, entry, slot)),
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

    /// What one branch did; true: it was taken.
    #[inline(always)]
    fn learn(
        &mut self,
        bundle: &BranchBundle,
        slot: u8,
        branch: &BranchSlot,
        place: Option<usize>,
        outcome: Outcome,
        findings: &mut Findings,
    ) -> bool {
        let taken = outcome.is_some_and(|(taken, _)| taken == slot);
        let key = key(bundle.ip, slot);
        let counted = self.parameters.loop_exit_predictor && is_counted(branch.kind);
        if !branch.unconditional && !counted {
            match &mut self.style {
                Style::None | Style::Static | Style::Perfect => {}
                Style::Itanium(tables) => {
                    if findings.entry.is_none() && bundle.dynamic {
                        findings.entry = tables.allocate(bundle);
                    }
                    if let Some(entry) = findings.entry {
                        tables.learn(bundle, entry, slot, taken);
                    }
                }
                Style::Bimodal(p) => p.learn(key, taken),
                Style::Gshare(p) => p.learn(key, taken),
                Style::Local(p) => p.learn(key, taken),
                Style::Tage(p) => p.learn(key, taken),
            }
        }
        let Some((_, target)) = outcome.filter(|_| taken) else {
            return false;
        };
        match branch.kind {
            BranchKind::Call => self.returns.push(bundle.ip + 16),
            BranchKind::Ret => self.returns.pop(),
            _ => {}
        }
        match place {
            Some(place) if branch.clear => self.targets.remove(place),
            Some(place) => *self.targets.value(place) = target,
            None if branch.clear => {}
            None => self.targets.insert(key, target),
        }
        true
    }

    /// A `brp` names a branch bundle and its target ahead of time.
    pub fn hint(&mut self, branch: u64, target: u64, important: bool) {
        match &mut self.style {
            Style::None | Style::Static | Style::Perfect => {}
            Style::Itanium(tables) if important => tables.load_target_register(branch, target),
            _ => match self.targets.find(key(branch, 2)) {
                Some(place) => *self.targets.value(place) = target,
                None => self.targets.insert(key(branch, 2), target),
            },
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
