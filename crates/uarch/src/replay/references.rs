//! The references of an execution: looked up first, made when all of them find at once what they need.
//!
//! What they do is what [`Pipeline::access`] does when nothing delays it (Caches 1 to 4 and 7, Translation 4);
//! `tests/replay/twins.rs` holds both equal.

use crate::model::memory::store_buffer::Doublewords;
use crate::model::pipeline::Pipeline;
use crate::replay::memo::{Body, Kind, Reference as Step};
use crate::replay::memos::Lists;
use events::{Execution, Probe};

/// Most references, and most fetches, of an execution that can be replayed.
pub(super) const MAX_STEPS: usize = 32;

/// What the references of an execution found.
#[derive(Clone, Debug, Default)]
pub(super) struct Lookups {
    references: [Lookup; MAX_STEPS],
    /// Some of them lie on other pages than the one translated last.
    moves: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Lookup {
    page: u64,
    /// Where the first-level TLB has the page, unless it is that of the reference before.
    translation: usize,
    physical: u64,
    /// Bytes that it stores.
    stored: u64,
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
        body: &Body,
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
            let busy = body.fp_loads > 0 && first <= caches.levels[0].ports.cycle;
            // Stores may keep the entries that they find.
            if busy || !caches.queue.admits(first, body.stores + 1) {
                return false;
            }
        }
        let references = body.references.of_mut(&mut lists.references);
        match (references, &*execution.addresses) {
            ([only], [address]) => {
                let mut page = pipeline.data.tlb.last;
                self.moves = false;
                self.would_refer(pipeline, only, *address, &mut page, 0)
            }
            (references, addresses) => self.would_hit_all(pipeline, references, addresses),
        }
    }

    #[inline(never)]
    fn would_hit_all<P: Probe>(
        &mut self,
        pipeline: &Pipeline<P>,
        references: &mut [Step],
        addresses: &[u64],
    ) -> bool {
        let mut page = pipeline.data.tlb.last;
        self.moves = false;
        if references.len() > addresses.len() {
            return false;
        }
        for (number, (step, &address)) in references.iter_mut().zip(addresses).enumerate() {
            // Opaque in each turn: what each kind of reference reads is not loaded for all kinds before the first turn.
            let pipeline = std::hint::black_box(pipeline);
            if !self.would_refer(pipeline, step, address, &mut page, number) {
                return false;
            }
        }
        true
    }

    /// Whether a reference would find at once what it needs. `page`: the page translated last and its
    /// frame.
    #[inline(always)]
    fn would_refer<P: Probe>(
        &mut self,
        pipeline: &Pipeline<P>,
        step: &mut Step,
        address: u64,
        page: &mut (u64, u64),
        number: usize,
    ) -> bool {
        let translator = &pipeline.shared.translator;
        let here = translator.page(pipeline.flow.space, address);
        if address & u64::from(step.mask) != 0 {
            return false;
        }
        let mut translation = 0;
        if here != page.0 {
            let Some((place, frame)) = pipeline.data.tlb.peek(here) else {
                return false;
            };
            *page = (here, frame);
            translation = place;
            self.moves = true;
        }
        let caches = &pipeline.shared.caches;
        let physical = translator.physical(page.1, address);
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
            Kind::FpLoad => caches.finds_fp_load(at, physical, place),
            Kind::Store => caches.finds_store(physical, place),
            Kind::Prefetch => caches.has_in_l1d(physical),
        };
        self.references[number % MAX_STEPS] = Lookup {
            page: here,
            translation,
            physical,
            stored: if stores { bytes } else { 0 },
        };
        hits
    }

    /// Makes all references of an execution, which have been looked up.
    #[inline(always)]
    pub(super) fn make<P: Probe>(&self, pipeline: &mut Pipeline<P>, references: &[Step]) {
        match references {
            [only] => self.refer(pipeline, only, 0),
            references => self.refer_all(pipeline, references),
        }
    }

    #[inline(never)]
    fn refer_all<P: Probe>(&self, pipeline: &mut Pipeline<P>, references: &[Step]) {
        for (number, step) in references.iter().enumerate() {
            self.refer(pipeline, step, number);
        }
    }

    /// Makes a reference that found what it needs.
    #[inline(always)]
    fn refer<P: Probe>(&self, pipeline: &mut Pipeline<P>, step: &Step, number: usize) {
        let lookup = self.references[number % MAX_STEPS];
        if self.moves && pipeline.data.tlb.again(lookup.page).is_none() {
            let tlb = &mut pipeline.data.tlb;
            tlb.reuse_at(lookup.translation, lookup.page);
        }
        let caches = &mut pipeline.shared.caches;
        let at = pipeline.now + u64::from(step.at);
        match step.kind {
            Kind::Load | Kind::LoadNearStore => caches.load_found(at, step.place),
            Kind::FpLoad => caches.fp_load_found(at, step.place),
            Kind::Store => {
                let taken = caches.store_found(at, step.place);
                if taken > at + caches.levels[0].latency[0] {
                    pipeline.shared.take_entry(at, taken);
                }
                let bytes = u64::from(step.bytes);
                let buffer = &mut pipeline.data.store_buffer;
                buffer.push(at, taken, lookup.physical, bytes);
            }
            Kind::Prefetch => {}
        }
    }
}

/// Whether no store of an execution would wait for room (Caches 7).
#[inline(always)]
pub(super) fn has_room<P: Probe>(pipeline: &Pipeline<P>, body: &Body, lists: &Lists) -> bool {
    let buffer = &pipeline.data.store_buffer;
    let demands = body.store_demands.of(&lists.store_demands);
    demands.iter().all(|demand| {
        // A store behind as many as there are entries waits for one of them.
        let behind = demand.behind as usize;
        behind < buffer.leaves.len()
            && buffer.room(demand.behind + 1) <= pipeline.now + u64::from(demand.earliest)
    })
}
