//! What an execution that was timed in full leaves behind for replay.

use super::flow::{acting_slot, branch_record};
use super::replay::{Header, MAX_STEPS, NO_BRANCH, branch_outcome, pending_word};
use super::*;
use crate::model::front_end::Position;
use crate::model::issue::scoreboard::Pending;
use crate::model::memory::cache::Place;
use crate::replay::{Body, Exit, Fetch, Kind, Path, Reference as Step, Room, Span, Way};

/// Lists to write on, kept for their memory.
#[derive(Debug, Default)]
pub(super) struct Desk {
    pub position: Position,
    pending: Vec<Pending>,
    words: Vec<u32>,
    lists: memo::Lists,
}

/// How things stood before an execution that may be remembered.
#[derive(Clone, Debug)]
pub(super) struct Lesson {
    from: u32,
    now: u64,
    stalls: [u64; Stall::ALL.len()],
    behind: u64,
    fp_fours: u64,
    joining: bool,
    mapping: (u32, u64),
}

impl<P: Probe> Timing<P> {
    /// Gets ready to remember an execution; `None`: it cannot be remembered, or it does not pay.
    #[inline(always)]
    pub(super) fn prepare(
        &mut self,
        from: u32,
        block: &Block,
        execution: &Execution,
    ) -> Option<Lesson> {
        let core = &mut self.core;
        core.front.begin();
        core.issue_count = 0;
        core.smooth = true;
        core.early_uses = 0;
        core.weighing.wanted = false;
        if !self.replay.is_on()
            || !self.replay.expects(block.ip, block.space)
            || !execution.notes.is_empty()
        {
            return None;
        }
        if !self
            .replay
            .knows(from, block.id.0, execution.end, execution.predicates)
        {
            core.weighing
                .begin(below(execution.end) & !below(block.first_slot));
        }
        Some(Lesson {
            from,
            now: core.now,
            stalls: core.shared.monitor.stalls,
            behind: core.dispersed_behind,
            fp_fours: core.shared.monitor.counts[Raw::FpOpsHigh],
            joining: core.joining,
            mapping: match core.begun.followed {
                Some(before) => before,
                None => core.frames.mapping(),
            },
        })
    }

    /// Finds out in what state an execution left the pipe, and remembers how it got there.
    #[inline(always)]
    pub(super) fn learn(
        &mut self,
        lesson: Option<Lesson>,
        plan: u32,
        block: &Block,
        execution: &Execution,
    ) {
        self.core.begun = Begun::default();
        if !self.replay.is_on() {
            return;
        }
        self.replay.enter(memo::NONE);
        // A listener that leaves nothing out hears no replays.
        let loud = P::ARMED && self.core.shared.monitor.attention.from == 0;
        if loud || !self.replay.wants() {
            return;
        }
        if self.replay.is_full() {
            self.draw_up();
            self.replay.clear();
            return;
        }
        if !self.core.state(&mut self.desk) {
            return;
        }
        let to = self
            .replay
            .intern(self.core.expected, self.core.space, &self.desk.words);
        if let Some(lesson) = lesson
            && self.core.smooth
            && self.core.front.fetched().is_some()
        {
            self.remember(&lesson, to, plan, block, execution);
        }
        self.replay.enter(to);
    }

    /// Remembers an execution that began in a known state and ended in one.
    #[inline(never)]
    fn remember(
        &mut self,
        lesson: &Lesson,
        to: u32,
        number: u32,
        block: &Block,
        execution: &Execution,
    ) {
        let Self {
            core,
            replay,
            desk,
            plans,
            ..
        } = self;
        let (plan, _) = &plans[number as usize];
        let retired = below(execution.end) & !below(block.first_slot);
        let branch = branch_outcome(plan, execution).zip(core.predicted);
        let change = if plan.frame_ops.is_empty() {
            0
        } else {
            let after = core.frames.mapping();
            let before = lesson.mapping;
            Mapping::new(before.0, before.1).change(Mapping::new(after.0, after.1))
        };
        let way = Way {
            branch: branch.map_or(NO_BRANCH, |((_, outcome), p)| p.word(outcome)),
            change,
            target: execution.target,
        };
        let (mut body, known) = replay.known(
            lesson.from,
            block.id.0,
            execution.end,
            execution.predicates,
            &way,
        );
        if let Some(exit) = known {
            debug_assert_eq!(
                replay.words(exit.to),
                replay.words(to),
                "one way, two ends: {way:?} from {:x?}",
                replay.words(lesson.from)
            );
            return;
        }
        if body == memo::NONE {
            let lists = &mut desk.lists;
            let Some(new) = core.body(lesson, plan, number, retired, execution, lists) else {
                return;
            };
            body = replay.add_body(lesson.from, new, lists);
        }
        let now = core.now;
        let mut exit = Exit {
            way,
            sibling: memo::NONE,
            to,
            times: 0,
            entry: core.front.entry().wrapping_sub(now) as i32,
            next: core.front.next().wrapping_sub(now) as i32,
            tally: memo::NONE,
            mispredicted: false,
            resteers: false,
            aside: false,
            path: Path::NONE,
        };
        if let Some(((bundle, outcome), predicted)) = branch {
            let record = branch_record(bundle, outcome, &predicted);
            exit.tally = Monitor::<P>::branch_place(&record);
            exit.mispredicted = record.prediction != Prediction::Right;
            exit.resteers = !exit.mispredicted && outcome.is_some();
            let streams = bundle.slots[usize::from(acting_slot(bundle, outcome)) % 3]
                .is_some_and(|branch| branch.many);
            exit.aside = exit.mispredicted || exit.resteers && streams;
        }
        replay.add_exit(body, exit);
    }
}

impl<P: Probe> Core<P> {
    /// Writes down the state of the pipe between two blocks; false: it is not one to come back to.
    fn state(&mut self, desk: &mut Desk) -> bool {
        if self.now == BEFORE || self.expected == NOWHERE || self.pipe.until > self.now {
            return false;
        }
        let now = self.now;
        let position = &mut desk.position;
        if !self.front.position(now, self.expected, position) {
            return false;
        }
        let Ok(hazard) = u32::try_from(self.hazard_until.saturating_sub(now)) else {
            return false;
        };
        let header = Header {
            ip: self.expected,
            space: self.space,
            entry: self.entry,
            joining: self.joining,
            hazard,
            operations: match self.fp_operations {
                (cycle, operations) if self.joining && cycle == now => operations as u32,
                _ => 0,
            },
        };
        desk.words.clear();
        header.write(&mut desk.words);
        position.write(&mut desk.words);
        let from = now + 1 - u64::from(self.joining);
        self.scoreboard.pending(from, &mut desk.pending);
        let first = desk.words.len();
        for pending in &desk.pending {
            let name = self.renamer.name(pending.entry);
            match pending_word(name, pending, now) {
                Some(word) => desk.words.push(word),
                None => return false,
            }
        }
        desk.words[first..].sort_unstable();
        true
    }

    /// The body of the newest execution, with its lists; `None`: it has more than a body can hold.
    fn body(
        &self,
        lesson: &Lesson,
        plan: &Plan,
        number: u32,
        retired: u64,
        execution: &Execution,
        lists: &mut memo::Lists,
    ) -> Option<Body> {
        let since = |cycle: u64| u32::try_from(cycle.wrapping_sub(lesson.now)).ok();
        let on = execution.predicates & retired;
        let groups = plan.groups.iter().take_while(|g| g.from < execution.end);
        let issues = self.issues.get(..self.issue_count)?;
        if groups.clone().count() != issues.len() {
            return None;
        }

        lists.clear();
        let page = |address| self.shared.translator.page(self.space, address);
        for &(address, entry) in self.front.fetched()? {
            if page(address) != page(self.front.fetched()?[0].0) {
                return None;
            }
            let cycle = entry - self.front.depth().min(entry);
            lists.fetches.push(Fetch {
                address,
                cycle: i32::try_from(cycle.wrapping_sub(lesson.now) as i64).ok()?,
                place: 0,
            });
        }

        let mut first_loads = (0, 0);
        let mut first_request = None;
        let [mut loads, mut fp_loads, mut stores, mut prefetches] = [0; 4];
        let mut loads_until = 0;
        // A group that may join the one before it can issue in its cycle.
        let joins = lesson.joining && plan.joins;
        let mut earliest = lesson.now + u64::from(!joins);
        let mut newest_store: Option<u64> = None;
        for (group, &issue) in groups.zip(issues) {
            let at = since(issue)?;
            let here = (group.stores & on).count_ones();
            if here > 0 {
                lists.rooms.push(Room {
                    behind: stores + here - 1,
                    earliest: since(earliest)?,
                });
            }
            for memory in &group.memory {
                if on >> (memory.slot & 63) & 1 == 0 {
                    continue;
                }
                let kind = match memory.kind {
                    MemoryKind::Load => {
                        let window = self.store_buffer.window();
                        if newest_store.is_some_and(|stored| stored + window > issue) {
                            Kind::LoadNearStore
                        } else {
                            Kind::Load
                        }
                    }
                    MemoryKind::FpLoad => Kind::FpLoad,
                    MemoryKind::Store | MemoryKind::FpStore => Kind::Store,
                    MemoryKind::Prefetch => Kind::Prefetch,
                    MemoryKind::Semaphore | MemoryKind::Flush => return None,
                };
                match kind {
                    Kind::Load | Kind::LoadNearStore => {
                        loads += 1;
                        if first_loads.1 == 0 {
                            first_loads.0 = at;
                        }
                        first_loads.1 += u32::from(first_loads.0 == at);
                        loads_until =
                            loads_until.max(at + self.shared.caches.load_latency() as u32);
                    }
                    Kind::FpLoad => {
                        fp_loads += 1;
                        loads_until =
                            loads_until.max(at + self.shared.caches.fp_load_latency() as u32);
                    }
                    Kind::Prefetch => prefetches += 1,
                    Kind::Store => {}
                }
                if matches!(kind, Kind::FpLoad | Kind::Store) && first_request.is_none() {
                    first_request = Some(at);
                }
                lists.references.push(Step {
                    kind,
                    mask: memory.alignment,
                    bytes: memory.bytes,
                    slot: memory.slot,
                    at,
                    place: Place::default(),
                });
                if kind == Kind::Store {
                    stores += 1;
                    newest_store = Some(issue);
                }
            }
            earliest = issue + 1;
        }
        if lists.references.len() > MAX_STEPS || lists.fetches.len() > MAX_STEPS {
            return None;
        }

        for stall in Stall::ALL {
            let index = stall as usize;
            let cycles = self.shared.monitor.stalls[index] - lesson.stalls[index];
            if cycles > 0 {
                lists.charges.push((stall, u32::try_from(cycles).ok()?));
            }
        }
        let end = self.now + 1 - u64::from(self.joining);
        let matters = retired & !self.weighing.neutral(plan, issues, end, &self.scoreboard);
        let cycles = since(self.now)?;
        Some(Body {
            code: plan.id,
            end: execution.end,
            first: retired.trailing_zeros() as u8,
            on: on & matters,
            matters,
            squashed: plan.predicated & retired & !on & matters,
            neutral: plan.predicated & retired & !matters,
            sibling: memo::NONE,
            exits: memo::NONE,
            plan: number,
            page: lists.fetches.first().map_or(0, |fetch| page(fetch.address)),
            fills: memo::NEVER,
            fetches: Span::default(),
            references: Span::default(),
            rooms: Span::default(),
            charges: Span::default(),
            cycles,
            loads_until,
            records_until: cycles.max(loads_until).checked_add(2)?,
            first_loads,
            first_request: first_request.unwrap_or(0),
            loads,
            fp_loads,
            stores,
            prefetches,
            fp_fours: u32::try_from(self.shared.monitor.counts[Raw::FpOpsHigh] - lesson.fp_fours)
                .ok()?,
            flushes: self.early_uses,
            behind: u32::try_from(self.dispersed_behind - lesson.behind).ok()?,
        })
    }
}
