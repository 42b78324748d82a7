//! The memory system: caches, address translation, the store buffer and the bus.

pub(crate) mod bus;
pub(crate) mod cache;
pub(crate) mod contents;
pub(crate) mod relative;
pub(crate) mod replacement;
pub(crate) mod reservations;
pub(crate) mod store_buffer;
pub(crate) mod tlb;

use crate::model::accounting::counters::Counters;
use cache::Hierarchy;
use config::Machine;
use events::{DataRequester, DataTlbMiss, Probe, Raw, Site, TlbLevel};
use tlb::{Miss, Translator};

/// What the front end and the data side of the pipe share.
#[derive(Clone, Debug)]
pub(crate) struct Shared<P> {
    /// Caches and memory.
    pub caches: Hierarchy,
    /// Frames and page walks.
    pub translator: Translator,
    /// Counts and listener.
    pub counters: Counters<P>,
    /// Physical addresses of the lines that warming of the front end requests from L2, not applied to L2 yet.
    pub asked: Vec<u64>,
}

checkpoint::state!(@[P] Shared<P> { caches, translator, counters } skips { asked });

impl<P: Probe> Shared<P> {
    /// Cold caches, no page touched, nothing counted.
    pub(crate) fn new(machine: &Machine, probe: P) -> Self {
        Self {
            caches: Hierarchy::new(machine),
            translator: Translator::new(machine),
            counters: Counters::new(probe, machine.processor.family),
            asked: Vec::new(),
        }
    }

    /// This memory system with another listener; and the listener so far.
    pub(crate) fn with_probe<Q: Probe>(self, probe: Q) -> (Shared<Q>, P) {
        let Self {
            caches,
            translator,
            counters,
            asked,
        } = self;
        let (counters, before) = counters.with_probe(probe);
        let shared = Shared {
            caches,
            translator,
            counters,
            asked,
        };
        (shared, before)
    }

    /// Counts a read of L1D of `cycle`, if it missed the first level of the data TLB and the second had the translation.
    pub(crate) fn read_transfer(&mut self, miss: Option<&Miss>, cycle: u64, site: &Site) {
        if miss.is_some_and(|miss| miss.level == TlbLevel::Second) {
            self.counters.count(Raw::DtlbReadTransfers, 1, cycle, site);
        }
    }

    /// Tells the listener, if it has to hear of it, of a data TLB miss of a reference of `cycle` to a physical address of a space.
    pub(crate) fn data_tlb_miss(
        &mut self,
        cycle: u64,
        miss: &Miss,
        site: &Site,
        requester: DataRequester,
        (space, physical): (u32, u64),
    ) {
        let completes = cycle + miss.cycles();
        if self.counters.hears_data_tlb_miss(completes) {
            self.counters.probe.data_tlb_miss(&DataTlbMiss {
                cycle,
                completes,
                site: *site,
                level: miss.level,
                requester,
                translated: self.translator.translated(space, physical),
            });
        }
    }
}
