//! The short form of prediction for bundles that are simple to predict ([`Near`]): what is the same of them whenever they are predicted was looked up
//! before.

use super::Staging;
use crate::model::branch_prediction::itanium::Itanium;
use crate::model::branch_prediction::{
    Absent, BranchSlot, Decides, NO_TARGET, Near, Predicted, StackEffect, TablePositions,
};
use events::Stage;

/// The contents of the table entries that the prediction of a branch reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The target in the target cache, if the branch is there.
    target: Option<u64>,
    /// History, and the counter that it selects, if they decide the direction.
    pattern: Option<(u8, u8)>,
}

impl Staging {
    /// The short form of [`run_single`](Self::run_single) for a bundle that is simple to predict. `went`: the target to which its branch was
    /// taken, or [`NO_TARGET`]. [`Predicted::UNSAID`]: the full form is needed, and nothing was done. Shortens Branch prediction 2 and 3
    /// (`tests/model/warm.rs` and `tests/replay/twins.rs` hold both equal).
    #[inline(always)]
    pub(crate) fn run_near(
        &mut self,
        tables: &mut Itanium,
        near: &Near,
        positions: &TablePositions,
        went: u64,
    ) -> Predicted {
        if tables.may_name(near.bundle) {
            return Predicted::UNSAID;
        }
        let really = went != NO_TARGET;
        let not_taken = near.not_taken();
        let Some(place) = self.targets.at_mut(near.branch, positions.targets[0]) else {
            return self.run_absent(tables, near, positions, went);
        };
        if near.stack_effect != StackEffect::Nothing {
            return self.run_moving(near, positions, went);
        }
        let direction = match near.decides {
            Decides::History => match tables.predict_and_train(near, positions, really) {
                Some(direction) => direction,
                None => return Predicted::UNSAID,
            },
            Decides::Hint(hint) => hint,
            Decides::Count => really,
        };
        if !direction && !really {
            return not_taken;
        }
        let known = place.use_it();
        let supplied = *known;
        if really {
            *known = went;
        }
        if !direction {
            return not_taken;
        }
        Predicted {
            target: supplied,
            how: near.how[1],
        }
    }

    /// The entries that [`run_near`](Self::run_near) would find, if it would change nothing but these.
    pub(crate) fn seen(
        &self,
        tables: &Itanium,
        near: &Near,
        positions: &TablePositions,
        went: u64,
    ) -> Option<Seen> {
        let known = self.targets.value_at(near.branch, positions.targets[0]);
        let is_left_alone = near.decides == Decides::Hint(false) && went == NO_TARGET;
        let enters = went != NO_TARGET && near.absent.enters;
        if tables.may_name(near.bundle)
            || known.is_none() && !is_left_alone && (enters || !self.targets.lacks(near.branch))
        {
            return None;
        }
        let pattern = match near.decides {
            Decides::History if near.stack_effect == StackEffect::Nothing => {
                Some(tables.seen(near, positions)?)
            }
            _ => None,
        };
        Some(Seen {
            target: known.copied(),
            pattern,
        })
    }

    /// [`Predicted::how`], if [`run_near`](Self::run_near) would predict right and change nothing but the order of use in the tables.
    pub(crate) fn idle(
        &self,
        tables: &Itanium,
        near: &Near,
        positions: &TablePositions,
        went: u64,
    ) -> Option<u64> {
        let seen = self.seen(tables, near, positions, went)?;
        let really = went != NO_TARGET;
        let same = match near.decides {
            Decides::History => tables.is_saturated(seen.pattern?, really),
            Decides::Hint(hint) => hint == really,
            Decides::Count => seen.target.is_some(),
        };
        if near.stack_effect != StackEffect::Nothing || !same {
            return None;
        }
        if !really {
            return Some(near.how[0]);
        }
        let (target, how) = match seen.target {
            Some(known) => (known, near.how[1]),
            None => (near.absent.target, near.absent.how),
        };
        (target == went).then_some(how)
    }

    /// [`run_near`](Self::run_near) for a branch that is not where `positions` say in the target cache.
    #[inline(never)]
    fn run_absent(
        &mut self,
        tables: &mut Itanium,
        near: &Near,
        positions: &TablePositions,
        went: u64,
    ) -> Predicted {
        let really = went != NO_TARGET;
        let not_taken = near.not_taken();
        // A branch that is predicted not taken, and is not taken, leaves the target cache as it is.
        if near.decides == Decides::Hint(false) && !really {
            return not_taken;
        }
        if !self.targets.lacks(near.branch) {
            return Predicted::UNSAID;
        }
        let direction = match near.decides {
            Decides::Hint(hint) => hint,
            Decides::History => match tables.predict_and_train(near, positions, really) {
                Some(direction) => direction,
                None => return Predicted::UNSAID,
            },
            Decides::Count => return Predicted::UNSAID,
        };
        let predicted = match direction {
            true => self.taken_absent(near),
            false => not_taken,
        };
        if really {
            self.move_stack(near);
            if near.absent.enters {
                self.targets.insert(near.branch, went);
            }
        }
        predicted
    }

    /// [`run_near`](Self::run_near) for a call or return that the target cache has where `positions` say.
    #[inline(never)]
    fn run_moving(&mut self, near: &Near, positions: &TablePositions, went: u64) -> Predicted {
        // Branch prediction 3: where the target comes from.
        let place = positions.targets[0] as usize;
        let supplied = match near.stack_effect {
            StackEffect::Pop => self.returns.top(),
            StackEffect::Nothing | StackEffect::Push => Some(*self.targets.value(place)),
        };
        let predicted = Predicted {
            target: supplied.unwrap_or(NO_TARGET),
            how: match supplied {
                Some(_) => near.how[1],
                None => near.absent.how,
            },
        };
        if went != NO_TARGET {
            self.move_stack(near);
            *self.targets.value(place) = went;
        }
        predicted
    }

    /// A branch was taken: a call pushes a return address, a return pops one.
    #[inline(always)]
    fn move_stack(&mut self, near: &Near) {
        match near.stack_effect {
            StackEffect::Nothing => {}
            StackEffect::Push => self.returns.push(near.bundle + 16),
            StackEffect::Pop => self.returns.pop(),
        }
    }

    /// The prediction of a branch that is predicted taken and that the target cache does not have.
    #[inline(always)]
    fn taken_absent(&self, near: &Near) -> Predicted {
        // Branch prediction 3
        let target = match near.stack_effect {
            StackEffect::Pop => self.returns.top().unwrap_or(NO_TARGET),
            StackEffect::Nothing | StackEffect::Push => near.absent.target,
        };
        Predicted {
            target,
            how: near.absent.how,
        }
    }

    /// The prediction of a branch in a slot for when the target cache does not have it.
    pub(crate) fn absent(&self, slot: u8, branch: &BranchSlot) -> Absent {
        let predicted = self.resteered(slot, false, None, branch);
        Absent {
            target: predicted.target,
            how: predicted.how,
            enters: !self.is_left_out(branch),
        }
    }

    /// [`Predicted::how`] of a branch with a target in the cache: predicted not taken, and taken.
    pub(crate) fn how(&self, slot: u8, decides: Decides, stack_effect: StackEffect) -> [u64; 2] {
        // Branch prediction 4
        let bubbles = &self.parameters.bubbles;
        let table = match stack_effect {
            StackEffect::Pop => bubbles.ret,
            StackEffect::Nothing | StackEffect::Push => bubbles.table,
        };
        let not_taken = match decides {
            Decides::History => Predicted::not_taken(Stage::Second, 0),
            Decides::Hint(_) => Predicted::not_taken(Stage::Third, 0),
            Decides::Count => Predicted::not_taken(Stage::Third, bubbles.loop_exit),
        };
        let taken = Predicted::taken(slot, None, Stage::Second, table);
        [not_taken.how, taken.how]
    }
}
