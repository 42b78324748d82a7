//! The cache hierarchy: L1I, L1D, L2, L3 and memory behind them.
//!
//! Latencies are from the issue of the reference to the use of the data, through all levels. A line
//! enters the tags when it is requested and carries the cycle in which its data arrive: a reference
//! to a line under way waits for it and makes no request of its own (`docs/timing.md`, "Caches"). Accesses are made in program order, each
//! with the cycle in which it asks; what they ask for is granted in the order of time as far as rule 6 allows.

mod array;
mod bank;
mod calendar;
mod level;
mod order;
mod path;
mod port;
mod requests;
mod warm;

pub(crate) use array::{Array, Guess};
pub(crate) use bank::Banks;
use bank::Refusal;
use calendar::Calendar;
pub(crate) use calendar::Starts;
pub(crate) use level::LEVELS;
use level::Level;
pub(crate) use path::{LinePath, StorePath};
pub(crate) use port::{AccessQueue, Outstanding, Ports};

use crate::model::memory::Shared;
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
    /// Index of its latency in a pair of latencies: 1 for floating-point data, else 0.
    #[inline(always)]
    fn is_fp(self) -> usize {
        usize::from(self == Request::FpLoad)
    }

    /// Whether it writes the line.
    #[inline(always)]
    fn writes(self) -> bool {
        matches!(self, Request::Store | Request::Semaphore)
    }

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

checkpoint::state!(CacheStats {
    read_hits,
    buffered,
    read_misses,
    merged,
    bypassed,
    write_hits,
    write_misses,
    fills,
    writebacks
});

impl CacheStats {
    /// Reads.
    pub fn reads(&self) -> u64 {
        self.read_hits + self.buffered + self.read_misses
    }

    /// Writes from the level above.
    pub fn writes(&self) -> u64 {
        self.write_hits + self.write_misses
    }

    /// Calls `visit` with each field, always in the same order.
    pub(crate) fn each(&mut self, visit: &mut impl FnMut(&mut u64)) {
        let Self {
            read_hits,
            buffered,
            read_misses,
            merged,
            bypassed,
            write_hits,
            write_misses,
            fills,
            writebacks,
        } = self;
        for field in [read_hits, buffered, read_misses, merged, bypassed] {
            visit(field);
        }
        for field in [write_hits, write_misses, fills, writebacks] {
            visit(field);
        }
    }

    /// The difference to the statistics of an earlier moment.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let (mut all, mut before) = (*self, Vec::new());
        { *earlier }.each(&mut |field| before.push(*field));
        let mut before = before.into_iter();
        all.each(&mut |field| *field -= before.next().unwrap_or(0));
        all
    }
}

/// The caches and what is behind them.
#[derive(Clone, Debug)]
pub(crate) struct Hierarchy {
    /// First-level instruction cache; the front end looks it up itself.
    pub l1i: Array,
    /// Its miss registers.
    l1i_misses: Outstanding,
    /// First-level data cache.
    pub l1d: Array,
    pub l1d_ports: Ports,
    /// Its miss registers.
    l1d_misses: Outstanding,
    /// The path of lines from L2 to L1D.
    l1d_lines: LinePath,
    /// The path of stores to L2.
    pub stores: StorePath,
    /// The queue of data accesses in front of L2.
    pub queue: AccessQueue,
    /// By set of L1D: the index of the predicted way in the array; `None`: L1D does not predict ways.
    pub l1d_ways: Option<Box<[usize]>>,
    /// The last load hit another way than the predicted one.
    pub way_mispredicted: bool,
    /// Cycles from issue to use of integer and floating-point data.
    pub l1d_latency: [u64; 2],
    pub fp_bypasses_l1d: bool,
    /// Floating-point loads that hit L1D.
    pub l1d_fp_hits: u64,
    /// Prefetches that found their line in L1D.
    pub l1d_prefetch_hits: u64,
    /// The levels behind L1, as [`LEVELS`] lists them.
    pub levels: [Level; LEVELS.len()],
    pub memory: Memory,
    memory_latency: [u64; 2],
    /// Statistics of L1I and L1D.
    pub stats: [CacheStats; 2],
    /// Bytes of the access that is being made; the caller sets them.
    pub bytes: u32,
    /// Cycles between two attempts of an access to a line under way to L2 (Caches 16).
    pub recirculate: u64,
}

checkpoint::state!(Hierarchy { l1i, l1i_misses, l1d, l1d_ports, l1d_misses, l1d_lines, stores, queue, way_mispredicted, l1d_fp_hits, l1d_prefetch_hits, levels, memory, stats, bytes } fixed { l1d_ways } skips { l1d_latency, fp_bypasses_l1d, memory_latency, recirculate });

/// Index of L1I in [`Hierarchy::stats`] and [`Hierarchy::statistics`].
pub(crate) const L1I: usize = 0;
/// Index of L1D in the same.
pub(crate) const L1D: usize = 1;
/// Index of the nearest level behind L1 in [`Hierarchy::statistics`].
pub(crate) const L2: usize = 2;
/// How many caches there are.
pub(crate) const CACHES: usize = 2 + LEVELS.len();

/// The array of a cache; `salt` gives each cache a seed of random replacement of its own.
fn array(caches: &model::Caches, cache: model::Geometry, salt: u64) -> Array {
    Array::new(
        cache.bytes,
        cache.ways,
        cache.line_bytes,
        cache.replacement,
        caches.seed.wrapping_add(salt),
    )
}

/// Latencies of integer and floating-point data.
fn latencies(cache: &model::Cache) -> [u64; 2] {
    [u64::from(cache.latency), u64::from(cache.fp_latency)]
}

impl Hierarchy {
    /// Cold caches.
    pub(crate) fn new(machine: &Machine) -> Self {
        let c = &machine.caches;
        Self {
            l1i: array(c, c.l1i.geometry(), 0),
            l1i_misses: Outstanding::new(c.l1i.outstanding_misses),
            l1d: array(c, c.l1d.geometry(), 1),
            l1d_ports: Ports::new(c.l1d.ports),
            l1d_misses: Outstanding::new(c.l1d.outstanding_misses),
            l1d_lines: LinePath::new(c.l1d.line_bytes, c.l1d_path_bytes),
            stores: StorePath::new(c.l1d_path_bytes),
            queue: AccessQueue::new(c.l2_queue_entries),
            l1d_ways: c.l1d_way_prediction.then(|| {
                let ways = c.l1d.ways.max(1);
                let sets = (c.l1d.bytes / c.l1d.line_bytes.max(1) / ways).max(1);
                // Caches 10: before a set's first load, the first way.
                (0..sets).map(|set| (set * ways) as usize).collect()
            }),
            way_mispredicted: false,
            l1d_latency: latencies(&c.l1d),
            fp_bypasses_l1d: c.fp_bypasses_l1d,
            l1d_fp_hits: 0,
            l1d_prefetch_hits: 0,
            levels: std::array::from_fn(|number| Level::new(c, number)),
            memory: Memory::new(&machine.memory),
            memory_latency: [
                u64::from(machine.memory.latency),
                u64::from(machine.memory.fp_latency),
            ],
            stats: [CacheStats::default(); 2],
            bytes: 0,
            recirculate: c.l2_recirculate_cycles.into(),
        }
    }

    /// Latency of a floating-point load that finds its line in the first cache that it asks.
    pub(crate) fn fp_load_latency(&self) -> u64 {
        if self.fp_bypasses_l1d {
            self.levels[0].latency[1]
        } else {
            self.l1d_latency[1]
        }
    }

    /// Whether L1D has the line of an address; an lfetch of it does nothing then.
    #[inline(always)]
    pub(crate) fn has_in_l1d(&self, address: u64) -> bool {
        self.l1d.find(self.l1d.line(address)).is_some()
    }

    /// Whether L1I has a miss register free in a cycle, so that a line request goes out at once.
    pub(crate) fn admits_instruction_miss(&self, cycle: u64) -> bool {
        // Front end 4
        self.l1i_misses.reserve(cycle) == cycle
    }

    /// Puts a line into L1D that L2 can send in cycle `served`; returns the cycle in which its data arrive. L1D is written through, so the victim is
    /// never dirty.
    #[inline(always)]
    fn fill_l1d(&mut self, address: u64, served: u64) -> u64 {
        // Caches 13: a later line asks for the path behind its start in L2, which is not before the horizon.
        let since = || self.levels[0].ports.horizon();
        let arrives = self.l1d_lines.carry(served, since);
        self.l1d.fill_clean(self.l1d.line(address), arrives);
        self.stats[L1D].fills += 1;
        arrives
    }

    /// Removes the lines of the flush block around an address from all levels; returns whether one of them was dirty.
    pub(crate) fn drop_lines(&mut self, address: u64) -> bool {
        // Caches 9: the block is as large as the largest line.
        let behind = self.levels.iter_mut().map(|level| &mut level.array);
        let mut arrays: Vec<&mut Array> = [&mut self.l1i, &mut self.l1d]
            .into_iter()
            .chain(behind)
            .collect();
        let sizes = arrays.iter().map(|array| array.line_bytes());
        let block = sizes.max().unwrap_or(1);
        let first = address & !(block - 1);
        let mut written = false;
        for array in &mut arrays {
            let lines = array.line(first)..=array.line(first + (block - 1));
            for line in lines {
                written |= array.flush(line);
            }
        }
        written
    }

    /// The first cycle for which the bus can still be asked: only an access that starts in the last level asks for it.
    fn bus_horizon(&self) -> u64 {
        self.levels[LEVELS.len() - 1].ports.horizon()
    }

    /// Calls `visit` with each count that data accesses change here, always in the same order.
    pub(crate) fn each_count(&mut self, visit: &mut impl FnMut(&mut u64)) {
        self.stats[L1D].each(visit);
        for level in &mut self.levels {
            level.hits.iter_mut().for_each(&mut *visit);
            level.misses.iter_mut().for_each(&mut *visit);
            level.stats.each(visit);
        }
        visit(&mut self.memory.reads);
        visit(&mut self.memory.writes);
    }

    /// Statistics of L1I, L1D and the levels behind them, in this order.
    pub(crate) fn statistics(&self) -> [CacheStats; CACHES] {
        std::array::from_fn(|cache| match cache.checked_sub(self.stats.len()) {
            None => self.stats[cache],
            Some(level) => self.levels[level].statistics(level == 0),
        })
    }

    /// Whether the way predictor predicted another way for a line that is at `index`; it learns the right one.
    fn mispredicts_way(&mut self, line: u64, index: usize) -> bool {
        let Some(ways) = &mut self.l1d_ways else {
            return false;
        };
        let set = line as usize % ways.len();
        let mispredicts = std::mem::replace(&mut ways[set], index) != index;
        if mispredicts {
            // Loads known to hit the predicted way of this set may mispredict from here on.
            self.l1d.renew();
        }
        mispredicts
    }
}

impl<P: Probe> Shared<P> {
    /// An integer load or register stack fill issued in `cycle`.
    #[inline(always)]
    pub(crate) fn load(
        &mut self,
        cycle: u64,
        address: u64,
        policy: LoadPolicy,
        site: &Site,
    ) -> Access {
        // Caches 3: integer data; 2: a line under way counts as a miss; 10: the way.
        self.counters.count(Raw::L1dReads, 1, cycle, site);
        let caches = &mut self.caches;
        let line = caches.l1d.line(address);
        let cycle = caches.l1d_ports.grant(cycle);
        let hit = cycle + caches.l1d_latency[0];
        if !(policy.forced | policy.untranslated)
            && let Some(index) = caches.l1d.find(line)
        {
            caches.way_mispredicted =
                caches.l1d_ways.is_some() && caches.mispredicts_way(line, index);
            let ready = caches.l1d.touch(index);
            if ready <= hit {
                caches.stats[L1D].read_hits += 1;
                return Access {
                    ready: hit,
                    level: MemoryLevel::L1,
                };
            }
            caches.stats[L1D].merged += 1;
            self.count_l1d_miss(cycle, ready, policy.rse, site);
            let level = MemoryLevel::L2;
            return Access { ready, level };
        }
        self.load_miss(cycle, address, policy, site)
    }

    /// The load in L2, and the line's way to L1D.
    #[inline(never)]
    fn load_miss(&mut self, cycle: u64, address: u64, policy: LoadPolicy, site: &Site) -> Access {
        // Caches 3: the line enters L1D on an integer load miss without a locality hint.
        let queued = self.caches.queue.enter();
        let asked = cycle.max(queued);
        let start = self.caches.l1d_misses.reserve(asked);
        self.expect_load();
        let mut access = self.l2(start, address, Request::Load, site);
        // Translation 8
        let present = policy.untranslated && self.caches.has_in_l1d(address);
        if policy.allocate && !policy.forced && !present {
            access.ready = self.caches.fill_l1d(address, access.ready);
        }
        self.caches.l1d_misses.hold(start, access.ready);
        if self.is_late(asked, access.ready, Request::Load) {
            self.take_entry(queued, access.ready);
        }
        self.count_l1d_miss(cycle, access.ready, policy.rse, site);
        if policy.forced || policy.untranslated {
            self.counters.count(Raw::L1dForcedMisses, 1, cycle, site);
        }
        access
    }

    /// Counts a load that misses L1D in a cycle, with its data there in cycle `ready`.
    #[inline(always)]
    fn count_l1d_miss(&mut self, cycle: u64, ready: u64, rse: bool, site: &Site) {
        self.caches.stats[L1D].read_misses += 1;
        let counters = &mut self.counters;
        counters.count(Raw::L1dReadMisses, 1, cycle, site);
        if rse {
            counters.count(Raw::L1dReadMissesRse, 1, cycle, site);
        }
        counters.entry(Raw::L1MissesOutstanding, ready - cycle, cycle, site);
    }

    /// A line request of the instruction side, demand fetch or prefetch: takes a miss register of L1I and asks L2.
    pub(crate) fn instruction_line(
        &mut self,
        cycle: u64,
        address: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        let start = self.caches.l1i_misses.reserve(cycle);
        let access = self.l2(start, address, request, site);
        self.caches.l1i_misses.hold(start, access.ready);
        access
    }

    /// A floating-point load issued in `cycle`.
    #[inline(always)]
    pub(crate) fn fp_load(&mut self, cycle: u64, address: u64, site: &Site) -> Access {
        // Caches 3: `fp_bypasses_l1d`.
        let caches = &mut self.caches;
        if !caches.fp_bypasses_l1d
            && let Some(index) = caches.l1d.find(caches.l1d.line(address))
        {
            let arrives = caches.l1d.touch(index);
            caches.l1d_fp_hits += 1;
            return Access {
                ready: arrives.max(cycle + caches.l1d_latency[1]),
                level: MemoryLevel::L1,
            };
        }
        caches.stats[L1D].bypassed += 1;
        self.l2_data(cycle, address, Request::FpLoad, site)
    }

    /// A semaphore: done in L2.
    pub(crate) fn semaphore(&mut self, cycle: u64, address: u64, site: &Site) -> Access {
        // Caches 3
        self.caches.stats[L1D].bypassed += 1;
        self.l2_data(cycle, address, Request::Semaphore, site)
    }

    /// An lfetch: brings the line to L2, and to L1D unless a hint keeps it out.
    pub(crate) fn prefetch(
        &mut self,
        cycle: u64,
        address: u64,
        into_l1d: bool,
        site: &Site,
    ) -> Access {
        // Caches 3
        let l1d = &self.caches.l1d;
        if let Some(index) = l1d.find(l1d.line(address)) {
            let ready = l1d.arrives(index).max(cycle);
            self.caches.l1d_prefetch_hits += 1;
            let level = MemoryLevel::L1;
            return Access { ready, level };
        }
        self.caches.stats[L1D].bypassed += 1;
        let queued = self.caches.queue.enter();
        let asked = cycle.max(queued);
        let mut access = self.l2(asked, address, Request::Prefetch, site);
        if into_l1d {
            access.ready = self.caches.fill_l1d(address, access.ready);
        }
        self.keep_entry(queued, asked, access.ready, Request::Prefetch);
        access
    }

    /// A store of so many bytes issued in `cycle`; `ready` is the cycle in which L2 has its line.
    #[inline(always)]
    pub(crate) fn store(&mut self, cycle: u64, address: u64, bytes: u32, site: &Site) -> Access {
        // Caches 3: written through; a line that is present is used.
        let caches = &mut self.caches;
        match caches.l1d.find(caches.l1d.line(address)) {
            Some(index) => {
                caches.stats[L1D].write_hits += 1;
                caches.l1d.policy.touch(index);
            }
            None => caches.stats[L1D].write_misses += 1,
        }
        let queued = self.caches.queue.enter();
        let asked = cycle.max(queued);
        let carried = self.caches.stores.carry(asked, bytes);
        if let Some(banks) = &mut self.caches.levels[0].banks {
            banks.expect_store(bytes);
        }
        let access = self.l2(carried, address, Request::Store, site);
        self.keep_entry(queued, asked, access.ready, Request::Store);
        access
    }

    /// Tells the banks of L2 that the next request is a load of the bytes of the access that is being made (Caches 15).
    #[inline(always)]
    fn expect_load(&mut self) {
        if let Some(banks) = &mut self.caches.levels[0].banks {
            banks.expect_load(self.caches.bytes);
        }
    }

    /// A floating-point load or a semaphore: goes through the queue in front of L2 and asks L2.
    #[inline(always)]
    fn l2_data(&mut self, cycle: u64, address: u64, request: Request, site: &Site) -> Access {
        let queued = self.caches.queue.enter();
        let asked = cycle.max(queued);
        self.expect_load();
        let access = self.l2(asked, address, request, site);
        self.keep_entry(queued, asked, access.ready, request);
        access
    }

    /// An access that entered the queue in cycle `queued` and asked L2 in cycle `asked` keeps its entry until its data are there, if these are late.
    #[inline(always)]
    fn keep_entry(&mut self, queued: u64, asked: u64, ready: u64, request: Request) {
        // Caches 12
        if self.is_late(asked, ready, request) {
            self.take_late_entry(queued, ready);
        }
    }

    /// Whether the data of an access that asked L2 in cycle `asked` are there later than those of a hit that starts at once.
    #[inline(always)]
    fn is_late(&self, asked: u64, ready: u64, request: Request) -> bool {
        ready > asked + self.caches.levels[0].latency[request.is_fp()]
    }

    /// [`take_entry`](Self::take_entry) as a call, where most accesses are not late.
    #[inline(never)]
    fn take_late_entry(&mut self, queued: u64, until: u64) {
        self.take_entry(queued, until);
    }

    /// An access takes an entry of the queue from one cycle up to another; counts the cycles in which the queue is full.
    #[inline(always)]
    pub(crate) fn take_entry(&mut self, queued: u64, until: u64) {
        let full = self.caches.queue.keep(queued, until);
        if full > 0 {
            let none = Site::none();
            self.counters.count(Raw::L2QueueFull, full, queued, &none);
        }
    }
}

/// How an integer load treats L1D.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LoadPolicy {
    /// A miss puts the line into L1D.
    pub allocate: bool,
    /// The load misses L1D, whatever that holds, and puts no line into it.
    pub forced: bool,
    /// The load misses L1D, whatever that holds, because its address missed the first-level TLB; the line enters L1D if it is not there
    /// (Translation 8).
    pub untranslated: bool,
    /// It is a fill of the register stack engine.
    pub rse: bool,
}

#[cfg(test)]
mod tests;
