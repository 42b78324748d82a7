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
mod staging;
mod table;
mod tage;

use crate::plan::BranchBundle;
use config::model::{Branch as Parameters, BranchPredictor};
use events::{Prediction, Stage};
use isa::{BranchKind, WhetherHint};
use itanium::Itanium;
use staging::Staging;

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

/// Where the tables had a bundle the last time: guesses, checked before they are used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints {
    history: u32,
    targets: [u32; 3],
}

/// What decides directions: the part of the branch unit that a predictor replaces.
trait Directions {
    /// The target cache and the return stack are used.
    const TARGETS: bool = true;

    /// The target register that names a bundle.
    fn target_register(&self, bundle: u64) -> Option<u64> {
        let _ = bundle;
        None
    }

    /// The entry of a bundle, if the predictor keeps such; counts as a use.
    fn entry(&mut self, bundle: &BranchBundle, hint: &mut u32) -> Option<usize> {
        let _ = (bundle, hint);
        None
    }

    /// Whether a branch will be taken; `None`: no table knows.
    fn direction(&mut self, bundle: &BranchBundle, slot: u8, entry: Option<usize>) -> Option<bool>;

    /// What a branch did; an entry that it gets is left in `entry`.
    fn learn(&mut self, bundle: &BranchBundle, slot: u8, entry: &mut Option<usize>, taken: bool);
}

/// The static hint decides.
struct HintOnly;

impl Directions for HintOnly {
    const TARGETS: bool = false;

    fn direction(&mut self, _: &BranchBundle, _: u8, _: Option<usize>) -> Option<bool> {
        None
    }

    fn learn(&mut self, _: &BranchBundle, _: u8, _: &mut Option<usize>, _: bool) {}
}

/// Predictors that know branches by name only.
macro_rules! by_name {
    ($($predictor:ty),*) => {$(
        impl Directions for $predictor {
            #[inline(always)]
            fn direction(&mut self, bundle: &BranchBundle, slot: u8, _: Option<usize>) -> Option<bool> {
                Some(self.predict(key(bundle.ip, slot)))
            }

            #[inline(always)]
            fn learn(&mut self, bundle: &BranchBundle, slot: u8, _: &mut Option<usize>, taken: bool) {
                self.learn(key(bundle.ip, slot), taken);
            }
        }
    )*};
}

by_name!(bimodal::Bimodal, gshare::Gshare, local::Local, tage::Tage);

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
    staging: Staging,
    /// Bundles predicted so far.
    pub predictions: u64,
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
            staging: Staging::new(p),
            predictions: 0,
        }
    }

    /// Predicts a branch bundle, then learns what really happened. `hints` belongs to the bundle.
    #[inline(always)]
    pub fn run(&mut self, bundle: &BranchBundle, outcome: Outcome, hints: &mut Hints) -> Predicted {
        self.predictions += 1;
        match &mut self.style {
            Style::Itanium(tables) => self.staging.run(&mut **tables, bundle, outcome, hints),
            _ => self.run_other(bundle, outcome, hints),
        }
    }

    #[inline(never)]
    fn run_other(
        &mut self,
        bundle: &BranchBundle,
        outcome: Outcome,
        hints: &mut Hints,
    ) -> Predicted {
        let staging = &mut self.staging;
        match &mut self.style {
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
            Style::Static => staging.run(&mut HintOnly, bundle, outcome, hints),
            Style::Itanium(p) => staging.run(&mut **p, bundle, outcome, hints),
            Style::Bimodal(p) => staging.run(p, bundle, outcome, hints),
            Style::Gshare(p) => staging.run(p, bundle, outcome, hints),
            Style::Local(p) => staging.run(p, bundle, outcome, hints),
            Style::Tage(p) => staging.run(p, bundle, outcome, hints),
        }
    }

    /// A `brp` names a branch bundle and its target ahead of time.
    pub fn hint(&mut self, branch: u64, target: u64, important: bool) {
        match &mut self.style {
            Style::None | Style::Static | Style::Perfect => {}
            Style::Itanium(tables) if important => tables.load_target_register(branch, target),
            _ => self.staging.hint(branch, target),
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
