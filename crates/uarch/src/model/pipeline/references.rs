//! Memory references of a group: translation and access.

use crate::model::latency::Producer;
use crate::model::memory::cache::LoadPolicy;
use crate::model::memory::store_buffer::StoreBuffer;
use crate::model::memory::tlb::Tlb;
use crate::model::pipeline::{Pipeline, Run};
use crate::model::plan::Memory;
use config::Machine;
use config::model::{Latency, OperatingSystem};
use events::{
    DataMiss, DataMissKind, DataRequester, Fact, MemoryLevel, Probe, Raw,
    Reference as ReferenceRecord, Site, Stall,
};
use isa::MemoryKind;

/// References that retired and made no access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Integer loads: deferred ones, and check loads that found their entry.
    pub loads: u64,
    /// Floating-point loads, the same.
    pub fp_loads: u64,
    /// Prefetches that would have needed software.
    pub prefetches: u64,
}

/// More than the memory ports of any configuration.
const MAX_REFERENCES: usize = 8;

/// A memory reference of the group being issued, translated.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reference {
    /// Which of the group's references it is.
    index: u8,
    address: u64,
    physical: u64,
    /// Cycles that a slow translation adds to the reference.
    delay: u64,
    skipped: bool,
    /// An integer load takes its data from behind L1D, for its translation was not in the first level.
    behind_l1d: bool,
}

/// The data side of the pipe, but for the caches, which it shares with the front end.
#[derive(Clone, Debug)]
pub(crate) struct DataUnit {
    pub tlb: Tlb,
    pub store_buffer: StoreBuffer,
    /// Cycle in which the last load's data arrive.
    pub loads_until: u64,
    /// References that made no access.
    pub skipped: Skipped,
    /// References of the group being issued.
    references: [Reference; MAX_REFERENCES],
    latency: Latency,
    os: OperatingSystem,
    way_mispredict: u64,
}

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
            references: [Reference::default(); MAX_REFERENCES],
            latency: machine.latency.clone(),
            os: machine.os.clone(),
            way_mispredict: u64::from(machine.caches.l1d_way_mispredict_cycles),
        }
    }
}

impl<P: Probe> Pipeline<P> {
    /// Whether every reference of a group that executes lies on the page translated last, so that
    /// nothing has to be looked up; takes their addresses. Shortens Translation 4 and Issue 3; `tests/ticked` holds both equal.
    #[inline(always)]
    pub(crate) fn all_on_last_page(&self, memory: &[Memory], run: &mut Run<'_>) -> bool {
        if !run.execution.notes.is_empty() {
            return false;
        }
        for reference in memory {
            if run.on >> (reference.slot & 63) & 1 != 0 {
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

    /// Translates the references of a group; misses that hold the pipe move `at`. How many execute.
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
            if run.on >> (reference.slot & 63) & 1 == 0 {
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
                let direct = self.data.tlb.is_direct(reference.kind.is_float());
                let frame = match self.data.tlb.known(direct, run.block.space, address) {
                    Some(frame) => frame,
                    None => self.translate_page(reference, &mut translated, direct, run, at),
                };
                translated.physical = self.shared.translator.physical(frame, address);
            }
            self.data.references[count % MAX_REFERENCES] = translated;
            count += 1;
        }
        count
    }

    /// Whether a reference makes no access: deferred, or a check load that found its entry.
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

    fn translate_page(
        &mut self,
        memory: &Memory,
        reference: &mut Reference,
        direct: bool,
        run: &Run<'_>,
        at: &mut u64,
    ) -> u64 {
        // Translation 2 and 3: what a miss costs; Accounting 3: who pays.
        let prefetch = memory.kind == MemoryKind::Prefetch;
        let part = self.data.tlb.part(run.block.space, reference.address);
        if prefetch && self.data.tlb.needs_software(part, &self.shared.translator) {
            // Translation 5
            // A prefetch that needs software is dropped.
            self.course.delayed = true;
            reference.skipped = true;
            if self.shared.counters.hears_data_tlb_miss(*at) {
                let site = run.site::<P>(memory.slot, reference.address);
                self.shared.counters.probe.forgone(*at, &site);
            }
            return 0;
        }
        let site = run.site::<P>(memory.slot, reference.address);
        let tlb = &mut self.data.tlb;
        let translation = if direct {
            tlb.translate_direct(part, &mut self.shared, *at, &site)
        } else {
            tlb.translate(part, &mut self.shared, *at, &site)
        };
        let Some(miss) = translation.miss else {
            return translation.frame;
        };
        self.course.delayed = true;
        reference.behind_l1d = self.data.tlb.miss_bypasses_l1d();
        let issue = *at;
        if !prefetch && *at == self.now {
            // The cycle in which the group would have joined is taken.
            *at += 1;
        }
        let counters = &mut self.shared.counters;
        if prefetch {
            reference.delay = miss.transfer + miss.walk;
        } else {
            if direct {
                // Translation 7: no transfer.
            } else if self.data.tlb.flushes() {
                counters.count(Raw::FlushesFirstTlb, 1, *at, &site);
                counters.charge(Stall::FlushOther, *at, miss.transfer);
                *at += miss.transfer;
            } else {
                reference.delay = miss.transfer;
            }
            counters.charge(Stall::DataWalk, *at, miss.walk);
            *at += miss.walk;
            counters.charge(Stall::DataFault, *at, miss.software);
            *at += miss.software;
        }
        let requester = if prefetch {
            DataRequester::Prefetch
        } else {
            DataRequester::Reference
        };
        let shared = &mut self.shared;
        let physical = shared
            .translator
            .physical(translation.frame, reference.address);
        let place = (run.block.space, physical);
        shared.data_tlb_miss(issue, &miss, &site, requester, place);
        translation.frame
    }

    /// Makes the references that were translated one by one.
    #[inline(always)]
    pub(crate) fn access_translated(&mut self, memory: &[Memory], count: usize, run: &Run<'_>) {
        for i in 0..count.min(MAX_REFERENCES) {
            let reference = self.data.references[i];
            self.access(&memory[usize::from(reference.index)], &reference, run);
        }
    }

    /// Makes the references of a group that lie on the page translated last.
    #[inline(always)]
    pub(crate) fn access_on_last_page(
        &mut self,
        memory: &[Memory],
        first_address: usize,
        run: &Run<'_>,
    ) {
        let mut next = first_address;
        for reference in memory {
            if run.on >> (reference.slot & 63) & 1 != 0 {
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
                self.access(reference, &translated, run);
            }
        }
    }

    /// Makes a reference in the current cycle.
    #[inline(always)]
    fn access(&mut self, memory: &Memory, reference: &Reference, run: &Run<'_>) {
        let at = self.now + reference.delay;
        if reference.skipped {
            self.skip(memory);
            return;
        }
        self.shared.caches.queue.clock = self.now;
        let site = run.site::<P>(memory.slot, reference.address);
        let misaligned = reference.address & u64::from(memory.alignment) != 0;
        let extra = if misaligned {
            self.course.delayed = true;
            self.misaligned(memory, reference.address, &site)
        } else {
            0
        };
        let physical = reference.physical;
        if memory.kind == MemoryKind::Load {
            let buffer = &self.data.store_buffer;
            let policy = LoadPolicy {
                allocate: memory.locality == 0,
                // Latencies 6, Caches 4
                // A check load that failed reloads behind L1D, whatever it holds.
                forced: memory.check || buffer.conflicts(at, physical, u64::from(memory.bytes)),
                untranslated: reference.behind_l1d,
                rse: false,
            };
            let access = self.shared.load(at, physical, policy, &site);
            let ready = access.ready + extra;
            self.course.delayed |= ready != at + self.shared.caches.l1d_latency[0];
            // Caches 10
            if std::mem::take(&mut self.shared.caches.way_mispredicted) {
                self.course.delayed = true;
                self.shared.counters.count(Raw::FlushesWay, 1, at, &site);
                let until = at + 1 + self.data.way_mispredict;
                self.holds.add(until, Stall::FlushOther);
            }
            if access.level != MemoryLevel::L1 {
                self.course.delayed = true;
                self.wait_for_queue();
                self.data_miss(at, ready, access.level, DataMissKind::Integer, &site);
            }
            self.loaded(memory, ready, Producer::Load);
            if self.shared.counters.hears(self.now + 1) {
                let served = (ready, Some(access.level), policy.forced);
                self.report_reference(memory, reference, run, served);
            }
        } else {
            let (ready, level) = self.access_other(memory, physical, at, extra, &site);
            self.wait_for_queue();
            if self.shared.counters.hears(self.now + 1) {
                self.report_reference(memory, reference, run, (ready, level, false));
            }
        }
    }

    /// Holds the pipe as long as an access waits for an entry of the queue in front of L2.
    #[inline(always)]
    fn wait_for_queue(&mut self) {
        // Caches 12
        if let Some(until) = self.shared.caches.queue.take_wait() {
            self.course.delayed = true;
            self.holds.add(until, Stall::DataQueue);
        }
    }

    /// Tells the listener of a reference: when it completes, which level served it, whether it was forced behind L1D.
    #[inline(never)]
    fn report_reference(
        &mut self,
        memory: &Memory,
        reference: &Reference,
        run: &Run<'_>,
        (completes, level, forced): (u64, Option<MemoryLevel>, bool),
    ) {
        let translator = &self.shared.translator;
        let translated = translator.translated(run.block.space, reference.physical);
        self.shared.counters.probe.reference(&ReferenceRecord {
            cycle: self.now,
            completes,
            site: run.site::<P>(memory.slot, reference.address),
            kind: memory.kind,
            bytes: memory.bytes,
            level,
            forced,
            translated,
        });
    }

    /// Makes any reference but an integer load; when it completes, and which level served it.
    #[inline(never)]
    fn access_other(
        &mut self,
        memory: &Memory,
        physical: u64,
        at: u64,
        extra: u64,
        site: &Site,
    ) -> (u64, Option<MemoryLevel>) {
        match memory.kind {
            MemoryKind::FpLoad => {
                let access = self.shared.fp_load(at, physical, site);
                let ready = access.ready + extra;
                self.course.delayed |= ready != at + self.shared.caches.fp_load_latency();
                self.data_miss(at, ready, access.level, DataMissKind::Float, site);
                self.loaded(memory, ready, Producer::FpLoad);
                (ready, Some(access.level))
            }
            MemoryKind::Store | MemoryKind::FpStore => {
                let access = self.shared.store(at, physical, site);
                let taken = access.ready + extra;
                let buffer = &mut self.data.store_buffer;
                buffer.push(at, taken, physical, u64::from(memory.bytes));
                (taken, Some(access.level))
            }
            MemoryKind::Prefetch => {
                self.course.delayed |= !self.shared.caches.has_in_l1d(physical);
                // Nothing may ever wait for one.
                self.settle_queues();
                let into_l1d = memory.locality == 0;
                let access = self.shared.prefetch(at, physical, into_l1d, site);
                (access.ready, Some(access.level))
            }
            MemoryKind::Semaphore => {
                self.course.delayed = true;
                let access = self.shared.semaphore(at, physical, site);
                let done = at + u64::from(self.data.latency.result.sem);
                let ready = access.ready.max(done) + extra;
                self.loaded(memory, ready, Producer::Semaphore);
                // Holds 2
                if self.data.latency.special.semaphore_stalls {
                    // One that misses L2 is a wait for memory.
                    let stall = if ready > done {
                        Stall::DataInteger
                    } else {
                        Stall::ScoreSerialize
                    };
                    self.holds.add(ready, stall);
                }
                (ready, Some(access.level))
            }
            // Caches 9: fc makes no access.
            MemoryKind::Load | MemoryKind::Flush => {
                self.course.delayed = true;
                (at, None)
            }
        }
    }

    /// A reference that made no access still gives its targets a value at once.
    fn skip(&mut self, memory: &Memory) {
        // Latencies 6: `cld`, or 1 for a NaT.
        match memory.kind {
            MemoryKind::Load => self.data.skipped.loads += 1,
            MemoryKind::FpLoad => self.data.skipped.fp_loads += 1,
            MemoryKind::Prefetch => self.data.skipped.prefetches += 1,
            _ => {}
        }
        let latency = if memory.check {
            self.data.latency.result.cld
        } else {
            1
        };
        let ready = self.now + u64::from(latency);
        self.registers.load(memory, ready, Producer::Plain);
    }

    #[inline(always)]
    fn loaded(&mut self, memory: &Memory, ready: u64, producer: Producer) {
        self.data.loads_until = self.data.loads_until.max(ready);
        self.registers.load(memory, ready, producer);
    }

    #[inline(always)]
    fn data_miss(
        &mut self,
        at: u64,
        ready: u64,
        level: MemoryLevel,
        kind: DataMissKind,
        site: &Site,
    ) {
        let counters = &mut self.shared.counters;
        counters.counts.add(Raw::data_miss(ready - at), 1);
        if counters.hears_data_miss(ready) {
            counters.probe.data_miss(&DataMiss {
                cycle: at,
                completes: ready,
                site: *site,
                level,
                kind,
            });
        }
    }

    /// An address that is not naturally aligned: the hardware's delay, or the system's.
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
        let until = self.now + 1 + u64::from(self.data.os.unaligned_cycles);
        self.holds.add(until, Stall::DataFault);
        0
    }
}
