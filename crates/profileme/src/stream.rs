//! From records to the stream of valid fetched syllables, in the order of their fetch.
//!
//! The rule (docs/profileme.md, "Valid fetched syllables"): every syllable of a fetched bundle is valid but those in front
//! of the slot at which execution enters the bundle, those behind a taken branch, and those behind a mispredicted branch on the path
//! that was predicted, which are fetched again as its wrong path. So it retires, or lies on a wrong path, or is
//! killed by a flush, or faults.
//!
//! A [`FetchQueue`] joins groups to the fetches of their bundles. Each group, each wrong-path fetch and each flush adds a
//! [`Piece`]: syllables with their fetch and fate. The unit takes pieces from the front, oldest first: its syllables *go by*.

use std::collections::VecDeque;

use events::{
    Block, Branch, DataMiss, DataMissKind, DataRequester, DataTlbMiss, Earlier, Fetch, FetchQueue,
    Flush, FlushKind, Group, Raw, Site, Task,
};

use isa::{BranchKind, BranchTarget, Instruction, MemoryAccess, Op};

use crate::history::History;
use crate::pieces::{Details, Outcome, Piece};
use crate::pipe::Pipe;

/// Which syllables the unit may select, by their number ([`Stream::accounted`]): details of others are not kept.
///
/// `crates/sim/tests/profileme_at_rest.rs` compares the samples with those of a unit that keeps everything.
#[derive(Debug, Clone, Copy, Default)]
struct Selectable {
    /// The first one that may be selected. Of syllables before it only their number matters.
    first: u64,
    /// No other one before this number is selected. Of those between only the cycle of their fetch matters, which ends the overcount
    /// of a window.
    next: u64,
}

/// What is kept of a block. Masks have a bit for each slot.
#[derive(Debug)]
struct Code {
    /// Address of the first bundle.
    ip: u64,
    /// Instructions; of a long one its second slot.
    counted: u64,
    branches: u64,
    /// Branches that are conditional ([`is_conditional`]).
    conditional: u64,
    /// Instructions that look into the ALAT ([`reads_alat`]).
    checks: u64,
    raw: Box<[u128]>,
}

/// Joins records to syllables.
#[derive(Debug)]
pub(crate) struct Stream {
    pub pipe: Pipe,
    codes: Vec<Option<Code>>,
    queue: FetchQueue,
    /// Bundle and slot of what was dispersed with the newest group but lies behind its taken branch or culprit, and does not retire.
    behind: Vec<(u64, u8)>,
    /// Cycle of the newest issue.
    previous_issue: Option<u64>,
    /// The first syllable of the newest group.
    leader: (u64, u8),
    /// Data TLB misses of the group that comes next: they are recorded before it.
    translations: Vec<DataTlbMiss>,
    /// The task and the processor status of what comes next.
    task: Option<Task>,
    psr: u64,
    /// Task and processor status of the newest group.
    running: (Option<Task>, u64),
    /// When task or status changed last: the cycle of the newest issue before that, with the task and status of that issue.
    changed: Option<(u64, (Option<Task>, u64))>,
    /// Execution is outside the region of interest: syllables do not count.
    outside: bool,
    /// The cycle of the newest fetch outside the region.
    pub passed: u64,
    /// Syllables whose fate is known, in the order of their fetch.
    pub pieces: VecDeque<Piece>,
    /// Details of those pieces that have some, in the same order.
    details: VecDeque<Details>,
    /// So many of the oldest pieces are final: no later record concerns their syllables.
    final_pieces: usize,
    selectable: Selectable,
    /// The cycle of the fetch of the syllable that will be selected, once its piece is there.
    selected: Option<u64>,
    /// The number of the syllable that will be selected is known ([`Stream::expect`]).
    expects: bool,
    /// A syllable was fetched behind the cycles in which the overcount of the selected one is taken.
    has_enough: bool,
    /// Syllables before the first piece, of which only the number is kept, and the cycle in which the newest of them was fetched.
    gone: (u64, u64),
    /// Number of the valid syllables so far, recorded or passed over, inside the region of interest and outside.
    pub accounted: u64,
    pub history: History,
}

impl Stream {
    pub(crate) fn new(pipe: Pipe) -> Self {
        Stream {
            pipe,
            codes: Vec::new(),
            queue: FetchQueue::default(),
            behind: Vec::new(),
            previous_issue: None,
            leader: (0, 0),
            translations: Vec::new(),
            task: None,
            psr: 0,
            running: (None, 0),
            changed: None,
            outside: false,
            passed: 0,
            pieces: VecDeque::new(),
            details: VecDeque::new(),
            final_pieces: 0,
            selectable: Selectable::default(),
            selected: None,
            expects: false,
            has_enough: false,
            gone: (0, 0),
            accounted: 0,
            history: History::default(),
        }
    }

    /// The oldest piece, if it is final: marked so, or decided before `until`, up to which all records have arrived.
    #[inline]
    pub(crate) fn oldest(&self, until: u64) -> Option<&Piece> {
        let piece = self.pieces.front()?;
        (self.final_pieces > 0 || piece.decided < until).then_some(piece)
    }

    /// Details of the oldest piece; `None`: none of its syllables may be selected.
    pub(crate) fn oldest_details(&self) -> Option<&Details> {
        let piece = self.pieces.front()?;
        self.details.front().filter(|_| piece.has_details)
    }

    /// Removes the syllables of the oldest piece before slot `from`, which have gone by.
    pub(crate) fn drop_before(&mut self, from: u8) {
        if let Some(piece) = self.pieces.front_mut() {
            piece.from = from;
        }
    }

    /// Removes the oldest piece, whose syllables have gone by.
    #[inline]
    pub(crate) fn drop_oldest(&mut self) {
        self.final_pieces = self.final_pieces.saturating_sub(1);
        if self
            .pieces
            .pop_front()
            .is_some_and(|piece| piece.has_details)
        {
            self.details.pop_front();
        }
    }

    /// Puts a final piece in front of all others.
    pub(crate) fn put_first(&mut self, piece: Piece) {
        self.pieces.push_front(piece);
        self.final_pieces += 1;
    }

    /// Announces which syllable the unit selects: number [`accounted`](Self::accounted) plus `selected`, and after it none before number
    /// `least` behind it. All syllables so far have gone by.
    pub(crate) fn expect(&mut self, selected: u64, least: u64) {
        let first = self.accounted.saturating_add(selected);
        self.drop_expectation();
        self.selectable = Selectable {
            first,
            next: first.saturating_add(least),
        };
        self.expects = true;
    }

    /// Any syllable may be selected.
    pub(crate) fn expect_any(&mut self) {
        self.selectable = Selectable::default();
        self.drop_expectation();
    }

    /// Takes the syllables before the first piece: their number, and the cycle in which the newest of them was fetched.
    pub(crate) fn take_gone(&mut self) -> (u64, u64) {
        std::mem::take(&mut self.gone)
    }

    fn forget_pieces(&mut self) {
        self.pieces.clear();
        self.details.clear();
        self.final_pieces = 0;
    }

    /// All pieces so far are final.
    pub(crate) fn mark_all_final(&mut self) {
        self.final_pieces = self.pieces.len();
    }

    /// Whether everything has arrived that was fetched early enough to matter to the window of the selected syllable.
    pub(crate) fn has_enough(&self) -> bool {
        self.has_enough
    }

    /// Whether records are still to come of the syllable that will be selected, or of what is fetched behind it and matters to its window.
    /// Until they are there the unit need not look at the stream.
    pub(crate) fn lacks_some(&self) -> bool {
        self.expects && !self.has_enough
    }

    /// Drops the announcement of [`Stream::expect`]: the unit looks at the stream behind every block.
    pub(crate) fn drop_expectation(&mut self) {
        self.selected = None;
        self.expects = false;
        self.has_enough = false;
    }

    /// Forgets everything but code and task, because records are left out from here on.
    pub(crate) fn begin_rest(&mut self) {
        self.abandon();
        self.forget_pieces();
        self.expect_any();
        self.behind.clear();
        self.translations.clear();
        self.previous_issue = None;
        self.history.clear();
    }

    /// Whether the history is so long that dropping its old part is worth while.
    pub(crate) fn is_long(&self) -> bool {
        self.history.cycles.len() > 64
    }

    /// Whether it counts nothing: outside the region of interest.
    pub(crate) fn is_outside(&self) -> bool {
        self.outside
    }

    /// Forgets what no syllable fetched in `before` or later can need.
    pub(crate) fn forget(&mut self, before: u64) {
        self.history.forget(before, &self.pipe);
    }

    /// The region of interest begins or ends: syllables outside it do not count.
    pub(crate) fn set_outside(&mut self, outside: bool) {
        self.outside = outside;
        if outside {
            return;
        }
        self.forget_pieces();
        self.expect_any();
        // The first group inside has none before it.
        self.previous_issue = None;
    }

    /// Behind the newest issue, in cycle `newest`, this task runs.
    pub(crate) fn task(&mut self, newest: u64, task: Task) {
        self.change(newest);
        self.task = Some(task);
    }

    /// Behind the newest issue, in cycle `newest`, the processor status is this.
    pub(crate) fn status(&mut self, newest: u64, psr: u64) {
        self.change(newest);
        self.psr = psr;
    }

    fn change(&mut self, newest: u64) {
        if self.changed.is_none_or(|(cycle, _)| cycle != newest) {
            self.changed = Some((newest, (self.task, self.psr)));
        }
    }

    /// Task and processor status of the newest issue, in cycle `newest`.
    fn running_at(&self, newest: u64) -> (Option<Task>, u64) {
        match self.changed {
            Some((cycle, before)) if cycle == newest => before,
            _ => (self.task, self.psr),
        }
    }

    /// Whether all syllables fetched up to a cycle have issued or were flushed, and have gone by, provided that no more fetches of that
    /// cycle arrive.
    pub(crate) fn has_issued(&self, cycle: u64) -> bool {
        let is_late = |fetch: &Fetch| fetch.cycle > cycle;
        let goes_on = self.queue.issuing();
        self.pieces.is_empty()
            && goes_on.is_none_or(|(bundle, _)| is_late(&bundle.fetch))
            && self
                .queue
                .oldest()
                .is_none_or(|bundle| is_late(&bundle.fetch))
    }

    /// Takes what the unit missed and needs for the records that come next.
    pub(crate) fn recall(&mut self, earlier: &Earlier) {
        self.history.cycles.extend(&earlier.cycles);
        self.history.instruction_tlb.extend(&earlier.miss);
        if let Some((issue, leader)) = earlier.issue {
            self.previous_issue = Some(issue);
            self.leader = leader;
            self.running = self.running_at(issue);
        }
        let Some(fetch) = earlier.fetch else {
            return;
        };
        self.queue.fetch(&fetch);
        let (bundle, slot) = earlier.position;
        if slot > 0 {
            let _ = self.queue.issue(bundle, 0..slot);
        } else if bundle > fetch.ip {
            let _ = self.queue.issue(bundle - 16, 0..3);
        }
    }

    /// Bundle and slot that a group begins with.
    pub(crate) fn place(&self, group: &Group) -> Option<(u64, u8)> {
        let code = self.codes.get(group.code.0 as usize)?.as_ref()?;
        let bundle = code.ip.wrapping_add(16 * u64::from(group.from / 3));
        Some((bundle, group.from % 3))
    }

    pub(crate) fn describe(&mut self, block: &Block) {
        let index = block.id.0 as usize;
        if index >= self.codes.len() {
            self.codes.resize_with(index + 1, || None);
        }
        let slots_that = |are: fn(&Instruction) -> bool| {
            let slots = block
                .instructions()
                .filter(|(_, instruction)| are(instruction));
            slots.fold(0, |mask, (slot, _)| mask | 1 << slot)
        };
        self.codes[index] = Some(Code {
            ip: block.ip,
            counted: block.counted,
            branches: slots_that(Instruction::is_branch),
            conditional: slots_that(is_conditional),
            checks: slots_that(reads_alat),
            raw: block.raw.clone(),
        });
    }

    /// The bundles of the code that was executed, by address; the newest where the contents changed.
    pub(crate) fn bundles(&self) -> impl Iterator<Item = (u64, u128)> {
        self.codes.iter().flatten().flat_map(|code| {
            let places = (0..).map(|index: u64| code.ip.wrapping_add(16 * index));
            places.zip(code.raw.iter().copied())
        })
    }

    /// Adds the syllables of `slots`, fetched in one cycle and decided in another. Returns whether the caller has to add their details.
    #[inline]
    fn push(&mut self, slots: (u8, u8), fetched: u64, decided: u64) -> bool {
        let before = self.accounted;
        let syllables = u64::from(slots.1 - slots.0);
        self.accounted += syllables;
        if self.outside {
            self.passed = fetched;
            return false;
        }
        if self.accounted < self.selectable.first && self.pieces.is_empty() {
            self.gone = (self.gone.0 + syllables, fetched);
            return false;
        }
        match self.selected {
            // The overcount ends one cycle behind the fetch of the selected syllable.
            Some(selected) => self.has_enough |= fetched > selected + 1,
            None if before < self.selectable.first => self.selected = Some(fetched),
            None => {}
        }
        let has_details = before < self.selectable.first || self.accounted >= self.selectable.next;
        if !has_details
            && self.pieces.len() > self.final_pieces
            && let Some(newest) = self.pieces.back_mut()
            && !newest.has_details
            && (newest.fetched, newest.decided) == (fetched, decided)
        {
            // More syllables of the same fetch and group, of which none is selected.
            newest.to += slots.1 - slots.0;
            return false;
        }
        self.pieces.push_back(Piece {
            from: slots.0,
            to: slots.1,
            has_details,
            fetched,
            decided,
        });
        has_details
    }

    /// Adds syllables of a bundle on the right path that a flush killed; `dispersed` as in [`Outcome::Killed`].
    fn push_killed(
        &mut self,
        (ip, slots): (u64, (u8, u8)),
        fetch: &Fetch,
        flush: &Flush,
        dispersed: u8,
    ) {
        if self.push(slots, fetch.cycle, self.pipe.trap(flush.resteer)) {
            self.keep_killed(ip, fetch, *flush, false, dispersed);
        }
    }

    /// Keeps the details of syllables that were killed.
    fn keep_killed(
        &mut self,
        ip: u64,
        fetch: &Fetch,
        flush: Flush,
        wrong_path: bool,
        dispersed: u8,
    ) {
        self.details.push_back(Details {
            ip,
            fetch: *fetch,
            task: self.running.0,
            psr: self.running.1,
            outcome: Outcome::Killed {
                flush,
                wrong_path,
                dispersed,
            },
        });
    }

    pub(crate) fn fetch(&mut self, fetch: &Fetch) {
        if !fetch.wrong_path {
            self.queue.fetch(fetch);
            return;
        }
        let Some(flush) = self.history.flushes.back() else {
            return;
        };
        let (cycle, resteer) = (flush.cycle, flush.resteer);
        self.running = self.running_at(cycle);
        let slots = (0, 3 * fetch.bundles);
        if self.push(slots, fetch.cycle, self.pipe.trap(resteer))
            && let Some(&flush) = self.history.flushes.back()
        {
            self.keep_killed(fetch.ip, fetch, flush, true, 0);
        }
        self.mark_all_final();
    }

    pub(crate) fn group(&mut self, group: &Group) {
        self.behind.clear();
        self.mark_all_final();
        self.running = (self.task, self.psr);
        let Some(Some(code)) = self.codes.get(group.code.0 as usize) else {
            return;
        };
        let Code {
            ip,
            counted,
            branches,
            conditional,
            checks,
            ..
        } = *code;
        let delay = self
            .previous_issue
            .map_or(1, |previous| group.cycle.saturating_sub(previous));
        if self.previous_issue != Some(group.cycle) {
            let bundle = ip.wrapping_add(16 * u64::from(group.from / 3));
            self.leader = (bundle, group.from % 3);
        }
        self.previous_issue = Some(group.cycle);
        let mask = group.mask();
        self.history.groups.push_back((group.cycle, counted & mask));
        if !self.translations.is_empty() {
            let misses = self.translations.drain(..);
            let misses = misses.map(|miss| (group.cycle, miss));
            self.history.data_tlb.extend(misses);
        }
        // The group has the predicate of a long instruction at its second slot: it counts for the first, too.
        let long = mask & !counted;
        let predicates = group.predicates | group.predicates >> 1 & long;
        let mut slot = group.from;
        while slot < group.to {
            let first = slot / 3 * 3;
            let end = (first + 3).min(group.to);
            let bundle = ip.wrapping_add(16 * u64::from(slot / 3));
            let slots = (slot - first, end - first);
            if let Some(fetched) = self.queue.issue(bundle, slots.0..slots.1) {
                let cycle = fetched.fetch.cycle;
                if self.push(slots, cycle, group.cycle)
                    && let Some((fetched, _)) = self.queue.newest()
                {
                    self.details.push_back(Details {
                        ip: bundle,
                        fetch: fetched.fetch,
                        task: self.running.0,
                        psr: self.running.1,
                        outcome: Outcome::Issued {
                            issue: group.cycle,
                            delay,
                            predicates: (predicates >> first & 7) as u8,
                            branches: (branches >> first & 7) as u8,
                            conditional: (conditional >> first & 7) as u8,
                            checks: (checks >> first & 7) as u8,
                            leader: self.leader,
                        },
                    });
                }
            }
            slot = end;
        }
    }

    pub(crate) fn branch(&mut self, branch: &Branch) {
        if branch.taken {
            self.abandon();
        }
        self.history.branches.push_back(*branch);
    }

    /// Drops what was fetched and has not issued: it lies behind a taken branch, or is recorded again as a wrong path.
    fn abandon(&mut self) {
        let _ = self.queue.flush();
    }

    pub(crate) fn flush(&mut self, flush: &Flush) {
        self.history.flushes.push_back(*flush);
        if !flush.restarts() {
            return;
        }
        if flush.kind == FlushKind::Mispredict {
            return self.abandon();
        }
        let rest = self.queue.issuing();
        let rest = rest.map(|(bundle, end)| (bundle.ip, bundle.fetch, end));
        let waiting = self.queue.flush().map(|bundle| {
            // No slot of this bundle has issued. If the culprit of a fault lies in it, execution entered the bundle there.
            let faulted = flush.kind == FlushKind::Fault && flush.culprit.ip == bundle.ip;
            let from = if faulted { flush.culprit.slot() } else { 0 };
            (bundle.ip, bundle.fetch, from)
        });
        let killed: Vec<_> = rest.into_iter().chain(waiting).collect();
        for (ip, fetch, from) in killed {
            let behind = self.behind.iter().filter(|(bundle, _)| *bundle == ip);
            let dispersed = behind.fold(0, |slots, (_, slot)| slots | 1 << slot);
            self.push_killed((ip, (from, 3)), &fetch, flush, dispersed);
        }
        self.behind.clear();
        self.mark_all_final();
    }

    pub(crate) fn count(&mut self, raw: Raw, cycle: u64, site: &Site) {
        match raw {
            _ if is_l2_miss(raw) => self.history.l2_misses.push_back(cycle),
            Raw::InstructionsDispersed => self.behind.push((site.ip, site.slot())),
            _ => {}
        }
    }

    pub(crate) fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        if miss.requester != DataRequester::RegisterStack {
            self.translations.push(*miss);
        }
    }

    pub(crate) fn data_miss(&mut self, miss: &DataMiss) {
        if miss.kind == DataMissKind::Alat {
            self.history
                .failed_checks
                .push_back((miss.cycle, miss.site));
        }
    }
}

/// Whether an instruction is what the 21264 calls a conditional branch: it names its target, and a predicate or a loop counter decides
/// whether it is taken. A branch to a branch register is a jump, whatever its predicate.
fn is_conditional(instruction: &Instruction) -> bool {
    match instruction.op {
        Op::Branch {
            target: BranchTarget::Indirect,
            ..
        } => false,
        Op::Branch {
            kind: BranchKind::Cond | BranchKind::Call,
            ..
        } => instruction.qp != 0,
        Op::Branch { .. } => true,
        _ => false,
    }
}

/// Whether an instruction looks into the ALAT and may find no entry: check loads and `chk.a`.
fn reads_alat(instruction: &Instruction) -> bool {
    matches!(instruction.op, Op::ChkA { .. } | Op::ChkAF { .. })
        || instruction.memory_access().is_some_and(MemoryAccess::check)
}

/// Whether a quantity is requests that missed L2.
pub(crate) const fn is_l2_miss(raw: Raw) -> bool {
    matches!(
        raw,
        Raw::L2DataReadMisses | Raw::L2DataWriteMisses | Raw::L2InstructionMisses
    )
}
