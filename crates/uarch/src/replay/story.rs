//! The story of a replay: the records that full timing would deliver, told from the memo.
//!
//! It is for a listener that waits for a syllable and wants no counts ([`events::Attention::counts`]). It hears of the group that holds the
//! syllable and of what comes behind it, until it asks and says that it needs no more. What lies before is told as
//! [`events::Earlier`]. `crates/sim/tests/profileme_at_rest.rs` holds such a listener equal to one that hears everything.

use super::fetch::Standing;
use super::memo::{Asks, Body, Kind, Reference, Step};
use super::memos::{Lists, Memos};
use super::recent::{Recent, fetch_record};
use super::references::Lookups;
use super::report::{self, site_of, site_of_slot};
use super::state;
use super::totals::Sums;
use crate::model::accounting::counters::Counters;
use crate::model::pipeline::Pipeline;
use crate::model::plan::Plan;
use crate::model::plan::table::PlanTable;
use events::{
    CodeId, Execution, Group as GroupRecord, MemoryLevel, Past, Probe, Reference as ReferenceRecord,
};
use isa::MemoryKind;

/// The group that a story begins with: its number in the plan, and its first slot that is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning {
    pub group: usize,
    pub slot: u8,
}

/// Whether an execution that the listener has to hear of may be told from a body.
pub(super) fn may_be_told<P: Probe>(pipeline: &Pipeline<P>, body: &Body) -> bool {
    let counters = &pipeline.shared.counters;
    let attention = &counters.attention;
    let awaits = attention.from == u64::MAX
        && attention.settle == u64::MAX
        && attention.fetches == u64::MAX
        && counters.awaits(body.syllables(), 0);
    // A listener that leaves nothing out, or one that waits for a syllable of it.
    (attention.from == 0 || awaits) && wants_stories(counters)
}

/// Whether the listener takes a story for the records of an execution.
fn wants_stories<P: Probe>(counters: &Counters<P>) -> bool {
    !counters.attention.counts && !counters.attention.sums && counters.trail.kept
}

/// Whether nothing that the references of an execution meet has to be delivered before its story, however long they take: the listener
/// leaves nothing out, or waits for fetches alone.
pub(super) fn tells_late<P: Probe>(counters: &Counters<P>) -> bool {
    let attention = &counters.attention;
    let waits = attention.from == u64::MAX
        && attention.settle == u64::MAX
        && !(attention.branches || attention.data_misses || attention.tlb_misses)
        && !attention.instruction_misses;
    (attention.from == 0 || waits) && wants_stories(counters)
}

/// Where the story of an execution begins; `None`: stores or prefetches would have to be told, of which a body without steps does not say all.
pub(super) fn beginning<P: Probe>(
    pipeline: &Pipeline<P>,
    plan: &Plan,
    body: &Body,
    lists: &Lists,
) -> Option<Beginning> {
    let counters = &pipeline.shared.counters;
    let mut begins = Beginning {
        group: 0,
        slot: body.first,
    };
    if counters.attention.from > 0 {
        begins = awaited(counters, plan, body.first)?;
    }
    let mut references = body.references.of(&lists.references).iter();
    let told = |reference: &Reference| !matches!(reference.kind, Kind::Store | Kind::Prefetch);
    references
        .all(|reference| reference.slot < begins.slot || told(reference))
        .then_some(begins)
}

/// The group of the syllable that the listener waits for, where the syllables before slot `counted` have been counted.
fn awaited<P: Probe>(counters: &Counters<P>, plan: &Plan, counted: u8) -> Option<Beginning> {
    let before = counters
        .attention
        .syllables
        .saturating_sub(counters.fetched);
    let awaited = u64::from(counted) + before.saturating_sub(1);
    let groups = &plan.groups;
    let group = groups.partition_point(|group| u64::from(group.to) <= awaited);
    let slot = groups.get(group)?.from.max(counted);
    Some(Beginning { group, slot })
}

/// Whether the listener has to be told before the next `syllables` ([`Probe::awaken`]): the one that it waits for is among them. A listener that
/// hears everything may be a list of several, of which another one may wait for a fetch, which may be that of one of these syllables.
fn awakens<P: Probe>(counters: &Counters<P>, syllables: u8) -> bool {
    let attention = &counters.attention;
    let fetches = attention.from == 0 && attention.fetches != u64::MAX;
    fetches || counters.awaits(syllables.into(), 0)
}

/// Tells the story of an execution that begins behind the newest issue; one past the last slot that was told.
pub(super) fn tell<P: Probe>(
    (memos, recent, lookups): (&mut Memos, &mut Recent, &Lookups),
    plans: &mut PlanTable,
    pipeline: &mut Pipeline<P>,
    (number, mut begins): (u32, Beginning),
    execution: &Execution,
) -> u8 {
    let body = memos.bodies[number as usize];
    let standing = state::standing(pipeline, memos);
    let mut teller = Teller::new(&body, pipeline.now, begins.slot);
    let mut counted = body.first;
    loop {
        let counters = &mut pipeline.shared.counters;
        if awakens(counters, body.end - counted) {
            counters.fetched(u64::from(begins.slot - counted));
            counters.awaken();
            let part = (&body, begins.group);
            let earlier = recent.earlier_within(memos, plans, pipeline, &standing, part);
            pipeline.shared.counters.probe.earlier(&earlier);
            recent.told(earlier);
        }
        let group = begins.group;
        let next = teller.tell_groups((memos, lookups), plans, pipeline, group, execution);
        let Some(group) = next else {
            return body.end;
        };
        ask(memos, plans, pipeline, &standing);
        counted = teller.from;
        begins = Beginning {
            group,
            slot: counted,
        };
        let counters = &pipeline.shared.counters;
        if counters.attention.from > 0 {
            if !awakens(counters, body.end - counted) {
                return counted;
            }
            // Where a fetch is waited for, too, it may be that of the next group: none is left out.
            if counters.attention.fetches == u64::MAX {
                begins = awaited(counters, plans.plan(body.plan), counted).unwrap_or(begins);
                teller = Teller::new(&body, pipeline.now, begins.slot);
            }
        }
    }
}

/// Asks the listener in the middle of an execution what it has to hear from there on.
fn ask<P: Probe>(
    memos: &mut Memos,
    plans: &mut PlanTable,
    pipeline: &mut Pipeline<P>,
    standing: &Standing,
) {
    let settled = standing.settled(pipeline);
    let slack = pipeline.slack();
    let aside = pipeline.front.most_aside();
    let (probe, mut totals) = Sums::of(memos, plans, pipeline);
    let attention = probe.catch_up(settled, &mut totals);
    let counters = &mut pipeline.shared.counters;
    counters.attend(attention, slack, aside);
    if attention.past != Past::Kept || attention.sums {
        // Memos may have to be forgotten: not before the end of this execution.
        counters.attention.settle = 0;
    }
}

/// How far the story of an execution has been told.
struct Teller<'a> {
    body: &'a Body,
    /// The issue before the execution.
    now: u64,
    /// Slots that retire.
    retired: u64,
    /// The next fetch, stretch of cycles, reference, and step of late references; the first cycle of that stretch.
    fetch: usize,
    stretch: usize,
    reference: usize,
    step: usize,
    cycle: u64,
    /// The first slot that is told.
    from: u8,
    /// Nothing has been told.
    begins: bool,
}

impl<'a> Teller<'a> {
    fn new(body: &'a Body, now: u64, from: u8) -> Self {
        Teller {
            body,
            now,
            retired: body.retired(),
            fetch: 0,
            stretch: 0,
            reference: 0,
            step: 0,
            cycle: now.wrapping_add(1),
            from,
            begins: true,
        }
    }

    /// Passes over what comes before a group.
    fn pass(&mut self, plan: &Plan, lists: &Lists, group: usize) {
        let Some(before) = group.checked_sub(1) else {
            return;
        };
        let body = self.body;
        let end = plan.groups[before].fetch_end;
        let fetches = body.fetches.of(&lists.fetches);
        self.fetch = fetches.partition_point(|fetch| fetch.address < end);
        let references = body.references.of(&lists.references);
        self.reference = references.partition_point(|step| step.slot < self.from);
        let steps = body.steps.of(&lists.steps).iter();
        self.step = steps
            .take_while(|step| step.memory.slot < self.from)
            .count();
        let issue = self.issue(lists, before);
        for (_, cycles) in body.charges.of(&lists.charges) {
            if self.cycle > issue {
                break;
            }
            self.cycle += u64::from(*cycles);
            self.stretch += 1;
        }
    }

    /// The cycle in which a group issues.
    fn issue(&self, lists: &Lists, group: usize) -> u64 {
        let issues = self.body.issues.of(&lists.issues);
        let since = issues.get(group).copied().unwrap_or_default();
        self.now.wrapping_add(since.into())
    }

    /// Tells of groups and what comes before their issues, from one on until the listener asks; the next
    /// one. `None`: that was the last.
    fn tell_groups<P: Probe>(
        &mut self,
        (memos, lookups): (&Memos, &Lookups),
        plans: &PlanTable,
        pipeline: &mut Pipeline<P>,
        mut number: usize,
        execution: &Execution,
    ) -> Option<usize> {
        let (body, lists) = (self.body, &memos.lists);
        let plan = plans.plan(body.plan);
        if std::mem::take(&mut self.begins) {
            self.pass(plan, lists, number);
        }
        let fetches = body.fetches.of(&lists.fetches);
        let stretches = body.charges.of(&lists.charges);
        let references = body.references.of(&lists.references);
        let steps = body.steps.of(&lists.steps);
        let predicates = execution.predicates & self.retired;
        let groups = plan.groups.iter().skip(number);
        for group in groups.take_while(|group| group.from < body.end) {
            let issue = self.issue(lists, number);
            number += 1;
            while let Some(fetch) = fetches.get(self.fetch)
                && fetch.address < group.fetch_end
            {
                self.fetch += 1;
                if let Some(record) = fetch_record(pipeline, fetch.record(self.now, pipeline)) {
                    pipeline.shared.counters.probe.fetch(&record);
                }
            }
            let probe = &mut pipeline.shared.counters.probe;
            while let Some(&(stall, cycles)) = stretches.get(self.stretch)
                && self.cycle <= issue
            {
                probe.cycles(stall, self.cycle, cycles.into());
                self.cycle += u64::from(cycles);
                self.stretch += 1;
            }
            let to = group.to.min(body.end);
            let late = match steps.get(self.step..) {
                Some(rest) if !steps.is_empty() => {
                    let own = rest.iter().take_while(|step| step.memory.slot < to);
                    &rest[..own.count()]
                }
                _ => &[],
            };
            self.step += late.len();
            for step in late.iter().filter(|step| step.asks == Asks::Translation) {
                report::report_tlb_miss(pipeline, plan, step, execution);
            }
            let probe = &mut pipeline.shared.counters.probe;
            probe.group(&GroupRecord {
                cycle: issue,
                code: CodeId(plan.id),
                from: group.from,
                to,
                predicates,
            });
            while let Some(step) = references.get(self.reference)
                && step.slot < to
            {
                let address = execution.addresses.get(self.reference).copied();
                let found = (address.unwrap_or(0), lookups.physical(self.reference));
                self.reference += 1;
                refer(pipeline, plan, step, issue, found);
            }
            for step in late.iter().filter(|step| step.asks == Asks::Access) {
                refer_late(pipeline, plan, step, issue, execution);
            }
            let syllables = to - std::mem::replace(&mut self.from, to);
            let counters = &mut pipeline.shared.counters;
            counters.fetched(syllables.into());
            if to < body.end && counters.probe.asks(0) {
                return Some(number);
            }
        }
        None
    }
}

/// Tells of a load that finds its data in the first cache that it asks.
fn refer<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    step: &Reference,
    issue: u64,
    (address, physical): (u64, u64),
) {
    let shared = &mut pipeline.shared;
    let caches = &shared.caches;
    let (kind, level, latency) = match step.kind {
        Kind::FpLoad | Kind::FpLoadNearStore => {
            let level = match caches.fp_bypasses_l1d {
                true => MemoryLevel::L2,
                false => MemoryLevel::L1,
            };
            (MemoryKind::FpLoad, level, caches.fp_load_latency())
        }
        _ => (MemoryKind::Load, MemoryLevel::L1, caches.l1d_latency[0]),
    };
    let space = pipeline.flow.space;
    shared.counters.probe.reference(&ReferenceRecord {
        cycle: issue,
        completes: issue + latency,
        site: site_of_slot(plan, step.slot, address),
        kind,
        bytes: step.bytes,
        level: Some(level),
        forced: false,
        translated: shared.translator.translated(space, physical),
    });
}

/// Tells of a reference that was made one by one.
fn refer_late<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    step: &Step,
    issue: u64,
    execution: &Execution,
) {
    let (number, memory) = (usize::from(step.number), &step.memory);
    let Pipeline {
        shared,
        ahead,
        flow,
        ..
    } = pipeline;
    let (Some(made), Some(reached), Some(&address)) = (
        ahead.translations.get(number),
        ahead.accesses.get(number),
        execution.addresses.get(number),
    ) else {
        return;
    };
    let physical = shared.translator.physical(made.frame, address);
    shared.counters.probe.reference(&ReferenceRecord {
        cycle: issue,
        completes: reached.ready,
        site: site_of(plan, memory, address),
        kind: memory.kind,
        bytes: memory.bytes,
        level: reached.level,
        forced: reached.forced,
        translated: shared.translator.translated(flow.space, physical),
    });
}
