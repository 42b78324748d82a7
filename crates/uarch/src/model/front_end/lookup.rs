//! The look-up of a fetch block in ITLB and L1I, and what a miss asks of the levels behind them (Front end 3 and 4).

use super::{Delay, FrontEnd, Lookup, PLACES};
use crate::model::memory::Shared;
use crate::model::memory::cache::{Access, L1I, Request};
use events::{FetchSource, InstructionMiss, InstructionTlbMiss, MemoryLevel, Probe, Raw, Site};

impl FrontEnd {
    /// Looks up the next block of the current execution in a cycle before the execution is timed ([`ahead`](Self::ahead)): its delay. `None`: it fits
    /// in no word.
    pub(crate) fn look_ahead<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        cycle: u64,
        address: u64,
    ) -> Option<Delay> {
        let lookup = self.access(shared, cycle, address, false);
        let from = shared.counters.fetched_from;
        self.ahead.push((lookup, from));
        lookup.delay(from)
    }

    /// Looks a block up in ITLB and L1I in a cycle. A hit on a line whose data are under way waits for them and counts as merged.
    pub(super) fn access<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        cycle: u64,
        address: u64,
        wrong_path: bool,
    ) -> Lookup {
        // Front end 3
        let site = Site::fetch(address);
        let part = self.itlb.part(self.fetch.space, address);
        let (frame, tlb) = match self.itlb.again(part) {
            Some(frame) => (frame, 0),
            None => self.translate(shared, cycle, address, part, wrong_path),
        };
        let physical = shared.translator.physical(frame, address);
        shared.counters.count(Raw::L1iDemandReads, 1, cycle, &site);
        let caches = &mut shared.caches;
        let line = caches.l1i.line(physical);
        if let Some(index) = caches.l1i.find(line) {
            caches.stats[L1I].read_hits += 1;
            self.places[line as usize % PLACES] = index as u16;
            let arrives = caches.l1i.touch(index);
            let hit = Lookup {
                tlb,
                cache: arrives.saturating_sub(cycle + tlb),
                physical,
                source: FetchSource::L1,
            };
            if hit.cache == 0 {
                return hit;
            }
            caches.stats[L1I].merged += 1;
            let counters = &mut shared.counters;
            counters.count(Raw::FetchPendingHits, 1, cycle, &site);
            return hit;
        }
        let (cache, source) = self.miss(shared, cycle + tlb, address, physical, wrong_path);
        Lookup {
            tlb,
            cache,
            physical,
            source,
        }
    }

    /// Translates a fetch that does not go to the part of a page translated last; the page's frame, and the cycles that a miss costs.
    #[inline(never)]
    pub(crate) fn translate<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        cycle: u64,
        address: u64,
        part: u64,
        wrong_path: bool,
    ) -> (u64, u64) {
        let site = Site::fetch(address);
        let translation = self.itlb.translate(part, shared, cycle, &site);
        let Some(miss) = translation.miss else {
            return (translation.frame, 0);
        };
        let completes = cycle + miss.cycles();
        let kept = P::hears_records() && shared.counters.trail.kept;
        let heard = shared.counters.hears_instruction_tlb_miss(completes);
        if heard || kept {
            let translator = &shared.translator;
            let physical = translator.physical(translation.frame, address);
            let record = InstructionTlbMiss {
                translated: translator.translated(self.fetch.space, physical),
                wrong_path,
                cycle,
                completes,
                ip: address,
                level: miss.level,
            };
            if heard {
                shared.counters.probe.instruction_tlb_miss(&record);
            }
            shared.counters.trail.miss = Some(record);
        }
        (translation.frame, miss.cycles())
    }

    /// A demand fetch that missed L1I: takes the line from the streaming buffer or requests it, puts it into L1I, and prefetches behind it unless
    /// the path is a wrong one. Returns its delay in cycles, and where the line was.
    #[inline(never)]
    fn miss<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        cycle: u64,
        address: u64,
        physical: u64,
        wrong_path: bool,
    ) -> (u64, FetchSource) {
        // Front end 4
        let site = Site::fetch(address);
        let line = shared.caches.l1i.line(physical);
        let hit = cycle + self.sizes.hit_latency;
        let (access, source) = match self.stream.take(line) {
            Some(arrives) => {
                let counters = &mut shared.counters;
                counters.count(Raw::IsbHits, 1, cycle, &site);
                shared.caches.stats[L1I].buffered += 1;
                if arrives > cycle {
                    counters.count(Raw::FetchPendingHits, 1, cycle, &site);
                }
                let access = Access {
                    ready: arrives.max(hit),
                    level: MemoryLevel::L1,
                };
                (access, FetchSource::StreamingBuffer)
            }
            None => {
                shared.caches.stats[L1I].read_misses += 1;
                shared.counters.count(Raw::L1iMisses, 1, cycle, &site);
                let request = Request::Instruction;
                let access = self.request(shared, cycle, physical, request, &site);
                let latency = access.ready - cycle;
                let counters = &mut shared.counters;
                counters.count(Raw::IsbFills, self.sizes.line_pairs, cycle, &site);
                counters.entry(Raw::L1MissesOutstanding, latency, cycle, &site);
                counters.counts.add(Raw::instruction_miss(latency), 1);
                if P::is_armed() {
                    counters.fetched_from = Some(access.level);
                }
                if counters.hears_instruction_miss(access.ready) {
                    counters.probe.instruction_miss(&InstructionMiss {
                        cycle,
                        completes: access.ready,
                        ip: address,
                        level: access.level,
                    });
                }
                (access, FetchSource::Behind(access.level))
            }
        };
        self.fill(shared, cycle, line, access.ready, &site);
        if !wrong_path {
            let lines = self.sizes.next_lines;
            self.prefetch(shared, cycle, address, physical, lines, false);
        }
        (access.ready - hit, source)
    }

    /// Requests a line from behind L1I.
    pub(super) fn request<P: Probe>(
        &self,
        shared: &mut Shared<P>,
        cycle: u64,
        physical: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        // Front end 4: `miss_extra_cycles`.
        let access = shared.instruction_line(cycle, physical, request, site);
        Access {
            ready: access.ready + self.sizes.miss_extra,
            ..access
        }
    }

    /// Puts a line into L1I that a fetch can use in cycle `ready`: its data arrive the latency of a hit before that.
    pub(super) fn fill<P: Probe>(
        &self,
        shared: &mut Shared<P>,
        cycle: u64,
        line: u64,
        ready: u64,
        site: &Site,
    ) {
        shared.counters.count(Raw::L1iFills, 1, cycle, site);
        shared.caches.stats[L1I].fills += 1;
        let arrives = ready - self.sizes.hit_latency.min(ready);
        shared.caches.l1i.fill_clean(line, arrives);
    }
}
