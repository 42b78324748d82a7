//! The levels behind L1, which code and data share: a list with one row of facts for each, and the state of a level.

use super::array::Marks;
use super::{Array, Banks, CacheStats, Calendar, LinePath, Outstanding, Request};
use config::model;
use events::{MemoryLevel, Raw};

/// The name of a level, and the quantities that count what happens there.
#[derive(Debug)]
pub(crate) struct LevelFacts {
    /// Its name in records of misses and in the report.
    pub level: MemoryLevel,
    /// Counts each request, by [`Request`].
    pub requests: [Option<Raw>; Request::COUNT],
    /// Counts each request that hits.
    pub hits: Answers,
    /// Counts each request that misses.
    pub misses: Answers,
    /// Counts each request that hits and starts in the cycle in which it asks.
    pub bypasses: Answers,
    /// Counts each request that misses, starts in the cycle in which it asks and finds a miss register free.
    pub missing_bypasses: Answers,
    /// Counts each dirty line written back from the level before: hits, misses.
    pub write_backs: [Option<Raw>; 2],
    /// Counts each line that is replaced.
    pub replaced: Option<Raw>,
    /// What a line is marked as that a request puts in, by [`Request`].
    pub marks: [Marks; Request::COUNT],
}

/// The quantities that count requests with the same answer, hit or miss.
#[derive(Debug)]
pub(crate) struct Answers {
    /// By [`Request`].
    pub of: [Option<Raw>; Request::COUNT],
    /// Counts a demand fetch in addition.
    pub demand_fetches: Option<Raw>,
}

impl Answers {
    const NONE: Self = Self {
        of: [None; Request::COUNT],
        demand_fetches: None,
    };

    /// `read` counts all requests but stores (`store`) and those of the front end (`instruction`).
    const fn new(read: Raw, store: Raw, instruction: Raw, demand_fetches: Option<Raw>) -> Self {
        let mut of = [Some(read); Request::COUNT];
        of[Request::Store as usize] = Some(store);
        of[Request::Instruction as usize] = Some(instruction);
        of[Request::InstructionPrefetch as usize] = Some(instruction);
        Self { of, demand_fetches }
    }
}

/// The quantities that count reads that start in the cycle in which they ask.
const fn bypasses(data: Raw, instruction: Raw) -> Answers {
    let mut of = [None; Request::COUNT];
    of[Request::Load as usize] = Some(data);
    of[Request::FpLoad as usize] = Some(data);
    of[Request::Prefetch as usize] = Some(data);
    of[Request::Instruction as usize] = Some(instruction);
    of[Request::InstructionPrefetch as usize] = Some(instruction);
    Answers {
        of,
        demand_fetches: None,
    }
}

/// What lines are marked as that requests put in. `written`: what those of stores and semaphores are.
const fn marks(written: Marks) -> [Marks; Request::COUNT] {
    let mut marks = [Marks::NONE; Request::COUNT];
    marks[Request::Store as usize] = written;
    marks[Request::Semaphore as usize] = written;
    marks[Request::Instruction as usize] = Marks::CODE;
    marks[Request::InstructionPrefetch as usize] = Marks::CODE;
    marks
}

/// The quantities that count requests to L2.
const L2_REQUESTS: [Option<Raw>; Request::COUNT] = {
    let mut events = [None; Request::COUNT];
    events[Request::Load as usize] = Some(Raw::L2IntegerLoads);
    events[Request::FpLoad as usize] = Some(Raw::L2FloatLoads);
    events[Request::Prefetch as usize] = Some(Raw::L2Prefetches);
    events[Request::Store as usize] = Some(Raw::L2DataWrites);
    events[Request::Semaphore as usize] = Some(Raw::L2Semaphores);
    events[Request::Walker as usize] = Some(Raw::L2WalkerReads);
    events[Request::Instruction as usize] = Some(Raw::L2InstructionReads);
    events[Request::InstructionPrefetch as usize] = Some(Raw::L2InstructionPrefetches);
    events
};

/// The levels behind L1, the nearest first.
pub(crate) const LEVELS: [LevelFacts; model::Caches::BEHIND_L1] = [
    LevelFacts {
        level: MemoryLevel::L2,
        requests: L2_REQUESTS,
        hits: Answers::NONE,
        misses: Answers::new(
            Raw::L2DataReadMisses,
            Raw::L2DataWriteMisses,
            Raw::L2InstructionMisses,
            None,
        ),
        bypasses: bypasses(Raw::L2BypassData, Raw::L2BypassInstruction),
        missing_bypasses: bypasses(Raw::L2BypassDataMiss, Raw::L2BypassInstructionMiss),
        write_backs: [None; 2],
        replaced: None,
        marks: marks(Marks::WRITTEN),
    },
    LevelFacts {
        level: MemoryLevel::L3,
        requests: [None; Request::COUNT],
        hits: Answers::new(
            Raw::L3DataReadHits,
            Raw::L3StoreHits,
            Raw::L3InstructionReadHits,
            Some(Raw::L3DemandFetchHits),
        ),
        misses: Answers::new(
            Raw::L3DataReadMisses,
            Raw::L3StoreMisses,
            Raw::L3InstructionReadMisses,
            Some(Raw::L3DemandFetchMisses),
        ),
        bypasses: Answers::NONE,
        missing_bypasses: Answers::NONE,
        write_backs: [Some(Raw::L3WritebackHits), Some(Raw::L3WritebackMisses)],
        replaced: Some(Raw::L3LinesReplaced),
        // A line is dirty there when L2 has written it back.
        marks: marks(Marks::NONE),
    },
];

/// One level behind L1.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// Its lines.
    pub array: Array,
    /// Its ports by cycle.
    pub ports: Calendar,
    /// Its banks; `None`: it has none.
    pub banks: Option<Banks>,
    /// Its miss registers.
    pub outstanding: Outstanding,
    /// The path of lines from the next level and back to it; `None`: memory is next, which has the bus.
    pub path: Option<LinePath>,
    /// Cycles from issue to use of integer and floating-point data.
    pub latency: [u64; 2],
    /// Requests that hit, by [`Request`].
    pub hits: [u64; Request::COUNT],
    /// Requests that missed, by [`Request`].
    pub misses: [u64; Request::COUNT],
    /// All other counts; its reads, and at the first level its writes, are filled in by [`statistics`](Self::statistics).
    pub stats: CacheStats,
}

checkpoint::state!(Level { array, ports, outstanding, hits, misses, stats } fixed { banks, path } skips { latency });

impl Level {
    /// Cold level `number` of [`LEVELS`].
    pub(super) fn new(caches: &model::Caches, number: usize) -> Self {
        let (_, parameters) = caches.behind_l1()[number];
        Self {
            // Caches 11: seeds 0 and 1 are those of L1I and L1D.
            array: super::array(caches, parameters.geometry(), 2 + number as u64),
            ports: Calendar::new(parameters.ports, caches.l2_short_store_cycles),
            banks: (number == 0).then(|| Banks::new(caches)).flatten(),
            outstanding: Outstanding::new(parameters.outstanding_misses),
            path: caches
                .paths()
                .get(number)
                .map(|&bytes| LinePath::new(parameters.line_bytes, bytes)),
            latency: super::latencies(parameters),
            hits: [0; Request::COUNT],
            misses: [0; Request::COUNT],
            stats: CacheStats::default(),
        }
    }

    /// Its statistics. At the `first` level behind L1 the writes are the stores, at others the lines written back from the level before.
    pub(super) fn statistics(&self, first: bool) -> CacheStats {
        let mut stats = self.stats;
        let store = Request::Store as usize;
        if first {
            stats.write_hits += self.hits[store];
            stats.write_misses += self.misses[store];
        }
        let stores = |counts: &[u64; Request::COUNT]| if first { counts[store] } else { 0 };
        stats.read_hits = self.hits.iter().sum::<u64>() - stores(&self.hits);
        stats.read_misses = self.misses.iter().sum::<u64>() - stores(&self.misses);
        stats
    }
}
