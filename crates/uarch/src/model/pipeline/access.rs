//! The access of a reference: what it does to caches and store buffer, and what it met there.

use crate::model::memory::cache::LoadPolicy;
use crate::model::pipeline::Pipeline;
use crate::model::pipeline::course::Delay;
use crate::model::plan::Memory;
use events::{DataMiss, DataMissKind, MemoryLevel, Probe, Raw, Site};
use isa::MemoryKind;
use std::num::NonZeroU64;

/// What an access that was made met.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reached {
    /// When it completes.
    pub ready: u64,
    /// Which level served it.
    pub level: Option<MemoryLevel>,
    /// Cycles behind its least latency, of a load.
    late: u64,
    /// A load or a prefetch did not find what it asks in the first cache that it asks.
    misses: bool,
    /// A load was forced behind L1D.
    pub forced: bool,
    /// The hit was in another way than the predicted one.
    pub way: bool,
    /// It holds the pipe up to a cycle, for it waited for an entry of the queue in front of L2.
    pub queue: Option<NonZeroU64>,
}

impl Reached {
    /// Its delay as a word, if the group issued in a cycle.
    #[inline(always)]
    pub(crate) fn delay(&self, issue: u64) -> Option<Delay> {
        let queue = self.queue.map_or(0, |until| until.get() - issue);
        if self.late | u64::from(self.misses) | u64::from(self.way) | queue == 0 {
            return Some(0);
        }
        let fits = self.late >> 29 == 0 && queue >> 30 == 0;
        let flags = u64::from(self.misses) | u64::from(self.way) << 1;
        // A listener is told by whom it was served, and why it was late.
        let level = self.level.map_or(0, |level| level as u64);
        let served = u64::from(self.forced) << 31 | level << 62;
        fits.then_some(flags | self.late << 2 | queue << 32 | served)
    }
}

impl<P: Probe> Pipeline<P> {
    /// Makes the access of a reference to a physical address in a cycle, whose data take `extra` cycles more.
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
            MemoryKind::Load => {}
            MemoryKind::FpLoad => return self.reach_fp_load(physical, (at, extra), site),
            _ => return self.reach_other(memory, physical, at, extra, site),
        }
        let buffer = &self.data.store_buffer;
        let policy = LoadPolicy {
            allocate: memory.locality == 0,
            // Latencies 6, Caches 4
            // A check load that failed reloads behind L1D, whatever it holds.
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

    /// Makes the access of a store.
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
    fn reach_fp_load(&mut self, physical: u64, (at, extra): (u64, u64), site: &Site) -> Reached {
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

    /// Makes the access of a reference that is no load: [`reach`](Self::reach) makes these.
    #[inline(never)]
    fn reach_other(
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
                self.data.loads_until = self.data.loads_until.max(ready);
                (ready, Some(access.level))
            }
            // Caches 9
            MemoryKind::Flush => {
                self.course.delayed = true;
                self.shared.flush(at, physical);
                (at, None)
            }
            MemoryKind::Load | MemoryKind::FpLoad => {
                debug_assert!(false, "`reach` makes loads itself");
                (at, None)
            }
        };
        reached.queue = self.shared.caches.queue.take_wait();
        reached
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
}
