//! What the newest executions did to time, timed in full or replayed, for a listener that has passed over them
//! ([`events::Earlier`]). `crates/sim/tests/profileme_at_rest.rs` holds a listener that uses it equal to one that hears everything.

use crate::model::accounting::trail::{Fetched, Issue, Trail};
use crate::model::pipeline::flow::place;
use crate::model::pipeline::{BEFORE, Pipeline};
use crate::model::plan::table::PlanTable;
use crate::replay::memo::{Body, NONE};
use crate::replay::memos::Memos;
use events::{Earlier, Fetch, FetchSource, Probe, Stall};

/// Executions that are kept: more than there are while the decoupling buffer empties once.
const KEPT: usize = 128;

/// An execution.
#[derive(Clone, Copy, Debug)]
struct Past {
    /// The exit that was replayed; [`NONE`]: it was timed in full.
    exit: u32,
    /// Stretches of the trail that were written, if it was timed in full.
    stretches: u32,
    /// The issue before it if it was replayed, else the number of stretches behind it.
    at: u64,
    /// It fetched something, if it was timed in full.
    fetched: bool,
}

/// The newest executions.
#[derive(Debug)]
pub(super) struct Recent {
    list: Box<[Past; KEPT]>,
    /// All executions so far.
    count: usize,
}

impl Default for Recent {
    fn default() -> Self {
        let none = Past {
            exit: NONE,
            stretches: 0,
            at: 0,
            fetched: false,
        };
        Recent {
            list: Box::new([none; KEPT]),
            count: 0,
        }
    }
}

impl Recent {
    /// An execution is replayed that leaves by an exit, behind an issue in cycle `now`.
    #[inline(always)]
    pub(super) fn replayed(&mut self, exit: u32, now: u64) {
        let past = &mut self.list[self.count % KEPT];
        past.exit = exit;
        past.at = now;
        self.count += 1;
    }

    /// An execution has been timed in full, that began when there were so many stretches.
    pub(super) fn timed(&mut self, trail: &mut Trail, before: u64) {
        self.list[self.count % KEPT] = Past {
            exit: NONE,
            stretches: (trail.count - before) as u32,
            at: trail.count,
            fetched: std::mem::take(&mut trail.has_fetched),
        };
        self.count += 1;
    }

    /// The newest first.
    fn newest(&self) -> impl Iterator<Item = &Past> {
        let kept = self.count.min(KEPT);
        (1..=kept).map(|back| &self.list[(self.count - back) % KEPT])
    }

    /// Before an execution is timed in full: the trail goes on from what was replayed.
    pub(super) fn lead<P: Probe>(
        &self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &mut Pipeline<P>,
    ) {
        pipeline.flow.position = self.position(memos, plans, pipeline);
        if pipeline.flow.joining {
            pipeline.shared.counters.trail.issue = self.issue(memos, plans, pipeline);
        }
    }

    /// Before the memos are forgotten: keeps what they say of the replays.
    pub(super) fn spell_out<P: Probe>(
        &mut self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &mut Pipeline<P>,
    ) {
        if self.newest().all(|past| past.exit == NONE) {
            return;
        }
        let position = self.position(memos, plans, pipeline);
        let fetch = self.fetch(memos, pipeline);
        let issue = self.issue(memos, plans, pipeline);
        let mut cycles = Vec::new();
        self.cycles(memos, &pipeline.shared.counters.trail, 0, &mut cycles);
        let trail = &mut pipeline.shared.counters.trail;
        let before = trail.count;
        for (stall, from, cycles) in cycles {
            trail.spend(stall, from, cycles);
        }
        (trail.fetch, trail.has_fetched, trail.issue) = (fetch, true, issue);
        pipeline.flow.position = position;
        self.count = 0;
        self.timed(trail, before);
    }

    /// Everything that a listener needs that hears what comes next.
    pub(super) fn earlier<P: Probe>(
        &self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &Pipeline<P>,
    ) -> Earlier {
        let fetch = &pipeline.front.fetch;
        let trail = &pipeline.shared.counters.trail;
        let position = place(self.position(memos, plans, pipeline));
        let mut cycles = Vec::with_capacity(32);
        self.cycles(memos, trail, fetch.entry.min(fetch.next), &mut cycles);
        // Behind a taken branch nothing was fetched.
        let ahead = fetch.fetched_end.wrapping_sub(position.0);
        let newest = (1..=i64::MAX as u64).contains(&ahead);
        let newest = newest.then(|| self.fetch(memos, pipeline)).flatten();
        Earlier {
            cycles,
            fetch: newest.and_then(|fetched| record(pipeline, &fetched)),
            miss: trail.miss,
            position,
            issue: self.issue(memos, plans, pipeline),
        }
    }

    /// Where execution stands, as slots behind an address.
    fn position<P: Probe>(
        &self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &Pipeline<P>,
    ) -> (u64, u8) {
        let newest = self.newest().next();
        let Some(past) = newest.filter(|past| past.exit != NONE) else {
            return pipeline.flow.position;
        };
        let exit = &memos.exits[past.exit as usize];
        let body = body_of(memos, past);
        match exit.taken {
            true => (exit.key.target & !15, 0),
            false => (plans.plan(body.plan).ip, body.end),
        }
    }

    /// What cycles were spent on, all that reach behind one.
    fn cycles(&self, memos: &Memos, trail: &Trail, since: u64, list: &mut Vec<(Stall, u64, u64)>) {
        let mut add = |stall, from, cycles| {
            let reaches = from + cycles > since;
            if reaches {
                list.push((stall, from, cycles));
            }
            reaches
        };
        for past in self.newest() {
            let goes_on = if past.exit == NONE {
                let first = past.at - u64::from(past.stretches);
                trail.range(first, past.at).is_some_and(|stretches| {
                    stretches
                        .rev()
                        .all(|spent| add(spent.stall, spent.from, spent.cycles.into()))
                })
            } else {
                let body = body_of(memos, past);
                let mut end = past.at + u64::from(body.cycles) + 1;
                let mut charges = body.charges.of(&memos.lists.charges).iter().rev();
                charges.all(|&(stall, cycles)| {
                    end -= u64::from(cycles);
                    add(stall, end, cycles.into())
                })
            };
            if !goes_on {
                break;
            }
        }
        list.reverse();
    }

    /// The newest fetch on the right path.
    fn fetch<P: Probe>(&self, memos: &Memos, pipeline: &Pipeline<P>) -> Option<Fetched> {
        self.newest().find_map(|past| {
            if past.exit == NONE {
                let newest = pipeline.shared.counters.trail.fetch;
                return newest.filter(|_| past.fetched);
            }
            let body = body_of(memos, past);
            let fetch = body.fetches.of(&memos.lists.fetches).last()?;
            let cycle = past.at.wrapping_add_signed(fetch.cycle.into());
            Some(Fetched {
                address: fetch.address,
                cycle,
                entry: cycle + pipeline.front.sizes.depth,
                tlb: 0,
                cache: 0,
                source: FetchSource::L1,
            })
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
        for past in self.newest() {
            if past.exit == NONE {
                let issue = pipeline.shared.counters.trail.issue;
                return issue.filter(|(cycle, _)| *cycle == now).or(first);
            }
            let body = body_of(memos, past);
            if now == BEFORE || past.at + u64::from(body.cycles) != now {
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

/// The body of an execution that was replayed.
fn body_of<'a>(memos: &'a Memos, past: &Past) -> &'a Body {
    &memos.bodies[memos.exits[past.exit as usize].body as usize]
}

/// Bundle and slot of the last group of a body.
fn last_group(body: &Body, plans: &PlanTable) -> Option<(u64, u8)> {
    let plan = plans.plan(body.plan);
    let mut groups = plan.groups.iter().rev();
    let group = groups.find(|group| group.from < group.to && group.from < body.end)?;
    Some(place((plan.ip, group.from)))
}

/// The record of a fetch.
fn record<P: Probe>(pipeline: &Pipeline<P>, fetched: &Fetched) -> Option<Fetch> {
    let (translator, front) = (&pipeline.shared.translator, &pipeline.front);
    let space = front.fetch.space;
    let page = front.itlb.page_of(front.itlb.part(space, fetched.address));
    let frame = translator.frames.known(page)?;
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
