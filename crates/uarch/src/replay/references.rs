//! The references of an execution: looked up first, made when all of them find at once what they need.
//!
//! What they do is what [`Pipeline::access`] does when nothing delays it (Caches 1 to 4 and 7, Translation 4);
//! `tests/replay/twins.rs` holds both equal.

use crate::model::memory::cache::{Banks, Request, StorePath};
use crate::model::memory::store_buffer::Doublewords;
use crate::model::pipeline::Pipeline;
use crate::replay::memo::{Body, Kind, Reference as Step};
use crate::replay::memos::Lists;
use events::{Execution, Probe, Site};

/// Most references, and most fetches, of an execution that can be replayed.
pub(super) const MAX_STEPS: usize = 32;

/// Most cycles between the issue of a store and its start in L2, in an execution that is replayed.
pub(super) const LATEST_STORE: u64 = 12;

/// What the references of an execution found.
#[derive(Clone, Debug, Default)]
pub(super) struct Lookups {
    references: [Lookup; MAX_STEPS],
    /// Some of them lie elsewhere than what was translated last.
    moves: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Lookup {
    /// Part of a page, or for a reference that asks the second level of the TLB alone the page.
    name: u64,
    /// Where the TLB has it, unless it was translated last.
    translation: usize,
    physical: u64,
    /// Bytes that it stores.
    stored: u64,
}

/// Accesses to L2 that an execution would start (Caches 14): nothing but each other is in their way.
struct Starts<'a> {
    stores: StorePath,
    banks: Option<&'a Banks>,
    /// Ports of L2.
    ports: u32,
    /// Floating-point loads go to L2.
    has_loads: bool,
    /// The cycle of the newest issue.
    now: u64,
    /// The cycle of the newest one.
    cycle: u64,
    /// How many start in it.
    used: u32,
    /// Banks that these take.
    taken: u64,
}

impl Starts<'_> {
    /// Whether a reference is no floating-point load that would be refused by its bank of L2.
    #[inline(always)]
    fn finds_bank(&mut self, step: &Step, physical: u64) -> bool {
        let mut at = self.now + u64::from(step.at);
        let load = match step.kind {
            Kind::FpLoad | Kind::FpLoadNearStore if self.has_loads => true,
            Kind::Store => {
                // What keeps its bank is in the way for longer.
                if self
                    .banks
                    .is_some_and(|banks| banks.is_short(step.bytes.into()))
                {
                    return false;
                }
                at = self.stores.carry(at, step.bytes.into());
                false
            }
            _ => return true,
        };
        let bank = self.banks.map_or(0, |banks| 1 << banks.of(physical));
        if at > self.cycle {
            (self.cycle, self.used, self.taken) = (at, 0, 0);
        } else if self.used == self.ports || self.taken & bank != 0 {
            (self.cycle, self.used, self.taken) = (self.cycle + 1, 0, 0);
        }
        self.used += 1;
        self.taken |= bank;
        if load {
            self.cycle == at
        } else {
            self.cycle <= at + LATEST_STORE
        }
    }
}

impl Lookups {
    /// Whether one of the first references stores to a doubleword of a load (Caches 4, as in
    /// [`StoreBuffer::conflicts`](crate::model::memory::store_buffer::StoreBuffer::conflicts)).
    fn stores_to(&self, count: usize, physical: u64, bytes: u64) -> bool {
        let load = Doublewords::of(physical, bytes);
        self.references.iter().take(count).any(|lookup| {
            lookup.stored > 0 && Doublewords::of(lookup.physical, lookup.stored).meet(load)
        })
    }

    /// Whether every reference of an execution would find at once what it needs, as it did when the
    /// body was remembered.
    #[inline(always)]
    pub(super) fn would_hit<P: Probe>(
        &mut self,
        pipeline: &Pipeline<P>,
        body: &mut Body,
        lists: &mut Lists,
        execution: &Execution,
    ) -> bool {
        let caches = &pipeline.shared.caches;
        let (at, loads) = body.first_loads;
        if loads > 0 && !caches.admits_loads(pipeline.now + u64::from(at), loads) {
            return false;
        }
        if body.fp_loads > 0 || body.stores > 0 {
            let first = pipeline.now + u64::from(body.first_request);
            let busy = body.fp_loads > 0 && first <= caches.levels[0].ports.newest;
            // Stores may keep the entries that they find.
            let last = pipeline.now + u64::from(body.cycles);
            let banks = caches.levels[0].banks.as_ref();
            let filled = body.fp_loads > 0 && banks.is_some_and(|b| !b.is_quiet(first, last));
            if busy || filled || !caches.queue.admits(first, body.stores + 1) {
                return false;
            }
        }
        let references = body.references.of_mut(&mut lists.references);
        let found = match (&mut *references, &*execution.addresses) {
            ([only], [address]) => {
                let mut last = [pipeline.data.tlb.last, pipeline.data.tlb.last_direct];
                self.moves = false;
                self.would_refer(pipeline, only, *address, &mut last, 0)
            }
            (references, addresses) => self.would_hit_all(pipeline, references, addresses),
        };
        let sparse = body.fp_loads == 0 || !body.crowded;
        found && (sparse || self.start_at_once(pipeline, body, references))
    }

    /// Whether every floating-point load of an execution would start in L2 at once.
    #[inline(always)]
    fn start_at_once<P: Probe>(
        &self,
        pipeline: &Pipeline<P>,
        body: &mut Body,
        references: &[Step],
    ) -> bool {
        let caches = &pipeline.shared.caches;
        let first = pipeline.now + u64::from(body.first_request);
        // Nothing but each other is in their way then: they start as they did.
        let alone = caches.levels[0].banks.is_none() && caches.stores.is_idle(first);
        if alone && body.starts {
            return true;
        }
        let finds = self.find_banks(pipeline, references);
        body.starts |= finds && alone;
        finds
    }

    /// Whether every floating-point load of an execution would find its bank of L2 free.
    #[inline(never)]
    fn find_banks<P: Probe>(&self, pipeline: &Pipeline<P>, references: &[Step]) -> bool {
        let caches = &pipeline.shared.caches;
        let l2 = &caches.levels[0];
        let mut starts = Starts {
            stores: caches.stores.clone(),
            banks: l2.banks.as_ref(),
            ports: l2.ports.ports,
            has_loads: caches.fp_bypasses_l1d,
            now: pipeline.now,
            cycle: 0,
            used: 0,
            taken: 0,
        };
        // A loop keeps the starts in registers.
        for (step, lookup) in references.iter().zip(&self.references) {
            if !starts.finds_bank(step, lookup.physical) {
                return false;
            }
        }
        true
    }

    #[inline(never)]
    fn would_hit_all<P: Probe>(
        &mut self,
        pipeline: &Pipeline<P>,
        references: &mut [Step],
        addresses: &[u64],
    ) -> bool {
        let mut last = [pipeline.data.tlb.last, pipeline.data.tlb.last_direct];
        self.moves = false;
        if references.len() > addresses.len() {
            return false;
        }
        for (number, (step, &address)) in references.iter_mut().zip(addresses).enumerate() {
            // Opaque in each turn: what each kind of reference reads is not loaded for all kinds before the first turn.
            let pipeline = std::hint::black_box(pipeline);
            if !self.would_refer(pipeline, step, address, &mut last, number) {
                return false;
            }
        }
        true
    }

    /// Whether a reference would find at once what it needs. `last`: the part translated last and its frame, and the page that
    /// the second level of the TLB alone translated last.
    #[inline(always)]
    fn would_refer<P: Probe>(
        &mut self,
        pipeline: &Pipeline<P>,
        step: &mut Step,
        address: u64,
        last: &mut [(u64, u64); 2],
        number: usize,
    ) -> bool {
        let translator = &pipeline.shared.translator;
        let (tlb, space) = (&pipeline.data.tlb, pipeline.flow.space);
        let (here, last) = if step.direct {
            (translator.page(space, address), &mut last[1])
        } else {
            (tlb.part(space, address), &mut last[0])
        };
        if address & u64::from(step.mask) != 0 {
            return false;
        }
        let mut translation = 0;
        if here != last.0 {
            let Some((place, frame)) = tlb.peek(step.direct, here) else {
                return false;
            };
            *last = (here, frame);
            translation = place;
            self.moves = true;
        }
        let caches = &pipeline.shared.caches;
        let physical = translator.physical(last.1, address);
        let at = pipeline.now + u64::from(step.at);
        let bytes = u64::from(step.bytes);
        let place = &mut step.place;
        let stores = step.kind == Kind::Store;
        let hits = match step.kind {
            Kind::Load | Kind::LoadNearStore => {
                let conflicts = pipeline.data.store_buffer.conflicts(at, physical, bytes)
                    || step.kind == Kind::LoadNearStore && self.stores_to(number, physical, bytes);
                !conflicts && caches.finds_load(at, physical, place)
            }
            Kind::FpLoad | Kind::FpLoadNearStore => {
                let refused =
                    step.kind == Kind::FpLoadNearStore && self.stores_to(number, physical, bytes);
                !refused
                    && caches.finds_fp_load(at, physical, place)
                    && caches.orders_fp_load(at, physical, bytes)
            }
            Kind::Store => caches.finds_store(physical, place),
            Kind::Prefetch => caches.has_in_l1d(physical),
        };
        self.references[number % MAX_STEPS] = Lookup {
            name: here,
            translation,
            physical,
            stored: if stores { bytes } else { 0 },
        };
        hits
    }

    /// Makes all references of an execution, which have been looked up.
    #[inline(always)]
    pub(super) fn make<P: Probe>(&self, pipeline: &mut Pipeline<P>, references: &[Step]) {
        match self.moves {
            true => self.refer_all::<P, true>(pipeline, references),
            false => self.refer_all::<P, false>(pipeline, references),
        }
    }

    #[inline(never)]
    fn refer_all<P: Probe, const MOVES: bool>(
        &self,
        pipeline: &mut Pipeline<P>,
        references: &[Step],
    ) {
        for (step, lookup) in references.iter().zip(&self.references) {
            let pipeline = std::hint::black_box(&mut *pipeline);
            let at = pipeline.now + u64::from(step.at);
            if MOVES {
                let tlb = &mut pipeline.data.tlb;
                let last = if step.direct {
                    tlb.last_direct
                } else {
                    tlb.last
                };
                if last.0 != lookup.name {
                    tlb.reuse_at(step.direct, lookup.translation, lookup.name);
                }
            }
            let caches = &mut pipeline.shared.caches;
            match step.kind {
                Kind::Load | Kind::LoadNearStore => caches.load_found(at, step.place),
                Kind::FpLoad | Kind::FpLoadNearStore => {
                    caches.fp_load_found(at, lookup.physical, step.place);
                }
                Kind::Store => store(pipeline, step, lookup.physical),
                Kind::Prefetch => {}
            }
        }
    }

    /// The physical address of a reference that was looked up, by its number.
    pub(super) fn physical(&self, number: usize) -> u64 {
        self.references[number % MAX_STEPS].physical
    }
}

/// Makes a store that found its line.
#[inline(never)]
pub(super) fn store<P: Probe>(pipeline: &mut Pipeline<P>, step: &Step, physical: u64) {
    let at = pipeline.now + u64::from(step.at);
    let caches = &mut pipeline.shared.caches;
    let (start, refused) = caches.start_store(at, physical, step.place, step.bytes.into());
    if let Some(refused) = &refused {
        let (shared, none) = (&mut pipeline.shared, Site::none());
        shared.count_refused(refused, start, Request::Store, &none);
    }
    let (index, hit, arrives) = pipeline.shared.caches.write_found(start, step.place);
    let mut taken = hit;
    if arrives > hit {
        taken = wait(pipeline, index, (start, hit, arrives));
    }
    let caches = &pipeline.shared.caches;
    if taken > at + caches.levels[0].latency[0] {
        pipeline.shared.take_entry(at, taken);
    }
    let buffer = &mut pipeline.data.store_buffer;
    buffer.push(at, taken, physical, step.bytes.into());
}

/// When L2 has taken a store that waits for its line.
#[inline(never)]
fn wait<P: Probe>(pipeline: &mut Pipeline<P>, index: usize, cycles: (u64, u64, u64)) -> u64 {
    let shared = &mut pipeline.shared;
    shared.wait_for_line(0, index, cycles, Request::Store, &Site::none())
}

/// Whether no store of an execution would wait for room (Caches 7).
#[inline(always)]
pub(super) fn has_room<P: Probe>(pipeline: &Pipeline<P>, body: &Body, lists: &Lists) -> bool {
    let buffer = &pipeline.data.store_buffer;
    for demand in body.store_demands.of(&lists.store_demands) {
        let (behind, earliest) = (demand.behind, pipeline.now + u64::from(demand.earliest));
        // A store behind as many as there are entries waits for one of them.
        if behind as usize >= buffer.leaves.len() || buffer.room(behind + 1) > earliest {
            return false;
        }
    }
    true
}
