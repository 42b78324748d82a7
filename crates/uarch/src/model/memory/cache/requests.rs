//! Requests to the levels behind L1, misses of the last one, and the lines that leave.

use super::{Access, Hierarchy, LEVELS, Request};
use crate::model::accounting::counters::Counters;
use crate::model::memory::bus::Transaction;
use events::{MemoryLevel, Probe, Raw, Site};

impl Hierarchy {
    /// A request to the nearest level behind L1 that arrives there for a reference of `cycle`.
    #[inline(always)]
    pub(crate) fn l2<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        self.request(0, counters, cycle, address, request, site)
    }

    /// A request to a level of the list.
    #[inline(always)]
    fn request<P: Probe>(
        &mut self,
        number: usize,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        let facts = &LEVELS[number];
        let level = &mut self.levels[number];
        if let Some(raw) = facts.requests[request as usize] {
            counters.count(raw, 1, cycle, site);
        }
        // Caches 6: the ports grant in program order.
        let start = level.ports.grant(cycle);
        let line = level.array.line(address);
        if let Some(index) = level.array.find(line) {
            level.hits[request as usize] += 1;
            // Caches 2: a line under way is waited for.
            let hit = start + level.latency[request.is_fp()];
            let arrives = level.array.touch(index);
            if number == 0 && request.writes() {
                level.array.write(index);
            }
            if arrives > hit {
                level.stats.merged += 1;
            }
            let fetched = (request == Request::Instruction).then_some(facts.demand_fetches[0]);
            for raw in [facts.hits[request as usize], fetched.flatten()]
                .into_iter()
                .flatten()
            {
                counters.count(raw, 1, start, site);
            }
            return Access {
                ready: hit.max(arrives),
                level: facts.level,
            };
        }
        level.misses[request as usize] += 1;
        self.request_missed(number, counters, start, address, request, site)
    }

    /// A request that a level does not hold: asks the next one, or memory.
    #[inline(never)]
    fn request_missed<P: Probe>(
        &mut self,
        number: usize,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        let facts = &LEVELS[number];
        let fetched = (request == Request::Instruction).then_some(facts.demand_fetches[1]);
        for raw in [facts.misses[request as usize], fetched.flatten()]
            .into_iter()
            .flatten()
        {
            counters.count(raw, 1, cycle, site);
        }
        let level = &self.levels[number];
        let line = level.array.line(address);
        // Caches 6: a miss beyond `outstanding_misses` waits for the earliest to finish.
        let (free, entry) = level.outstanding.reserve(cycle);
        let (asked, access) = if number + 1 < LEVELS.len() {
            let access = self.request_next(number + 1, counters, free, address, request, site);
            (free, access)
        } else {
            // Caches 8: the bus sees the request when the last level has found that it lacks the line.
            let latency = level.latency[request.is_fp()];
            let asked = free + latency;
            (asked, self.read_memory(counters, asked, latency, request))
        };
        self.levels[number].outstanding.hold(entry, access.ready);
        let index = self.fill(number, counters, asked, line, access.ready, site);
        if number == 0 && request.writes() {
            self.levels[number].array.write(index);
        }
        access
    }

    #[inline(never)]
    fn request_next<P: Probe>(
        &mut self,
        number: usize,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        // Caches 1: levels are looked up in order.
        self.request(number, counters, cycle, address, request, site)
    }

    /// A request to memory that the bus sees in a cycle, `latency` after it left the last level.
    fn read_memory<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        asked: u64,
        latency: u64,
        request: Request,
    ) -> Access {
        let none = Site::none();
        let bus = match request {
            Request::Instruction | Request::InstructionPrefetch => Raw::BusCodeReads,
            Request::Store | Request::Semaphore => Raw::BusReadInvalidates,
            _ => Raw::BusDataReads,
        };
        let rest = self.memory_latency[request.is_fp()].saturating_sub(latency);
        let transaction = self.memory.read(asked, rest);
        counters.count(bus, 1, transaction.start, &none);
        let occupied = transaction.start - transaction.queued + rest;
        count_transaction(counters, &transaction, occupied);
        counters.entry(Raw::MemoryReadsOutstanding, rest, transaction.start, &none);
        Access {
            ready: transaction.start + rest,
            level: MemoryLevel::Memory,
        }
    }

    /// Caches 5: puts a line into a level; a dirty line that leaves goes to the next one, or to memory, in the cycle in
    /// which that is asked. Returns its place.
    fn fill<P: Probe>(
        &mut self,
        number: usize,
        counters: &mut Counters<P>,
        asked: u64,
        line: u64,
        ready: u64,
        site: &Site,
    ) -> usize {
        let none = Site::none();
        let level = &mut self.levels[number];
        let (index, victim) = level.array.fill(line, ready);
        level.stats.fills += 1;
        let Some(victim) = victim else {
            return index;
        };
        if let Some(raw) = LEVELS[number].replaced {
            counters.count(raw, 1, asked, &none);
        }
        if !victim.dirty {
            return index;
        }
        level.stats.writebacks += 1;
        if number + 1 < LEVELS.len() {
            let address = victim.line * level.array.line_bytes();
            self.write_back(number + 1, counters, asked, address, site);
        } else {
            let transaction = self.memory.write(asked);
            counters.count(Raw::BusWritebacks, 1, transaction.start, &none);
            let occupied = transaction.done - transaction.queued;
            count_transaction(counters, &transaction, occupied);
        }
        index
    }

    /// A dirty line comes to a level from the one before it. Its tags are those of the request at `site` that took its
    /// place.
    fn write_back<P: Probe>(
        &mut self,
        number: usize,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        site: &Site,
    ) {
        // Caches 5 and 8: allocates, in the turn of the ports.
        let facts = &LEVELS[number];
        let level = &mut self.levels[number];
        let start = level.ports.grant(cycle);
        let line = level.array.line(address);
        let found = level.array.find(line);
        if let Some(raw) = facts.write_backs[usize::from(found.is_none())] {
            counters.count(raw, 1, start, site);
        }
        let index = match found {
            Some(index) => {
                level.stats.write_hits += 1;
                level.array.touch(index);
                index
            }
            None => {
                level.stats.write_misses += 1;
                self.fill(number, counters, start, line, start, site)
            }
        };
        self.levels[number].array.write(index);
    }
}

/// Counts what every transaction of the bus counts.
fn count_transaction<P: Probe>(
    counters: &mut Counters<P>,
    transaction: &Transaction,
    occupied: u64,
) {
    let none = Site::none();
    counters.count(Raw::BusQueueInserts, 1, transaction.queued, &none);
    counters.entry(Raw::BusQueueOccupancy, occupied, transaction.queued, &none);
    let carried = transaction.done - transaction.start;
    counters.count(Raw::BusDataCycles, carried, transaction.start, &none);
}
