//! The references of an execution: looked up first, made when all of them find at once what they need.
//!
//! What they do is what [`Pipeline::access`] does when nothing delays it (Caches 1 to 4 and 7, Translation 4);
//! `tests/replay/twins.rs` holds both equal.

use crate::model::memory::cache::{Banks, Request, StorePath};
use crate::model::memory::store_buffer::Doublewords;
use crate::model::pipeline::Pipeline;
use crate::replay::memo::{Body, Kind, LookupVersions, Reference};
use crate::replay::memos::Lists;
use events::{AddressList, Execution, Probe, Site};
use isa::MemoryKind;

/// Most references, and most fetches, of an execution that can be replayed.
pub(super) const MAX_REPLAYED: usize = 32;

/// Most cycles between the issue of a store and its start in L2, in an execution that is replayed.
pub(super) const LATEST_STORE: u64 = 12;

/// What the references of an execution found.
#[derive(Clone, Debug, Default)]
pub(super) struct Lookups {
    /// The physical address of each.
    physical: [u64; MAX_REPLAYED],
    /// Places in the TLB of the translations that the references use in turn, by index 0 those that ask the first level for a part of a page, by
    /// index 1 those that ask the second level alone for a page (Translation 7). One that is used again directly is there once (Translation 4).
    places: [[u32; MAX_REPLAYED]; 2],
    asked: Asked,
}

/// Translations that the references of an execution use, as far as they have been looked up; indexed as [`Lookups::places`].
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    /// How many there are in `places`.
    counts: [usize; 2],
    /// The part, and the page, translated last.
    last: [u64; 2],
}

impl Asked {
    /// Notes the translation of the next reference, unless it is the one used last.
    #[inline(always)]
    fn note<const DIRECT: bool>(
        &mut self,
        places: &mut [[u32; MAX_REPLAYED]; 2],
        reference: &Reference,
    ) {
        let level = usize::from(DIRECT && reference.direct);
        let located = &reference.located;
        if self.last[level] != located.name {
            self.last[level] = located.name;
            places[level][self.counts[level] % MAX_REPLAYED] = located.place;
            self.counts[level] += 1;
        }
    }
}

/// The numbers of bits that are set.
struct Numbers(u32);

impl Iterator for Numbers {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let number = self.0.trailing_zeros() as usize;
        self.0 &= self.0.checked_sub(1)?;
        Some(number)
    }
}

/// A trial: in which cycles the accesses of an execution would start in L2 (Caches 14), where nothing but each other is in their way.
struct StartTrial<'a> {
    stores: StorePath,
    banks: Option<&'a Banks>,
    /// Ports of L2.
    ports: u32,
    /// Floating-point loads go to L2.
    has_loads: bool,
    /// The cycle of the newest issue.
    now: u64,
    /// The cycle in which the newest access starts.
    cycle: u64,
    /// How many start in it.
    used: u32,
    /// Banks that these take.
    taken: u64,
}

impl StartTrial<'_> {
    /// Lets the next reference start if it asks L2. False: it is a floating-point load that would not start in the cycle in which it asks, or
    /// a store that would start too late or keep its bank.
    #[inline(always)]
    fn finds_bank(&mut self, reference: &Reference, physical: u64) -> bool {
        let mut at = self.now + u64::from(reference.at);
        let load = match reference.kind {
            Kind::FpLoad | Kind::FpLoadNearStore if self.has_loads => true,
            Kind::Store => {
                // A short store keeps its bank for longer than one cycle.
                if self
                    .banks
                    .is_some_and(|banks| banks.is_short(reference.bytes.into()))
                {
                    return false;
                }
                at = self.stores.carry(at, reference.bytes.into());
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
    /// Whether one of the references before a load stores to a doubleword of it (Caches 4, as in
    /// [`StoreBuffer::conflicts`](crate::model::memory::store_buffer::StoreBuffer::conflicts)).
    #[inline(never)]
    fn stores_to(&self, references: &[Reference], stored: u32, number: usize) -> bool {
        let doublewords =
            |number: usize| Doublewords::of(self.physical(number), references[number].bytes.into());
        let before = stored & ((1 << (number % MAX_REPLAYED)) - 1);
        let load = doublewords(number);
        Numbers(before).any(|store| doublewords(store).meet(load))
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
            // In the queue of L2 each store may keep the entry that it finds.
            let last = pipeline.now + u64::from(body.cycles);
            let banks = caches.levels[0].banks.as_ref();
            let filled = body.fp_loads > 0 && banks.is_some_and(|b| !b.is_quiet(first, last));
            if busy || filled || !caches.queue.admits(first, body.stores + 1) {
                return false;
            }
        }
        let references = body.references.of_mut(&mut lists.references);
        forget_changed(pipeline, references, &mut body.versions);
        let addresses = &execution.addresses;
        let found = match body.kinds.direct {
            false => self.find_all::<P, false>(pipeline, references, addresses),
            true => self.find_all_direct(pipeline, references, addresses),
        };
        if !found || body.kinds.near_stores != 0 && self.meets_stores(body, references) {
            return false;
        }
        let sparse = body.fp_loads == 0 || !body.crowded;
        sparse || self.start_at_once(pipeline, body, references)
    }

    /// Whether every floating-point load of an execution would start in L2 at once.
    #[inline(always)]
    fn start_at_once<P: Probe>(
        &self,
        pipeline: &Pipeline<P>,
        body: &mut Body,
        references: &[Reference],
    ) -> bool {
        let caches = &pipeline.shared.caches;
        let first = pipeline.now + u64::from(body.first_request);
        // Nothing but each other is in their way then: they start as they did.
        let alone = caches.is_l2_idle(first);
        if alone && body.starts_in_time {
            return true;
        }
        let finds = self.find_banks(pipeline, references);
        body.starts_in_time |= finds && alone;
        finds
    }

    /// Whether every floating-point load of an execution would find its bank of L2 free.
    #[inline(never)]
    fn find_banks<P: Probe>(&self, pipeline: &Pipeline<P>, references: &[Reference]) -> bool {
        let caches = &pipeline.shared.caches;
        let l2 = &caches.levels[0];
        let mut trial = StartTrial {
            stores: caches.stores.clone(),
            banks: l2.banks.as_ref(),
            ports: l2.ports.ports,
            has_loads: caches.fp_bypasses_l1d,
            now: pipeline.now,
            cycle: 0,
            used: 0,
            taken: 0,
        };
        // A plain loop: the compiler keeps the trial in registers.
        for (reference, &physical) in references.iter().zip(&self.physical) {
            if !trial.finds_bank(reference, physical) {
                return false;
            }
        }
        true
    }

    /// Whether all references find what they need; stores of their own execution are not looked for. `DIRECT`: one of them asks the second
    /// level of the TLB alone.
    #[inline(always)]
    fn find_all<P: Probe, const DIRECT: bool>(
        &mut self,
        pipeline: &Pipeline<P>,
        references: &mut [Reference],
        addresses: &AddressList,
    ) -> bool {
        let count = references.len();
        if count > MAX_REPLAYED.min(addresses.count()) {
            return false;
        }
        let tlb = &pipeline.data.tlb;
        let mut asked = Asked {
            last: [tlb.last.0, tlb.last_direct.0],
            counts: [0; 2],
        };
        let conflicts = pipeline.data.store_buffer.conflicts_for(pipeline.now);
        #[expect(
            clippy::needless_range_loop,
            reason = "with a range, one check for all turns shows that numbers are in bounds"
        )]
        for number in 0..count {
            let (reference, address) = (&mut references[number], addresses.at(number));
            if !reference.located.shares_line(address) {
                // Opaque to the compiler: otherwise it loads what each kind of reference reads for all kinds, before the first turn.
                let pipeline = std::hint::black_box(pipeline);
                let last = asked.last[usize::from(DIRECT && reference.direct)];
                if !is_found(pipeline, reference, address, last) {
                    return false;
                }
            }
            asked.note::<DIRECT>(&mut self.places, reference);
            let physical = reference.located.physical(address);
            self.physical[number] = physical;
            if u64::from(reference.at) < conflicts
                && reference.kind.is_load()
                && conflict(pipeline, reference, physical)
            {
                return false;
            }
        }
        self.asked = asked;
        true
    }

    #[inline(never)]
    fn find_all_direct<P: Probe>(
        &mut self,
        pipeline: &Pipeline<P>,
        references: &mut [Reference],
        addresses: &AddressList,
    ) -> bool {
        self.find_all::<P, true>(pipeline, references, addresses)
    }

    /// Whether one of the loads that are so close behind a store of their own execution that it can be in their way reads what it writes.
    #[inline(never)]
    fn meets_stores(&self, body: &Body, references: &[Reference]) -> bool {
        Numbers(body.kinds.near_stores)
            .any(|load| self.stores_to(references, body.kinds.stores, load))
    }

    /// Makes all references of an execution, which have been looked up.
    #[inline(never)]
    pub(super) fn make<P: Probe>(
        &self,
        pipeline: &mut Pipeline<P>,
        body: &Body,
        references: &[Reference],
    ) {
        for (level, places) in self.places.iter().enumerate() {
            let places = &places[..self.asked.counts[level].min(MAX_REPLAYED)];
            if !places.is_empty() {
                let tlb = &mut pipeline.data.tlb;
                tlb.reuse_all(level > 0, places, self.asked.last[level]);
            }
        }
        let caches = &mut pipeline.shared.caches;
        let (at, loads) = body.last_loads;
        if loads > 0 {
            caches.loads_found(pipeline.now + u64::from(at), loads);
        }
        caches.touch_l1d(references.iter().map(|reference| reference.place));
        let requests = Numbers(body.kinds.requests);
        let first = pipeline.now + u64::from(body.first_request);
        if body.stores > 1 && !body.crowded && pipeline.shared.caches.is_l2_idle(first) {
            // Each access is in a cycle of its own: L2 is idle before each.
            self.request_all::<P, true>(pipeline, requests, references);
        } else {
            self.request_all::<P, false>(pipeline, requests, references);
        }
    }

    /// Makes the references that ask L2, whose lines of L1D have been used. `IDLE`: L2 is idle before each.
    #[inline(always)]
    fn request_all<P: Probe, const IDLE: bool>(
        &self,
        pipeline: &mut Pipeline<P>,
        requests: Numbers,
        references: &[Reference],
    ) {
        for number in requests {
            let (reference, physical) = (&references[number], self.physical(number));
            if reference.kind == Kind::Store {
                store::<P, IDLE>(pipeline, reference, physical);
            } else {
                let at = pipeline.now + u64::from(reference.at);
                let caches = &mut pipeline.shared.caches;
                caches.fp_load_found(at, physical, reference.place);
            }
        }
    }

    /// The physical address of a reference that was looked up, by its number.
    #[inline(always)]
    pub(super) fn physical(&self, number: usize) -> u64 {
        self.physical[number % MAX_REPLAYED]
    }
}

/// Forgets what is known of references and no longer certain: when a line has come or gone since, their lines; when a translation has, their
/// parts of pages as well.
#[inline(always)]
fn forget_changed<P: Probe>(
    pipeline: &Pipeline<P>,
    references: &mut [Reference],
    versions: &mut LookupVersions,
) {
    let caches = &pipeline.shared.caches;
    let translations = pipeline.data.tlb.version;
    let lines = translations + caches.l1d.version + caches.levels[0].array.version;
    if versions.lines != lines {
        versions.lines = lines;
        if versions.translations != translations {
            versions.translations = translations;
            forget(references);
        } else {
            forget_lines(references);
        }
    }
}

/// Forgets where references were located if the TLB has changed since.
#[inline(always)]
pub(super) fn forget_moved<P: Probe>(
    pipeline: &Pipeline<P>,
    references: &mut [Reference],
    translations: &mut u64,
) {
    let version = pipeline.data.tlb.version;
    if *translations != version {
        *translations = version;
        forget(references);
    }
}

#[inline(never)]
fn forget(references: &mut [Reference]) {
    for reference in references {
        reference.located.forget();
    }
}

#[inline(never)]
fn forget_lines(references: &mut [Reference]) {
    for reference in references {
        reference.located.forget_line();
    }
}

/// Whether a reference that may be in another line than the last time is aligned and finds at once what it needs, but for stores in its way;
/// `last`: what the TLB has translated last.
///
/// From then on it finds the same for [the same line](crate::model::memory::tlb::Located::shares_line), as long as no line and no translation
/// comes or goes: data that have arrived stay.
#[inline(always)]
fn is_found<P: Probe>(
    pipeline: &Pipeline<P>,
    reference: &mut Reference,
    address: u64,
    last: u64,
) -> bool {
    // A look-up that fails may leave the place of another line.
    reference.located.forget_line();
    let found =
        is_located(pipeline, reference, address, last) && has_line(pipeline, reference, address);
    if found {
        reference.located.know_line(address);
    }
    found
}

/// Whether a reference is aligned, and the TLB has its translation at once; `last`: what it has translated last.
#[inline(always)]
pub(super) fn is_located<P: Probe>(
    pipeline: &Pipeline<P>,
    reference: &mut Reference,
    address: u64,
    last: u64,
) -> bool {
    reference.located.shares_part(address) || locate(pipeline, reference, address, last)
}

/// Locates a reference that is not in the part of a page that it was in before; false: it is not aligned, or its translation is not there at once.
#[inline(never)]
fn locate<P: Probe>(
    pipeline: &Pipeline<P>,
    reference: &mut Reference,
    address: u64,
    last: u64,
) -> bool {
    let (tlb, translator) = (&pipeline.data.tlb, &pipeline.shared.translator);
    let (asked, direct) = ((pipeline.flow.space, address), reference.direct);
    reference.located.is_aligned(address)
        && tlb.locate(translator, asked, &mut reference.located, direct, last)
}

/// Whether a reference finds its line with its data there; stores of its own execution are not looked for.
#[inline(always)]
fn has_line<P: Probe>(pipeline: &Pipeline<P>, reference: &mut Reference, address: u64) -> bool {
    let caches = &pipeline.shared.caches;
    let at = pipeline.now + u64::from(reference.at);
    let physical = reference.located.physical(address);
    let place = &mut reference.place;
    // Most are loads.
    if reference.kind == Kind::Load {
        return caches.finds_load(at, physical, place);
    }
    match reference.kind {
        Kind::Load | Kind::LoadNearStore => caches.finds_load(at, physical, place),
        Kind::Store => caches.finds_store(physical, place),
        Kind::FpLoad | Kind::FpLoadNearStore => {
            caches.finds_fp_load(at, physical, place)
                && caches.orders_fp_load(at, physical, reference.bytes.into())
        }
        Kind::Prefetch => caches.has_in_l1d(physical),
    }
}

/// Whether a store is in the way of a load (Caches 4).
#[inline(never)]
fn conflict<P: Probe>(pipeline: &Pipeline<P>, reference: &Reference, physical: u64) -> bool {
    let at = pipeline.now + u64::from(reference.at);
    let buffer = &pipeline.data.store_buffer;
    buffer.conflicts(at, physical, reference.bytes.into())
}

/// Makes a store that found its line, the only reference of an execution.
#[inline(never)]
pub(super) fn store_alone<P: Probe>(
    pipeline: &mut Pipeline<P>,
    reference: &Reference,
    physical: u64,
) {
    (pipeline.shared.caches).touch_l1d(std::iter::once(reference.place));
    store::<P, false>(pipeline, reference, physical);
}

/// Makes a store that found its line, but for its use of L1D. `IDLE`: [L2 is idle](crate::model::memory::cache::Hierarchy::is_l2_idle) in its cycle.
#[inline(always)]
fn store<P: Probe, const IDLE: bool>(
    pipeline: &mut Pipeline<P>,
    reference: &Reference,
    physical: u64,
) {
    let at = pipeline.now + u64::from(reference.at);
    let bytes = reference.bytes.into();
    let caches = &mut pipeline.shared.caches;
    match caches.store_at_once::<IDLE>(at, reference.place, physical, bytes) {
        Some(taken) => {
            let buffer = &mut pipeline.data.store_buffer;
            buffer.push(at, taken, physical, bytes.into());
        }
        None => store_later(pipeline, reference, physical),
    }
}

/// The same for a store that may have to wait: for the path, a port, its bank or its line.
#[inline(never)]
fn store_later<P: Probe>(pipeline: &mut Pipeline<P>, reference: &Reference, physical: u64) {
    let at = pipeline.now + u64::from(reference.at);
    let caches = &mut pipeline.shared.caches;
    let bytes = reference.bytes.into();
    let carried = caches.carry_store(at, reference.place, bytes);
    let (start, refused) = caches.start_store(carried, physical, bytes);
    if refused {
        let none = Site::none();
        pipeline.shared.count_refused(Request::Store, &none);
    }
    let (index, hit, arrives) = pipeline.shared.caches.write_found(start, reference.place);
    let mut taken = hit;
    if arrives > hit {
        taken = wait(pipeline, index, [start, hit, arrives]);
    }
    let caches = &pipeline.shared.caches;
    if taken > at + caches.levels[0].latency[0] {
        pipeline.shared.take_entry(at, taken);
    }
    let buffer = &mut pipeline.data.store_buffer;
    buffer.push(at, taken, physical, reference.bytes.into());
}

/// When L2 has taken a store that waits for its line.
#[inline(never)]
fn wait<P: Probe>(pipeline: &mut Pipeline<P>, index: usize, cycles: [u64; 3]) -> u64 {
    let shared = &mut pipeline.shared;
    shared.wait_for_line(index, cycles, Request::Store, &Site::none())
}

/// Whether no store of an execution would wait for room (Caches 7).
#[inline(always)]
pub(super) fn has_room<P: Probe>(pipeline: &Pipeline<P>, body: &Body, lists: &Lists) -> bool {
    let buffer = &pipeline.data.store_buffer;
    let demands = body.store_demands.of(&lists.store_demands);
    // An empty buffer has room for all.
    if let Some(first) = demands.first()
        && buffer.last <= pipeline.now + u64::from(first.earliest)
        && body.stores as usize <= buffer.leaves.len()
    {
        return true;
    }
    for demand in demands {
        let (behind, earliest) = (demand.behind, pipeline.now + u64::from(demand.earliest));
        // A store behind as many of its own execution as there are entries waits for one of those.
        if behind as usize >= buffer.leaves.len() || buffer.room(behind + 1) > earliest {
            return false;
        }
    }
    true
}

/// The kind of a reference that issues in a cycle; `None`: a replay cannot make it. `newest_store`: when the newest store of the same execution
/// before it issued.
pub(super) fn kind<P: Probe>(
    pipeline: &Pipeline<P>,
    memory: MemoryKind,
    issue: u64,
    newest_store: Option<u64>,
) -> Option<Kind> {
    let behind = |cycles: u64| newest_store.is_some_and(|stored| stored + cycles > issue);
    Some(match memory {
        MemoryKind::Load => match behind(pipeline.data.store_buffer.window) {
            true => Kind::LoadNearStore,
            false => Kind::Load,
        },
        MemoryKind::FpLoad => {
            let order = pipeline.shared.caches.fp_store_window();
            match order > 0 && behind(order + LATEST_STORE) {
                true => Kind::FpLoadNearStore,
                false => Kind::FpLoad,
            }
        }
        MemoryKind::Store | MemoryKind::FpStore => Kind::Store,
        MemoryKind::Prefetch => Kind::Prefetch,
        MemoryKind::Semaphore | MemoryKind::Flush => return None,
    })
}
