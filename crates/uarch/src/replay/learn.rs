//! How memos are made: what an execution that is timed in full leaves behind for replay.
//!
//! Before such an execution it is noted how counters stand (`Baseline`); behind it the state of the pipe is looked up, and, if the execution
//! began in a known state, its body and exit are added unless they are known. Cycles are taken from the model's account of the execution, not
//! computed again; what is derived from them here is the earliest cycle of a group with stores (Issue 1 and 6) and the arrival of loads
//! (Caches 3), which `tests/replay/twins.rs` holds equal.

use super::values::change;
use super::{NO_BRANCH, Replay, branch_word, short};
use crate::model::accounting::branches::place;
use crate::model::front_end::{Logged, NEVER, WrongPath};
use crate::model::memory::tlb::Located;
use crate::model::pipeline::flow::{acting_slot, branch_outcome, branch_record};
use crate::model::pipeline::{Model, Pipeline, Skipped, has_slot, slots};
use crate::model::plan::Plan;
use crate::model::register_stack::rename::Mapping;
use crate::replay::chain::Turns;
use crate::replay::fetch::SEVERAL_PARTS;
use crate::replay::frame::resizing_slots;
use crate::replay::hits::Place;
use crate::replay::late::{missed_translations, steps};
use crate::replay::memo::{
    Body, Exit, ExitKey, Fetch, Kind, Kinds, LookupVersions, NONE, Noted, Reference, Short, Span,
    StoreDemand,
};
use crate::replay::memos::{Lists, exit_of};
use crate::replay::predicates::IrrelevantPredicates;
use crate::replay::references::{MAX_REPLAYED, kind};
use crate::replay::repeat::repeats;
use crate::replay::totals::{BY_EXIT, by_exit, counted_by_exit};
use events::{Block, Execution, Prediction, Probe, Raw, Stall};
use isa::MemoryKind;

/// How counters stood before an execution that may be remembered.
#[derive(Clone, Debug)]
pub(crate) struct Baseline {
    /// The state in which it begins.
    from: u32,
    now: u64,
    stalls: [u64; Stall::ALL.len()],
    behind: u64,
    fp_fours: u64,
    counted: [u64; BY_EXIT],
    /// Stretches of the trail.
    stretches: u64,
    joining: bool,
    mapping: Mapping,
    noted: Noted,
}

/// How an execution ended, and what is remembered of it.
#[derive(Clone, Copy, Debug)]
struct Ending {
    key: ExitKey,
    /// The body that is asked first of those with its beginning, if there is one.
    root: Option<u32>,
    /// Its references are remembered step by step.
    late: bool,
    /// Its fetches are, too.
    fetches_late: bool,
    /// The body that covers it; `None`: there is none yet.
    memo: Option<u32>,
    /// The exit that it took; `None`: it is new.
    exit: Option<u32>,
}

impl Replay {
    /// Times an execution in full, and remembers it if that pays.
    #[inline(always)]
    pub(crate) fn execute_in_full<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        block: &Block,
        execution: &Execution,
    ) {
        let from = self.resume(&mut model.pipeline);
        self.learnt = None;
        self.chain.watch.miss();
        let baseline = self.prepare(&model.pipeline, from, block, execution);
        let counters = &mut model.pipeline.shared.counters;
        let noted = counters.notes_replays();
        let kept = noted && counters.trail.kept;
        let syllables = u64::from(execution.end.saturating_sub(block.first_slot));
        // The trail is written for a listener that may soon ask for it, and where a memo may be made, which takes its charges from there.
        let written = kept && (!self.memos.pauses() || counters.may_be_asked_for(syllables));
        counters.trail.written = written;
        if noted {
            let Model { plans, pipeline } = &mut *model;
            self.recent.hand_over_position(&self.memos, plans, pipeline);
        }
        let before = (
            model.pipeline.now,
            model.pipeline.shared.counters.trail.count,
        );
        model.pipeline.shared.counters.tell_in_full(true);
        let plan = model.execute(block, execution, &mut self.predicates);
        model.pipeline.shared.counters.tell_in_full(false);
        self.learn(model, baseline, plan, block, execution);
        let Pipeline { shared, front, .. } = &mut model.pipeline;
        let trail = &mut shared.counters.trail;
        if written {
            let newest = front.newest_fetch(trail.fetch);
            self.recent.timed(trail, before, newest);
        } else if noted {
            self.recent.passed(trail, before);
        }
    }

    /// Gets ready to remember an execution; `None`: it cannot be remembered, or it does not pay.
    #[inline(always)]
    fn prepare<P: Probe>(
        &mut self,
        pipeline: &Pipeline<P>,
        from: u32,
        block: &Block,
        execution: &Execution,
    ) -> Option<Baseline> {
        self.predicates.wanted = false;
        if self.memos.limit == 0 || !self.memos.expects(block.ip, block.space) {
            return None;
        }
        let noted = Noted::of(execution)?;
        let syllables = u64::from(execution.end.saturating_sub(block.first_slot));
        if !noted.may_replay(&pipeline.shared.counters, syllables) {
            return None;
        }
        let known = self.known(from, block, execution, noted);
        if known.is_none() {
            self.predicates
                .begin(slots(block.first_slot, execution.end));
        }
        Some(Baseline {
            from,
            now: pipeline.now,
            stalls: pipeline.shared.counters.stalls,
            behind: pipeline.flow.dispersed_behind,
            fp_fours: pipeline.shared.counters.counts[Raw::FpOpsHigh],
            counted: counted_by_exit(pipeline),
            stretches: pipeline.shared.counters.trail.count,
            joining: pipeline.flow.joining,
            mapping: {
                let current = pipeline.registers.frames.mapping();
                pipeline.ahead.mapping.unwrap_or(current)
            },
            noted,
        })
    }

    /// The body that is asked first for an execution from a state; `noted`: what its notes say.
    fn known(&self, from: u32, block: &Block, execution: &Execution, noted: Noted) -> Option<u32> {
        let (code, end, predicates) = (block.id.0, execution.end, execution.predicates);
        match noted {
            Noted::NONE => self.memos.find(from, code, end, predicates),
            _ => (self.memos).find_noted(from, code, end, predicates, noted),
        }
    }

    /// Finds out in what state an execution left the pipe, and remembers how it got there.
    #[inline(always)]
    fn learn<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        baseline: Option<Baseline>,
        plan: u32,
        block: &Block,
        execution: &Execution,
    ) {
        if self.memos.limit == 0 {
            return;
        }
        self.memos.enter(NONE);
        // For a listener that leaves nothing out nothing is replayed, unless it wants no counts.
        let attention = &model.pipeline.shared.counters.attention;
        let loud = P::hears_records() && attention.from == 0 && attention.counts;
        if loud || !self.memos.wants() {
            return;
        }
        if self.memos.is_full() {
            self.forget(model);
            return;
        }
        let pipeline = &model.pipeline;
        let course = &pipeline.course;
        let unmemoizable =
            course.unmemoizable || course.waited && pipeline.shared.counters.hears_waits();
        let front = &pipeline.front;
        let memoizable = !unmemoizable && front.log.items().is_some() && !front.unmemoizable;
        // Fetches may be steps where a replay may make them ([`Replay::may_fetch_late`]).
        let steps = !P::hears_records() || pipeline.shared.counters.only_waits();
        let baseline = baseline.filter(|_| memoizable && (steps || front.undelayed().is_some()));
        let ending = baseline.as_ref().and_then(|baseline| {
            let model: &Model<P> = model;
            self.ending(model, baseline, plan, block, execution)
        });
        if let Some(exit) = ending.as_ref().and_then(|ending| ending.exit) {
            let to = self.memos.exits[exit as usize].to;
            #[cfg(debug_assertions)]
            self.check_state(&mut model.pipeline, to);
            self.memos.enter(to);
            return;
        }
        let pipeline = &mut model.pipeline;
        let Some(words) = self.words.write(pipeline) else {
            return;
        };
        let flow = &pipeline.flow;
        let to = self.memos.intern(flow.expected, flow.space, words);
        if let Some((baseline, ending)) = baseline.zip(ending) {
            self.remember(model, &baseline, (&ending, to), plan, block, execution);
        }
        self.memos.enter(to);
    }

    /// Checks that an exit leads to the state that the pipe is in.
    #[cfg(debug_assertions)]
    fn check_state<P: Probe>(&mut self, pipeline: &mut Pipeline<P>, to: u32) {
        let words = self.words.write(pipeline);
        assert_eq!(words, Some(self.memos.words(to)), "one exit, two ends");
    }

    /// Forgets all memos.
    pub(crate) fn forget<P: Probe>(&mut self, model: &mut Model<P>) {
        // Held branches name exits by their numbers.
        self.tell_held_branches(model);
        self.add_replays(model);
        self.tell_replays(model);
        if model.pipeline.shared.counters.sums() {
            model.pipeline.shared.counters.probe.forgotten();
        }
        let Model { plans, pipeline } = model;
        self.recent.write_to_trail(&self.memos, plans, pipeline);
        // Exits get other numbers.
        self.learnt = None;
        self.chain.forget();
        self.memos.clear();
        self.stream.forget();
    }

    /// The past is kept from here on for a listener that may be told of it.
    pub(crate) fn begin_past(&mut self) {
        self.recent.begin();
    }

    /// Where a listener has heard everything so far and need not any longer: looks up the state of the pipe, so that the next execution may be
    /// replayed. Nothing is done where memos are full or pause, in which case the state would not be known without a listener either.
    pub(crate) fn go_on<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        let memos = &self.memos;
        if memos.limit == 0 || self.is_ready() || memos.is_full() || memos.pauses() {
            return;
        }
        if let Some(words) = self.words.write(pipeline) {
            let flow = &pipeline.flow;
            let state = self.memos.intern(flow.expected, flow.space, words);
            self.memos.enter(state);
        }
    }

    /// How an execution that began in a known state ended; `None`: it cannot be remembered.
    #[inline(never)]
    fn ending<P: Probe>(
        &mut self,
        model: &Model<P>,
        baseline: &Baseline,
        number: u32,
        block: &Block,
        execution: &Execution,
    ) -> Option<Ending> {
        let root = self.known(baseline.from, block, execution, baseline.noted);
        let Self { memos, lists, .. } = self;
        let pipeline = &model.pipeline;
        let plan = model.plans.plan(number);
        if !baseline.noted.fit(plan.groups.iter()) {
            return None;
        }
        let retired = slots(block.first_slot, execution.end);
        let on = execution.predicates & retired;
        let flushes = plan.flushes.is_some_and(|slot| has_slot(on, slot));
        if P::is_armed() && flushes {
            // The listener is told of the flush behind it with its culprit, which only full timing notes.
            return None;
        }
        let branch = branch_outcome(plan, execution).zip(pipeline.course.prediction);
        let change = if plan.frame_ops.is_empty() {
            0
        } else {
            change(baseline.mapping, pipeline.registers.frames.mapping())
        };
        let key = ExitKey {
            branch: branch.map_or(NO_BRANCH, |((_, outcome), p)| branch_word(&p, outcome)),
            change,
            target: execution.target,
        };
        // A fetch was delayed, or was expected to be and looked up ahead.
        let fetches_late = pipeline.front.delayed || pipeline.course.remembers_fetches;
        // Steps are always made of semaphores, fences, spills and fills. If steps were made because late references were expected, and the known body
        // has none, one with steps is added, so that the next execution like this one finds it.
        let late = pipeline.course.has_delays
            || pipeline.course.stepwise
            || pipeline.front.delayed
            || pipeline.course.remembers_steps
                && root.is_some_and(|root| memos.bodies[root as usize].steps.count == 0);
        let memo = root.and_then(|root| {
            if late {
                lists.steps.clear();
                let on = on & !baseline.noted.skipped();
                let which = (on, fetches_late);
                steps(pipeline, baseline.now, plan, which, &mut lists.steps)?;
                self.delays.clear();
                let met = lists.steps.iter().map(|step| step.delay);
                self.delays.extend(met);
                memos.late((root, fetches_late), execution.predicates, &self.delays)
            } else {
                Some(root).filter(|root| memos.bodies[*root as usize].steps.count == 0)
            }
        });
        let body = memo.map(|memo| &memos.bodies[memo as usize]);
        debug_assert!(body.is_none_or(|body| body.in_time == pipeline.course.in_time));
        let exit = body.and_then(|body| exit_of(body, &memos.exits, &key));
        Some(Ending {
            key,
            root,
            late,
            fetches_late: late && fetches_late,
            memo,
            exit,
        })
    }

    /// Remembers an execution that began in a known state and ended in one.
    #[inline(never)]
    fn remember<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        baseline: &Baseline,
        (ending, to): (&Ending, u32),
        number: u32,
        block: &Block,
        execution: &Execution,
    ) {
        let Self {
            memos,
            lists,
            predicates,
            ..
        } = self;
        let pipeline = &model.pipeline;
        let plan = model.plans.plan(number);
        let retired = slots(block.first_slot, execution.end);
        let branch = branch_outcome(plan, execution).zip(pipeline.course.prediction);
        let memo = if let Some(memo) = ending.memo {
            memo
        } else {
            let root = ending.root;
            // A punctual one is added however many late ones there are.
            let delayed = pipeline.course.has_delays || pipeline.front.delayed;
            let fetches_late = ending.fetches_late;
            if root.is_some_and(|root| delayed && !memos.wants_late(root, fetches_late)) {
                return;
            }
            // Fetches of code that is executed for the first time are late, and it may be the only time.
            let (_, tally) = &model.plans.all()[number as usize];
            if root.is_none() && fetches_late && tally.ends.iter().sum::<u64>() == 1 {
                return;
            }
            let plan = (number, plan);
            match body(
                pipeline,
                predicates,
                baseline,
                plan,
                (retired, ending),
                execution,
                lists,
            ) {
                Some(new) => memos.add_body(baseline.from, root, new, lists),
                None => return,
            }
        };
        let now = pipeline.now;
        let mut exit = Exit {
            key: ending.key,
            sibling: NONE,
            body: memo,
            taken: execution.taken.is_some(),
            to,
            times: 0,
            times_told: 0,
            call_path: 0,
            entry: pipeline.front.fetch.entry.wrapping_sub(now) as i32,
            next: pipeline.front.fetch.next.wrapping_sub(now) as i32,
            tally: NONE,
            mispredicted: false,
            resteers: false,
            aside: false,
            repeats: false,
            leads_back: false,
            turns: Turns::NONE,
            path: WrongPath::NONE,
            streamed: None,
            counted: Span::default(),
        };
        lists.counted.clear();
        for (index, total) in counted_by_exit(pipeline).into_iter().enumerate() {
            let Ok(amount) = u32::try_from(total - baseline.counted[index]) else {
                return;
            };
            if amount > 0 {
                lists.counted.push((by_exit(index), amount));
            }
        }
        if let Some(((bundle, outcome), predicted)) = branch {
            let record = branch_record(bundle, outcome, &predicted);
            exit.tally = place(&record);
            exit.mispredicted = record.prediction != Prediction::Right;
            exit.resteers = !exit.mispredicted && outcome.is_some();
            let streams = bundle.slots[usize::from(acting_slot(bundle, outcome)) % 3]
                .is_some_and(|branch| branch.many);
            exit.aside = exit.mispredicted || exit.resteers && streams;
        }
        exit.repeats = baseline.from == to
            && branch.is_some()
            && repeats(plan, &memos.bodies[memo as usize], &exit);
        let leads_back = exit.taken && exit.key.target <= block.ip;
        // A loop of one block is left to `repeat`; no turn of a chain begins behind a mispredicted branch.
        exit.leads_back = leads_back && baseline.from != to && !exit.mispredicted;
        let number = memos.add_exit(memo, exit, &lists.counted);
        if model.pipeline.shared.counters.sums() {
            model.pipeline.shared.counters.probe.learned(number);
        }
    }
}

/// Puts the fetches of the newest execution on a list: the part of a page that holds its code, or [`SEVERAL_PARTS`]; 0 if there are none. `now`: the
/// issue before it. `None`: one was delayed, or there are more than a body can hold.
fn list_fetches<P: Probe>(pipeline: &Pipeline<P>, now: u64, list: &mut Vec<Fetch>) -> Option<u64> {
    let front = &pipeline.front;
    let part = |block: &Logged| front.itlb.part(pipeline.flow.space, block.address);
    let fetched = front.undelayed()?;
    let mut code_part = fetched.first().map_or(0, part);
    for block in fetched {
        if part(block) != code_part {
            code_part = SEVERAL_PARTS;
        }
        let cycle = front.cycle_of(block.entry);
        list.push(Fetch {
            address: block.address,
            cycle: i32::try_from(cycle.wrapping_sub(now) as i64).ok()?,
            place: 0,
        });
    }
    Some(code_part)
}

/// Puts on `lists` what the cycles of the newest execution were spent on, and for a listener that may be told of them when its groups issued.
/// `None`: that is more than a body can hold.
fn spent<P: Probe>(
    pipeline: &Pipeline<P>,
    baseline: &Baseline,
    issues: &[u64],
    lists: &mut Lists,
) -> Option<()> {
    let counters = &pipeline.shared.counters;
    let trail = &counters.trail;
    if P::hears_records() && trail.kept {
        // In order of time.
        let end = pipeline.now.wrapping_add(1);
        for spent in trail.range(baseline.stretches..trail.count, end)? {
            let cycles = u32::try_from(spent.cycles).ok()?;
            lists.charges.push((spent.stall, cycles));
        }
        for issue in issues {
            let since = issue.wrapping_sub(baseline.now);
            lists.issues.push(u32::try_from(since).ok()?);
        }
        return Some(());
    }
    for stall in Stall::ALL {
        let index = stall as usize;
        let cycles = counters.stalls[index] - baseline.stalls[index];
        if cycles > 0 {
            lists.charges.push((stall, u32::try_from(cycles).ok()?));
        }
    }
    Some(())
}

/// The body of the newest execution, with its lists; `None`: it has more than a body can hold.
fn body<P: Probe>(
    pipeline: &Pipeline<P>,
    predicates: &IrrelevantPredicates,
    baseline: &Baseline,
    (number, plan): (u32, &Plan),
    (retired, ending): (u64, &Ending),
    execution: &Execution,
    lists: &mut Lists,
) -> Option<Body> {
    let since = |cycle: u64| u32::try_from(cycle.wrapping_sub(baseline.now)).ok();
    let on = execution.predicates & retired;
    let groups = plan.groups.iter().take_while(|g| g.from < execution.end);
    let issues = pipeline.course.issues.items()?;
    if groups.clone().count() != issues.len() {
        return None;
    }

    lists.clear();
    let shared = &pipeline.shared;
    let &Ending {
        late, fetches_late, ..
    } = ending;
    // A replay makes late ones step by step.
    let code_part = match fetches_late {
        true => 0,
        false => list_fetches(pipeline, baseline.now, &mut lists.fetches)?,
    };

    let (mut first_loads, mut last_loads) = ((0, 0), (0, 0));
    let mut kinds = Kinds::default();
    let mut first_request = None;
    let (mut newest_request, mut crowded) = (None, false);
    let [mut loads, mut fp_loads, mut stores, mut prefetches] = [0; 4];
    let mut loads_until = 0;
    // A group that may join the one before it can issue in its cycle.
    let joins = baseline.joining && plan.joins;
    let mut earliest = baseline.now + u64::from(!joins);
    let mut newest_store: Option<u64> = None;
    let noted = baseline.noted;
    let (mut made, mut skipped, mut forgone) = (0, 0, Skipped::default());
    for (group, &issue) in groups.zip(issues) {
        let at = since(issue)?;
        let here = (group.stores & on).count_ones();
        if here > 0 {
            lists.store_demands.push(StoreDemand {
                behind: stores + here - 1,
                earliest: since(earliest)?,
            });
        }
        for memory in &group.memory {
            if !has_slot(on, memory.slot) {
                continue;
            }
            made += 1;
            if has_slot(noted.skipped(), memory.slot) {
                skipped |= 1 << ((made - 1) & 63);
                forgone.count(memory.kind);
                continue;
            }
            if memory.kind == MemoryKind::Semaphore {
                // It is a step (`late`).
                continue;
            }
            let kind = kind(pipeline, memory.kind, issue, newest_store)?;
            match kind {
                Kind::Load | Kind::LoadNearStore => {
                    loads += 1;
                    if first_loads.1 == 0 {
                        first_loads.0 = at;
                    }
                    first_loads.1 += u32::from(first_loads.0 == at);
                    let others = if last_loads.0 == at { last_loads.1 } else { 0 };
                    last_loads = (at, others + 1);
                    loads_until = loads_until.max(at + shared.caches.l1d_latency[0] as u32);
                }
                Kind::FpLoad | Kind::FpLoadNearStore => {
                    fp_loads += 1;
                    loads_until = loads_until.max(at + shared.caches.fp_load_latency() as u32);
                }
                Kind::Prefetch => prefetches += 1,
                Kind::Store => {}
            }
            if matches!(kind, Kind::FpLoad | Kind::FpLoadNearStore | Kind::Store) {
                let short = kind == Kind::Store
                    && (shared.caches.levels[0].banks.as_ref())
                        .is_some_and(|banks| banks.is_short(memory.bytes.into()));
                crowded |= short || newest_request == Some(at);
                newest_request = Some(at);
                first_request = first_request.or(Some(at));
            }
            let direct = pipeline.data.tlb.is_direct(memory.kind.is_float());
            kinds.note(lists.references.len(), kind, direct, &shared.caches);
            // A floating-point load has to ask each time for stores in its way that have started (Caches 15): its line is never taken as known.
            let line_bytes = match kind.is_float() && shared.caches.orders_fp_loads() {
                true => 0,
                false => shared.caches.l1d.line_bytes(),
            };
            lists.references.push(Reference {
                kind,
                bytes: memory.bytes,
                slot: memory.slot,
                direct,
                at,
                place: Place::ABSENT,
                located: Located::nowhere(memory.alignment, line_bytes),
            });
            if kind == Kind::Store {
                stores += 1;
                newest_store = Some(issue);
            }
        }
        earliest = issue + 1;
    }
    for slot in resizing_slots(pipeline, plan, retired, execution) {
        let group = plan.groups.iter().position(|group| slot < group.to)?;
        lists.frame_cycles.push(since(*issues.get(group)?)?);
    }
    if lists.references.len() > MAX_REPLAYED || lists.fetches.len() > MAX_REPLAYED {
        return None;
    }
    let possible_misses = u8::try_from(loads + fp_loads).ok()?;
    let (mut tlb_flushes, mut misses_until) = (0, 0);
    if late {
        // A replay makes these one by one, and each is counted then.
        lists.references.clear();
        lists.store_demands.clear();
        [loads, fp_loads, stores, prefetches, loads_until] = [0; 5];
        let which = (on & !noted.skipped(), fetches_late);
        steps(pipeline, baseline.now, plan, which, &mut lists.steps)?;
        (tlb_flushes, misses_until) = missed_translations(pipeline, &lists.steps);
    }

    spent(pipeline, baseline, issues, lists)?;
    let end = pipeline.now + 1 - u64::from(pipeline.flow.joining);
    let neutral = match predicates.wanted {
        true => predicates.neutral(plan, issues, end, &pipeline.registers.scoreboard),
        false => 0,
    };
    let matters = retired & !neutral;
    let cycles = since(pipeline.now)?;
    Some(Body {
        code: plan.id,
        end: execution.end,
        first: retired.trailing_zeros() as u8,
        retires: retired.count_ones(),
        killed: u32::try_from(pipeline.course.killed).ok()?,
        on: on & matters,
        matters,
        squashed: plan.predicated & retired & !on & matters,
        neutral: plan.predicated & retired & !matters,
        noted,
        skipped,
        forgone,
        sibling: NONE,
        exits: NONE,
        touched: 0,
        plan: number,
        part: code_part,
        l1i_version: NEVER,
        fetches: Span::default(),
        in_time: pipeline.course.in_time,
        fetched_until: lists.fetches.last().map_or(i32::MIN, |fetch| fetch.cycle),
        references: Span::default(),
        crowded,
        starts_in_time: false,
        steps: Span::default(),
        next_late: NONE,
        last_met: [NONE; 2],
        fetches_late,
        punctual: late && lists.steps.iter().all(|step| step.delay == 0),
        store_demands: Span::default(),
        charges: Span::default(),
        frame_cycles: Span::default(),
        issues: Span::default(),
        cycles,
        loads_until,
        records_until: cycles.max(loads_until).max(misses_until).checked_add(2)?,
        first_loads,
        last_loads,
        kinds,
        versions: LookupVersions::NEW,
        first_request: first_request.unwrap_or(0),
        loads,
        fp_loads,
        stores,
        prefetches,
        fp_fours: u32::try_from(shared.counters.counts[Raw::FpOpsHigh] - baseline.fp_fours).ok()?,
        flushes: u8::try_from(pipeline.course.early_uses).ok()?,
        tlb_flushes,
        dispersed_behind: u8::try_from(pipeline.flow.dispersed_behind - baseline.behind).ok()?,
        possible_misses,
        short: Short::new(plan, lists, short::near(pipeline, plan)),
    })
}
