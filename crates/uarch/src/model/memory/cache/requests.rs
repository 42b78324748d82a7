//! Requests to the levels behind L1: ports and banks, hits and misses, the request that a miss makes to the next level or memory, and the write-back
//! of dirty victims.

use super::array::Marks;
use super::level::Answers;
use super::{Access, LEVELS, Refusal, Request};
use crate::model::memory::Shared;
use crate::model::memory::bus::Transaction;
use events::{MemoryLevel, Probe, Raw, Site};

/// The last of [`LEVELS`], behind which is memory.
const LAST: usize = LEVELS.len() - 1;

const _: () = assert!(LAST == 1, "a level is neither the first nor the last");

impl<P: Probe> Shared<P> {
    /// A request to L2, the nearest level behind L1, that asks there in `cycle`.
    #[inline(always)]
    pub(crate) fn l2(&mut self, cycle: u64, address: u64, request: Request, site: &Site) -> Access {
        self.request::<0>(cycle, address, request, site)
    }

    /// A request to level `N` of [`LEVELS`]. Caches 1: levels are looked up in order.
    #[inline(always)]
    fn request<const N: usize>(
        &mut self,
        cycle: u64,
        address: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        let facts = &LEVELS[N];
        let level = &mut self.caches.levels[N];
        if let Some(raw) = facts.requests[request as usize] {
            self.counters.count(raw, 1, cycle, site);
        }
        // Caches 6: the first cycle with a free port.
        let start = match &mut level.banks {
            None => level.ports.grant(cycle),
            Some(banks) => {
                let (start, refused) = banks.start(&mut level.ports, cycle, address);
                if refused {
                    self.count_refused(request, site);
                }
                start
            }
        };
        let level = &mut self.caches.levels[N];
        let at_once = start == cycle;
        let Some(index) = level.array.find(level.array.line(address)) else {
            level.misses[request as usize] += 1;
            return self.request_missed::<N>((start, at_once), address, request, site);
        };
        level.hits[request as usize] += 1;
        if at_once && let Some(raw) = facts.bypasses.of[request as usize] {
            self.counters.count(raw, 1, start, site);
        }
        let level = &mut self.caches.levels[N];
        // Caches 2: a line under way is waited for.
        let hit = start + level.latency[request.is_fp()];
        let arrives = level.array.touch(index);
        if N == 0 && request.writes() {
            level.array.write(index);
        }
        let ready = if arrives > hit {
            level.stats.merged += 1;
            match N {
                0 => self.wait_for_line(index, [start, hit, arrives], request, site),
                _ => arrives,
            }
        } else {
            hit
        };
        self.count_answer(&facts.hits, start, request, site);
        Access {
            ready,
            level: facts.level,
        }
    }

    /// The cycle in which a request to L2 has the data of a line under way, at an index there. `start`: cycle of its start; `hit`: cycle of its
    /// data if the line were there; `arrives`: cycle of the line's arrival.
    #[inline(always)]
    pub(crate) fn wait_for_line(
        &mut self,
        index: usize,
        [start, hit, arrives]: [u64; 3],
        request: Request,
        site: &Site,
    ) -> u64 {
        use Request::{FpLoad, Load, Prefetch, Semaphore, Store};
        // Caches 2
        if !matches!(request, Load | FpLoad | Prefetch | Store | Semaphore) {
            return arrives;
        }
        // Caches 16
        let round = self.caches.recirculate;
        let rounds = (arrives - hit).div_ceil(round);
        let raw = match self.caches.levels[0].array.is_code(index) {
            true => Raw::L2RecirculatedInstruction,
            false => Raw::L2RecirculatedData,
        };
        self.counters.count(raw, 1, start, site);
        let raw = Raw::L2RecirculateRounds;
        let first = start + round;
        self.counters.attempts(raw, rounds, (first, round), site);
        hit + rounds * round
    }

    /// A request whose line level `N` lacks: takes a miss register, asks the next level or memory, and puts the line in. `cycle`: that of its start;
    /// `at_once`: it started in the cycle in which it asked.
    #[inline(never)]
    fn request_missed<const N: usize>(
        &mut self,
        (cycle, at_once): (u64, bool),
        address: u64,
        request: Request,
        site: &Site,
    ) -> Access {
        let facts = &LEVELS[N];
        self.count_answer(&facts.misses, cycle, request, site);
        let level = &self.caches.levels[N];
        let line = level.array.line(address);
        // Caches 6: a miss beyond `outstanding_misses` waits for the earliest to finish.
        let free = level.outstanding.reserve(cycle);
        if at_once
            && free == cycle
            && let Some(raw) = facts.missing_bypasses.of[request as usize]
        {
            self.counters.count(raw, 1, cycle, site);
        }
        let (asked, access) = if N == 0 {
            let mut access = self.request::<1>(free, address, request, site);
            access.ready = self.carry_line(access.ready);
            let level = &mut self.caches.levels[N];
            if let (Some(banks), Some(path)) = (&mut level.banks, &level.path) {
                let first = line * level.array.line_bytes();
                banks.fill(first, access.ready, path.line_cycles, level.ports.horizon());
            }
            (free, access)
        } else {
            // Caches 8: the bus sees the request when the last level has found that it lacks the line.
            let latency = level.latency[request.is_fp()];
            let asked = free + latency;
            (asked, self.read_memory(asked, latency, request))
        };
        self.caches.levels[N].outstanding.hold(free, access.ready);
        let marks = facts.marks[request as usize];
        self.fill::<N>((asked, access.ready), line, marks, site);
        access
    }

    /// Carries a line between the first of the levels and the last one, from cycle `wanted` on; returns the first cycle in which it is on the path.
    #[inline(always)]
    fn carry_line(&mut self, wanted: u64) -> u64 {
        // Caches 13: a later line asks for the path behind its start in the last level, which is not before that level's horizon.
        let [first, last] = &mut self.caches.levels;
        match &mut first.path {
            Some(path) => path.carry(wanted, || last.ports.horizon()),
            None => wanted,
        }
    }

    /// Counts the refused attempts of the newest access to L2 that had any, each in its cycle.
    #[inline(never)]
    pub(crate) fn count_refused(&mut self, request: Request, site: &Site) {
        // Caches 14
        let fetches = matches!(request, Request::Instruction | Request::InstructionPrefetch);
        let Self {
            caches, counters, ..
        } = self;
        let banks = caches.levels[0].banks.iter();
        for refused in banks.flat_map(|banks| &banks.refused) {
            let raw = match refused.reason {
                _ if fetches => Raw::L2RefusedFetches,
                Refusal::Ports => Raw::L2RefusedPorts,
                Refusal::Bank => Raw::L2RefusedBank,
                Refusal::Fill if request == Request::Store => Raw::L2RefusedStoresFill,
                Refusal::Fill => Raw::L2RefusedReadsFill,
                Refusal::BehindStore(0) => Raw::L2RefusedBehindStore0,
                Refusal::BehindStore(1) => Raw::L2RefusedBehindStore1,
                Refusal::BehindStore(2) => Raw::L2RefusedBehindStore2,
                Refusal::BehindStore(_) => Raw::L2RefusedBehindStore3,
            };
            counters.attempts(raw, refused.attempts, (refused.from, 1), site);
        }
    }

    /// Counts a request that hit or missed a level, by the quantities of that answer.
    #[inline(always)]
    fn count_answer(&mut self, answers: &Answers, cycle: u64, request: Request, site: &Site) {
        if let Some(raw) = answers.of[request as usize] {
            self.counters.count(raw, 1, cycle, site);
        }
        if request == Request::Instruction
            && let Some(raw) = answers.demand_fetches
        {
            self.counters.count(raw, 1, cycle, site);
        }
    }

    /// A request to memory that enters the bus queue in cycle `asked`, `latency` cycles after it missed the last level.
    fn read_memory(&mut self, asked: u64, latency: u64, request: Request) -> Access {
        let bus = match request {
            Request::Instruction | Request::InstructionPrefetch => Raw::BusCodeReads,
            Request::Store | Request::Semaphore => Raw::BusReadInvalidates,
            _ => Raw::BusDataReads,
        };
        let caches = &mut self.caches;
        let rest = caches.memory_latency[request.is_fp()].saturating_sub(latency);
        let since = caches.bus_horizon();
        let transaction = caches.memory.read(asked, rest, since);
        let start = transaction.start;
        self.counters.count(bus, 1, start, &Site::none());
        self.count_transaction(&transaction);
        self.counters
            .entry(Raw::MemoryReadsOutstanding, rest, start, &Site::none());
        Access {
            ready: start + rest,
            level: MemoryLevel::Memory,
        }
    }

    /// Caches 5: puts a line into level `N`, its data there in cycle `ready`; a dirty victim is written to the next level or memory, which is
    /// asked in cycle `asked`. `marks`: what the line is marked as.
    #[inline(always)]
    fn fill<const N: usize>(
        &mut self,
        (asked, ready): (u64, u64),
        line: u64,
        marks: Marks,
        site: &Site,
    ) {
        let level = &mut self.caches.levels[N];
        let (_, victim) = level.array.fill(line, ready, marks);
        level.stats.fills += 1;
        let Some(victim) = victim else {
            return;
        };
        if let Some(raw) = LEVELS[N].replaced {
            self.counters.count(raw, 1, asked, &Site::none());
        }
        if victim.dirty {
            if N == LAST {
                self.write_memory(asked);
            } else {
                self.write_back(asked, victim.line, site);
            }
        }
    }

    /// Writes a dirty line of the last level to memory; the bus is asked in a cycle.
    #[inline(never)]
    fn write_memory(&mut self, asked: u64) {
        let since = self.caches.bus_horizon();
        self.caches.levels[LAST].stats.writebacks += 1;
        let transaction = self.caches.memory.write(asked, since);
        self.counters
            .count(Raw::BusWritebacks, 1, transaction.start, &Site::none());
        self.count_transaction(&transaction);
    }

    /// A flush of the lines around an address, issued in a cycle.
    pub(crate) fn flush(&mut self, cycle: u64, address: u64) {
        // Caches 9: a dirty line goes to memory behind a port of the last level.
        if self.caches.drop_lines(address) {
            let level = &mut self.caches.levels[LAST];
            let asked = level.ports.grant(cycle + level.latency[0]);
            self.write_memory(asked);
        }
    }

    /// A dirty victim of the first of the levels, of which `line` is the number there, is written to the last one, which is asked in a cycle. It
    /// is counted at `site`, the request that replaced it.
    #[inline(never)]
    fn write_back(&mut self, cycle: u64, line: u64, site: &Site) {
        // Caches 5 and 8: it takes a port and allocates.
        let level = &mut self.caches.levels[0];
        level.stats.writebacks += 1;
        let address = line * level.array.line_bytes();
        let start = self.caches.levels[LAST].ports.grant(cycle);
        self.carry_line(start);
        let level = &mut self.caches.levels[LAST];
        let line = level.array.line(address);
        let found = level.array.find(line);
        if let Some(raw) = LEVELS[LAST].write_backs[usize::from(found.is_none())] {
            self.counters.count(raw, 1, start, site);
        }
        match found {
            Some(index) => {
                level.stats.write_hits += 1;
                level.array.policy.touch(index);
                level.array.write(index);
            }
            None => {
                level.stats.write_misses += 1;
                self.fill::<LAST>((start, start), line, Marks::WRITTEN, site);
            }
        }
    }

    /// Counts what reads and write-backs on the bus have in common.
    fn count_transaction(&mut self, transaction: &Transaction) {
        let &Transaction {
            queued,
            start,
            done,
            left,
        } = transaction;
        let occupied = left - queued;
        let (counters, none) = (&mut self.counters, Site::none());
        counters.count(Raw::BusQueueInserts, 1, queued, &none);
        counters.entry(Raw::BusQueueOccupancy, occupied, queued, &none);
        counters.count(Raw::BusDataCycles, done - start, start, &none);
    }
}
