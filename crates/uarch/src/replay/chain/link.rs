//! A link of a chain: what is the same of one execution in each turn, and what remains to be asked in each.

use crate::model::branch_prediction::{BranchUnit, NO_TARGET, Seen};
use crate::model::pipeline::Pipeline;
use crate::model::plan::table::PlanTable;
use crate::replay::memo::{Noted, Refers};
use crate::replay::memos::Memos;
use crate::replay::{NO_BRANCH, fetch, right_word};
use events::{Execution, Probe};

/// An execution of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub exit: u32,
    pub body: u32,
    /// The state in which it begins.
    pub state: u32,
    pub code: u32,
    pub end: u8,
    /// The slot of the taken branch.
    pub taken: Option<u8>,
    /// Its references are made one by one.
    pub is_late: bool,
    /// What makes no access. An execution with spills or fills is in no chain.
    pub noted: Noted,
    /// It may change the frame of the register stack.
    pub frames: bool,
    /// More has to be asked in each turn than its references: the predictor, the register stack, or it is not [plain](Self::is_plain).
    pub asks: bool,
    /// What it does when its cycles have passed.
    pub behind: Behind,
    pub refers: Refers,
    pub target: u64,
    /// As in its body.
    pub matters: u64,
    pub on: u64,
    pub neutral: u64,
    /// As in its exit's key.
    pub branch: u64,
    /// Where the wrong path begins that is fetched behind its mispredicted branch.
    pub wrong: Option<u64>,
    /// A streaming prefetch is started behind it.
    pub streams: bool,
    /// The part of a page that holds its code, if that of the link before lies in another one.
    pub part: Option<u64>,
    pub cycles: u64,
    pub syllables: u64,
    /// As in its body.
    pub fetched_until: i32,
    /// What the predictor found in its tables in the turn before, if that is known.
    pub seen: Option<Seen>,
}

impl Link {
    /// Whether an execution is this one, whatever the addresses of its data, and whichever its references are that make no access.
    #[inline(always)]
    pub(super) fn matches(&self, code: u32, execution: &Execution) -> bool {
        self.code == code
            && self.target == execution.target
            && execution.predicates & self.matters == self.on
            && self.end == execution.end
            && self.taken == execution.taken
            && execution.notes.is_empty() == (self.noted.is_none())
    }

    /// Whether all references of the execution make their accesses, and need not be made one by one.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        !self.is_late && self.noted.is_none()
    }

    /// Whether it is predicted as it was, and the predictor learns nothing from it.
    pub(super) fn is_idle(&self, memos: &Memos, branches: &BranchUnit) -> bool {
        if self.branch == NO_BRANCH {
            return true;
        }
        let short = &memos.bodies[self.body as usize].short;
        let near = short.near.as_ref();
        let how = near.and_then(|near| branches.idle(near, &short.positions, self.went()));
        how.is_some_and(|how| right_word(self.branch, how) == self.branch)
    }

    /// The target of its taken branch, or [`NO_TARGET`].
    #[inline(always)]
    pub(super) fn went(&self) -> u64 {
        match self.taken {
            Some(_) => self.target,
            None => NO_TARGET,
        }
    }
}

/// What an execution does when its cycles have passed, besides going on to the next link.
#[derive(Clone, Copy, Debug)]
pub(super) enum Behind {
    Nothing,
    /// It used queues or went down a wrong path: older entries of the queues are added up when there are many.
    Settles,
    /// That, and it starts a streaming prefetch, or its code lies in another part of a page than that of the link before.
    Fetches,
}

/// The link of exit `number`, whose body begins in `state`, where code in the part of a page `before` was fetched last. `None`: more than its
/// references, predictor and frames may have to be asked in each execution.
pub(super) fn link<P: Probe>(
    memos: &Memos,
    plans: &PlanTable,
    pipeline: &Pipeline<P>,
    (state, number, before): (u32, u32, u64),
) -> Option<Link> {
    let exit = memos.exits.get(number as usize)?;
    let body = memos.bodies.get(exit.body as usize)?;
    let l1i = &pipeline.shared.caches.l1i;
    let part = (body.fetches.count > 0).then_some(body.part);
    let is_resident = part.is_none_or(|part| {
        body.l1i_version == l1i.version
            && fetch::folds(l1i, body.fetches.of(&memos.lists.fetches))
            && fetch::has_part(&pipeline.front, part)
    });
    let is_fetched = is_resident && !body.fetches_late;
    // A listener may have to hear of references that are late, or that make no access.
    let (is_late, has_notes) = (body.steps.count > 0, !body.noted.is_none());
    let is_made = !is_late && !has_notes || !P::hears_records() && is_late != has_notes;
    let is_known = !exit.taken || exit.key.branch != NO_BRANCH;
    // A listener that adds up is told of replays by call path: a chain is on one.
    let is_told = !pipeline.shared.counters.sums() || exit.call_path == memos.call_path;
    // A listener may have to hear of what is fetched aside.
    let streams = exit.aside && !exit.mispredicted;
    let wrong = (exit.aside && exit.mispredicted).then_some(exit.path.target);
    let repeats_aside = match wrong {
        None if !streams => true,
        _ if P::hears_records() => false,
        // No line may enter L1I while a chain is on.
        None => {
            let mut ends = exit.streamed.iter();
            !pipeline.front.streams_into_l1i()
                || ends.any(|streamed| streamed.ends_again(part.unwrap_or(before), l1i.version))
        }
        Some(target) => {
            fetch::folds_path(l1i, &exit.path)
                && fetch::finds_path(
                    &pipeline.shared,
                    &exit.path,
                    (part.unwrap_or(before), target),
                )
        }
    };
    let bundle = plans.plan(body.plan).branch.as_ref();
    // A chain compares predictions by what they find in the predictor's tables, which a target read from a branch register is not.
    let by_register = bundle.is_some_and(|bundle| pipeline.flow.reads_registers_of(bundle));
    if !is_told || !repeats_aside || !is_made || !is_fetched || !is_known || by_register {
        return None;
    }
    let taken = bundle.map(|bundle| bundle.first + (exit.key.branch & 3) as u8);
    Some(Link {
        exit: number,
        body: exit.body,
        state,
        code: body.code,
        end: body.end,
        taken: taken.filter(|_| exit.taken),
        is_late,
        noted: body.noted,
        frames: body.short.frames,
        asks: true,
        behind: match streams {
            true => Behind::Fetches,
            false if is_late || exit.aside => Behind::Settles,
            false => Behind::Nothing,
        },
        refers: body.short.refers,
        target: exit.key.target,
        matters: body.matters,
        on: body.on,
        neutral: body.neutral,
        branch: exit.key.branch,
        wrong,
        streams,
        part,
        cycles: body.cycles.into(),
        syllables: body.syllables(),
        fetched_until: body.fetched_until,
        seen: None,
    })
}
