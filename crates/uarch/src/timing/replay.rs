//! Replay of executions that were timed before, and the way back to full timing.
//!
//! A replay asks first and acts then: as long as anything of an execution may differ from its memo,
//! nothing has changed but guesses, the branch predictor and the frames, and full timing takes these
//! two over.

use super::flow::wrong_target;
use super::*;
use crate::model::front_end::Position;
use crate::model::issue::scoreboard::Pending;
use crate::replay::{Body, Exit, Kind, Reference as Step, Way};

/// Most references, and most fetches, of an execution that can be replayed.
pub(super) const MAX_STEPS: usize = 32;

/// What the references of an execution found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    references: [FoundReference; MAX_STEPS],
    /// Some of them lie on other pages than the one translated last.
    moves: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct FoundReference {
    page: u64,
    physical: u64,
    /// Bytes that it stores.
    stored: u64,
}

impl Found {
    /// Whether one of the first references stores to a doubleword of a load.
    fn stores_to(&self, count: usize, physical: u64, bytes: u64) -> bool {
        let doublewords = |from: u64, bytes: u64| (from >> 3, (from + bytes - 1) >> 3);
        let (first, last) = doublewords(physical, bytes);
        self.references.iter().take(count).any(|found| {
            let (from, to) = doublewords(found.physical, found.stored.max(1));
            found.stored > 0 && from <= last && first <= to
        })
    }
}

/// Bits of the mapping of registers in the words of a state.
const NAME_SHIFT: u32 = 22;
const PRODUCER_SHIFT: u32 = 17;
/// Added to the ready cycle of a value, which may lie in the past.
const READY_BIAS: i64 = 1 << 10;

/// A value under way as a word of a state; `None`: it takes too long.
pub(super) fn pending_word(name: u16, pending: &Pending, now: u64) -> Option<u32> {
    let ready = pending.ready.wrapping_sub(now) as i64 + READY_BIAS;
    let ready = u32::try_from(ready)
        .ok()
        .filter(|ready| ready >> PRODUCER_SHIFT == 0)?;
    Some(u32::from(name) << NAME_SHIFT | u32::from(pending.producer & 31) << PRODUCER_SHIFT | ready)
}

/// Words of a state in front of the position of fetch.
pub(super) struct Header {
    pub ip: u64,
    pub space: u32,
    pub entry: Entry,
    pub joining: bool,
    /// Cycles after the newest issue up to which multimedia results are a hazard.
    pub hazard: u32,
    /// Floating-point operations of a group that goes on.
    pub operations: u32,
}

impl Header {
    pub(super) fn write(&self, words: &mut Vec<u32>) {
        words.extend([
            self.ip as u32,
            (self.ip >> 32) as u32,
            self.space,
            self.entry.window,
            u32::from(self.entry.rest) | u32::from(self.joining) << 1,
            self.hazard,
            self.operations,
        ]);
    }

    fn read(words: &[u32]) -> Option<(Self, &[u32])> {
        let [
            low,
            high,
            space,
            window,
            flags,
            hazard,
            operations,
            rest @ ..,
        ] = words
        else {
            return None;
        };
        let header = Self {
            ip: u64::from(*low) | u64::from(*high) << 32,
            space: *space,
            entry: Entry {
                window: *window,
                rest: flags & 1 != 0,
            },
            joining: flags & 2 != 0,
            hazard: *hazard,
            operations: *operations,
        };
        Some((header, rest))
    }
}

/// No branch bundle was executed.
pub(super) const NO_BRANCH: u64 = u64::MAX;

/// What a branch bundle did in an execution, if one was executed to its end.
#[inline(always)]
pub(super) fn branch_outcome<'a>(
    plan: &'a Plan,
    execution: &Execution,
) -> Option<(&'a BranchBundle, branch_prediction::Outcome)> {
    let bundle = plan.branch.as_ref()?;
    match execution.taken {
        Some(slot) if bundle.is_branch(slot) => {
            Some((bundle, Some((slot - bundle.first, execution.target))))
        }
        None if execution.end == plan.slots => Some((bundle, None)),
        _ => None,
    }
}

impl<P: Probe> Timing<P> {
    /// Replays an execution; false: it has to be timed in full.
    #[inline(always)]
    pub(super) fn replayed(&mut self, code: u32, execution: &Execution) -> bool {
        let replay = &mut self.replay;
        let Some(memo) = replay.memo(code, execution.end, execution.predicates) else {
            return false;
        };
        let core = &mut self.core;
        if !execution.notes.is_empty()
            || P::ARMED && !core.is_unheard(memo.body)
            || memo.body.fetches.count > 0 && !core.would_fetch(memo.body, memo.lists)
            || memo.body.references.count > 0 && !core.would_hit(memo.body, memo.lists, execution)
            || memo.body.rooms.count > 0 && !core.has_room(memo.body, memo.lists)
        {
            return false;
        }
        let (plan, tally) = &mut self.plans[memo.body.plan as usize];
        let mut way = Way {
            branch: NO_BRANCH,
            change: 0,
            target: execution.target,
        };
        let mut predicted = branch_prediction::Predicted::not_taken(Stage::Third, 0);
        if let Some((bundle, outcome)) = branch_outcome(plan, execution) {
            predicted = core.branches.run(bundle, outcome, &mut tally.hints);
            way.branch = predicted.word(outcome);
        }
        if !plan.frame_ops.is_empty() {
            let retired = below(memo.body.end) & !below(memo.body.first);
            way.change = core.change_frame(plan, retired, execution.taken);
        }
        let Some(exit) = memo.exit(&way) else {
            core.begun.predicted = (way.branch != NO_BRANCH).then_some(predicted);
            return false;
        };
        core.begun.followed = None;
        if P::ARMED && memo.body.fp_loads > 0 {
            core.report_fp_loads(plan, memo.body, memo.lists, execution);
        }
        core.hit(memo.body, memo.lists);
        let mut squashed = memo.body.neutral & !execution.predicates;
        while squashed != 0 {
            tally.squashed[squashed.trailing_zeros() as usize] += 1;
            squashed &= squashed - 1;
        }
        let exit = memo.leave(exit);
        let next = exit.next;
        if P::ARMED
            && way.branch != NO_BRANCH
            && core.shared.monitor.attention.branches
            && let Some(bundle) = &plan.branch
        {
            core.report_branch(plan, bundle, exit.tally, execution.target);
        }
        if exit.aside
            && let Some(bundle) = &plan.branch
        {
            core.fetch_aside(exit, bundle, &predicted, execution.target);
        }
        if P::ARMED {
            let settle = core.shared.monitor.attention.settle;
            if core.now >= settle {
                let next = core.now.wrapping_add_signed(i64::from(next));
                let settled = next.saturating_sub(core.front.depth());
                if settled >= settle {
                    self.catch_up();
                }
            }
        }
        true
    }

    /// Brings the model's own fields up to the current state, which it returns.
    #[inline(always)]
    pub(super) fn resume(&mut self) -> u32 {
        let state = self.replay.current();
        if self.replay.is_ahead() {
            self.desk.position = self.core.take_state(
                self.replay.words(state),
                std::mem::take(&mut self.desk.position),
            );
            self.replay.caught_up();
        }
        state
    }
}

impl<P: Probe> Core<P> {
    /// Whether every fetch of an execution would find its block at once, as it did when the body was
    /// remembered.
    #[inline(always)]
    fn would_fetch(&self, body: &mut Body, lists: &mut memo::Lists) -> bool {
        let fills = self.shared.caches.l1i.fills();
        if body.fills == fills {
            // Nothing has left L1I since, and what had arrived then has arrived now.
            return self.front.has_page(body.page);
        }
        let fetches = body.fetches.of_mut(&mut lists.fetches);
        let found = self.front.finds(&self.shared, self.now, body.page, fetches);
        if found {
            body.fills = fills;
        }
        found
    }

    /// Whether the listener has to hear of nothing in an execution but its branch and its floating-point
    /// loads.
    #[inline(always)]
    fn is_unheard(&self, body: &Body) -> bool {
        let until = self.now + u64::from(body.records_until);
        let heard = self.shared.monitor.hears(until);
        !(heard || body.fp_loads > 0 && self.fp_loads_ask(body.fp_loads))
    }

    /// Whether the listener may ask because of some floating-point loads.
    #[inline(never)]
    fn fp_loads_ask(&self, loads: u32) -> bool {
        let monitor = &self.shared.monitor;
        monitor.attention.data_misses && monitor.probe.asks(loads)
    }

    /// Tells the listener of the floating-point loads of an execution: each is a miss record, though all
    /// of them hit the first cache that they ask.
    #[inline(never)]
    fn report_fp_loads(
        &mut self,
        plan: &Plan,
        body: &Body,
        lists: &memo::Lists,
        execution: &Execution,
    ) {
        if !self.shared.monitor.attention.data_misses {
            return;
        }
        let latency = self.shared.caches.fp_load_latency();
        let level = if self.shared.caches.fp_loads_use_l2() {
            MemoryLevel::L2
        } else {
            MemoryLevel::L1
        };
        let mut miss = DataMiss {
            cycle: 0,
            completes: 0,
            site: Site {
                code: CodeId(plan.id),
                ..Site::none()
            },
            level,
            kind: DataMissKind::Float,
        };
        let references = body.references.of(&lists.references);
        for (step, &address) in references.iter().zip(&*execution.addresses) {
            if step.kind == Kind::FpLoad {
                miss.cycle = self.now + u64::from(step.at);
                miss.completes = miss.cycle + latency;
                miss.site.ip = plan.ip + 16 * u64::from(step.slot / 3);
                miss.site.index = step.slot;
                miss.site.data = address;
                self.shared.monitor.probe.data_miss(&miss);
            }
        }
    }

    /// Tells the listener of a branch bundle by the place where it is counted.
    #[inline(always)]
    fn report_branch(&mut self, plan: &Plan, bundle: &BranchBundle, place: u32, target: u64) {
        let monitor = &mut self.shared.monitor;
        let Some(&(mut record)) = monitor.branch_at(place) else {
            return;
        };
        record.cycle = self.now;
        record.site.ip = bundle.ip;
        record.site.code = CodeId(plan.id);
        record.site.index += bundle.first;
        record.target = target;
        monitor.probe.branch(&record);
        if monitor.probe.asks(0) {
            // At the end of this execution.
            monitor.attention.settle = 0;
        }
    }

    /// Whether no store of an execution would wait for room.
    #[inline(always)]
    fn has_room(&self, body: &Body, lists: &memo::Lists) -> bool {
        let mut has_room = true;
        for room in body.rooms.of(&lists.rooms) {
            let free = self.store_buffer.room_behind(room.behind as usize);
            has_room &= free <= self.now + u64::from(room.earliest);
        }
        has_room
    }

    /// Whether every reference of an execution would find at once what it needs, as it did when the
    /// body was remembered.
    #[inline(always)]
    fn would_hit(&mut self, body: &Body, lists: &mut memo::Lists, execution: &Execution) -> bool {
        let caches = &self.shared.caches;
        let (at, loads) = body.first_loads;
        if loads > 0 && !caches.admits_loads(self.now + u64::from(at), loads)
            || body.fp_loads > 0 && !caches.l2_is_free(self.now + u64::from(body.first_request))
        {
            return false;
        }
        let references = body.references.of_mut(&mut lists.references);
        match (references, &*execution.addresses) {
            ([only], [address]) => {
                let mut page = self.dtlb.last();
                self.found.moves = false;
                self.would_refer(only, *address, &mut page, 0)
            }
            (references, addresses) => self.would_hit_all(references, addresses),
        }
    }

    #[inline(never)]
    fn would_hit_all(&mut self, references: &mut [Step], addresses: &[u64]) -> bool {
        let mut page = self.dtlb.last();
        self.found.moves = false;
        references.len() <= addresses.len()
            && references
                .iter_mut()
                .zip(addresses)
                .enumerate()
                .all(|(i, (step, &address))| self.would_refer(step, address, &mut page, i))
    }

    /// Whether a reference would find at once what it needs. `page`: the page translated last and its
    /// frame.
    #[inline(always)]
    fn would_refer(
        &mut self,
        step: &mut Step,
        address: u64,
        page: &mut (u64, u64),
        number: usize,
    ) -> bool {
        let here = self.shared.translator.page(self.space, address);
        if address & u64::from(step.mask) != 0 {
            return false;
        }
        if here != page.0 {
            match self.dtlb.peek(here) {
                Some(frame) => *page = (here, frame),
                None => return false,
            }
            self.found.moves = true;
        }
        let caches = &self.shared.caches;
        let physical = self.shared.translator.physical(page.1, address);
        let at = self.now + u64::from(step.at);
        let bytes = u64::from(step.bytes);
        let place = &mut step.place;
        let stores = step.kind == Kind::Store;
        let hits = match step.kind {
            Kind::Load | Kind::LoadNearStore => {
                let conflicts = self.store_buffer.conflicts(at, physical, bytes)
                    || step.kind == Kind::LoadNearStore
                        && self.found.stores_to(number, physical, bytes);
                !conflicts && caches.finds_load(at, physical, place)
            }
            Kind::FpLoad => caches.finds_fp_load(at, physical, place),
            Kind::Store => caches.finds_store(physical, place),
            Kind::Prefetch => caches.has_in_l1d(physical),
        };
        self.found.references[number % MAX_STEPS] = FoundReference {
            page: here,
            physical,
            stored: if stores { bytes } else { 0 },
        };
        hits
    }

    /// Makes the fetches and references of an execution and lets its cycles pass.
    #[inline(always)]
    fn hit(&mut self, body: &Body, lists: &memo::Lists) {
        let now = self.now;
        if body.fetches.count > 0 {
            let fetches = body.fetches.of(&lists.fetches);
            self.front.refetch(&mut self.shared, body.page, fetches);
        }
        if body.references.count > 0 {
            match body.references.of(&lists.references) {
                [only] => self.refer(only, 0),
                references => self.refer_all(references),
            }
            self.loads_until = self.loads_until.max(now + u64::from(body.loads_until));
        }
        self.now = now + u64::from(body.cycles);
    }

    #[inline(never)]
    fn refer_all(&mut self, references: &[Step]) {
        for (number, step) in references.iter().enumerate() {
            self.refer(step, number);
        }
    }

    /// Makes a reference that found what it needs.
    #[inline(always)]
    fn refer(&mut self, step: &Step, number: usize) {
        let found = self.found.references[number % MAX_STEPS];
        if self.found.moves && self.dtlb.again(found.page).is_none() {
            self.dtlb.reuse(found.page);
        }
        let caches = &mut self.shared.caches;
        let at = self.now + u64::from(step.at);
        match step.kind {
            Kind::Load | Kind::LoadNearStore => caches.load_found(at, step.place),
            Kind::FpLoad => caches.fp_load_found(at, step.place),
            Kind::Store => {
                let taken = caches.store_found(at, step.place);
                let bytes = u64::from(step.bytes);
                self.store_buffer.push(at, taken, found.physical, bytes);
            }
            Kind::Prefetch => {}
        }
    }

    /// Fetch down a mispredicted path, or a streaming prefetch.
    #[inline(never)]
    fn fetch_aside(
        &mut self,
        exit: &mut Exit,
        bundle: &BranchBundle,
        predicted: &branch_prediction::Predicted,
        target: u64,
    ) {
        let now = self.now;
        if self.shared.monitor.is_unsettled() {
            // No fetch reaches behind that of the newest block.
            let newest = now.wrapping_add_signed(i64::from(exit.entry));
            let settled = newest.saturating_sub(self.front.depth()).min(now);
            self.shared.monitor.settle(settled);
        }
        if exit.mispredicted {
            let resteer = now + 1 + self.costs.mispredict;
            let newest = now.wrapping_add_signed(i64::from(exit.entry));
            let wrong = wrong_target(bundle, predicted);
            let first = newest + 1 + u64::from(predicted.bubbles());
            let shared = &mut self.shared;
            // The same exit leaves the same time.
            if !self.front.repeats_path(shared, &exit.path, wrong, resteer) {
                self.front.wrong_path(shared, wrong, first, resteer);
                exit.path = *self.front.path();
            }
        } else {
            let next = now.wrapping_add_signed(i64::from(exit.next));
            self.front.stream_from(&mut self.shared, target, next);
        }
    }

    /// Follows the frame before an execution is timed; how register names change.
    #[inline(never)]
    fn change_frame(&mut self, plan: &Plan, retired: u64, taken: Option<u8>) -> u64 {
        let before = self.frames.mapping();
        self.begun.followed = Some(before);
        self.follow_frame(plan, retired, taken);
        let after = self.frames.mapping();
        Mapping::new(before.0, before.1).change(Mapping::new(after.0, after.1))
    }

    /// Takes the state that a replay left the pipe in; returns a position to use again.
    #[inline(never)]
    fn take_state(&mut self, words: &[u32], mut position: Position) -> Position {
        let Some((header, words)) = Header::read(words) else {
            return position;
        };
        let now = self.now;
        self.expected = header.ip;
        self.space = header.space;
        self.entry = header.entry;
        self.joining = header.joining;
        self.hazard_until = now + u64::from(header.hazard);
        self.fp_operations = (now, u64::from(header.operations));
        self.pipe.count = 0;
        let words = position.read(words);
        self.front.take_position(now, header.ip, &position);
        let (base, cfm) = match self.begun.followed {
            Some(before) => before,
            None => self.frames.mapping(),
        };
        self.renamer.enter(base, cfm);
        self.scoreboard.settle();
        for word in words {
            let entry = self.renamer.entry_named((word >> NAME_SHIFT) as u16);
            let producer = (word >> PRODUCER_SHIFT) as u8 & 31;
            let ready = i64::from(word & ((1 << PRODUCER_SHIFT) - 1)) - READY_BIAS;
            self.scoreboard
                .produce(entry, now.wrapping_add_signed(ready), producer);
        }
        position
    }
}
