//! Memory references of a group: translation, access, and the traffic of the register stack.

use super::*;

impl<P: Probe> Core<P> {
    /// Whether every reference of a group that executes lies on the page translated last, so that
    /// nothing has to be looked up; takes their addresses.
    #[inline(always)]
    pub(super) fn all_on_last_page(&self, memory: &[Memory], run: &mut Run<'_>) -> bool {
        if !run.execution.notes.is_empty() {
            return false;
        }
        for reference in memory {
            if run.on >> (reference.slot & 63) & 1 != 0 {
                let Some(&address) = run.execution.addresses.get(run.addresses) else {
                    return false;
                };
                run.addresses += 1;
                let page = self.shared.translator.page(run.block.space, address);
                if self.dtlb.again(page).is_none() {
                    return false;
                }
            }
        }
        true
    }

    /// Translates the references of a group; misses that hold the pipe move `at`. How many execute.
    #[inline(never)]
    pub(super) fn translate_all(
        &mut self,
        memory: &[Memory],
        run: &mut Run<'_>,
        at: &mut u64,
    ) -> usize {
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
                let page = self.shared.translator.page(run.block.space, address);
                let frame = match self.dtlb.again(page) {
                    Some(frame) => frame,
                    None => self.translate_page(reference, &mut translated, page, run, at),
                };
                translated.physical = self.shared.translator.physical(frame, address);
            }
            self.references[count % MAX_REFERENCES] = translated;
            count += 1;
        }
        count
    }

    /// Whether a reference makes no access: deferred, or a check load that found its entry.
    #[inline(never)]
    pub(super) fn skips(&self, memory: &Memory, run: &Run<'_>) -> bool {
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

    pub(super) fn translate_page(
        &mut self,
        memory: &Memory,
        reference: &mut Reference,
        page: u64,
        run: &Run<'_>,
        at: &mut u64,
    ) -> u64 {
        let prefetch = memory.kind == MemoryKind::Prefetch;
        if prefetch && self.dtlb.needs_software(page, &self.shared.translator) {
            // A prefetch that needs software is dropped.
            self.smooth = false;
            reference.skipped = true;
            return 0;
        }
        let site = run.site::<P>(memory.slot, reference.address);
        let translation = self.dtlb.translate(
            page,
            &mut self.shared.translator,
            &mut self.shared.caches,
            &mut self.shared.monitor,
            *at,
            &site,
        );
        let Some(miss) = translation.miss else {
            return translation.frame;
        };
        self.smooth = false;
        let issue = *at;
        if !prefetch && *at == self.now {
            // The cycle in which the group would have joined is taken.
            *at += 1;
        }
        let monitor = &mut self.shared.monitor;
        if prefetch {
            reference.delay = miss.transfer + miss.walk;
        } else {
            if self.dtlb.flushes() {
                monitor.count(Raw::FlushesFirstTlb, 1, *at, &site);
                monitor.charge(Stall::FlushOther, *at, miss.transfer);
                *at += miss.transfer;
            } else {
                reference.delay = miss.transfer;
            }
            monitor.charge(Stall::DataWalk, *at, miss.walk);
            *at += miss.walk;
            monitor.charge(Stall::DataFault, *at, miss.software);
            *at += miss.software;
        }
        let completes = issue + miss.transfer + miss.walk + miss.software;
        if self.shared.monitor.hears_data_miss(completes) {
            self.shared.monitor.probe.data_tlb_miss(&DataTlbMiss {
                cycle: issue,
                completes,
                site,
                level: miss.level,
            });
        }
        translation.frame
    }

    /// Makes a reference in the current cycle.
    #[inline(always)]
    pub(super) fn access(&mut self, memory: &Memory, reference: &Reference, run: &Run<'_>) {
        let at = self.now + reference.delay;
        if reference.skipped {
            self.skipped(memory);
            return;
        }
        let site = run.site::<P>(memory.slot, reference.address);
        if self.shared.monitor.hears(self.now + 1) {
            self.shared.monitor.probe.reference(self.now, &site);
        }
        let misaligned = reference.address & u64::from(memory.alignment) != 0;
        let extra = if misaligned {
            self.smooth = false;
            self.misaligned(memory, reference.address, &site)
        } else {
            0
        };
        if memory.kind == MemoryKind::Load {
            let policy = LoadPolicy {
                allocate: memory.locality == 0,
                // A check load that failed reloads behind L1D, whatever it holds.
                forced: memory.check
                    || self
                        .store_buffer
                        .conflicts(at, reference.physical, u64::from(memory.bytes)),
                rse: false,
            };
            let access = self.shared.caches.load(
                &mut self.shared.monitor,
                at,
                reference.physical,
                policy,
                &site,
            );
            let ready = access.ready + extra;
            self.smooth &= ready == at + self.shared.caches.load_latency();
            if self.shared.caches.take_way_misprediction() {
                self.smooth = false;
                self.shared.monitor.count(Raw::FlushesWay, 1, at, &site);
                self.pipe
                    .hold(at + 1 + self.costs.way_mispredict, Stall::FlushOther);
            }
            if access.level != MemoryLevel::L1 {
                self.smooth = false;
                self.data_miss(at, ready, access.level, DataMissKind::Integer, &site);
            }
            self.loaded(memory, ready, Producer::Load);
        } else {
            self.access_other(memory, reference.physical, at, extra, &site);
        }
    }

    /// Makes any reference but an integer load.
    #[inline(never)]
    pub(super) fn access_other(
        &mut self,
        memory: &Memory,
        physical: u64,
        at: u64,
        extra: u64,
        site: &Site,
    ) {
        match memory.kind {
            MemoryKind::FpLoad => {
                let access =
                    self.shared
                        .caches
                        .fp_load(&mut self.shared.monitor, at, physical, site);
                let ready = access.ready + extra;
                self.smooth &= ready == at + self.shared.caches.fp_load_latency();
                self.data_miss(at, ready, access.level, DataMissKind::Float, site);
                self.loaded(memory, ready, Producer::FpLoad);
            }
            MemoryKind::Store | MemoryKind::FpStore => {
                let access = self
                    .shared
                    .caches
                    .store(&mut self.shared.monitor, at, physical, site);
                let bytes = u64::from(memory.bytes);
                self.store_buffer
                    .push(at, access.ready + extra, physical, bytes);
            }
            MemoryKind::Prefetch => {
                self.smooth &= self.shared.caches.has_in_l1d(physical);
                // Nothing may ever wait for one.
                if self.shared.monitor.is_unsettled() {
                    let settled = self.settled();
                    self.shared.monitor.settle(settled);
                }
                self.shared.caches.prefetch(
                    &mut self.shared.monitor,
                    at,
                    physical,
                    memory.locality == 0,
                    site,
                );
            }
            MemoryKind::Semaphore => {
                self.smooth = false;
                let access =
                    self.shared
                        .caches
                        .semaphore(&mut self.shared.monitor, at, physical, site);
                let ready = access.ready.max(at + self.costs.semaphore) + extra;
                self.loaded(memory, ready, Producer::Semaphore);
                if self.costs.semaphore_stalls {
                    // One that misses L2 is a wait for memory.
                    let stall = if ready > at + self.costs.semaphore {
                        Stall::DataInteger
                    } else {
                        Stall::ScoreSerialize
                    };
                    self.pipe.hold(ready, stall);
                }
            }
            MemoryKind::Load | MemoryKind::Flush => self.smooth = false,
        }
    }

    /// A reference that made no access still gives its targets a value at once.
    pub(super) fn skipped(&mut self, memory: &Memory) {
        match memory.kind {
            MemoryKind::Load => self.skipped.loads += 1,
            MemoryKind::FpLoad => self.skipped.fp_loads += 1,
            MemoryKind::Prefetch => self.skipped.prefetches += 1,
            _ => {}
        }
        let ready = self.now + if memory.check { self.costs.cld } else { 1 };
        for target in memory.targets {
            if target != NO_REGISTER {
                let entry = self.renamer.entry(target);
                self.scoreboard.produce(entry, ready, Producer::Plain as u8);
            }
        }
    }

    #[inline(always)]
    pub(super) fn loaded(&mut self, memory: &Memory, ready: u64, producer: Producer) {
        self.loads_until = self.loads_until.max(ready);
        for target in memory.targets {
            if target != NO_REGISTER {
                let entry = self.renamer.entry(target);
                self.scoreboard.produce(entry, ready, producer as u8);
            }
        }
    }

    #[inline(always)]
    pub(super) fn data_miss(
        &mut self,
        at: u64,
        ready: u64,
        level: MemoryLevel,
        kind: DataMissKind,
        site: &Site,
    ) {
        let monitor = &mut self.shared.monitor;
        monitor.counts.add(Raw::data_miss(ready - at), 1);
        if monitor.hears_data_miss(ready) {
            monitor.probe.data_miss(&DataMiss {
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
    pub(super) fn misaligned(&mut self, memory: &Memory, address: u64, site: &Site) -> u64 {
        let bytes = u64::from(memory.bytes);
        let size = u64::from(memory.alignment) + 1;
        let monitor = &mut self.shared.monitor;
        let block = self.costs.unaligned_block.max(size);
        if address % block + bytes <= block {
            let raw = match memory.kind {
                MemoryKind::Store | MemoryKind::FpStore => Raw::MisalignedStores,
                MemoryKind::Load | MemoryKind::FpLoad => Raw::MisalignedLoads,
                _ => return 0,
            };
            monitor.count(raw, 1, self.now, site);
            return self.costs.misaligned;
        }
        if matches!(memory.kind, MemoryKind::Prefetch | MemoryKind::Flush) {
            return 0;
        }
        monitor.count(Raw::UnalignedFaults, 1, self.now, site);
        self.pipe
            .hold(self.now + 1 + self.costs.unaligned, Stall::DataFault);
        0
    }

    /// Mandatory traffic of the register stack engine: the next group waits for it.
    pub(super) fn stack_traffic(
        &mut self,
        address: u64,
        count: u8,
        fill: bool,
        requested: bool,
        space: u32,
        site: &Site,
    ) {
        if count == 0 {
            return;
        }
        let first = self.pipe.until.max(self.now + 1) + self.costs.rse_start;
        let mut until = first + u64::from(count).div_ceil(self.costs.registers_per_cycle);
        self.shared
            .monitor
            .count(Raw::RseOperations, 1, self.now, site);
        for i in 0..u64::from(count) {
            let at = first + i / self.costs.registers_per_cycle;
            let address = address.wrapping_add(8 * i);
            let page = self.shared.translator.page(space, address);
            let site = Site {
                data: address,
                ..*site
            };
            let translation = self.dtlb.translate(
                page,
                &mut self.shared.translator,
                &mut self.shared.caches,
                &mut self.shared.monitor,
                at,
                &site,
            );
            if let Some(miss) = translation.miss {
                until += miss.transfer + miss.walk + miss.software;
                let completes = at + miss.transfer + miss.walk + miss.software;
                if self.shared.monitor.hears_data_miss(completes) {
                    self.shared.monitor.probe.data_tlb_miss(&DataTlbMiss {
                        cycle: at,
                        completes,
                        site,
                        level: miss.level,
                    });
                }
            }
            let physical = self.shared.translator.physical(translation.frame, address);
            let monitor = &mut self.shared.monitor;
            if fill {
                monitor.count(Raw::RseLoads, 1, at, &site);
                let policy = LoadPolicy {
                    allocate: true,
                    forced: false,
                    rse: true,
                };
                let access = self
                    .shared
                    .caches
                    .load(monitor, at, physical, policy, &site);
                // The engine waits anyway: no flush.
                self.shared.caches.take_way_misprediction();
                until = until.max(access.ready);
            } else {
                monitor.count(Raw::RseStores, 1, at, &site);
                let access = self.shared.caches.store(monitor, at, physical, &site);
                self.store_buffer.push(at, access.ready, physical, 8);
            }
        }
        let stall = match (requested, fill) {
            (true, _) => Stall::RseLoadrs,
            (_, true) => Stall::RseFill,
            _ => Stall::RseSpill,
        };
        self.pipe.hold(until, stall);
    }
}
