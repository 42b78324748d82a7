//! Whether the predictor is at the end of a turn what it was one turn before: then it finds in each turn to come what it found in that one, and
//! is not asked any more.
//!
//! In most loops each branch finds in the tables what it found there a turn before, and that is enough. Where branches displace each other in the
//! target cache in each turn it is not so: pictures of the whole predictor at the ends of two turns say whether it comes round.

use super::Link;
use crate::model::branch_prediction::{
    BranchBundle, BranchOutcome, BranchUnit, Predicted, TablePositions,
};
use crate::replay::memo::Short;
use crate::replay::{NO_BRANCH, branch_word};

/// Executions before the first picture of a chain; twice as many before the next one. A picture of Itanium's tables takes some 25 thousand host
/// instructions, of larger tables more. Other predictors have none.
const FIRST_PICTURE: u64 = 4096;

/// What is known of the predictor in a chain.
#[derive(Debug, Default)]
pub(super) struct Prediction {
    /// Turns for which it was not asked, since it would find what it found in the turn before; `None`: it is asked.
    pub folded: Option<u64>,
    /// Branches in a row, up to the newest, that found in its tables what they had found there a turn before.
    known: usize,
    /// The picture of the return stack at the end of the newest turn, if all branches of that turn did; else empty.
    returns: Vec<u64>,
    /// Scratch memory for the next picture.
    next: Vec<u64>,
    pictures: Pictures,
}

impl Prediction {
    /// A chain begins; whether the predictor learns nothing from it.
    pub(super) fn begin(&mut self, is_idle: bool) {
        self.folded = is_idle.then_some(0);
        self.known = 0;
        self.returns.clear();
        self.pictures.begin();
    }

    /// Predicts the branch of a link and learns it.
    #[inline(never)]
    pub(super) fn run(
        &mut self,
        branches: &mut BranchUnit,
        (link, short): (&mut Link, &Short),
        (bundle, outcome): (&BranchBundle, BranchOutcome),
        positions: &mut TablePositions,
    ) -> Predicted {
        if let Some(near) = &short.near {
            let seen = branches.seen(near, &short.positions, link.went());
            let before = std::mem::replace(&mut link.seen, seen);
            self.known += 1;
            if seen.is_none() || before != seen {
                self.known = 0;
            }
            let predicted = branches.run_near(near, &short.positions, link.went());
            if !predicted.is_unsaid() {
                return predicted;
            }
        }
        self.known = 0;
        branches.run(bundle, outcome, positions)
    }

    /// A turn ends for which the predictor was asked: looks whether it is what it was a turn before.
    pub(super) fn look(&mut self, links: &[Link], branches: &BranchUnit) {
        let count = links.iter().filter(|link| link.branch != NO_BRANCH).count();
        let same = if self.known >= count {
            self.pictures.is_taken = false;
            let moves = links.iter().any(|link| link.frames);
            !moves || self.returns_as_before(branches)
        } else {
            self.returns.clear();
            self.pictures.are_same(links.len() as u64, branches)
        };
        if same {
            self.folded = Some(0);
        }
    }

    /// Whether the return stack is what it was a turn before.
    fn returns_as_before(&mut self, branches: &BranchUnit) -> bool {
        self.next.clear();
        branches.picture_returns(&mut self.next);
        let same = self.returns == self.next;
        std::mem::swap(&mut self.returns, &mut self.next);
        same
    }
}

/// Lets the predictor learn, where a chain ends, from an execution of a link for which it was not asked.
pub(super) fn learn(
    branches: &mut BranchUnit,
    link: &Link,
    short: &mut Short,
    bundle: Option<&BranchBundle>,
) {
    let Some(bundle) = bundle else { return };
    let outcome = link.taken.map(|slot| (slot - bundle.first, link.target));
    let mut predicted = Predicted::UNSAID;
    if let Some(near) = &short.near {
        predicted = branches.run_near(near, &short.positions, link.went());
    }
    if predicted.is_unsaid() {
        predicted = branches.run(bundle, outcome, &mut short.positions);
    }
    debug_assert_eq!(branch_word(&predicted, outcome), link.branch, "{link:?}");
}

/// The predictor at the ends of two turns that follow each other.
#[derive(Debug, Default)]
struct Pictures {
    first: Vec<u64>,
    second: Vec<u64>,
    /// `first` has been taken, and is to be compared at the end of the next turn.
    is_taken: bool,
    /// Executions since pictures were compared last, and how many there have to be before the next.
    executions: u64,
    due: u64,
}

impl Pictures {
    fn begin(&mut self) {
        (self.is_taken, self.executions, self.due) = (false, 0, FIRST_PICTURE);
    }

    /// A turn of so many executions ends: whether a picture was taken at the end of the turn before, and one taken here is the same.
    fn are_same(&mut self, executions: u64, branches: &BranchUnit) -> bool {
        self.executions += executions;
        if self.is_taken {
            branches.picture(&mut self.second);
            (self.is_taken, self.executions, self.due) = (false, 0, 2 * self.due);
            return self.first == self.second;
        }
        self.is_taken = self.executions >= self.due && branches.picture(&mut self.first);
        false
    }
}
