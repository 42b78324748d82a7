//! The memory references of a group: their translation, which may hold the group (Issue 3), and what follows from their accesses (Issue 4).

use crate::model::accounting::origin::Origin;
use crate::model::latency::Producer;
use crate::model::memory::store_buffer::StoreBuffer;
use crate::model::memory::tlb::{Miss, Tlb, Translation};
use crate::model::pipeline::access::Reached;
use crate::model::pipeline::course::Delay;
use crate::model::pipeline::{Pipeline, Run, has_slot};
use crate::model::plan::{Memory, NO_REGISTER};
use config::Machine;
use config::model::{Latency, OperatingSystem};
use events::{DataRequester, Fact, Probe, Raw, Reason, Reference as ReferenceRecord, Site, Stall};
use isa::MemoryKind;

/// References that retired and made no access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Integer loads: deferred ones, and check loads that found their entry.
    pub loads: u64,
    /// Floating-point loads, the same.
    pub fp_loads: u64,
    /// Prefetches that were dropped, because their translation would have needed software.
    pub prefetches: u64,
}

impl Skipped {
    /// Counts one reference.
    pub(crate) fn count(&mut self, kind: MemoryKind) {
        match kind {
            MemoryKind::Load => self.loads += 1,
            MemoryKind::FpLoad => self.fp_loads += 1,
            MemoryKind::Prefetch => self.prefetches += 1,
            _ => {}
        }
    }

    /// Adds those of one execution, `each`, so many times.
    pub(crate) fn add(&mut self, each: &Self, times: u64) {
        self.loads += each.loads * times;
        self.fp_loads += each.fp_loads * times;
        self.prefetches += each.prefetches * times;
    }
}

checkpoint::state!(Skipped {
    loads,
    fp_loads,
    prefetches
});

/// Most references of a group: more than any configuration has memory ports.
const MAX_GROUP_REFERENCES: usize = 8;

/// A memory reference of the group being issued, translated.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reference {
    /// Its number in [`Group::memory`](crate::model::plan::Group::memory).
    index: u8,
    /// Virtual address.
    address: u64,
    /// Physical address.
    physical: u64,
    /// Cycles by which its translation delays the access without holding the group.
    pub(crate) delay: u64,
    /// It makes no access: deferred, dropped, or a check load that found its ALAT entry.
    skipped: bool,
    /// An integer load whose translation was not in the first level, so that L1D does not serve it (Translation 8).
    pub(crate) behind_l1d: bool,
}

/// The site of a reference of which no listener hears.
pub(crate) const UNHEARD: &Site = &Site::none();

/// The delay of a translation as a word: 0 for a hit of the first level; `None`: a miss whose cycles do not fit. From bit 0: 16 bits of transfer,
/// 20 of the walk, 20 of software; bit 63 marks a miss.
#[inline(always)]
pub(crate) fn translation_delay(translation: &Translation) -> Option<Delay> {
    const MISS: u64 = 1 << 63;
    let Some(miss) = &translation.miss else {
        return Some(0);
    };
    let fits = miss.transfer >> 16 == 0 && miss.walk >> 20 == 0 && miss.software >> 20 == 0;
    fits.then_some(MISS | miss.transfer | miss.walk << 16 | miss.software << 36)
}

/// All cycles of the miss that a [`translation_delay`] stands for.
pub(crate) fn miss_cycles(delay: Delay) -> u32 {
    let (transfer, walk, software) = (
        delay & 0xffff,
        delay >> 16 & 0xf_ffff,
        delay >> 36 & 0xf_ffff,
    );
    (transfer + walk + software) as u32
}

/// The data side of the pipe without the caches, which it shares with the front end.
#[derive(Clone, Debug)]
pub(crate) struct DataUnit {
    pub tlb: Tlb,
    pub store_buffer: StoreBuffer,
    /// The cycle in which the data of all loads and semaphores so far are there.
    pub loads_until: u64,
    /// References that made no access.
    pub skipped: Skipped,
    /// Translated references of the group being issued.
    references: [Reference; MAX_GROUP_REFERENCES],
    pub latency: Latency,
    os: OperatingSystem,
    /// Cycles of the flush behind a load that hits another way than predicted.
    way_mispredict: u64,
}

checkpoint::state!(DataUnit { tlb, store_buffer, loads_until, skipped } skips { references, latency, os, way_mispredict });

impl DataUnit {
    /// Nothing referred to.
    pub(crate) fn new(machine: &Machine) -> Self {
        Self {
            tlb: Tlb::new(machine, false),
            store_buffer: StoreBuffer::new(
                machine.memory.store_buffer_entries,
                machine.caches.store_to_load_cycles,
            ),
            loads_until: 0,
            skipped: Skipped::default(),
            references: [Reference::default(); MAX_GROUP_REFERENCES],
            latency: machine.latency.clone(),
            os: machine.os.clone(),
            way_mispredict: u64::from(machine.caches.l1d_way_mispredict_cycles),
        }
    }
}

impl<P: Probe> Pipeline<P> {
    /// Whether every executed reference of a group lies on the page translated last, so that no TLB has to be looked up. Moves on in the
    /// execution's addresses; a caller that gets false has to reset them. Shortens Translation 4 and Issue 3; `tests/ticked` holds both equal.
    #[inline(always)]
    pub(crate) fn all_on_last_page(&self, memory: &[Memory], run: &mut Run<'_>) -> bool {
        if !run.execution.notes.is_empty() || !self.ahead.translations.is_empty() {
            return false;
        }
        for reference in memory {
            if has_slot(run.on, reference.slot) {
                let Some(&address) = run.execution.addresses.get(run.addresses) else {
                    return false;
                };
                run.addresses += 1;
                let direct = self.data.tlb.is_direct(reference.kind.is_float());
                if self
                    .data
                    .tlb
                    .known(direct, run.block.space, address)
                    .is_none()
                {
                    return false;
                }
            }
        }
        true
    }

    /// Translates the executed references of a group. Misses that hold the group move its issue cycle `at`. Returns how many references there are.
    #[inline(never)]
    pub(crate) fn translate_all(
        &mut self,
        memory: &[Memory],
        run: &mut Run<'_>,
        at: &mut u64,
    ) -> usize {
        // Issue 3: in slot order, each adds its cycles.
        let mut count = 0;
        for (index, reference) in (0u8..).zip(memory) {
            if !has_slot(run.on, reference.slot) {
                continue;
            }
            let Some(&address) = run.execution.addresses.get(run.addresses) else {
                continue;
            };
            run.addresses += 1;
            let mut translated = Reference {
                index,
                address,
                ..Reference::default()
            };
            if !run.execution.notes.is_empty() && self.skips(reference, run) {
                translated.skipped = true;
            } else {
                let asked = *at;
                let number = self.course.translations.count();
                let own;
                let site = if self.shared.counters.may_hear_places() {
                    own = run.site::<P>(reference.slot, address);
                    &own
                } else {
                    UNHEARD
                };
                let translation = match self.ahead.translations.get(number) {
                    Some(made) => Some(*made),
                    None => self.look_up(reference, (run.block.space, address), asked, site),
                };
                let delay = translation.as_ref().and_then(translation_delay);
                self.course.translated(asked, delay);
                match translation {
                    Some(Translation { frame, miss }) => {
                        translated.physical = self.shared.translator.physical(frame, address);
                        if let Some(miss) = miss {
                            self.translation_missed(reference, &mut translated, &miss, run, at);
                        }
                    }
                    // Translation 5
                    None => {
                        translated.skipped = true;
                        if self.shared.counters.hears_data_tlb_miss(asked) {
                            self.shared.counters.probe.forgone(asked, site);
                        }
                    }
                }
            }
            self.data.references[count % MAX_GROUP_REFERENCES] = translated;
            count += 1;
        }
        count
    }

    /// Whether a reference makes no access by the execution's notes: it is deferred, or a check load that found its ALAT entry.
    #[inline(never)]
    fn skips(&self, memory: &Memory, run: &Run<'_>) -> bool {
        // Latencies 6: no access is made.
        let slot = memory.slot;
        run.execution.notes.iter().any(|note| {
            note.slot == slot
                && match note.fact {
                    Fact::Deferred { .. } => true,
                    Fact::CheckLoadHit => memory.check,
                    _ => false,
                }
        })
    }

    /// Translates a reference to an address of a space in a cycle; `None`: a prefetch that needs software is dropped.
    #[inline(always)]
    pub(crate) fn look_up(
        &mut self,
        memory: &Memory,
        (space, address): (u32, u64),
        at: u64,
        site: &Site,
    ) -> Option<Translation> {
        match self.translated(memory, (space, address)) {
            Some(frame) => Some(Translation { frame, miss: None }),
            None => self.translate(memory, (space, address), at, site),
        }
    }

    /// The frame of a reference to an address of a space, if the translation is the one used last, or a hit of the first level that may be taken at
    /// once; `None`: [`translate`](Self::translate) has to look it up.
    #[inline(always)]
    pub(crate) fn translated(
        &mut self,
        memory: &Memory,
        (space, address): (u32, u64),
    ) -> Option<u64> {
        let tlb = &mut self.data.tlb;
        let direct = tlb.is_direct(memory.kind.is_float());
        let known = tlb.known(direct, space, address);
        // A prefetch that needs software is dropped before it is looked up, and a direct reference does not ask the first level.
        if known.is_some() || direct || memory.kind == MemoryKind::Prefetch {
            return known;
        }
        tlb.reuse(tlb.part(space, address))
    }

    /// Translates a reference for which [`translated`](Self::translated) has no frame; `None`: a prefetch that needs software is dropped.
    #[inline(never)]
    pub(crate) fn translate(
        &mut self,
        memory: &Memory,
        (space, address): (u32, u64),
        at: u64,
        site: &Site,
    ) -> Option<Translation> {
        // Translation 5
        let prefetch = memory.kind == MemoryKind::Prefetch;
        let tlb = &mut self.data.tlb;
        let direct = tlb.is_direct(memory.kind.is_float());
        let part = tlb.part(space, address);
        if prefetch && tlb.needs_software(part, &self.shared.translator) {
            return None;
        }
        if direct {
            return Some(tlb.translate_direct(part, &mut self.shared, at, site));
        }
        // Of a prefetch only the translation used last was compared.
        let translation = match prefetch {
            true => tlb.translate(part, &mut self.shared, at, site),
            false => tlb.translate_missing(part, &mut self.shared, at, site),
        };
        if memory.kind == MemoryKind::Load {
            let miss = translation.miss.as_ref();
            self.shared.read_transfer(miss, at, site);
        }
        Some(translation)
    }

    /// The cycles of a translation miss that delay the reference and not its group.
    pub(crate) fn reference_delay(&self, memory: &Memory, miss: &Miss) -> u64 {
        if memory.kind == MemoryKind::Prefetch {
            return miss.transfer + miss.walk;
        }
        // Translation 7: a reference that asks the second level alone has a transfer of 0.
        match self.flushes(memory) {
            true => 0,
            false => miss.transfer,
        }
    }

    /// Whether a first-level miss of a reference flushes the pipe.
    pub(crate) fn flushes(&self, memory: &Memory) -> bool {
        let tlb = &self.data.tlb;
        let direct = tlb.is_direct(memory.kind.is_float());
        tlb.flushes() && !direct && memory.kind != MemoryKind::Prefetch
    }

    /// Whether L1D does not serve an integer load with this result of its translation (Translation 8).
    pub(crate) fn is_behind_l1d(&self, miss: Option<&Miss>) -> bool {
        miss.is_some() && self.data.tlb.miss_bypasses_l1d()
    }

    /// A first-level miss: delays its reference, or holds the group and moves its issue cycle `at`.
    fn translation_missed(
        &mut self,
        memory: &Memory,
        reference: &mut Reference,
        miss: &Miss,
        run: &Run<'_>,
        at: &mut u64,
    ) {
        // Translation 2 and 3: what a miss costs; Accounting 3: who pays.
        let prefetch = memory.kind == MemoryKind::Prefetch;
        let site = run.site::<P>(memory.slot, reference.address);
        reference.behind_l1d = self.is_behind_l1d(Some(miss));
        reference.delay = self.reference_delay(memory, miss);
        self.shared.counters.untranslated(&site);
        let issue = *at;
        if !prefetch {
            if *at == self.now {
                // Issue 3: a part that would have joined the group before it is held from the next cycle on.
                *at += 1;
            }
            let flushes = self.flushes(memory);
            let counters = &mut self.shared.counters;
            let blame = |reason| move || run.waiting(Origin::new(site.culprit(), reason));
            if flushes {
                counters.count(Raw::FlushesFirstTlb, 1, *at, &site);
                counters.charge(
                    Stall::FlushOther,
                    *at,
                    miss.transfer,
                    blame(Reason::FirstTlb),
                );
                *at += miss.transfer;
            }
            counters.charge(Stall::DataWalk, *at, miss.walk, blame(Reason::Walk));
            *at += miss.walk;
            counters.charge(
                Stall::DataFault,
                *at,
                miss.software,
                blame(Reason::TlbFault),
            );
            *at += miss.software;
        }
        let requester = if prefetch {
            DataRequester::Prefetch
        } else {
            DataRequester::Reference
        };
        let place = (run.block.space, reference.physical);
        let shared = &mut self.shared;
        shared.data_tlb_miss(issue, miss, &site, requester, place);
    }

    /// Makes the accesses of the references that [`translate_all`](Self::translate_all) translated.
    #[inline(always)]
    pub(crate) fn access_translated(&mut self, memory: &[Memory], count: usize, run: &Run<'_>) {
        for i in 0..count.min(MAX_GROUP_REFERENCES) {
            let reference = self.data.references[i];
            self.access(&memory[usize::from(reference.index)], &reference, run);
        }
    }

    /// Makes the accesses of the executed references of a group, which all lie on the page translated last.
    #[inline(always)]
    pub(crate) fn access_on_last_page(
        &mut self,
        memory: &[Memory],
        first_address: usize,
        run: &Run<'_>,
    ) {
        let mut next = first_address;
        for reference in memory {
            if has_slot(run.on, reference.slot) {
                let address = run.execution.addresses[next];
                next += 1;
                let tlb = &self.data.tlb;
                let direct = tlb.is_direct(reference.kind.is_float());
                let frame = if direct {
                    tlb.last_direct.1
                } else {
                    tlb.last.1
                };
                let translated = Reference {
                    address,
                    physical: self.shared.translator.physical(frame, address),
                    ..Reference::default()
                };
                self.course.translated(self.now, Some(0));
                self.access(reference, &translated, run);
            }
        }
    }

    /// The first cycle in which the store buffer has room for so many stores of one group; 0 without stores.
    #[inline(always)]
    pub(crate) fn store_room(&self, stores: u32) -> u64 {
        if stores == 0 {
            return 0;
        }
        match self.ahead.rooms.get(self.course.rooms.count()) {
            Some(&found) => found,
            None => self.data.store_buffer.room(stores),
        }
    }

    /// Makes a reference in the issue cycle of its group, and notes what follows from its access: values, holds, and what a listener is told.
    #[inline(always)]
    fn access(&mut self, memory: &Memory, reference: &Reference, run: &Run<'_>) {
        let at = self.now + reference.delay;
        if reference.skipped {
            self.skip(memory, run);
            return;
        }
        self.shared.caches.queue.clock = self.now;
        self.shared.caches.bytes = memory.bytes.into();
        let own;
        let site = if self.shared.counters.may_hear_places() {
            own = run.site::<P>(memory.slot, reference.address);
            &own
        } else {
            UNHEARD
        };
        let misaligned = reference.address & u64::from(memory.alignment) != 0;
        let extra = if misaligned {
            self.course.unmemoizable = true;
            self.misaligned(memory, reference.address, site)
        } else {
            0
        };
        let reached = match self.ahead.accesses.get(self.course.accesses.count()) {
            Some(made) => *made,
            None => {
                let (physical, behind_l1d) = (reference.physical, reference.behind_l1d);
                self.reach(memory, physical, behind_l1d, (at, extra), site)
            }
        };
        self.course.accessed(self.now, reached.delay(self.now));
        // Caches 10
        if reached.way {
            let until = at + 1 + self.data.way_mispredict;
            self.holds.add(until, Stall::FlushOther);
            self.credit_hold(Stall::FlushOther, site, Reason::Way);
        }
        // Caches 12
        if let Some(until) = reached.queue {
            self.holds.add(until.get(), Stall::DataQueue);
            self.credit_hold(Stall::DataQueue, site, Reason::Queue);
        }
        let producer = match memory.kind {
            MemoryKind::Load => Some(Producer::Load),
            MemoryKind::FpLoad => Some(Producer::FpLoad),
            MemoryKind::Semaphore => Some(Producer::Semaphore),
            _ => None,
        };
        if let Some(producer) = producer {
            self.registers.load(memory, reached.ready, producer);
        }
        if memory.kind == MemoryKind::Semaphore {
            self.course.stepwise = true;
            self.hold_for_semaphore(at, reached.ready, site);
        }
        if self.shared.counters.may_hear(self.now) {
            // By value: where nothing is told, neither has to be kept in memory.
            self.tell_reference(memory, *reference, run, reached);
        }
    }

    /// Tells the listener of a reference, if it has to hear of it; for one that adds up, notes the origin of its results.
    #[inline(never)]
    fn tell_reference(
        &mut self,
        memory: &Memory,
        reference: Reference,
        run: &Run<'_>,
        reached: Reached,
    ) {
        if self.shared.counters.sums() {
            self.credit_access(memory, &reference, run, &reached);
        }
        if self.shared.counters.hears(self.now + 1) {
            self.report_reference(memory, &reference, run, &reached);
        }
    }

    /// Tells the listener of a reference.
    fn report_reference(
        &mut self,
        memory: &Memory,
        reference: &Reference,
        run: &Run<'_>,
        reached: &Reached,
    ) {
        let translator = &self.shared.translator;
        let translated = translator.translated(run.block.space, reference.physical);
        self.shared.counters.probe.reference(&ReferenceRecord {
            cycle: self.now,
            completes: reached.ready,
            site: run.site::<P>(memory.slot, reference.address),
            kind: memory.kind,
            bytes: memory.bytes,
            level: reached.level,
            forced: reached.forced,
            translated,
        });
    }

    /// Holds the pipe for a semaphore whose access began in cycle `at` and whose data are there in cycle `ready`.
    fn hold_for_semaphore(&mut self, at: u64, ready: u64, site: &Site) {
        // Holds 2
        if self.data.latency.special.semaphore_stalls {
            let done = at + u64::from(self.data.latency.result.sem);
            // Beyond the latency of a semaphore it is a wait for data.
            let stall = if ready > done {
                Stall::DataInteger
            } else {
                Stall::ScoreSerialize
            };
            self.holds.add(ready, stall);
            self.credit_hold(stall, site, Reason::of(stall));
        }
    }

    /// A reference that makes no access: its targets get their values all the same.
    fn skip(&mut self, memory: &Memory, run: &Run<'_>) {
        // Latencies 6: `cld`, or 1 for a NaT; a check load leaves a register alone that is still waited for.
        self.data.skipped.count(memory.kind);
        let latency = if memory.check {
            self.data.latency.result.cld
        } else {
            1
        };
        let ready = self.now + u64::from(latency);
        for target in memory.targets.into_iter().filter(|t| *t != NO_REGISTER) {
            if memory.check && self.registers.is_awaited(target, ready) {
                continue;
            }
            self.registers.load_without_access(target, ready);
            if self.shared.counters.sums() {
                let origin = Origin::of(run.block.id, memory.slot);
                self.registers.credit(target, origin);
            }
        }
    }

    /// A reference to an address that is not naturally aligned: returns the cycles that the hardware adds to its latency, or holds the pipe if
    /// software has to complete it.
    #[inline(never)]
    fn misaligned(&mut self, memory: &Memory, address: u64, site: &Site) -> u64 {
        // Holds 5 and 7.
        let bytes = u64::from(memory.bytes);
        let size = u64::from(memory.alignment) + 1;
        let counters = &mut self.shared.counters;
        let block = u64::from(self.data.os.unaligned_block_bytes).max(size);
        if address % block + bytes <= block {
            let raw = match memory.kind {
                MemoryKind::Store | MemoryKind::FpStore => Raw::MisalignedStores,
                MemoryKind::Load | MemoryKind::FpLoad => Raw::MisalignedLoads,
                _ => return 0,
            };
            counters.count(raw, 1, self.now, site);
            return u64::from(self.data.latency.special.misaligned_cycles);
        }
        if matches!(memory.kind, MemoryKind::Prefetch | MemoryKind::Flush) {
            return 0;
        }
        counters.count(Raw::UnalignedFaults, 1, self.now, site);
        let cycles = self.data.os.unaligned_cycles.into();
        self.holds.complete(self.now, cycles, Stall::DataFault);
        self.credit_hold(Stall::DataFault, site, Reason::Unaligned);
        0
    }
}
