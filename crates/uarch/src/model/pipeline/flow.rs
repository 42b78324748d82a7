//! Where execution goes from a block, and what that does to fetch: a resteer behind a predicted branch (Front end 6), a flush behind a mispredicted
//! one, a failed check or an interruption (Front end 7), and the targets of indirect branches (Branch prediction 6).

use crate::model::accounting::origin::Origin;
use crate::model::branch_prediction::{
    BranchBundle, BranchOutcome, BranchSlot, NO_TARGET, Predicted, TablePositions,
};
use crate::model::pipeline::{BEFORE, NOWHERE, Pipeline, Run};
use crate::model::plan::{BlockEntry, Group, Memory, Plan};
use config::Machine;
use config::model::Special;
use events::{
    Branch, BranchKind, Execution, Fact, Flush, FlushKind, Note, Prediction, Probe, Raw, Reason,
    Site, Stage, Stall,
};

/// Where execution stands between two blocks.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    /// State of dispersal at the end of the newest block.
    pub entry: BlockEntry,
    /// The newest group is open: the first group of the next block may issue in its cycle (Issue 6).
    pub joining: bool,
    /// Address of the next block to execute if nothing interrupts; [`NOWHERE`]: whatever block is next is arrived at by an interruption.
    pub expected: u64,
    /// Address space of the newest block.
    pub space: u32,
    /// Instructions of last groups that were dispersed and did not retire: they stand behind a taken branch, a failed check or a fault.
    pub dispersed_behind: u64,
    /// Bundle and slot behind the newest instruction that retired, or where its branch went; kept for a listener.
    pub position: (u64, u8),
    /// The instruction that fetch was last steered by and why, kept for a listener that adds up.
    pub steered: Origin,
    /// The memory reference that faulted in the newest execution.
    pub faulted: Option<Memory>,
    /// The flush that the newest execution causes if execution does not go on as expected; `None`: no instruction of it is the cause. Kept for a
    /// listener.
    blame: Option<Blame>,
    special: Special,
    mispredict_cycles: u64,
    /// `None`: targets of indirect branches are not read from branch registers (`indirect_reads_register`).
    indirect: Option<Indirect>,
}

checkpoint::state!(Flow { entry, joining, expected, space, dispersed_behind } fixed { indirect } skips { position, steered, faulted, blame, special, mispredict_cycles });

/// Targets of indirect branches as the front end reads them from branch registers.
#[derive(Clone, Debug)]
struct Indirect {
    /// Least cycles from the cycle in which a register is ready to the entry of a block whose branch reads it.
    read_cycles: u64,
    bubbles: u32,
    /// The target of the newest branch taken through each register: what is read from it while a later write is under way; [`NO_TARGET`]: none was.
    held: [u64; 8],
}

checkpoint::state!(Indirect { held } skips { read_cycles, bubbles });

impl Indirect {
    /// If the taken branch of a bundle is indirect, its register is known to hold the target.
    fn hold(&mut self, bundle: &BranchBundle, outcome: BranchOutcome) {
        if let Some((slot, target)) = outcome
            && let Some(register) = target_register(bundle, slot)
        {
            self.held[usize::from(register)] = target;
        }
    }
}

/// The number of the branch register from which an indirect branch in a slot, that is no return, reads its target.
fn target_register(bundle: &BranchBundle, slot: u8) -> Option<u8> {
    let branch = bundle.slots[usize::from(slot) % 3].as_ref();
    let branch = branch.filter(|branch| branch.is_indirect())?;
    Some(branch.register & 7)
}

impl Flow {
    /// Whether targets of indirect branches are read from their registers, so that whether they are predicted right depends on when these were
    /// written.
    pub(crate) fn reads_registers(&self) -> bool {
        self.indirect.is_some()
    }

    /// Whether that is so for a branch of a bundle.
    #[inline(always)]
    pub(crate) fn reads_registers_of(&self, bundle: &BranchBundle) -> bool {
        bundle.reads_register && self.reads_registers()
    }

    /// Corrects the prediction of a bundle with an indirect branch that is no return: its target is read from the branch register, unless the first
    /// stage has supplied it. `in_time`: the slots whose registers were written early enough, a bit for each.
    #[inline(never)]
    fn redirect(
        &mut self,
        bundle: &BranchBundle,
        predicted: Predicted,
        outcome: BranchOutcome,
        in_time: u8,
    ) -> Predicted {
        // Branch prediction 6
        let Some(indirect) = &mut self.indirect else {
            return predicted;
        };
        let read = predicted
            .slot()
            .filter(|_| predicted.stage() != Stage::First)
            .and_then(|slot| Some((slot, target_register(bundle, slot)?)))
            .map(|(slot, register)| {
                let target = match outcome {
                    Some((taken, target)) if taken == slot && in_time >> slot & 1 != 0 => target,
                    _ => indirect.held[usize::from(register)],
                };
                predicted.redirected(target, indirect.bubbles)
            });
        indirect.hold(bundle, outcome);
        read.unwrap_or(predicted)
    }

    /// Functional warming of the targets that registers hold, whose prediction is not looked at.
    pub(crate) fn warm_registers(&mut self, bundle: &BranchBundle, outcome: BranchOutcome) {
        if let Some(indirect) = &mut self.indirect {
            indirect.hold(bundle, outcome);
        }
    }
}

/// Why execution goes on elsewhere than predicted: the flush as a listener is told of it.
#[derive(Clone, Copy, Debug)]
struct Blame {
    culprit: Site,
    kind: FlushKind,
    vector: Option<u16>,
}

impl Blame {
    /// An interruption that no instruction of the program causes.
    const NOTHING: Blame = Blame::new(Site::none(), FlushKind::Interruption);

    const fn new(culprit: Site, kind: FlushKind) -> Self {
        Self {
            culprit,
            kind,
            vector: None,
        }
    }
}

impl Flow {
    /// Before the first block.
    pub(crate) fn new(machine: &Machine) -> Self {
        Self {
            entry: BlockEntry::default(),
            joining: false,
            expected: NOWHERE,
            space: 0,
            dispersed_behind: 0,
            position: (NOWHERE, 0),
            steered: Origin::UNKNOWN,
            faulted: None,
            blame: None,
            special: machine.latency.special.clone(),
            mispredict_cycles: u64::from(machine.branch.mispredict_cycles),
            indirect: machine.branch.indirect_reads_register.then(|| Indirect {
                read_cycles: machine.branch.register_read_cycles.into(),
                bubbles: machine.branch.bubbles.indirect,
                held: [NO_TARGET; 8],
            }),
        }
    }

    /// Notes, for a listener, where execution stands behind an execution of the slots before `end` of a block.
    #[inline(always)]
    pub(crate) fn stand<P: Probe>(&mut self, block: u64, end: u8, execution: &Execution) {
        if P::hears_records() {
            self.position = match execution.taken {
                Some(_) => (execution.target & !15, 0),
                None => (block, end),
            };
        }
    }

    /// What steered fetch last, if waiting for what was fetched since is charged to this stall; else [`Origin::UNKNOWN`].
    #[inline(always)]
    pub(super) fn blame_for(&self, stall: Stall) -> Origin {
        let reason = self.steered.reason();
        if reason.map_or(Stall::TakenBranch, Reason::stall) == stall {
            self.steered
        } else {
            Origin::UNKNOWN
        }
    }

    /// The last cycle in which a branch register may become ready so that branches in blocks that enter in cycle `entry` or later read it.
    #[inline(always)]
    pub(crate) fn sees_registers(&self, entry: u64) -> u64 {
        // Branch prediction 6
        let indirect = self.indirect.as_ref();
        indirect.map_or(u64::MAX, |indirect| {
            entry.saturating_sub(indirect.read_cycles)
        })
    }

    /// Front end 7: the entry of the first block behind an interruption, where the newest group issued in cycle `issue`.
    #[inline(always)]
    pub(crate) fn arrival(&self, issue: u64) -> u64 {
        issue + 1 + u64::from(self.special.interruption_cycles)
    }

    /// Front end 7: the first entry of the right path when a group that issues in a cycle holds a mispredicted branch.
    #[inline(always)]
    pub(crate) fn resteer(&self, issue: u64) -> u64 {
        issue + 1 + self.mispredict_cycles
    }
}

/// Bundle address and slot of the instruction so many slots behind the beginning of a bundle.
pub(crate) fn place((address, slots): (u64, u8)) -> (u64, u8) {
    (address.wrapping_add(16 * u64::from(slots / 3)), slots % 3)
}

/// The branch bundle of a plan and what it did in an execution; `None`: there is none, or execution left the block before its end.
#[inline(always)]
pub(crate) fn branch_outcome<'a>(
    plan: &'a Plan,
    execution: &Execution,
) -> Option<(&'a BranchBundle, BranchOutcome)> {
    outcome_of(plan, execution.end, execution.taken, execution.target)
}

/// The same for an execution that ended before slot `end`, with the branch in slot `taken`, if any, taken to `target`.
#[inline(always)]
pub(crate) fn outcome_of(
    plan: &Plan,
    end: u8,
    taken: Option<u8>,
    target: u64,
) -> Option<(&BranchBundle, BranchOutcome)> {
    let bundle = plan.branch.as_ref()?;
    match taken {
        Some(slot) if bundle.is_branch(slot) => Some((bundle, Some((slot - bundle.first, target)))),
        None if end == plan.slots => Some((bundle, None)),
        _ => None,
    }
}

/// The slot, 0 to 2, under which a branch bundle is counted: that of the taken branch, or else of the last branch.
pub(crate) fn acting_slot(bundle: &BranchBundle, outcome: BranchOutcome) -> u8 {
    match outcome {
        Some((slot, _)) => slot,
        None => bundle.slots.iter().rposition(Option::is_some).unwrap_or(2) as u8,
    }
}

/// The record by which a branch bundle is counted, without cycle, address and target.
#[inline(always)]
pub(crate) fn branch_record(
    bundle: &BranchBundle,
    outcome: BranchOutcome,
    predicted: &Predicted,
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
        kind: branch.map_or(BranchKind::Relative, |branch| kind_of(&branch)),
        multiway: bundle.count > 1,
        before: match bundle.count {
            0 | 1 => [0; BranchKind::COUNT],
            _ => kinds_before(bundle, slot),
        },
    }
}

/// The kind under which a branch is counted.
#[inline(always)]
fn kind_of(branch: &BranchSlot) -> BranchKind {
    match branch.kind {
        isa::BranchKind::Ret => BranchKind::Return,
        _ if branch.target.is_none() => BranchKind::Indirect,
        _ => BranchKind::Relative,
    }
}

/// Numbers of the branches of a bundle that executed before one of its slots, by kind.
#[inline(never)]
fn kinds_before(bundle: &BranchBundle, slot: u8) -> [u8; BranchKind::COUNT] {
    let mut kinds = [0; BranchKind::COUNT];
    let executed = bundle.slots.iter().take(slot.into());
    let before = executed.skip(bundle.entered.into());
    for branch in before.flatten() {
        kinds[kind_of(branch) as usize] += 1;
    }
    kinds
}

/// Address at which fetch continues, on the wrong path, behind a mispredicted branch bundle.
pub(crate) fn wrong_target(bundle: &BranchBundle, predicted: &Predicted) -> u64 {
    wrong_target_of(bundle.ip.wrapping_add(16), predicted)
}

/// The same for a bundle that ends before address `behind`.
pub(crate) fn wrong_target_of(behind: u64, predicted: &Predicted) -> u64 {
    // Front end 9
    match (predicted.slot(), predicted.target()) {
        (Some(_), Some(target)) => target,
        _ => behind,
    }
}

/// Front end 9: the cycle in which the first block of a wrong path could enter, where the newest block before it entered in cycle `newest`.
pub(crate) fn wrong_path_start(newest: u64, predicted: &Predicted) -> u64 {
    newest + 1 + u64::from(predicted.bubbles())
}

/// The slot of the instruction that faulted or trapped in an execution, and its vector.
fn fault(execution: &Execution) -> Option<(u8, u16)> {
    execution.notes.iter().find_map(|note| match note.fact {
        Fact::Fault { vector } => Some((note.slot, vector)),
        _ => None,
    })
}

impl<P: Probe> Pipeline<P> {
    /// Execution goes on at an address that was not expected: at the start, after a fault, an interruption or a switch. The pipe is flushed.
    #[inline(never)]
    pub(crate) fn arrive(&mut self, space: u32, ip: u64) {
        // Front end 7 (`special.interruption_cycles`) and 8; Dispersal 8; System 5.
        self.flow.entry = BlockEntry::default();
        self.flow.joining = false;
        self.flow.space = space;
        if self.now != BEFORE {
            let entry = self.flow.arrival(self.now);
            self.kill(place(self.flow.position));
            let counters = &mut self.shared.counters;
            counters.count(Raw::FlushesException, 1, self.now, &Site::none());
            let blame = self.flow.blame.take().unwrap_or(Blame::NOTHING);
            self.steer(&blame.culprit, Reason::flush(blame.kind));
            self.report_flush(blame, entry, ip);
            self.front
                .flush(&mut self.shared, space, ip, entry, Stall::FlushException);
        } else {
            self.front
                .flush(&mut self.shared, space, ip, 0, Stall::InstructionStart);
        }
    }

    /// The instruction that faulted in the newest execution, kept for a listener.
    pub(crate) fn faulting_site(&self) -> Site {
        let blame = self.flow.blame.as_ref();
        blame.map_or(Site::none(), |blame| blame.culprit)
    }

    /// Notes the instruction that steers fetch: a listener that adds up is told of it when a group waits for what is fetched behind.
    #[inline(always)]
    fn steer(&mut self, site: &Site, reason: Reason) {
        if self.shared.counters.sums() {
            self.flow.steered = Origin::new(site.culprit(), reason);
        }
    }

    /// Counts the valid syllables that a flush discards: all that was fetched from a slot of a bundle on. Returns how many they are.
    fn kill(&mut self, (bundle, slot): (u64, u8)) -> u64 {
        let bytes = self.front.fetch.fetched_end.wrapping_sub(bundle);
        // Nothing was fetched from there on if fetch ended before: the difference is 0 or wraps.
        if !(1..=i64::MAX as u64).contains(&bytes) {
            return 0;
        }
        let syllables = bytes / 16 * 3 - u64::from(slot);
        if P::hears_records() {
            self.shared.counters.fetched(syllables);
        }
        syllables
    }

    /// Tells the listener, if it has to hear of it, of a flush behind the newest issue. `resteer`: the first entry of the right path.
    fn report_flush(&mut self, blame: Blame, resteer: u64, target: u64) {
        let counters = &self.shared.counters;
        if counters.sums_up() || counters.hears(resteer + 1) {
            self.shared.counters.probe.flush(&Flush {
                cycle: self.now,
                resteer,
                culprit: blame.culprit,
                kind: blame.kind,
                vector: blame.vector,
                target: target & !15,
            });
        }
    }

    /// Tells the listener of the flush behind a mispredicted branch of the newest issue.
    #[inline(always)]
    pub(crate) fn report_misprediction(&mut self, culprit: Site, resteer: u64, target: u64) {
        let blame = Blame::new(culprit, FlushKind::Mispredict);
        self.report_flush(blame, resteer, target);
    }

    /// Tells the listener of an instruction of the newest issue that the system completes.
    pub(crate) fn report_assist(&mut self, culprit: Site, until: u64, target: u64) {
        let blame = Blame {
            vector: Some(Flush::FLOATING_POINT_FAULT),
            ..Blame::new(culprit, FlushKind::Assist)
        };
        self.report_flush(blame, until, target);
    }

    /// A floating-point instruction has faulted or trapped, and ends its execution. What software completed has been counted by its assist.
    #[cold]
    fn count_floating_point_fault(&mut self, slot: u8, run: &Run<'_>) {
        let assist = Note {
            slot,
            fact: Fact::Assisted,
        };
        if self.now != BEFORE && !run.execution.notes.contains(&assist) {
            let site = run.site::<P>(slot, 0);
            let counters = &mut self.shared.counters;
            counters.count(Raw::FloatFaults, 1, self.now, &site);
        }
    }

    /// The flush that an execution causes if execution does not go on as expected: by a fault, a break or an rfi.
    fn blame(plan: &Plan, run: &Run<'_>) -> Option<Blame> {
        if let Some((slot, vector)) = fault(run.execution) {
            return Some(Blame {
                vector: Some(vector),
                ..Blame::new(run.site::<P>(slot, 0), FlushKind::Fault)
            });
        }
        let slot = plan.flushes.filter(|slot| run.on >> slot & 1 != 0)?;
        Some(Blame::new(run.site::<P>(slot, 0), FlushKind::Service))
    }

    /// The end of an execution: predicts its branch bundle, steers fetch, and notes where execution is expected to go on. `last`: the last group of
    /// which something retired.
    ///
    /// Not inlined, so that the loop over the groups keeps its values in registers.
    #[inline(never)]
    pub(crate) fn leave_block(
        &mut self,
        plan: &Plan,
        positions: &mut TablePositions,
        run: &Run<'_>,
        last: Option<&Group>,
    ) {
        let (end, target) = (run.end, run.execution.target);
        self.flow.expected = target;
        self.flow.stand::<P>(run.block.ip, end, run.execution);
        let fault = fault(run.execution);
        if let Some((slot, Flush::FLOATING_POINT_FAULT | Flush::FLOATING_POINT_TRAP)) = fault {
            self.count_floating_point_fault(slot, run);
        }
        self.flow.faulted = fault.and_then(|(slot, _)| {
            let mut memory = plan.groups.iter().flat_map(|group| &group.memory);
            memory.find(|memory| memory.slot == slot).copied()
        });
        if P::is_armed() {
            self.flow.blame = Self::blame(plan, run);
        }
        let Some(last) = last else {
            self.course.unmemoizable = true;
            // No group issued: the first instruction faulted.
            self.flow.expected = NOWHERE;
            return;
        };
        if end < last.to {
            self.flow.dispersed_behind += u64::from(last.to - end);
            if self.shared.counters.hears(self.now + 1) {
                let counters = &mut self.shared.counters;
                for slot in end..last.to {
                    let site = run.site::<P>(slot, 0);
                    let raw = Raw::InstructionsDispersed;
                    counters.probe.count(raw, 1, self.now, &site);
                }
            }
        }
        // Also where the bundle is not executed to its end: a memo of this execution may serve one whose branch is taken.
        let bundle = plan.branch.as_ref();
        self.course.in_time = bundle.map_or(0, |bundle| self.registers_in_time(bundle));
        match (branch_outcome(plan, run.execution), run.execution.taken) {
            (Some((bundle, outcome @ Some(_))), _) => {
                // The bundle of a taken branch leaves the buffer, also if the group ends inside it.
                if last.to % 3 != 0 {
                    self.front.leave(1, self.now);
                }
                // Front end 6; Dispersal 8: a taken branch begins a new window.
                self.branch(bundle, positions, run, outcome);
                self.flow.entry = BlockEntry::default();
            }
            (Some((bundle, None)), _) => {
                self.branch(bundle, positions, run, None);
                self.fall_through(plan, last);
                if target != plan.next_ip {
                    self.flow.expected = NOWHERE;
                }
            }
            // Front end 7: an `rfi`. What follows it was fetched, not what it returns to.
            (None, Some(slot)) if plan.flushes == Some(slot) => {
                self.flow.expected = NOWHERE;
                self.flow.position = (run.block.ip, end);
            }
            (None, Some(slot)) => {
                self.failed_check(plan, run, slot);
                self.flow.entry = BlockEntry::default();
            }
            (None, None) => {
                self.fall_through(plan, last);
                if end < plan.slots || target != plan.next_ip || self.interrupts(plan, run) {
                    self.flow.expected = NOWHERE;
                }
            }
        }
        // Once fetch is ahead of the next block no group waits for what was steered; states that are equal then name the same origin.
        if self.shared.counters.sums() && self.front.fetch.fetched_end != self.flow.expected {
            self.flow.steered = Origin::UNKNOWN;
        }
    }

    /// Whether the execution ended behind a break or an rfi with a true predicate.
    fn interrupts(&self, plan: &Plan, run: &Run<'_>) -> bool {
        plan.flushes.is_some_and(|slot| run.on >> slot & 1 != 0)
    }

    /// Execution goes on behind the block: dispersal keeps its state.
    fn fall_through(&mut self, plan: &Plan, last: &Group) {
        self.flow.entry = BlockEntry {
            window: plan.window,
            rest: plan.unfinished,
        };
        self.flow.joining = last.open;
    }

    /// A check failed and branched to its recovery code.
    #[inline(never)]
    fn failed_check(&mut self, plan: &Plan, run: &Run<'_>, slot: u8) {
        // Front end 7: the failed check, `special.failed_check_cycles`.
        let site = run.site::<P>(slot, 0);
        let at = self.now;
        match plan.checks.iter().find(|(check, _)| *check == slot) {
            Some((_, raw @ (Raw::AlatFailuresInteger | Raw::AlatFailuresFloat))) => {
                self.alat_failure(*raw, &site);
            }
            Some((_, raw)) => self.shared.counters.count(*raw, 1, at, &site),
            None => {}
        }
        let counters = &mut self.shared.counters;
        counters.count(Raw::FlushesException, 1, at, &site);
        let entry = at + 1 + u64::from(self.flow.special.failed_check_cycles);
        self.steer(&site, Reason::FailedCheck);
        let target = run.execution.target;
        self.report_flush(Blame::new(site, FlushKind::FailedCheck), entry, target);
        self.course.killed = self.kill((run.block.ip_of(slot + 1), (slot + 1) % 3));
        let cut_short = self.front.cut_short;
        self.front.flush(
            &mut self.shared,
            run.block.space,
            target,
            entry,
            Stall::FlushException,
        );
        // No memo counts what fetch had begun.
        self.course.unmemoizable |= self.front.cut_short != cut_short;
    }

    /// A branch bundle was executed: predicts and counts it, and resteers or flushes fetch.
    #[inline(always)]
    fn branch(
        &mut self,
        bundle: &BranchBundle,
        positions: &mut TablePositions,
        run: &Run<'_>,
        outcome: BranchOutcome,
    ) {
        let in_time = self.course.in_time;
        let predicted = match self.ahead.prediction {
            Some(predicted) => predicted,
            None => self.predict(bundle, outcome, positions, in_time),
        };
        self.course.prediction = Some(predicted);
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
        self.shared.counters.branch(record);
        let target = run.execution.target;
        match (quality, outcome) {
            (Prediction::Right, Some(_)) => {
                self.steer(&record.site, Reason::Taken);
                self.front
                    .resteer(&mut self.shared, target, predicted.bubbles());
                if branch.is_some_and(|branch| branch.many) {
                    let next = self.front.fetch.next;
                    self.front.stream_from(&mut self.shared, target, next);
                }
            }
            (Prediction::Right, None) => {
                if predicted.bubbles() > 0 {
                    self.steer(&record.site, Reason::Taken);
                    self.front.bubbles(predicted.bubbles());
                }
            }
            _ => {
                let site = record.site;
                self.mispredicted(bundle, run, predicted, &site);
            }
        }
    }

    /// Predicts a branch bundle and learns it; `in_time` as [`registers_in_time`](Self::registers_in_time) says.
    #[inline(always)]
    pub(crate) fn predict(
        &mut self,
        bundle: &BranchBundle,
        outcome: BranchOutcome,
        positions: &mut TablePositions,
        in_time: u8,
    ) -> Predicted {
        let predicted = self.branches.run(bundle, outcome, positions);
        match bundle.reads_register {
            true => self.flow.redirect(bundle, predicted, outcome, in_time),
            false => predicted,
        }
    }

    /// The slots of a branch bundle, a bit for each, whose branch registers were written so early that the front end reads their newest values; 0
    /// where it does not read them. The answer depends only on the front end's state and on values under way, both of which are part of the states
    /// that replay compares.
    #[inline(always)]
    fn registers_in_time(&self, bundle: &BranchBundle) -> u8 {
        match self.flow.reads_registers_of(bundle) {
            true => self.slots_in_time(bundle),
            false => 0,
        }
    }

    #[inline(never)]
    fn slots_in_time(&self, bundle: &BranchBundle) -> u8 {
        // Branch prediction 6
        let seen = self.flow.sees_registers(self.front.fetch.entry);
        let in_time = |slot: &u8| {
            let register = target_register(bundle, *slot);
            register.is_some_and(|register| self.registers.branch_register(register).ready <= seen)
        };
        (0..3)
            .filter(in_time)
            .fold(0, |slots, slot| slots | 1 << slot)
    }

    /// A branch bundle was mispredicted: fetch follows the wrong path until the resteer, then the pipe is flushed.
    #[inline(never)]
    fn mispredicted(
        &mut self,
        bundle: &BranchBundle,
        run: &Run<'_>,
        predicted: Predicted,
        site: &Site,
    ) {
        // Front end 7: the mispredict bubble; 9: the wrong path.
        self.steer(site, Reason::Mispredict);
        let entry = self.flow.resteer(self.now);
        let counters = &mut self.shared.counters;
        counters.count(Raw::FlushesMispredict, 1, self.now, site);
        if P::hears_records() {
            let (until, aside) = (self.front.cycle_of(entry), self.front.most_aside());
            let counters = &mut self.shared.counters;
            if counters.awaits(aside, until) {
                counters.awaken();
            }
        }
        self.report_misprediction(*site, entry, run.execution.target);
        let first = wrong_path_start(self.front.fetch.entry, &predicted);
        let wrong = wrong_target(bundle, &predicted);
        self.front
            .wrong_path(&mut self.shared, wrong, (first, entry), |_| {});
        let target = run.execution.target;
        self.front.flush(
            &mut self.shared,
            run.block.space,
            target,
            entry,
            Stall::FlushMispredict,
        );
    }
}
