//! Late executions: references take longer than they do at best, stores wait for room in the store buffer, or code is not in L1I. A replay makes such
//! references and fetches step by step, as long as each step meets what it met in a remembered execution.
//!
//! A step is a group's request for room, a fence, a translation, an access, a spill or fill of the register stack, or the look-up of a block that is
//! fetched ([`Asks`]); what it met is a word ([`Delay`]). That word decides when the next step is made, and nothing else of caches and TLBs does
//! (Issue 3 and 4, Front end 3); of the store buffer it is the room for the stores of a group (Issue 1) and, with the data of loads, what a fence
//! waits for (Holds 3). Executions with a semaphore, a fence, a spill or a fill always go this way. So the bodies of one beginning are a tree: each
//! step chooses among those that agree so far. When none is left, full timing goes on with what was made
//! ([`DoneAhead`](crate::model::pipeline::course::DoneAhead)).
//! `tests/replay/twins.rs` holds both equal.
//!
//! What is not found at once need not be late: a store whose line L2 lacks holds nothing. Such an execution goes this way, too, and so does the next
//! one where executions of a body were late several times in a row, without a look whether all of its references are found at once. If no step is
//! late, a *punctual* body is remembered for it, which has steps all the same. A listener that takes a story for
//! the records is told behind the references what they met ([`story`]).
//!
//! Fetches are steps only where they are not all expected to find their lines ([`Replay::replay_fetching`]); such bodies form a tree of their own. Code
//! that does not fit in L1I takes this way, and so does code whose lines the streaming buffer has.

use super::{Replay, Replayed, moves, report, story, stream, would_fetch};
use crate::model::memory::tlb::Translation;
use crate::model::pipeline::access::Reached;
use crate::model::pipeline::course::Delay;
use crate::model::pipeline::stack_traffic::Traffic;
use crate::model::pipeline::{Model, Pipeline, UNHEARD, has_slot, miss_cycles, translation_delay};
use crate::model::plan::{Memory, Plan};
use crate::replay::arrival::{Late, LateHeard, LateTold};
use crate::replay::forks::Fork;
use crate::replay::memo::{Asks, Body, Rare, Span, Step};
use crate::replay::memos::Lists;
use events::{Attention, Execution, Probe};
use isa::MemoryKind;

impl Replay {
    /// Replays an execution if one with the beginning of a body and the same delays is remembered.
    #[inline(never)]
    pub(super) fn replay_late<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        root: u32,
        execution: &Execution,
    ) -> Replayed {
        let pipeline = &model.pipeline;
        let tells = P::hears_records() && story::tells_late(&pipeline.shared.counters);
        let body = &self.memos.bodies[root as usize];
        if P::hears_records() && !tells && !report::may_be_late(pipeline, body) {
            return Replayed::No;
        }
        let plain = body.noted.is_none();
        if plain && stream::is_unheard(&pipeline.shared.counters) && self.stream.watches() {
            return self.replay_watched(model, root, execution);
        }
        let made = if tells {
            // The listener is told later what the references met: by the story, or by full timing that goes on with them.
            let counters = &mut model.pipeline.shared.counters;
            let heard = std::mem::replace(&mut counters.attention, Attention::NOTHING);
            let made = self.make_late(model, root, execution);
            model.pipeline.shared.counters.attention = heard;
            made
        } else {
            self.make_late(model, root, execution)
        };
        let Some(number) = made else {
            return Replayed::No;
        };
        let (pipeline, body) = (&model.pipeline, &self.memos.bodies[number as usize]);
        // Only now it is known how long it takes; a listener that wants misses may have to be asked behind it.
        let wants_misses = pipeline.shared.counters.wants_data_misses();
        if !P::hears_records() || !wants_misses && report::is_calm(pipeline, body) {
            return match Self::ends_short(pipeline) {
                true => self.finish_short(model, number, execution),
                false => self.finish::<P, Late>(model, number, execution),
            };
        }
        let awaited = pipeline.shared.counters.awaits(body.syllables(), 0);
        if !awaited && report::is_unheard_until_its_end(pipeline, body) {
            return self.finish_unheard(model, number, execution);
        }
        match tells && story::may_be_told(pipeline, body) {
            true => self.finish_told(model, number, execution),
            false => Replayed::No,
        }
    }

    /// Replays what is left of an execution of which the listener hears nothing but its end.
    #[inline(never)]
    fn finish_unheard<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Replayed {
        self.finish::<P, LateHeard>(model, number, execution)
    }

    /// The same, where it hears of the execution from a syllable on.
    #[inline(never)]
    fn finish_told<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Replayed {
        self.finish::<P, LateTold>(model, number, execution)
    }

    /// Whether an execution of a body may be replayed with its fetches as steps. A listener that hears records may only have to count it.
    #[inline(always)]
    pub(super) fn may_fetch_late<P: Probe>(pipeline: &Pipeline<P>, body: &Body) -> bool {
        let counters = &pipeline.shared.counters;
        !P::hears_records()
            || counters.is_calm_waiting(body.syllables()) && Self::ends_short(pipeline)
    }

    /// Replays an execution whose fetches are not all expected to find their blocks at once, if one with its beginning and the same delays is
    /// remembered: look-ups of its code are steps like those of its references. The caller asks [`may_fetch_late`](Self::may_fetch_late) first.
    #[inline(never)]
    pub(super) fn replay_fetching<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        root: u32,
        execution: &Execution,
    ) -> Replayed {
        // L1I's policy and L2 are about to be asked.
        self.settle_fetches(&mut model.pipeline);
        let Some(number) = self.make_steps::<P, true>(model, root, execution) else {
            return Replayed::No;
        };
        self.memos.bodies[root as usize].last_met[1] = number;
        if P::hears_records() {
            let steps = self.memos.bodies[number as usize].steps;
            self.note_fetch(&mut model.pipeline, steps);
        }
        let replayed = self.finish_short(model, number, execution);
        if replayed != Replayed::No {
            model.pipeline.front.ahead.clear();
        }
        replayed
    }

    /// Notes the newest fetch of an execution whose steps have been made, for a listener that may ask for it later.
    fn note_fetch<P: Probe>(&self, pipeline: &mut Pipeline<P>, steps: Span) {
        let (now, steps) = (pipeline.now, steps.of(&self.memos.lists.steps));
        let newest = steps.iter().rev().find_map(|step| {
            let Asks::Fetch(address) = step.asks else {
                return None;
            };
            Some((address, now.wrapping_add_signed((step.at as i32).into())))
        });
        let made = newest.and_then(|(address, at)| pipeline.front.newest_made(address, at));
        let trail = &mut pipeline.shared.counters.trail;
        trail.fetch = made.or(trail.fetch);
    }

    /// Makes the references of an execution step by step: the body whose delays they met. `None`: no body has them, and full timing goes on with
    /// what was made.
    #[inline(always)]
    pub(super) fn make_late<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        root: u32,
        execution: &Execution,
    ) -> Option<u32> {
        let made = self.make_steps::<P, false>(model, root, execution);
        let bodies = &mut self.memos.bodies;
        let late = made.is_some_and(|number| !bodies[number as usize].punctual);
        let root = &mut bodies[root as usize];
        if !P::hears_records() {
            root.short.was_late(late);
        }
        if let Some(number) = made {
            root.last_met[0] = number;
        }
        made
    }

    /// [`make_late`](Self::make_late) but for the notes about the body that is asked first. `FETCHES`: fetches are steps, too.
    #[inline(always)]
    fn make_steps<P: Probe, const FETCHES: bool>(
        &mut self,
        model: &mut Model<P>,
        root: u32,
        execution: &Execution,
    ) -> Option<u32> {
        let memos = &mut self.memos;
        let Model { plans, pipeline } = model;
        let Some(mut number) = memos.first_late(root, FETCHES, execution.predicates) else {
            // Steps are remembered even if none is late: a store whose line L2 lacks holds nothing, but is not found at once.
            (pipeline.ahead.lacks_steps, pipeline.ahead.lacks_fetches) = (true, FETCHES);
            return None;
        };
        fetches_find_all(
            pipeline,
            &mut memos.bodies[number as usize],
            &mut memos.lists,
        )
        .then_some(())?;
        let plan = plans.plan(memos.bodies[number as usize].plan);
        let mut made = 0;
        loop {
            let steps = memos.bodies[number as usize].steps.of(&memos.lists.steps);
            let mut other = None;
            for step in steps.get(made..)? {
                let delay = if FETCHES && let Asks::Fetch(address) = step.asks {
                    let at = pipeline.now.wrapping_add_signed((step.at as i32).into());
                    let Pipeline { front, shared, .. } = &mut *pipeline;
                    front.look_ahead(shared, at, address)?
                } else if let Asks::Rare(asks) = step.asks {
                    make_rare(pipeline, step, asks, execution)?
                } else {
                    let address = *execution.addresses.get(usize::from(step.number))?;
                    make(pipeline, plan, step, address)?
                };
                made += 1;
                if delay != step.delay {
                    other = Some(delay);
                    break;
                }
            }
            let Some(delay) = other else {
                return Some(number);
            };
            let fork = Fork {
                from: number,
                steps: made,
                delay,
            };
            number = memos.fork(root, execution.predicates, &fork)?;
            let body = &mut memos.bodies[number as usize];
            fetches_find_all(pipeline, body, &mut memos.lists).then_some(())?;
        }
    }
}

/// Whether nothing but its steps would delay an execution: its fetches find their blocks at once.
pub(super) fn fetches_find_all<P: Probe>(
    pipeline: &Pipeline<P>,
    body: &mut Body,
    lists: &mut Lists,
) -> bool {
    body.fetches.count == 0 || would_fetch(pipeline, body, lists)
}

/// Makes the step of a fence, a spill or a fill, as [`make`] does those of references.
#[inline(never)]
fn make_rare<P: Probe>(
    pipeline: &mut Pipeline<P>,
    step: &Step,
    asks: Rare,
    execution: &Execution,
) -> Option<Delay> {
    match asks {
        Rare::Drain => drain(pipeline, step),
        Rare::Move => move_registers(pipeline, step, execution),
    }
}

/// Makes the step of a fence: the delay that it met. `None`: a listener may have to hear of the wait, and the step was not made.
fn drain<P: Probe>(pipeline: &mut Pipeline<P>, step: &Step) -> Option<Delay> {
    let at = pipeline.now.wrapping_add(step.at.into());
    let until = pipeline.data.drained();
    if until > at && pipeline.shared.counters.hears_waits() {
        return None;
    }
    pipeline.ahead.drains.push(until);
    Some(until.saturating_sub(at))
}

/// Makes the step of a spill or fill, of which no listener hears: the delay that it met. `None`: none that fits in a word, or the step was not made.
fn move_registers<P: Probe>(
    pipeline: &mut Pipeline<P>,
    step: &Step,
    execution: &Execution,
) -> Option<Delay> {
    let traffic = Traffic::all(execution).nth(step.number.into())?;
    let first = pipeline.now.wrapping_add(step.at.into());
    let moved = moves::move_registers(pipeline, &traffic, first);
    pipeline.ahead.moved.push(moved);
    moved.delay(pipeline.least_end(&traffic, first))
}

/// Makes a step of a reference: the delay that it met. `None`: none that fits in a word, or the step was not made.
#[inline(always)]
fn make<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    step: &Step,
    address: u64,
) -> Option<Delay> {
    let memory = &step.memory;
    let at = pipeline.now.wrapping_add(step.at.into());
    if let Asks::Room(stores) = step.asks {
        let room = pipeline.data.store_buffer.room(stores);
        if room > at && pipeline.shared.counters.hears_waits() {
            return None;
        }
        pipeline.ahead.rooms.push(room);
        return Some(room.saturating_sub(at));
    }
    // A listener that hears of the reference hears of its site.
    let own;
    let site = match pipeline.shared.counters.is_bounded() {
        false => UNHEARD,
        true => {
            own = report::site_of(plan, memory, address);
            &own
        }
    };
    if step.asks == Asks::Translation {
        if address & u64::from(memory.alignment) != 0 {
            return None;
        }
        let place = (pipeline.flow.space, address);
        if let Some(frame) = pipeline.translated(memory, place) {
            let translation = Translation { frame, miss: None };
            pipeline.ahead.translations.push(translation);
            return Some(0);
        }
        let translation = pipeline.translate(memory, place, at, site)?;
        pipeline.ahead.translations.push(translation);
        return translation_delay(&translation);
    }
    let Translation { frame, miss } = *pipeline.ahead.translations.get(usize::from(step.number))?;
    let physical = pipeline.shared.translator.physical(frame, address);
    let delay = miss.map_or(0, |miss| pipeline.reference_delay(memory, &miss));
    let behind_l1d = pipeline.is_behind_l1d(miss.as_ref());
    pipeline.shared.caches.queue.clock = at;
    pipeline.shared.caches.bytes = memory.bytes.into();
    let time = (at + delay, 0);
    // A copy of the notes for each kind: the compiler leaves out of it what that kind cannot meet, such as a mispredicted way.
    match memory.kind {
        MemoryKind::Load => {
            let reached = pipeline.reach_load(memory, physical, behind_l1d, time, site);
            note(pipeline, at, reached)
        }
        MemoryKind::FpLoad => {
            let reached = pipeline.reach_fp_load(physical, time, site);
            note(pipeline, at, reached)
        }
        MemoryKind::Store | MemoryKind::FpStore => {
            let reached = pipeline.reach_store(memory, physical, time, site);
            note(pipeline, at, reached)
        }
        _ => {
            let reached = pipeline.reach_other(memory, physical, at + delay, 0, site);
            note(pipeline, at, reached)
        }
    }
}

/// Notes what an access has reached whose group issued in cycle `at`; its delay.
#[inline(always)]
fn note<P: Probe>(pipeline: &mut Pipeline<P>, at: u64, reached: Reached) -> Option<Delay> {
    pipeline.ahead.accesses.push(reached);
    reached.delay(at)
}

/// Puts the steps of the newest execution on a list, in the order in which the model made them; `None`: there are too many. `now`: the issue
/// before it; `on`: slots whose references made their accesses; `fetches_late`: its fetches are steps, too.
pub(super) fn steps<P: Probe>(
    pipeline: &Pipeline<P>,
    now: u64,
    plan: &Plan,
    (on, fetches_late): (u64, bool),
    list: &mut Vec<Step>,
) -> Option<()> {
    let front = &pipeline.front;
    let fetched = if fetches_late {
        front.log.items()?
    } else {
        &[]
    };
    let mut fetched = fetched.iter().peekable();
    // Issue 3 and 4: the references of a group are translated before the first of them is accessed.
    let translations = pipeline.course.translations.items()?;
    let accesses = pipeline.course.accesses.items()?;
    let mut rooms = pipeline.course.rooms.items()?.iter();
    let mut drains = pipeline.course.drains.items()?.iter();
    let stepwise = pipeline.course.stepwise;
    let mut moved = (0..).zip(pipeline.course.moved.items()?).peekable();
    let mut number = 0;
    for group in &plan.groups {
        let memory = group.memory.iter();
        let executed = memory.filter(|memory| has_slot(on, memory.slot));
        let stores = group.stores & on;
        // Front end 10: a group's blocks are fetched before all else.
        while let Some(block) = fetched.next_if(|block| block.address < group.fetch_end) {
            let at = front.cycle_of(block.entry).wrapping_sub(now) as i64;
            list.push(Step {
                memory: Memory::NONE,
                number: 0,
                asks: Asks::Fetch(block.address),
                at: i32::try_from(at).ok()? as u32,
                delay: block.delay,
            });
        }
        // Issue 1: a group with stores asks for room before all else.
        if stores != 0 {
            let &(at, delay) = rooms.next()?;
            let mut stored = executed.clone();
            list.push(Step {
                memory: *stored.find(|memory| has_slot(stores, memory.slot))?,
                number,
                asks: Asks::Room(stores.count_ones()),
                at: u32::try_from(at.wrapping_sub(now)).ok()?,
                delay,
            });
        }
        if stepwise && let Some(slot) = group.fence(on) {
            let &(at, delay) = drains.next()?;
            list.push(rare_step(Rare::Drain, (slot, number), (now, at), delay)?);
        }
        let asked = [(Asks::Translation, translations), (Asks::Access, accesses)];
        for (asks, met) in asked {
            for (number, memory) in (number..).zip(executed.clone()) {
                let &(at, delay) = met.get(usize::from(number))?;
                list.push(Step {
                    memory: *memory,
                    number,
                    asks,
                    at: u32::try_from(at.wrapping_sub(now)).ok()?,
                    delay,
                });
            }
        }
        number += executed.count() as u8;
        // Holds 8: what a group's references hold comes before its spills and fills.
        while stepwise
            && let Some((number, &(slot, at, delay))) = moved.next_if(|(_, m)| m.0 < group.to)
        {
            list.push(rare_step(Rare::Move, (slot, number), (now, at), delay)?);
        }
    }
    Some(())
}

/// The step of a fence, a spill or a fill for the instruction in a slot, with its number, in cycle `at`. `now`: the issue before the execution.
#[inline(never)]
fn rare_step(
    asks: Rare,
    (slot, number): (u8, u8),
    (now, at): (u64, u64),
    delay: Delay,
) -> Option<Step> {
    Some(Step {
        memory: Memory {
            slot,
            ..Memory::NONE
        },
        number,
        asks: Asks::Rare(asks),
        at: u32::try_from(at.wrapping_sub(now)).ok()?,
        delay,
    })
}

/// Of the translations that missed: how many flush the pipe, and the cycle up to which the last of them lasts, counted from the issue before the
/// execution.
pub(super) fn missed_translations<P: Probe>(pipeline: &Pipeline<P>, steps: &[Step]) -> (u8, u32) {
    let translated = steps.iter().filter(|s| s.asks == Asks::Translation);
    let missed = translated.filter(|s| s.delay != 0);
    let flush = missed.clone().filter(|s| pipeline.flushes(&s.memory));
    // A store or a prefetch need not wait for its translation.
    let until = missed.map(|s| s.at.saturating_add(miss_cycles(s.delay)));
    (flush.count() as u8, until.max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use crate::Timing;
    use crate::testing::{
        LOAD, NOP_M, STORE, Waiting, block, branch, execution, itanium, itanium2,
    };
    use events::{Off, Raw};

    #[test]
    fn code_that_does_not_fit_in_l1i_takes_the_same_cycles_and_is_replayed() {
        for machine in [itanium(), itanium2()] {
            let mut full = Timing::new(&machine, Off).with_replay(0);
            let mut replaying = Timing::new(&machine, Off);
            let mut summing = Timing::new(&machine, Waiting);
            // Twice as many lines of a set of L1I as it has ways.
            let (count, set) = (8, 4096);
            let [on, back] = [set, -(count - 1) * set].map(|bytes| branch(false, bytes / 16));
            let blocks: Vec<_> = (0..count)
                .map(|number| {
                    let ip = 0x4000_0000 + (number * set) as u64;
                    block(
                        number as u32,
                        ip,
                        LOAD,
                        if number == count - 1 { back } else { on },
                    )
                })
                .collect();
            let turns = 1000;
            let mut before = [0; 2];
            for turn in 0..turns {
                if turn == turns / 2 {
                    before = [replaying.replays(), summing.replays()];
                }
                for (number, here) in blocks.iter().enumerate() {
                    let next = &blocks[(number + 1) % blocks.len()];
                    // At times the load is late.
                    let address = 0x6000_0100 + 4096 * (turn % 7 / 6 * turn % 64) as u64;
                    let execution = execution(here, next.ip, address);
                    full.execute(here, &execution);
                    replaying.execute(here, &execution);
                    summing.execute(here, &execution);
                    assert_eq!(replaying.now(), full.now(), "turn {turn}, block {number}");
                    assert_eq!(summing.now(), full.now(), "turn {turn}, block {number}");
                }
            }
            let times = turns / 2 * blocks.len();
            for (all, before) in [replaying.replays(), summing.replays()].iter().zip(before) {
                let replays = all - before;
                assert!(replays as usize > times * 9 / 10, "{replays} of {times}");
            }
            assert_eq!(summing.totals().ledger, full.totals().ledger);
            let (full, replaying) = (full.totals(), replaying.totals());
            assert!(full.counts[Raw::L1iMisses] as usize > times);
            assert_eq!(replaying.counts, full.counts);
            assert_eq!(replaying.ledger, full.ledger);
            assert_eq!(replaying.caches, full.caches);
        }
    }

    #[test]
    fn an_execution_that_is_expected_to_be_late_and_is_not_takes_the_same_cycles_and_is_remembered()
    {
        for machine in [itanium(), itanium2()] {
            let mut full = Timing::new(&machine, Off).with_replay(0);
            let mut replaying = Timing::new(&machine, Off);
            let [there, back] = [4, -4].map(|bundles| branch(false, bundles));
            let start = 0x4000_0000;
            let blocks = [
                block(0, start, LOAD, there),
                block(1, start + 64, LOAD, back),
            ];
            let turns = 6000;
            let mut before = 0;
            for number in 0..turns {
                let (here, next) = (&blocks[number % 2], &blocks[(number + 1) % 2]);
                // More lines of a set of L1D than it has ways. The fifth load of the first block, and all of the second one, find their line.
                let address = match number % 10 {
                    0 | 2 | 4 | 6 => 0x6000_1000 + 4096 * (number as u64 / 2 % 16),
                    _ => 0x6000_0100,
                };
                let execution = execution(here, next.ip, address);
                full.execute(here, &execution);
                replaying.execute(here, &execution);
                assert_eq!(replaying.now(), full.now(), "execution {number}");
                if number == turns / 2 {
                    before = replaying.replays();
                }
            }
            let replays = replaying.replays() - before;
            assert!(replays as usize > turns / 2 * 95 / 100, "{replays}");
            assert!(replaying.punctual() > turns as u64 / 20);
            let (full, replaying) = (full.totals(), replaying.totals());
            assert_eq!(replaying.counts, full.counts);
            assert_eq!(replaying.ledger, full.ledger);
        }
    }

    #[test]
    fn a_store_whose_line_l2_lacks_is_replayed_though_it_holds_nothing() {
        for machine in [itanium(), itanium2()] {
            let mut full = Timing::new(&machine, Off).with_replay(0);
            let mut replaying = Timing::new(&machine, Off);
            let start = 0x4000_0000;
            let [store, wait] = [
                block(0, start, STORE, branch(false, 1)),
                block(1, start + 16, NOP_M, branch(false, 0)),
            ];
            // The loop of one block takes longer than memory, so that the store buffer has room for each store.
            let (turns, waits) = (600, 300);
            // Other code has its translations cached: no store is ever late.
            let warm = block(2, start + 32, LOAD, branch(false, 0));
            for page in 0..16 {
                let target = if page < 15 { warm.ip } else { start };
                let execution = execution(&warm, target, 0x6000_0000 + 0x4000 * page);
                full.execute(&warm, &execution);
                replaying.execute(&warm, &execution);
            }
            let before = replaying.replays();
            for turn in 0..turns {
                // Each store is to another line.
                let address = 0x6000_0000 + 64 * (turn * 257 % 4096);
                let first = execution(&store, wait.ip, address);
                full.execute(&store, &first);
                replaying.execute(&store, &first);
                for number in 1..=waits {
                    let target = if number < waits { wait.ip } else { start };
                    let execution = execution(&wait, target, 0);
                    full.execute(&wait, &execution);
                    replaying.execute(&wait, &execution);
                }
                assert_eq!(replaying.now(), full.now(), "turn {turn}");
            }
            let timed = turns * (1 + waits) - (replaying.replays() - before);
            assert!(timed < turns / 3, "{timed} timed in full");
            let (full, replaying) = (full.totals(), replaying.totals());
            assert!(full.counts[Raw::BusReadInvalidates] > turns / 2);
            assert_eq!(replaying.counts, full.counts);
            assert_eq!(replaying.ledger, full.ledger);
        }
    }
}
