//! Where execution goes from a block, and what the front end makes of it.

use super::*;

/// The slot that a branch bundle is counted for: that of the taken branch, or the last branch.
pub(super) fn acting_slot(bundle: &BranchBundle, outcome: branch_prediction::Outcome) -> u8 {
    match outcome {
        Some((slot, _)) => slot,
        None => bundle.slots.iter().rposition(Option::is_some).unwrap_or(2) as u8,
    }
}

/// What is counted of a branch bundle, without time and place.
#[inline(always)]
pub(super) fn branch_record(
    bundle: &BranchBundle,
    outcome: branch_prediction::Outcome,
    predicted: &branch_prediction::Predicted,
) -> Branch {
    let slot = acting_slot(bundle, outcome);
    let branch = bundle.slots[usize::from(slot) % 3];
    Branch {
        cycle: 0,
        site: Site {
            index: bundle.first + slot,
            ..Site::none()
        },
        taken: outcome.is_some(),
        target: 0,
        prediction: predicted.quality(outcome),
        stage: predicted.stage(),
        kind: match branch {
            Some(branch) if branch.kind == isa::BranchKind::Ret => BranchKind::Return,
            Some(branch) if branch.target.is_none() => BranchKind::Indirect,
            _ => BranchKind::Relative,
        },
        multiway: bundle.count > 1,
    }
}

/// Where fetch goes on after a branch bundle that is mispredicted.
pub(super) fn wrong_target(bundle: &BranchBundle, predicted: &branch_prediction::Predicted) -> u64 {
    match (predicted.slot(), predicted.target()) {
        (Some(_), Some(target)) => target,
        _ => bundle.ip.wrapping_add(16),
    }
}

impl<P: Probe> Core<P> {
    /// Execution goes on where nothing predicted: at the start, after a fault, an interruption or a switch.
    #[inline(never)]
    pub(super) fn arrive(&mut self, space: u32, ip: u64) {
        self.entry = Entry::default();
        self.joining = false;
        self.space = space;
        if self.now != BEFORE {
            let entry = self.now + 1 + self.costs.interruption;
            self.shared
                .monitor
                .count(Raw::FlushesException, 1, self.now, &Site::none());
            self.front.flush(space, ip, entry, Stall::FlushException);
        } else {
            self.front.flush(space, ip, 0, Stall::InstructionStart);
        }
    }

    /// Where execution goes from a block, and what the front end makes of it.
    ///
    /// Not inlined, like everything that is not in the inner loop: the loop needs the registers.
    #[inline(never)]
    pub(super) fn leave_block(
        &mut self,
        plan: &Plan,
        hints: &mut Hints,
        run: &Run<'_>,
        last: Option<&Group>,
        end: u8,
    ) {
        let target = run.execution.target;
        self.expected = target;
        let Some(last) = last else {
            self.smooth = false;
            // Nothing retired: the first instruction faulted.
            self.expected = NOWHERE;
            return;
        };
        if end < last.to {
            self.dispersed_behind += u64::from(last.to - end);
            if self.shared.monitor.hears(self.now + 1) {
                let monitor = &mut self.shared.monitor;
                for slot in end..last.to {
                    let site = run.site::<P>(slot, 0);
                    let raw = Raw::InstructionsDispersed;
                    monitor.probe.count(raw, 1, self.now, &site);
                }
            }
        }
        match (&plan.branch, run.execution.taken) {
            (Some(bundle), Some(slot)) if bundle.is_branch(slot) => {
                // The rest of a bundle behind its taken branch leaves with it.
                if last.to % 3 != 0 {
                    self.front.leave(1, self.now);
                }
                self.branch(bundle, hints, run, Some((slot - bundle.first, target)));
                self.entry = Entry::default();
            }
            (Some(bundle), None) if end == plan.slots => {
                self.branch(bundle, hints, run, None);
                self.fall_through(plan, last);
                if target != plan.next_ip {
                    self.expected = NOWHERE;
                }
            }
            (_, Some(slot)) => {
                self.failed_check(plan, run, slot);
                self.entry = Entry::default();
            }
            (_, None) => {
                self.fall_through(plan, last);
                if end < plan.slots || target != plan.next_ip || self.interrupts(plan, run) {
                    self.expected = NOWHERE;
                }
            }
        }
    }

    pub(super) fn interrupts(&self, plan: &Plan, run: &Run<'_>) -> bool {
        plan.flushes.is_some_and(|slot| run.on >> slot & 1 != 0)
    }

    pub(super) fn fall_through(&mut self, plan: &Plan, last: &Group) {
        self.entry = Entry {
            window: plan.window,
            rest: plan.unfinished,
        };
        self.joining = last.open;
    }

    /// A check failed and branched to its recovery code.
    #[inline(never)]
    pub(super) fn failed_check(&mut self, plan: &Plan, run: &Run<'_>, slot: u8) {
        self.smooth = false;
        let site = run.site::<P>(slot, 0);
        let at = self.now;
        match plan.checks.iter().find(|(check, _)| *check == slot) {
            Some((_, raw @ (Raw::AlatFailuresInteger | Raw::AlatFailuresFloat))) => {
                self.alat_failure(*raw, &site);
            }
            Some((_, raw)) => self.shared.monitor.count(*raw, 1, at, &site),
            None => {}
        }
        let monitor = &mut self.shared.monitor;
        monitor.count(Raw::FlushesException, 1, at, &site);
        let entry = at + 1 + self.costs.failed_check;
        let target = run.execution.target;
        self.front
            .flush(run.block.space, target, entry, Stall::FlushException);
    }

    /// A branch bundle was executed.
    #[inline(always)]
    pub(super) fn branch(
        &mut self,
        bundle: &BranchBundle,
        hints: &mut Hints,
        run: &Run<'_>,
        outcome: branch_prediction::Outcome,
    ) {
        let predicted = match self.begun.predicted {
            Some(predicted) => predicted,
            None => self.branches.run(bundle, outcome, hints),
        };
        self.predicted = Some(predicted);
        let quality = predicted.quality(outcome);
        let slot = acting_slot(bundle, outcome);
        let branch = bundle.slots[usize::from(slot)];
        let record = Branch {
            cycle: self.now,
            site: Site {
                index: bundle.first + slot,
                ..run.site::<P>(bundle.first + slot, 0)
            },
            target: run.execution.target,
            ..branch_record(bundle, outcome, &predicted)
        };
        self.shared.monitor.branch(&record);
        let target = run.execution.target;
        match (quality, outcome) {
            (Prediction::Right, Some(_)) => {
                self.front.resteer(target, predicted.bubbles());
                if branch.is_some_and(|branch| branch.many) {
                    let next = self.front.next();
                    self.front.stream_from(&mut self.shared, target, next);
                }
            }
            (Prediction::Right, None) => {
                if predicted.bubbles() > 0 {
                    self.front.bubbles(predicted.bubbles());
                }
            }
            _ => self.mispredicted(bundle, run, predicted, &record.site),
        }
    }

    #[inline(never)]
    pub(super) fn mispredicted(
        &mut self,
        bundle: &BranchBundle,
        run: &Run<'_>,
        predicted: branch_prediction::Predicted,
        site: &Site,
    ) {
        let entry = self.now + 1 + self.costs.mispredict;
        self.shared
            .monitor
            .count(Raw::FlushesMispredict, 1, self.now, site);
        let first = self.front.entry() + 1 + u64::from(predicted.bubbles());
        let wrong = wrong_target(bundle, &predicted);
        self.front.wrong_path(&mut self.shared, wrong, first, entry);
        let target = run.execution.target;
        self.front
            .flush(run.block.space, target, entry, Stall::FlushMispredict);
    }
}
