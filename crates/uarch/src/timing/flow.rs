//! Where execution goes from a block, and what the front end makes of it.

use super::*;

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
            // Nothing retired: the first instruction faulted.
            self.expected = NOWHERE;
            return;
        };
        if end < last.to {
            self.dispersed_behind += u64::from(last.to - end);
            if self.shared.monitor.hears(self.now + 1) {
                let site = run.site::<P>(last.from, 0);
                let monitor = &mut self.shared.monitor;
                monitor.probe.count(
                    Raw::InstructionsDispersed,
                    u32::from(last.to - end),
                    self.now,
                    &site,
                );
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
            .flush(run.space, target, entry, Stall::FlushException);
    }

    /// A branch bundle was executed.
    #[inline(always)]
    pub(super) fn branch(
        &mut self,
        bundle: &BranchBundle,
        hints: &mut Hints,
        run: &Run<'_>,
        outcome: predictor::Outcome,
    ) {
        let predicted = self.branches.run(bundle, outcome, hints);
        let quality = predicted.quality(outcome);
        let slot = match outcome {
            Some((slot, _)) => slot,
            None => bundle.slots.iter().rposition(Option::is_some).unwrap_or(2) as u8,
        };
        let branch = bundle.slots[usize::from(slot)];
        let record = Branch {
            cycle: self.now,
            site: Site {
                index: bundle.first + slot,
                ..run.site::<P>(bundle.first + slot, 0)
            },
            taken: outcome.is_some(),
            target: run.execution.target,
            prediction: quality,
            stage: predicted.stage,
            kind: match branch {
                Some(branch) if branch.kind == isa::BranchKind::Ret => BranchKind::Return,
                Some(branch) if branch.target.is_none() => BranchKind::Indirect,
                _ => BranchKind::Relative,
            },
            multiway: bundle.count > 1,
        };
        self.shared.monitor.branch(&record);
        let target = run.execution.target;
        match (quality, outcome) {
            (Prediction::Right, Some(_)) => {
                self.front.resteer(target, predicted.bubbles);
                if branch.is_some_and(|branch| branch.many) {
                    self.front.stream_from(&mut self.shared, target);
                }
            }
            (Prediction::Right, None) => {
                if predicted.bubbles > 0 {
                    self.front.bubbles(predicted.bubbles);
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
        predicted: predictor::Predicted,
        site: &Site,
    ) {
        let entry = self.now + 1 + self.costs.mispredict;
        self.shared
            .monitor
            .count(Raw::FlushesMispredict, 1, self.now, site);
        let wrong = match (predicted.slot, predicted.target) {
            (Some(_), Some(target)) => target,
            _ => bundle.ip.wrapping_add(16),
        };
        self.front
            .wrong_path(&mut self.shared, wrong, predicted.bubbles, entry);
        let target = run.execution.target;
        self.front
            .flush(run.space, target, entry, Stall::FlushMispredict);
    }
}
