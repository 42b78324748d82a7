//! The register stack engine: mandatory spills and fills hold the pipe.

use crate::model::Pipeline;
use crate::model::memory::cache::LoadPolicy;
use config::model::RegisterStack as Parameters;
use events::{DataRequester, DataTlbMiss, Probe, Raw, Site, Stall};

/// Its costs in cycles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackEngine {
    registers_per_cycle: u64,
    start: u64,
}

impl StackEngine {
    /// As configured.
    pub(crate) fn new(parameters: &Parameters) -> Self {
        Self {
            registers_per_cycle: u64::from(parameters.registers_per_cycle.max(1)),
            start: u64::from(parameters.start_cycles),
        }
    }
}

impl<P: Probe> Pipeline<P> {
    /// Mandatory traffic of the register stack engine: the next group waits for it.
    pub(crate) fn stack_traffic(
        &mut self,
        address: u64,
        count: u8,
        fill: bool,
        requested: bool,
        space: u32,
        site: &Site,
    ) {
        // Holds 4 and 8: the register stack spill or fill begins behind all other holds.
        if count == 0 {
            return;
        }
        let first = self.holds.until.max(self.now + 1) + self.stack_engine.start;
        let mut until = first + u64::from(count).div_ceil(self.stack_engine.registers_per_cycle);
        self.shared
            .counters
            .count(Raw::RseOperations, 1, self.now, site);
        for i in 0..u64::from(count) {
            let at = first + i / self.stack_engine.registers_per_cycle;
            let address = address.wrapping_add(8 * i);
            let page = self.shared.translator.page(space, address);
            let site = Site {
                data: address,
                ..*site
            };
            let translation = self.data.tlb.translate(
                page,
                &mut self.shared.translator,
                &mut self.shared.caches,
                &mut self.shared.counters,
                at,
                &site,
            );
            if let Some(miss) = translation.miss {
                until += miss.transfer + miss.walk + miss.software;
                let completes = at + miss.transfer + miss.walk + miss.software;
                if self.shared.counters.hears_data_miss(completes) {
                    let translator = &self.shared.translator;
                    let physical = translator.physical(translation.frame, address);
                    let translated = translator.translated(space, physical);
                    self.shared.counters.probe.data_tlb_miss(&DataTlbMiss {
                        cycle: at,
                        completes,
                        site,
                        level: miss.level,
                        requester: DataRequester::RegisterStack,
                        translated,
                    });
                }
            }
            let physical = self.shared.translator.physical(translation.frame, address);
            let counters = &mut self.shared.counters;
            if fill {
                counters.count(Raw::RseLoads, 1, at, &site);
                let policy = LoadPolicy {
                    allocate: true,
                    forced: false,
                    rse: true,
                };
                let access = self
                    .shared
                    .caches
                    .load(counters, at, physical, policy, &site);
                // Caches 10: fills count as loads and flush nothing.
                // The engine waits anyway: no flush.
                self.shared.caches.take_way_misprediction();
                until = until.max(access.ready);
            } else {
                counters.count(Raw::RseStores, 1, at, &site);
                let access = self.shared.caches.store(counters, at, physical, &site);
                self.data.store_buffer.push(at, access.ready, physical, 8);
            }
        }
        let stall = match (requested, fill) {
            (true, _) => Stall::RseLoadrs,
            (_, true) => Stall::RseFill,
            _ => Stall::RseSpill,
        };
        self.holds.hold(until, stall);
    }
}
