//! The access of a translated reference: what it does to caches and store buffer, and when its data are there.

use crate::model::memory::cache::LoadPolicy;
use crate::model::pipeline::Pipeline;
use crate::model::pipeline::course::Delay;
use crate::model::plan::Memory;
use events::{DataMiss, DataMissKind, MemoryLevel, Probe, Raw, Site};
use isa::MemoryKind;
use std::num::NonZeroU64;

/// The outcome of an access.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reached {
    /// The cycle in which its data are there; of a store, in which L2 has its line.
    pub ready: u64,
    /// Which level served it; `None`: a flush.
    pub level: Option<MemoryLevel>,
    /// Of a load, the cycles beyond the latency of a hit in the first cache that it asks; of a semaphore, those beyond its latency.
    late: u64,
    /// An integer load was not served by L1D, or a prefetch did not find its line there.
    misses: bool,
    /// An integer load had to go behind L1D, whatever that held (Latencies 6, Caches 4).
    pub forced: bool,
    /// An L1D hit in another way than the predicted one (Caches 10).
    pub way: bool,
    /// It waited for an entry of the queue in front of L2: no later group issues before this cycle (Caches 12).
    pub queue: Option<NonZeroU64>,
}

impl Reached {
    /// Its delay as a word, where its group issued in cycle `issue`; `None`: it does not fit. From bit 0: whether it missed, whether the way was
    /// mispredicted, 29 bits of cycles late, whether it was forced, 30 bits of cycles from the issue to the end of the queue's hold, 2 bits of level.
    #[inline(always)]
    pub(crate) fn delay(&self, issue: u64) -> Option<Delay> {
        let queue = self.queue.map_or(0, |until| until.get() - issue);
        let flags = u64::from(self.misses) | u64::from(self.way) << 1;
        if self.late | flags | queue == 0 {
            return Some(0);
        }
        let fits = self.late >> 29 | queue >> 30 == 0;
        // Level and force decide nothing in the pipe: a listener is told of them.
        let level = self.level.map_or(0, |level| level as u64);
        let served = u64::from(self.forced) << 31 | level << 62;
        fits.then_some(flags | self.late << 2 | queue << 32 | served)
    }
}

impl<P: Probe> Pipeline<P> {
    /// Makes the access of a reference to a physical address in cycle `at`; its data come `extra` cycles later than the caches say.
    /// `behind_l1d`: an integer load's translation was not in the first level, so that L1D does not serve it (Translation 8).
    #[inline(always)]
    pub(crate) fn reach(
        &mut self,
        memory: &Memory,
        physical: u64,
        behind_l1d: bool,
        (at, extra): (u64, u64),
        site: &Site,
    ) -> Reached {
        match memory.kind {
            MemoryKind::Load => self.reach_load(memory, physical, behind_l1d, (at, extra), site),
            MemoryKind::FpLoad => self.reach_fp_load(physical, (at, extra), site),
            _ => self.reach_other(memory, physical, at, extra, site),
        }
    }

    /// Makes the access of an integer load.
    #[inline(always)]
    pub(crate) fn reach_load(
        &mut self,
        memory: &Memory,
        physical: u64,
        behind_l1d: bool,
        (at, extra): (u64, u64),
        site: &Site,
    ) -> Reached {
        let buffer = &self.data.store_buffer;
        let policy = LoadPolicy {
            allocate: memory.locality == 0,
            // Latencies 6, Caches 4: a check load that failed reloads from behind L1D; so does a load of a doubleword just stored.
            forced: memory.check || buffer.conflicts(at, physical, u64::from(memory.bytes)),
            untranslated: behind_l1d,
            rse: false,
        };
        let access = self.shared.load(at, physical, policy, site);
        let ready = access.ready + extra;
        // Caches 10
        let way = std::mem::take(&mut self.shared.caches.way_mispredicted);
        if way {
            self.shared.counters.count(Raw::FlushesWay, 1, at, site);
        }
        let misses = access.level != MemoryLevel::L1;
        let queue = if misses {
            self.data_miss(at, ready, access.level, DataMissKind::Integer, site);
            self.shared.caches.queue.take_wait()
        } else {
            None
        };
        self.data.loads_until = self.data.loads_until.max(ready);
        Reached {
            ready,
            level: Some(access.level),
            late: ready.wrapping_sub(at + self.shared.caches.l1d_latency[0]),
            misses,
            forced: policy.forced,
            way,
            queue,
        }
    }

    /// Makes the access of a store, which enters the store buffer.
    #[inline(always)]
    pub(crate) fn reach_store(
        &mut self,
        memory: &Memory,
        physical: u64,
        (at, extra): (u64, u64),
        site: &Site,
    ) -> Reached {
        let access = self.shared.store(at, physical, memory.bytes.into(), site);
        let taken = access.ready + extra;
        let buffer = &mut self.data.store_buffer;
        buffer.push(at, taken, physical, u64::from(memory.bytes));
        Reached {
            ready: taken,
            level: Some(access.level),
            queue: self.shared.caches.queue.take_wait(),
            ..Reached::default()
        }
    }

    /// Makes the access of a floating-point load.
    #[inline(always)]
    pub(crate) fn reach_fp_load(
        &mut self,
        physical: u64,
        (at, extra): (u64, u64),
        site: &Site,
    ) -> Reached {
        let access = self.shared.fp_load(at, physical, site);
        let ready = access.ready + extra;
        self.data_miss(at, ready, access.level, DataMissKind::Float, site);
        self.data.loads_until = self.data.loads_until.max(ready);
        Reached {
            ready,
            level: Some(access.level),
            late: ready.wrapping_sub(at + self.shared.caches.fp_load_latency()),
            queue: self.shared.caches.queue.take_wait(),
            ..Reached::default()
        }
    }

    /// Makes the access of a reference that is no load.
    #[inline(never)]
    pub(crate) fn reach_other(
        &mut self,
        memory: &Memory,
        physical: u64,
        at: u64,
        extra: u64,
        site: &Site,
    ) -> Reached {
        let mut reached = Reached::default();
        (reached.ready, reached.level) = match memory.kind {
            MemoryKind::Store | MemoryKind::FpStore => {
                return self.reach_store(memory, physical, (at, extra), site);
            }
            MemoryKind::Prefetch => {
                reached.misses = !self.shared.caches.has_in_l1d(physical);
                // A program of prefetches alone may never make a group wait, and [`stall`](Self::stall) settles the queues only then.
                self.settle_queues();
                let into_l1d = memory.locality == 0;
                let access = self.shared.prefetch(at, physical, into_l1d, site);
                (access.ready, Some(access.level))
            }
            MemoryKind::Semaphore => {
                let access = self.shared.semaphore(at, physical, site);
                let done = at + u64::from(self.data.latency.result.sem);
                let ready = access.ready.max(done) + extra;
                self.data.loads_until = self.data.loads_until.max(ready);
                reached.late = ready - done;
                (ready, Some(access.level))
            }
            // Caches 9
            MemoryKind::Flush => {
                self.course.unmemoizable = true;
                self.shared.flush(at, physical);
                (at, None)
            }
            MemoryKind::Load | MemoryKind::FpLoad => {
                debug_assert!(false, "loads have functions of their own");
                (at, None)
            }
        };
        reached.queue = self.shared.caches.queue.take_wait();
        reached
    }

    /// Counts, by its latency, an integer load that L1D did not serve or any floating-point load, and tells the listener.
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
}
