//! The newest executions, timed in full or replayed, for a listener that passes over most of a run and, where it begins to listen, asks what came
//! before ([`events::Earlier`]). Of a replay its exit is kept, and the memo says the rest; of an execution timed in full, which part of the
//! model's trail is its. `crates/sim/tests/profileme_at_rest.rs` holds a listener that uses it equal to one that hears everything.

use crate::model::accounting::trail::{Fetched, Issue, Trail};
use crate::model::pipeline::flow::place;
use crate::model::pipeline::{BEFORE, Pipeline};
use crate::model::plan::table::PlanTable;
use crate::replay::fetch::Standing;
use crate::replay::memo::{Body, Exit, Fetch as BodyFetch, NONE};
use crate::replay::memos::Memos;
use events::{Earlier, Fetch, FetchSource, Probe, Stall};

/// Executions that are kept: more than there are while the decoupling buffer empties once.
const KEPT: usize = 128;

/// An execution that was timed in full.
#[derive(Clone, Copy, Debug, Default)]
struct Timed {
    /// Cycle of the issue before it.
    at: u64,
    /// Stretches that it added to the trail.
    stretches: u32,
    /// Stretches of the trail so far, behind it.
    behind: u64,
    /// It fetched something.
    fetched: bool,
}

/// An execution, newest first.
#[derive(Clone, Copy, Debug)]
enum Past<'a> {
    /// It was replayed: its exit, its body, and the cycle of the issue before it.
    Replayed(&'a Exit, &'a Body, u64),
    /// It was timed in full.
    Timed(Timed),
}

/// The newest executions.
#[derive(Debug)]
pub(super) struct Recent {
    /// A ring: the exit of each replay, or [`NONE`] for an execution that was timed in full.
    exits: [u32; KEPT],
    /// At the same places, those that were timed in full.
    timed: Box<[Timed; KEPT]>,
    /// Executions noted since the past began; many replays of one exit in a row count as [`KEPT`] at most.
    count: usize,
    /// Scratch memory for the stretches that a listener is told of.
    stretches: Vec<(Stall, u64, u64)>,
}

impl Default for Recent {
    fn default() -> Self {
        Recent {
            exits: [NONE; KEPT],
            timed: Box::new([Timed::default(); KEPT]),
            count: 0,
            stretches: Vec::new(),
        }
    }
}

impl Recent {
    /// Notes a replay through an exit.
    #[inline(always)]
    pub(super) fn replayed(&mut self, exit: u32) {
        self.exits[self.count % KEPT] = exit;
        self.count += 1;
    }

    /// Notes `times` replays through an exit.
    pub(super) fn repeated(&mut self, exit: u32, times: u64) {
        if times >= KEPT as u64 {
            self.exits.fill(exit);
            self.count += KEPT;
            return;
        }
        for _ in 0..times {
            self.replayed(exit);
        }
    }

    /// Notes `times` replays in the turns of a chain; `turn`: the exits of the newest turn, the oldest first.
    pub(super) fn chained(&mut self, turn: impl Iterator<Item = u32> + Clone, times: u64) {
        let length = turn.clone().count().max(1);
        let kept = times.min(KEPT as u64) as usize;
        let turns = kept.div_ceil(length);
        let exits = (0..turns).flat_map(|_| turn.clone());
        for exit in exits.skip(turns * length - kept) {
            self.replayed(exit);
        }
    }

    /// Notes an execution that was timed in full. `at`: the cycle of the issue before it; `before`: stretches of the trail before it; `newest`: its
    /// newest fetch, if it made one.
    pub(super) fn timed(
        &mut self,
        trail: &mut Trail,
        (at, before): (u64, u64),
        newest: Option<Fetched>,
    ) {
        self.exits[self.count % KEPT] = NONE;
        self.timed[self.count % KEPT] = Timed {
            at,
            stretches: (trail.count - before) as u32,
            behind: trail.count,
            fetched: newest.is_some(),
        };
        trail.fetch = newest.or(trail.fetch);
        self.count += 1;
    }

    /// Notes an execution that was timed in full and whose trail was not written. All before it is given up: it is not asked for.
    #[inline(always)]
    pub(super) fn passed(&mut self, trail: &Trail, (at, _): (u64, u64)) {
        self.exits[0] = NONE;
        self.timed[0] = Timed {
            at,
            stretches: 0,
            behind: trail.count,
            fetched: false,
        };
        self.count = 1;
    }

    /// Begins the past: executions noted before are given up.
    pub(super) fn begin(&mut self) {
        self.count = 0;
    }

    /// The executions, the newest first; `now`: the cycle of the newest issue.
    fn newest<'a>(&'a self, memos: &'a Memos, now: u64) -> impl Iterator<Item = Past<'a>> {
        let kept = self.count.min(KEPT);
        let mut at = now;
        (1..=kept).map(move |back| {
            let place = (self.count - back) % KEPT;
            if self.exits[place] == NONE {
                let timed = self.timed[place];
                at = timed.at;
                return Past::Timed(timed);
            }
            let exit = &memos.exits[self.exits[place] as usize];
            let body = &memos.bodies[exit.body as usize];
            at = at.wrapping_sub(body.cycles.into());
            Past::Replayed(exit, body, at)
        })
    }

    /// Before an execution is timed in full: gives the model the position and the newest issue that replays have led to.
    pub(super) fn hand_over_position<P: Probe>(
        &self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &mut Pipeline<P>,
    ) {
        let newest = self.exits[self.count.wrapping_sub(1) % KEPT];
        if newest != NONE {
            pipeline.flow.position = self.position(memos, plans, pipeline);
        }
        if pipeline.flow.joining {
            pipeline.shared.counters.trail.issue = self.issue(memos, plans, pipeline);
        }
    }

    /// Before the memos are forgotten: writes what they say of the replays to the trail, as if it had been one execution timed in full.
    pub(super) fn write_to_trail<P: Probe>(
        &mut self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &mut Pipeline<P>,
    ) {
        if self.exits.iter().take(self.count).all(|exit| *exit == NONE) {
            return;
        }
        let position = self.position(memos, plans, pipeline);
        let fetch = self.fetch(memos, pipeline);
        let issue = self.issue(memos, plans, pipeline);
        let mut cycles = Vec::new();
        self.cycles(memos, pipeline, 0, &mut cycles);
        let trail = &mut pipeline.shared.counters.trail;
        let before = trail.count;
        for (stall, from, _) in cycles {
            trail.spend(stall, from);
        }
        (trail.fetch, trail.issue) = (None, issue);
        pipeline.flow.position = position;
        self.count = 0;
        self.timed(trail, (pipeline.now, before), fetch);
    }

    /// What a listener has to know of the past to hear from the next execution on.
    pub(super) fn earlier<P: Probe>(
        &mut self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &Pipeline<P>,
        standing: &Standing,
    ) -> Earlier {
        let trail = &pipeline.shared.counters.trail;
        let position = place(self.position(memos, plans, pipeline));
        let mut cycles = self.no_stretches();
        self.cycles(
            memos,
            pipeline,
            standing.entry.min(standing.next),
            &mut cycles,
        );
        // Nothing has been fetched from the position on: execution goes on behind a taken branch.
        let ahead = standing.end.wrapping_sub(position.0);
        let newest = (1..=i64::MAX as u64).contains(&ahead);
        let newest = newest.then(|| self.fetch(memos, pipeline)).flatten();
        Earlier {
            cycles,
            fetch: newest.and_then(|fetched| fetch_record(pipeline, fetched)),
            miss: trail.miss,
            position,
            issue: self.issue(memos, plans, pipeline),
        }
    }

    /// The same in the middle of the execution that comes next, a replay: before a group of its body.
    pub(super) fn earlier_within<P: Probe>(
        &mut self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &Pipeline<P>,
        standing: &Standing,
        (body, group): (&Body, usize),
    ) -> Earlier {
        let (now, plan, lists) = (pipeline.now, plans.plan(body.plan), &memos.lists);
        let issues = body.issues.of(&lists.issues);
        let before = group.checked_sub(1).and_then(|before| {
            let issue = now.wrapping_add((*issues.get(before)?).into());
            Some((plan.groups.get(before)?, issue, before == 0))
        });
        let Some((newest, issue, is_first)) = before else {
            return self.earlier(memos, plans, pipeline, standing);
        };
        let mut fetches = body.fetches.of(&lists.fetches).iter().rev();
        let fetched = fetches.find(|fetch| fetch.address < newest.fetch_end);
        let fetched = fetched.map(|fetch| fetch.record(now, pipeline));
        let since = fetched.map_or(standing.entry.min(standing.next), |fetched| fetched.entry);
        let mut cycles = self.no_stretches();
        if since <= now {
            self.cycles(memos, pipeline, since, &mut cycles);
        }
        let mut from = now.wrapping_add(1);
        for &(stall, spent) in body.charges.of(&lists.charges) {
            if from > issue {
                break;
            }
            let end = from + u64::from(spent);
            if end > since {
                cycles.push((stall, from, spent.into()));
            }
            from = end;
        }
        let position = place((plan.ip, plan.groups[group].from));
        let fetch = match fetched {
            Some(fetched) => Some(fetched),
            None if standing.end > position.0 => self.fetch(memos, pipeline),
            None => None,
        };
        // The first group may go on with the cycle of the one before the execution.
        let joined = (is_first && issue == now).then(|| self.issue(memos, plans, pipeline));
        let own = Some((issue, place((plan.ip, newest.from))));
        Earlier {
            cycles,
            fetch: fetch.and_then(|fetched| fetch_record(pipeline, fetched)),
            miss: pipeline.shared.counters.trail.miss,
            position,
            issue: joined.flatten().or(own),
        }
    }

    /// An empty list of stretches, in memory that was used before ([`Recent::told`]).
    fn no_stretches(&mut self) -> Vec<(Stall, u64, u64)> {
        let mut stretches = std::mem::take(&mut self.stretches);
        stretches.clear();
        stretches
    }

    /// The listener was told: takes the memory back.
    pub(super) fn told(&mut self, earlier: Earlier) {
        self.stretches = earlier.cycles;
    }

    /// Where execution stands, as slots behind an address.
    fn position<P: Probe>(
        &self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &Pipeline<P>,
    ) -> (u64, u8) {
        match self.newest(memos, pipeline.now).next() {
            Some(Past::Replayed(exit, ..)) if exit.taken => (exit.key.target & !15, 0),
            Some(Past::Replayed(_, body, _)) => (plans.plan(body.plan).ip, body.end),
            Some(Past::Timed(_)) | None => pipeline.flow.position,
        }
    }

    /// Puts on `list`, the oldest first, what cycles were spent on: all stretches that reach into cycle `since` or beyond it.
    fn cycles<P: Probe>(
        &self,
        memos: &Memos,
        pipeline: &Pipeline<P>,
        since: u64,
        list: &mut Vec<(Stall, u64, u64)>,
    ) {
        let mut add = |stall, from, cycles| {
            let reaches = from + cycles > since;
            if reaches {
                list.push((stall, from, cycles));
            }
            reaches
        };
        let trail = &pipeline.shared.counters.trail;
        let mut end = pipeline.now.wrapping_add(1);
        for past in self.newest(memos, pipeline.now) {
            let goes_on = match past {
                Past::Timed(timed) => {
                    let first = timed.behind - u64::from(timed.stretches);
                    let stretches = trail.range(first..timed.behind, end);
                    end = timed.at.wrapping_add(1);
                    stretches.is_some_and(|stretches| {
                        stretches
                            .rev()
                            .all(|spent| add(spent.stall, spent.from, spent.cycles))
                    })
                }
                Past::Replayed(_, body, _) => {
                    let mut charges = body.charges.of(&memos.lists.charges).iter().rev();
                    charges.all(|&(stall, cycles)| {
                        end -= u64::from(cycles);
                        add(stall, end, cycles.into())
                    })
                }
            };
            if !goes_on {
                break;
            }
        }
        list.reverse();
    }

    /// The newest fetch on the right path.
    fn fetch<P: Probe>(&self, memos: &Memos, pipeline: &Pipeline<P>) -> Option<Fetched> {
        self.newest(memos, pipeline.now).find_map(|past| {
            let (body, at) = match past {
                Past::Timed(timed) => {
                    let newest = pipeline.shared.counters.trail.fetch;
                    return newest.filter(|_| timed.fetched);
                }
                Past::Replayed(_, body, at) => (body, at),
            };
            if body.fetches_late {
                // It was noted when it was made ([`Replay::note_fetch`](super::Replay::note_fetch)).
                return pipeline.shared.counters.trail.fetch;
            }
            let fetch = body.fetches.of(&memos.lists.fetches).last()?;
            Some(fetch.record(at, pipeline))
        })
    }

    /// The newest issue.
    fn issue<P: Probe>(
        &self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &Pipeline<P>,
    ) -> Option<Issue> {
        let now = pipeline.now;
        let mut first = None;
        for past in self.newest(memos, now) {
            let Past::Replayed(_, body, at) = past else {
                let issue = pipeline.shared.counters.trail.issue;
                let newest = issue.filter(|(cycle, _)| *cycle == now);
                return newest.map(|(at, slots)| (at, place(slots))).or(first);
            };
            if now == BEFORE || at.wrapping_add(body.cycles.into()) != now {
                break;
            }
            first = last_group(body, plans).map(|place| (now, place));
            // A group may go on with the cycle of the one before.
            if body.cycles > 0 {
                break;
            }
        }
        first
    }
}

/// Bundle and slot of the last group of a body.
fn last_group(body: &Body, plans: &PlanTable) -> Option<(u64, u8)> {
    let plan = plans.plan(body.plan);
    let mut groups = plan.groups.iter().rev();
    let group = groups.find(|group| group.from < group.to && group.from < body.end)?;
    Some(place((plan.ip, group.from)))
}

impl BodyFetch {
    /// The fetch as the trail keeps it, made by an execution behind an issue in cycle `at`.
    pub(super) fn record<P>(&self, at: u64, pipeline: &Pipeline<P>) -> Fetched {
        let cycle = at.wrapping_add_signed(self.cycle.into());
        Fetched {
            address: self.address,
            cycle,
            entry: cycle + pipeline.front.sizes.depth,
            tlb: 0,
            cache: 0,
            source: FetchSource::L1,
        }
    }
}

/// The record of a fetch.
pub(super) fn fetch_record<P: Probe>(pipeline: &Pipeline<P>, fetched: Fetched) -> Option<Fetch> {
    let (translator, front) = (&pipeline.shared.translator, &pipeline.front);
    let space = front.fetch.space;
    let part = front.itlb.part(space, fetched.address);
    let known = || translator.frames.known(front.itlb.page_of(part));
    let frame = front.itlb.again(part).or_else(known)?;
    let physical = translator.physical(frame, fetched.address);
    let block = front.sizes.block_bundles;
    Some(Fetch {
        cycle: fetched.cycle,
        entry: fetched.entry,
        tlb_delay: fetched.tlb,
        cache_delay: fetched.cache,
        ip: fetched.address,
        bundles: (block - fetched.address / 16 % block) as u8,
        wrong_path: false,
        source: fetched.source,
        translated: translator.translated(space, physical),
    })
}
