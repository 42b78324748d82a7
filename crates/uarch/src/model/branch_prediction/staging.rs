//! The stages of prediction around a direction predictor (Branch prediction 1 to 4): target address registers first, then tables, target cache and
//! return stack, then address calculators. Which stage chooses decides the bubbles.

mod near;

use super::bundle::TableUse;
use super::itanium::Itanium;
use super::return_stack::ReturnStack;
use super::table::Table;
use super::{BranchBundle, BranchSlot};
use super::{
    BranchOutcome, Directions, NO_SLOT, Predicted, TablePositions, hinted_taken, is_counted, key,
};
use config::model::Branch as Parameters;
use events::Stage;
use isa::BranchKind;
pub(crate) use near::Seen;

/// The structures that all direction predictors share.
#[derive(Clone, Debug)]
pub(super) struct Staging {
    /// The target cache: targets by the [`key`] of the branch.
    targets: Table<u64>,
    pub(super) returns: ReturnStack,
    parameters: Parameters,
}

checkpoint::state!(Staging { targets, returns } skips { parameters });

/// What has been found about a bundle while its branches are looked at in slot order.
struct Findings {
    /// The target in the target address register that names the bundle.
    target_register: Option<u64>,
    /// Entry in the predictor's history tables.
    entry: Option<usize>,
    /// A table of the second stage decided about a branch.
    known: bool,
    /// The loop predictor took a resteer back.
    overridden: bool,
}

/// A bundle whose only branch has been taken to the same target so often that predicting and learning it once more changes nothing but the order of
/// use in the tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settled {
    /// Its prediction.
    pub predicted: Predicted,
    /// Index of its entry in the predictor's history table, if its prediction uses that.
    pub(super) entry: Option<u32>,
    /// Index of its entry in the target cache, if it has one.
    target: Option<u32>,
}

/// One branch of a bundle, looked up in the target cache.
#[derive(Clone, Copy)]
struct At<'a> {
    bundle: &'a BranchBundle,
    slot: u8,
    branch: &'a BranchSlot,
    /// Index of its entry in the target cache, if it has one.
    place: Option<usize>,
}

impl Staging {
    /// Cold structures.
    pub(super) fn new(parameters: &Parameters) -> Self {
        Self {
            targets: Table::new(parameters.itanium.tac_entries, parameters.itanium.tac_ways),
            returns: ReturnStack::new(parameters.return_stack_entries),
            parameters: parameters.clone(),
        }
    }

    /// Its part of [`BranchUnit::picture`](super::BranchUnit::picture).
    pub(super) fn picture(&self, words: &mut Vec<u64>) {
        self.targets.picture(words, |&target| target);
        self.returns.picture(words);
    }

    /// Predicts a branch bundle, then learns its outcome.
    #[inline(always)]
    pub(super) fn run<D: Directions>(
        &mut self,
        directions: &mut D,
        bundle: &BranchBundle,
        outcome: BranchOutcome,
        positions: &mut TablePositions,
    ) -> Predicted {
        if bundle.alone.is_some() && directions.target_register(bundle.ip).is_none() {
            let (slot, target) = outcome.unwrap_or((NO_SLOT, 0));
            self.run_single(directions, bundle, positions, slot, target)
        } else {
            self.run_any(directions, bundle, outcome, positions)
        }
    }

    /// The short form of [`run_any`](Self::run_any) for a bundle with one branch that no target register names.
    /// Shortens Branch prediction 2 and 3 (held equal by `tests/ticked`). `went`: slot of the taken branch, or
    /// [`NO_SLOT`]; `target`: its target.
    ///
    /// Not inlined, so that the model's inner loop, the caller, keeps its values in registers. All arguments and
    /// the result are passed in registers.
    #[inline(never)]
    fn run_single<D: Directions>(
        &mut self,
        directions: &mut D,
        bundle: &BranchBundle,
        positions: &mut TablePositions,
        went: u8,
        target: u64,
    ) -> Predicted {
        if let Some((slot, _)) = bundle.alone
            && D::TARGETS
            && let name = key(bundle.ip, slot)
            && self.targets.value_at(name, positions.targets[0]).is_some()
        {
            let really = went == slot;
            // Branch prediction 4: the direction, and the stage and bubbles of a branch that is rightly predicted not taken.
            let (taken, not_taken) = match bundle.table_use {
                TableUse::HistoryAndTarget => {
                    let direction = directions.direct_near(bundle, positions.history, really);
                    (direction, (Stage::Second, 0))
                }
                TableUse::TargetOfLoop if self.parameters.loop_exit_predictor => {
                    directions.entry(bundle, &mut positions.history);
                    let exit = self.parameters.bubbles.loop_exit;
                    (Some(really), (Stage::Third, exit))
                }
                _ => (None, (Stage::Third, 0)),
            };
            match taken {
                None => {}
                Some(false) if !really => return Predicted::not_taken(not_taken.0, not_taken.1),
                Some(taken) => {
                    let known = self.targets.value(positions.targets[0] as usize);
                    let supplied = *known;
                    if really {
                        *known = target;
                    }
                    if !taken {
                        return Predicted::not_taken(Stage::Second, 0);
                    }
                    let bubbles = self.parameters.bubbles.table;
                    return Predicted::taken(slot, Some(supplied), Stage::Second, bubbles);
                }
            }
        }
        self.run_alone(directions, bundle, positions, went, target)
    }

    /// The rest of [`run_single`](Self::run_single): the branch is not where `positions` say, or its prediction needs more than a direction and a
    /// cached target.
    #[inline(never)]
    fn run_alone<D: Directions>(
        &mut self,
        directions: &mut D,
        bundle: &BranchBundle,
        positions: &mut TablePositions,
        went: u8,
        target: u64,
    ) -> Predicted {
        let Some((slot, branch)) = &bundle.alone else {
            return self.not_taken(false, false);
        };
        let slot = *slot;
        let at = self.at::<D>(bundle, slot, branch, &mut positions.targets[0]);
        let cached = at.place.is_some();
        let really = went == slot;
        let counted = self.predicts_loop(branch);
        let exits = counted && went > slot;
        let (taken, early) = if branch.unconditional || counted {
            directions.entry(bundle, &mut positions.history);
            (!exits, cached)
        } else if let Some(hinted) = branch.hinted() {
            (hinted, hinted && cached)
        } else {
            match directions.direct_and_learn(bundle, slot, &mut positions.history, really) {
                Some(taken) => (taken, true),
                None if cached => (true, true),
                None => (hinted_taken(branch.whether), false),
            }
        };
        match at.place {
            // One use of the target cache stands for prediction and outcome: no other use lies between.
            Some(place)
                if !branch.clear && !matches!(branch.kind, BranchKind::Call | BranchKind::Ret) =>
            {
                if !taken && !really {
                    return self.not_taken(early, exits);
                }
                let known = self.targets.value(place);
                let supplied = *known;
                if really {
                    *known = target;
                }
                if taken {
                    self.resteered(slot, early, Some(supplied), branch)
                } else {
                    self.not_taken(early, exits)
                }
            }
            _ => {
                let predicted = if taken {
                    self.taken::<D>(at, early)
                } else {
                    self.not_taken(early, cached && exits)
                };
                if really {
                    self.was_taken::<D>(at, target);
                }
                predicted
            }
        }
    }

    /// The prediction and the entries of a bundle whose branch was taken to a target, if [`run_single`](Self::run_single) does the same whenever that
    /// happens again.
    pub(super) fn settled(
        &self,
        tables: &Itanium,
        bundle: &BranchBundle,
        (went, target): (u8, u64),
        positions: &TablePositions,
    ) -> Option<Settled> {
        let (slot, branch) = bundle.alone.as_ref().filter(|(slot, _)| *slot == went)?;
        let moves_stack = matches!(branch.kind, BranchKind::Call | BranchKind::Ret);
        if moves_stack || tables.target_register(bundle.ip).is_some() {
            return None;
        }
        let [place, ..] = positions.targets;
        let known = self.targets.value_at(key(bundle.ip, *slot), place).copied();
        let stays = match known {
            Some(known) => known == target && !branch.clear,
            None => branch.clear || self.is_left_out(branch),
        };
        // Branch prediction 2
        let uses = positions.history;
        let (is_taken, uses_entry, early) = if branch.unconditional || self.predicts_loop(branch) {
            (true, tables.has_entry(bundle, uses), known.is_some())
        } else if let Some(hinted) = branch.hinted() {
            (hinted, false, known.is_some())
        } else {
            (tables.is_settled(bundle, uses), true, true)
        };
        (stays && is_taken).then(|| Settled {
            predicted: self.resteered(*slot, early, known, branch),
            entry: uses_entry.then_some(uses),
            target: known.and(Some(place)),
        })
    }

    /// Uses the target cache's entry of a settled bundle once more.
    #[inline(always)]
    pub(super) fn use_again(&mut self, settled: &Settled) {
        if let Some(place) = settled.target {
            self.targets.use_again(place);
        }
    }

    /// Predicts any bundle and learns its outcome: the full form.
    #[inline(never)]
    fn run_any<D: Directions>(
        &mut self,
        directions: &mut D,
        bundle: &BranchBundle,
        outcome: BranchOutcome,
        positions: &mut TablePositions,
    ) -> Predicted {
        // Branch prediction 1 and 2: find-first-taken.
        let mut findings = Findings {
            target_register: directions.target_register(bundle.ip),
            entry: directions.entry(bundle, &mut positions.history),
            known: false,
            overridden: false,
        };
        let mut predicted = None;
        // The bundle is predicted as a whole before anything of it is learnt.
        let mut places = [None; 3];
        // Branches behind the taken one do not execute.
        let last = outcome.map_or(NO_SLOT, |(taken, _)| taken);
        for slot in 0..3 {
            let number = usize::from(slot);
            let Some(branch) = &bundle.slots[number] else {
                continue;
            };
            if slot > last && predicted.is_some() {
                break;
            }
            let at = self.at::<D>(bundle, slot, branch, &mut positions.targets[number]);
            places[number] = at.place;
            if predicted.is_none() {
                predicted = self.consider(directions, at, outcome, &mut findings);
            }
        }
        for (slot, place) in (0u8..).zip(places) {
            let Some(branch) = &bundle.slots[usize::from(slot)] else {
                continue;
            };
            let at = At {
                bundle,
                slot,
                branch,
                place,
            };
            if self.learn(directions, at, outcome, &mut findings) {
                break;
            }
        }
        predicted.unwrap_or_else(|| self.not_taken(findings.known, findings.overridden))
    }

    /// The prediction that no branch of a bundle is taken. `known`: a table of the second stage decided;
    /// `overridden`: the loop predictor took a resteer back.
    #[inline(always)]
    fn not_taken(&self, known: bool, overridden: bool) -> Predicted {
        // Branch prediction 4: a resteer that was taken back.
        if overridden {
            Predicted::not_taken(Stage::Third, self.parameters.bubbles.loop_exit)
        } else if known {
            Predicted::not_taken(Stage::Second, 0)
        } else {
            Predicted::not_taken(Stage::Third, 0)
        }
    }

    /// Looks one branch up in the target cache. `hint`: where it was found last, corrected here.
    #[inline(always)]
    fn at<'a, D: Directions>(
        &self,
        bundle: &'a BranchBundle,
        slot: u8,
        branch: &'a BranchSlot,
        hint: &mut u32,
    ) -> At<'a> {
        At {
            bundle,
            slot,
            branch,
            place: if D::TARGETS {
                self.targets.find_near(key(bundle.ip, slot), hint)
            } else {
                None
            },
        }
    }

    /// The prediction of one branch if it is predicted taken; `None`: it is not.
    #[inline(always)]
    fn consider<D: Directions>(
        &mut self,
        directions: &mut D,
        at: At<'_>,
        outcome: BranchOutcome,
        findings: &mut Findings,
    ) -> Option<Predicted> {
        let At {
            bundle,
            slot,
            branch,
            place,
        } = at;
        // Branch prediction 1: a target register that names the bundle stands for the branch with its target.
        if let Some(target) = findings.target_register
            && (branch.target == Some(target) || bundle.count == 1)
            && (self.predicts_loop(branch)
                || branch.unconditional
                || branch.hinted() != Some(false))
        {
            if self.exits(branch, slot, outcome) {
                findings.overridden = true;
                return None;
            }
            let bubbles = self.parameters.bubbles.tar;
            return Some(Predicted::taken(slot, Some(target), Stage::First, bubbles));
        }
        let cached = place.is_some();
        let (taken, early) = if branch.unconditional {
            (true, cached)
        } else if self.predicts_loop(branch) {
            (!self.exits(branch, slot, outcome), cached)
        } else if let Some(hinted) = branch.hinted() {
            (hinted, hinted && cached)
        } else {
            match directions.direction(bundle, slot, findings.entry) {
                Some(taken) => (taken, true),
                // Branch prediction 2: without a history, a cached target means taken.
                None if cached => (true, true),
                None => (hinted_taken(branch.whether), false),
            }
        };
        findings.known |= early;
        if !taken {
            findings.overridden |= cached && self.exits(branch, slot, outcome);
            return None;
        }
        Some(self.taken::<D>(at, early))
    }

    /// The prediction of a branch that is predicted taken, with its target from return stack or target cache. `early`: a table of the second stage
    /// decided.
    #[inline(always)]
    fn taken<D: Directions>(&mut self, at: At<'_>, early: bool) -> Predicted {
        // Branch prediction 3: where the target comes from.
        let supplied = if at.branch.kind == BranchKind::Ret {
            if D::TARGETS { self.returns.top() } else { None }
        } else {
            at.place.map(|place| *self.targets.value(place))
        };
        self.resteered(at.slot, early, supplied, at.branch)
    }

    /// The prediction of a branch that is predicted taken, where return stack or target cache supply this target, if any.
    #[inline(always)]
    fn resteered(
        &self,
        slot: u8,
        early: bool,
        supplied: Option<u64>,
        branch: &BranchSlot,
    ) -> Predicted {
        // Branch prediction 3: the stage that chose, and its bubbles.
        let bubbles = &self.parameters.bubbles;
        if early && supplied.is_some() {
            let bubbles = if branch.kind == BranchKind::Ret {
                bubbles.ret
            } else {
                bubbles.table
            };
            return Predicted::taken(slot, supplied, Stage::Second, bubbles);
        }
        let bac = if slot == 2 {
            bubbles.bac1
        } else {
            bubbles.bac2
        };
        let target = supplied.or(branch.target);
        Predicted::taken(slot, target, Stage::Third, bac)
    }

    /// Whether a branch is kept out of the target cache because of its static hint.
    #[inline(always)]
    fn is_left_out(&self, branch: &BranchSlot) -> bool {
        // Branch prediction 3: `static_targets`.
        !self.parameters.itanium.static_targets && branch.hinted().is_some()
    }

    /// Whether the loop predictor decides a branch's direction, by ar.lc and ar.ec.
    #[inline(always)]
    pub(super) fn predicts_loop(&self, branch: &BranchSlot) -> bool {
        // Branch prediction 2: `loop_exit_predictor`.
        self.parameters.loop_exit_predictor && is_counted(branch.kind)
    }

    /// Whether the loop predictor predicts that a counted branch is not taken. It is always right, so the outcome says it.
    #[inline(always)]
    fn exits(&self, branch: &BranchSlot, slot: u8, outcome: BranchOutcome) -> bool {
        self.predicts_loop(branch) && outcome.is_none_or(|(taken, _)| taken > slot)
    }

    /// Learns the outcome of one branch; returns whether it was taken.
    #[inline(always)]
    fn learn<D: Directions>(
        &mut self,
        directions: &mut D,
        at: At<'_>,
        outcome: BranchOutcome,
        findings: &mut Findings,
    ) -> bool {
        let At {
            bundle,
            slot,
            branch,
            ..
        } = at;
        let taken = outcome.is_some_and(|(taken, _)| taken == slot);
        if !branch.unconditional && !self.predicts_loop(branch) && branch.hinted().is_none() {
            directions.learn(bundle, slot, &mut findings.entry, taken);
        }
        let Some((_, target)) = outcome.filter(|_| taken) else {
            return false;
        };
        self.was_taken::<D>(at, target);
        true
    }

    /// Return stack and target cache learn of a taken branch.
    #[inline(always)]
    fn was_taken<D: Directions>(&mut self, at: At<'_>, target: u64) {
        let At {
            bundle,
            slot,
            branch,
            place,
        } = at;
        match branch.kind {
            BranchKind::Call => self.returns.push(bundle.ip + 16),
            BranchKind::Ret => self.returns.pop(),
            _ => {}
        }
        if D::TARGETS {
            match place {
                Some(place) if branch.clear => self.targets.remove(place),
                Some(place) => *self.targets.value(place) = target,
                None if branch.clear || self.is_left_out(branch) => {}
                None => self.targets.insert(key(bundle.ip, slot), target),
            }
        }
    }

    /// A `brp`: the branch in the last slot of a bundle enters the target cache with its target.
    pub(super) fn hint(&mut self, branch: u64, target: u64) {
        match self.targets.find(key(branch, 2)) {
            Some(place) => *self.targets.value(place) = target,
            None => self.targets.insert(key(branch, 2), target),
        }
    }
}
