//! The cache hierarchy: L1I, L1D, L2, L3 and memory behind them.
//!
//! Latencies are from the issue of the reference to the use of the data, through all levels. A line
//! enters the tags when it is requested and carries the cycle in which its data arrive: a reference
//! to a line under way waits for it and makes no request of its own (`docs/timing.md`, "Caches").

mod array;
mod port;

pub(crate) use array::{Array, Victim};
pub(crate) use port::{Outstanding, Ports};

use crate::model::accounting::counters::Counters;
use crate::model::accounting::ledger::Ledger;
use crate::model::memory::bus::Memory;
use config::model::{self, Machine};
use events::{MemoryLevel, Probe, Raw, Site};

/// Who makes a request to L2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// Integer load, or fill of the register stack, that missed L1D.
    Load,
    /// Floating-point load.
    FpLoad,
    /// lfetch.
    Prefetch,
    /// Store or spill.
    Store,
    /// Semaphore.
    Semaphore,
    /// Page walker.
    Walker,
    /// Demand instruction fetch.
    Instruction,
    /// Instruction prefetch.
    InstructionPrefetch,
}

impl Request {
    /// How many kinds there are.
    pub(crate) const COUNT: usize = Self::InstructionPrefetch as usize + 1;
}

/// When and from where data come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    /// Cycle from which a consumer can use them.
    pub ready: u64,
    /// The level that had them.
    pub level: MemoryLevel,
}

/// Accesses of one cache, for the report and the identities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheStats {
    /// Reads that found their line.
    pub read_hits: u64,
    /// Reads that the streaming buffer served. Only at L1I.
    pub buffered: u64,
    /// Reads that did not find their line.
    pub read_misses: u64,
    /// Reads of a line already under way, part of `read_misses` at L1D and of hits elsewhere.
    pub merged: u64,
    /// References that went around this cache to the next level: floating-point loads, semaphores,
    /// prefetches that found nothing. Only at L1D.
    pub bypassed: u64,
    /// Writes from the level above that found their line.
    pub write_hits: u64,
    /// Writes that did not find their line.
    pub write_misses: u64,
    /// Lines put in.
    pub fills: u64,
    /// Dirty lines sent to the next level.
    pub writebacks: u64,
}

impl CacheStats {
    /// Reads.
    pub fn reads(&self) -> u64 {
        self.read_hits + self.buffered + self.read_misses
    }

    /// Writes from the level above.
    pub fn writes(&self) -> u64 {
        self.write_hits + self.write_misses
    }

    /// What happened since an earlier moment.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            read_hits: self.read_hits - earlier.read_hits,
            buffered: self.buffered - earlier.buffered,
            read_misses: self.read_misses - earlier.read_misses,
            merged: self.merged - earlier.merged,
            bypassed: self.bypassed - earlier.bypassed,
            write_hits: self.write_hits - earlier.write_hits,
            write_misses: self.write_misses - earlier.write_misses,
            fills: self.fills - earlier.fills,
            writebacks: self.writebacks - earlier.writebacks,
        }
    }
}

/// The caches and what is behind them.
#[derive(Clone, Debug)]
pub(crate) struct Hierarchy {
    /// First-level instruction cache: the front end looks it up by itself.
    pub l1i: Array,
    /// First-level data cache.
    pub l1d: Array,
    pub l2: Array,
    pub l3: Array,
    pub l1i_misses: Outstanding,
    pub l1d_ports: Ports,
    pub l1d_misses: Outstanding,
    /// Predicted place by set, when L1D predicts its ways.
    pub l1d_ways: Option<Box<[usize]>>,
    pub l2_ports: Ports,
    pub l2_misses: Outstanding,
    pub l3_ports: Ports,
    pub l3_misses: Outstanding,
    pub memory: Memory,
    pub latency: Latencies,
    pub fp_bypasses_l1d: bool,
    pub way: bool,
    /// Statistics of L1I, L1D, L2, L3 in this order; the hits and misses of L2 are counted by request.
    pub stats: [CacheStats; 4],
    pub l2_hits: [u64; Request::COUNT],
    pub l2_requests_missed: [u64; Request::COUNT],
    pub l1d_fp_hits: u64,
    pub l1d_prefetch_hits: u64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Latencies {
    pub l1d: [u64; 2],
    pub l2: [u64; 2],
    pub l3: [u64; 2],
    pub memory: [u64; 2],
}

/// Index into [`Hierarchy::stats`].
pub(crate) const L1I: usize = 0;
/// Index into [`Hierarchy::stats`].
pub(crate) const L1D: usize = 1;
/// Index into [`Hierarchy::stats`].
pub(crate) const L2: usize = 2;
/// Index into [`Hierarchy::stats`].
pub(crate) const L3: usize = 3;

impl Hierarchy {
    /// Cold caches.
    pub(crate) fn new(machine: &Machine) -> Self {
        let c = &machine.caches;
        let array = |cache: &model::Cache, salt: u64| {
            Array::new(
                cache.bytes,
                cache.ways,
                cache.line_bytes,
                cache.replacement,
                c.seed.wrapping_add(salt),
            )
        };
        let both = |cache: &model::Cache| [u64::from(cache.latency), u64::from(cache.fp_latency)];
        Self {
            l1i: array(&c.l1i, 0),
            l1d: array(&c.l1d, 1),
            l2: array(&c.l2, 2),
            l3: array(&c.l3, 3),
            l1i_misses: Outstanding::new(c.l1i.outstanding_misses),
            l1d_ports: Ports::new(c.l1d.ports),
            l1d_misses: Outstanding::new(c.l1d.outstanding_misses),
            l1d_ways: c.l1d_way_prediction.then(|| {
                let ways = c.l1d.ways.max(1);
                let sets = (c.l1d.bytes / c.l1d.line_bytes.max(1) / ways).max(1);
                // The first way of each set.
                (0..sets).map(|set| (set * ways) as usize).collect()
            }),
            l2_ports: Ports::new(c.l2.ports),
            l2_misses: Outstanding::new(c.l2.outstanding_misses),
            l3_ports: Ports::new(c.l3.ports),
            l3_misses: Outstanding::new(c.l3.outstanding_misses),
            memory: Memory::new(&machine.memory),
            latency: Latencies {
                l1d: both(&c.l1d),
                l2: both(&c.l2),
                l3: both(&c.l3),
                memory: [
                    u64::from(machine.memory.latency),
                    u64::from(machine.memory.fp_latency),
                ],
            },
            fp_bypasses_l1d: c.fp_bypasses_l1d,
            way: false,
            stats: [CacheStats::default(); 4],
            l2_hits: [0; Request::COUNT],
            l2_requests_missed: [0; Request::COUNT],
            l1d_fp_hits: 0,
            l1d_prefetch_hits: 0,
        }
    }

    /// Latency of an integer load that hits L1D.
    pub(crate) fn load_latency(&self) -> u64 {
        self.latency.l1d[0]
    }

    /// Latency of a floating-point load that finds its line in the first cache that it asks.
    pub(crate) fn fp_load_latency(&self) -> u64 {
        if self.fp_bypasses_l1d {
            self.latency.l2[1]
        } else {
            self.latency.l1d[1]
        }
    }

    /// Whether floating-point loads ask L2 first.
    pub(crate) fn fp_loads_use_l2(&self) -> bool {
        self.fp_bypasses_l1d
    }

    /// Whether an lfetch would find its line in L1D, and so do nothing.
    #[inline(always)]
    pub(crate) fn has_in_l1d(&self, address: u64) -> bool {
        self.l1d.find(self.l1d.line(address)).is_some()
    }

    /// Statistics of L1I, L1D, L2, L3 in this order.
    pub(crate) fn statistics(&self) -> [CacheStats; 4] {
        let mut stats = self.stats;
        let l2 = &mut stats[L2];
        l2.write_hits = self.l2_hits[Request::Store as usize];
        l2.write_misses = self.l2_requests_missed[Request::Store as usize];
        l2.read_hits = self.l2_hits.iter().sum::<u64>() - l2.write_hits;
        l2.read_misses = self.l2_requests_missed.iter().sum::<u64>() - l2.write_misses;
        stats
    }

    /// Enters the terms that are counted here.
    pub(crate) fn account(&self, ledger: &mut Ledger) {
        ledger.l2_hits = self.l2_hits;
        ledger.l2_misses = self.l2_requests_missed;
        ledger.l1d_fp_hits = self.l1d_fp_hits;
        ledger.l1d_prefetch_hits = self.l1d_prefetch_hits;
        ledger.lines = [&self.l1i, &self.l1d, &self.l2, &self.l3].map(Array::contents);
        self.memory.account(ledger);
    }

    /// An integer load or register stack fill issued in `cycle`; `allocate`: a miss puts the line into
    /// L1D; `forced`: it misses whatever L1D holds.
    #[inline(always)]
    pub(crate) fn load<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        policy: LoadPolicy,
        site: &Site,
    ) -> Access {
        counters.count(Raw::L1dReads, 1, cycle, site);
        let line = self.l1d.line(address);
        let cycle = self.l1d_ports.grant(cycle);
        let hit = cycle + self.latency.l1d[0];
        if !policy.forced
            && let Some(index) = self.l1d.find(line)
        {
            self.way = self.l1d_ways.is_some() && self.mispredicts_way(line, index);
            let arrives = self.l1d.touch(index);
            if arrives <= hit {
                self.stats[L1D].read_hits += 1;
                return Access {
                    ready: hit,
                    level: MemoryLevel::L1,
                };
            }
            self.stats[L1D].merged += 1;
            self.count_l1d_miss(counters, cycle, arrives, policy.rse, site);
            return Access {
                ready: arrives,
                level: MemoryLevel::L2,
            };
        }
        self.load_miss(counters, cycle, address, policy, site)
    }

    /// Whether the way predictor named another way of the line's set; it learns the right one.
    fn mispredicts_way(&mut self, line: u64, index: usize) -> bool {
        self.l1d_ways.as_mut().is_some_and(|ways| {
            let set = line as usize % ways.len();
            std::mem::replace(&mut ways[set], index) != index
        })
    }

    /// Whether the last load hit L1D in another way than the predicted one; asked once.
    #[inline(always)]
    pub(crate) fn take_way_misprediction(&mut self) -> bool {
        std::mem::take(&mut self.way)
    }

    /// A line request of the instruction side, demand or prefetch.
    pub(crate) fn instruction_line<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        let (start, entry) = self.l1i_misses.reserve(cycle);
        let access = self.l2(counters, start, address, request, site);
        self.l1i_misses.hold(entry, access.ready);
        access
    }

    #[inline(never)]
    fn load_miss<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        policy: LoadPolicy,
        site: &Site,
    ) -> Access {
        let (start, entry) = self.l1d_misses.reserve(cycle);
        let access = self.l2(counters, start, address, Request::Load, site);
        self.l1d_misses.hold(entry, access.ready);
        self.count_l1d_miss(counters, cycle, access.ready, policy.rse, site);
        let line = self.l1d.line(address);
        if policy.forced {
            counters.count(Raw::L1dForcedMisses, 1, cycle, site);
        } else if policy.allocate {
            // Written through, so the line that leaves is never dirty.
            self.l1d.fill(line, access.ready);
            self.stats[L1D].fills += 1;
        }
        access
    }

    fn count_l1d_miss<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        ready: u64,
        rse: bool,
        site: &Site,
    ) {
        self.stats[L1D].read_misses += 1;
        counters.count(Raw::L1dReadMisses, 1, cycle, site);
        if rse {
            counters.count(Raw::L1dReadMissesRse, 1, cycle, site);
        }
        counters.entry(Raw::L1MissesOutstanding, ready - cycle, cycle, site);
    }

    /// A floating-point load issued in `cycle`.
    #[inline(always)]
    pub(crate) fn fp_load<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        site: &Site,
    ) -> Access {
        if !self.fp_bypasses_l1d {
            let line = self.l1d.line(address);
            if let Some(index) = self.l1d.find(line) {
                let arrives = self.l1d.touch(index);
                self.l1d_fp_hits += 1;
                return Access {
                    ready: arrives.max(cycle + self.latency.l1d[1]),
                    level: MemoryLevel::L1,
                };
            }
        }
        self.stats[L1D].bypassed += 1;
        self.l2(counters, cycle, address, Request::FpLoad, site)
    }

    /// A semaphore: done in L2.
    pub(crate) fn semaphore<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        site: &Site,
    ) -> Access {
        self.stats[L1D].bypassed += 1;
        self.l2(counters, cycle, address, Request::Semaphore, site)
    }

    /// An lfetch: brings the line to L2, and to L1D unless a hint keeps it out.
    pub(crate) fn prefetch<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        into_l1d: bool,
        site: &Site,
    ) {
        let line = self.l1d.line(address);
        if self.l1d.find(line).is_some() {
            self.l1d_prefetch_hits += 1;
            return;
        }
        self.stats[L1D].bypassed += 1;
        let access = self.l2(counters, cycle, address, Request::Prefetch, site);
        if into_l1d {
            self.l1d.fill(line, access.ready);
            self.stats[L1D].fills += 1;
        }
    }

    /// A store issued in `cycle`; `ready` is the cycle in which L2 has taken it.
    #[inline(always)]
    pub(crate) fn store<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        site: &Site,
    ) -> Access {
        let line = self.l1d.line(address);
        match self.l1d.find(line) {
            Some(index) => {
                self.stats[L1D].write_hits += 1;
                self.l1d.touch(index);
            }
            None => self.stats[L1D].write_misses += 1,
        }
        self.l2(counters, cycle, address, Request::Store, site)
    }

    /// A request to L2 that arrives there for a reference of `cycle`.
    #[inline(always)]
    pub(crate) fn l2<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        let writes = matches!(request, Request::Store | Request::Semaphore);
        counters.count(
            match request {
                Request::Load | Request::FpLoad | Request::Prefetch | Request::Semaphore => {
                    Raw::L2DataReads
                }
                Request::Store => Raw::L2DataWrites,
                Request::Walker => Raw::L2WalkerReads,
                Request::Instruction => Raw::L2InstructionReads,
                Request::InstructionPrefetch => Raw::L2InstructionPrefetches,
            },
            1,
            cycle,
            site,
        );
        let fp = usize::from(request == Request::FpLoad);
        let start = self.l2_ports.grant(cycle);
        let hit = start + self.latency.l2[fp];
        let line = self.l2.line(address);
        if let Some(index) = self.l2.find(line) {
            self.l2_hits[request as usize] += 1;
            let arrives = self.l2.touch(index);
            if writes {
                self.l2.write(index);
            }
            if arrives > hit {
                self.stats[L2].merged += 1;
            }
            return Access {
                ready: hit.max(arrives),
                level: MemoryLevel::L2,
            };
        }
        self.l2_requests_missed[request as usize] += 1;
        self.l2_miss(counters, start, address, request, site)
    }

    #[inline(never)]
    fn l2_miss<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        let code = matches!(request, Request::Instruction | Request::InstructionPrefetch);
        counters.count(
            match request {
                Request::Store => Raw::L2DataWriteMisses,
                _ if code => Raw::L2InstructionMisses,
                _ => Raw::L2DataReadMisses,
            },
            1,
            cycle,
            site,
        );
        let (start, entry) = self.l2_misses.reserve(cycle);
        let access = self.l3(counters, start, address, request, site);
        self.l2_misses.hold(entry, access.ready);
        let line = self.l2.line(address);
        let (index, victim) = self.l2.fill(line, access.ready);
        self.stats[L2].fills += 1;
        if matches!(request, Request::Store | Request::Semaphore) {
            self.l2.write(index);
        }
        if let Some(Victim { line, dirty: true }) = victim {
            self.stats[L2].writebacks += 1;
            let address = line * self.l2.line_bytes();
            self.write_back(counters, start, address, site);
        }
        access
    }

    fn l3<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        let fp = usize::from(request == Request::FpLoad);
        let start = self.l3_ports.grant(cycle);
        let line = self.l3.line(address);
        let code = matches!(request, Request::Instruction | Request::InstructionPrefetch);
        let store = request == Request::Store;
        let none = Site::none();
        let hit = start + self.latency.l3[fp];
        if let Some(index) = self.l3.find(line) {
            self.stats[L3].read_hits += 1;
            let arrives = self.l3.touch(index);
            if arrives > hit {
                self.stats[L3].merged += 1;
            }
            let raw = match (code, store) {
                (true, _) => Raw::L3InstructionReadHits,
                (_, true) => Raw::L3StoreHits,
                _ => Raw::L3DataReadHits,
            };
            counters.count(raw, 1, start, site);
            if request == Request::Instruction {
                counters.count(Raw::L3DemandFetchHits, 1, start, site);
            }
            return Access {
                ready: hit.max(arrives),
                level: MemoryLevel::L3,
            };
        }
        self.stats[L3].read_misses += 1;
        let (raw, bus) = match (code, store) {
            (true, _) => (Raw::L3InstructionReadMisses, Raw::BusCodeReads),
            (_, true) => (Raw::L3StoreMisses, Raw::BusReadInvalidates),
            _ if request == Request::Semaphore => (Raw::L3DataReadMisses, Raw::BusReadInvalidates),
            _ => (Raw::L3DataReadMisses, Raw::BusDataReads),
        };
        counters.count(raw, 1, start, site);
        if request == Request::Instruction {
            counters.count(Raw::L3DemandFetchMisses, 1, start, site);
        }
        let (free, entry) = self.l3_misses.reserve(start);
        // The bus sees the request when L3 has found that it lacks the line.
        let asked = free + self.latency.l3[fp];
        let rest = self.latency.memory[fp].saturating_sub(self.latency.l3[fp]);
        let transaction = self.memory.read(asked, rest);
        let ready = transaction.start + rest;
        self.l3_misses.hold(entry, ready);
        counters.count(bus, 1, transaction.start, &none);
        counters.count(Raw::BusQueueInserts, 1, transaction.queued, &none);
        counters.entry(
            Raw::BusQueueOccupancy,
            transaction.start - transaction.queued + rest,
            transaction.queued,
            &none,
        );
        counters.entry(Raw::MemoryReadsOutstanding, rest, transaction.start, &none);
        counters.count(
            Raw::BusDataCycles,
            transaction.done - transaction.start,
            transaction.start,
            &none,
        );
        self.fill_l3(counters, asked, line, ready);
        Access {
            ready,
            level: MemoryLevel::Memory,
        }
    }

    /// Puts a line into L3; a dirty line that leaves goes to memory.
    fn fill_l3<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        line: u64,
        ready: u64,
    ) -> usize {
        let none = Site::none();
        let (index, victim) = self.l3.fill(line, ready);
        self.stats[L3].fills += 1;
        if let Some(victim) = victim {
            counters.count(Raw::L3LinesReplaced, 1, cycle, &none);
            if victim.dirty {
                self.stats[L3].writebacks += 1;
                let transaction = self.memory.write(cycle);
                counters.count(Raw::BusWritebacks, 1, transaction.start, &none);
                counters.count(Raw::BusQueueInserts, 1, transaction.queued, &none);
                counters.entry(
                    Raw::BusQueueOccupancy,
                    transaction.done - transaction.queued,
                    transaction.queued,
                    &none,
                );
                counters.count(
                    Raw::BusDataCycles,
                    transaction.done - transaction.start,
                    transaction.start,
                    &none,
                );
            }
        }
        index
    }

    /// A dirty line of L2 goes to L3. Its tags are those of the request at `site` that took its place.
    fn write_back<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        site: &Site,
    ) {
        let start = self.l3_ports.grant(cycle);
        let line = self.l3.line(address);
        let index = match self.l3.find(line) {
            Some(index) => {
                counters.count(Raw::L3WritebackHits, 1, start, site);
                self.stats[L3].write_hits += 1;
                self.l3.touch(index);
                index
            }
            None => {
                counters.count(Raw::L3WritebackMisses, 1, start, site);
                self.stats[L3].write_misses += 1;
                self.fill_l3(counters, start, line, start)
            }
        };
        self.l3.write(index);
    }
}

/// How an integer load treats L1D.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LoadPolicy {
    /// A miss puts the line into L1D.
    pub allocate: bool,
    /// The load misses whatever L1D holds.
    pub forced: bool,
    /// The register stack engine makes it.
    pub rse: bool,
}

#[cfg(test)]
mod tests;
