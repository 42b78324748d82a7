//! Caches, memory and address translation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::range::{LONGEST, MOST_ENTRIES, not_empty, one_of, powers_of_two, within};

/// How a set chooses the line that leaves.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Replacement {
    /// The least recently used.
    Lru,
    /// One not used since all others were (one reference bit for each line).
    Nru,
    /// Pseudo-random, from `caches.seed`.
    Random,
}

/// Longest latency of a cache in cycles: the scoreboard keeps sixteen bits for a result that is ready with the data of L1D.
const LONGEST_ACCESS: u64 = 65_535;

/// Most bytes of a cache.
pub(crate) const LARGEST_CACHE: u64 = 1 << 30;

/// Numbers of banks.
const BANKS: [u64; 8] = [0, 1, 2, 4, 8, 16, 32, 64];

/// The cache hierarchy.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Caches {
    /// Seed of the random replacement policies.
    pub seed: u64,
    /// First-level instruction cache.
    pub l1i: InstructionCache,
    /// First-level data cache: write-through, allocates on integer load misses only.
    pub l1d: Cache,
    /// Second level, unified: write-back, write-allocate.
    pub l2: Cache,
    /// Third level, unified: write-back, write-allocate.
    pub l3: Cache,
    /// Floating-point loads bypass the first level.
    pub fp_bypasses_l1d: bool,
    /// The L1D predicts the way: a hit in another way than the predicted one flushes the pipe.
    pub l1d_way_prediction: bool,
    /// Cycles of that flush.
    #[schemars(transform = within(0, 1_000, "no flush is that long"))]
    pub l1d_way_mispredict_cycles: u32,
    /// Data accesses on their way to or in L2 that are not served yet; one more holds the pipe.
    #[schemars(transform = within(1, 1_024, "an access needs an entry"))]
    pub l2_queue_entries: u32,
    /// Bytes that the path between L1D and L2 carries in a cycle, in each direction: lines to L1D, stores to L2.
    #[schemars(transform = powers_of_two(16, 4_096, "a path carries the longest store in one cycle"))]
    pub l1d_path_bytes: u32,
    /// Bytes that the path between L2 and L3 carries in a cycle: lines to L2 and lines that it writes back.
    #[schemars(transform = powers_of_two(16, 4_096, "a path carries the longest store in one cycle"))]
    pub l2_path_bytes: u32,
    /// Banks of L2, next to each other in the address: one access of a cycle takes a bank, and so does a line that comes in; 0: accesses are never in each other's way.
    #[schemars(transform = one_of(BANKS, "a bank is selected by address bits"))]
    pub l2_banks: u32,
    /// Bytes of a bank.
    #[schemars(transform = powers_of_two(8, 128, "a bank is selected by address bits"))]
    pub l2_bank_bytes: u32,
    /// Stores of at most so many bytes keep their bank longer.
    #[schemars(transform = within(0, 16, "no store is longer"))]
    pub l2_short_store_bytes: u32,
    /// Cycles for which they do.
    #[schemars(transform = within(1, 64, "no store takes its bank that long"))]
    pub l2_short_store_cycles: u32,
    /// Where L2 has banks: cycles from the start of a store in L2 in which no load of one of its doublewords starts there; 0: loads do not wait for stores.
    #[schemars(transform = within(0, 4, "an event counts each of four stages"))]
    pub l2_store_to_load_cycles: u32,
    /// Cycles between two attempts of an access to a line that is on its way to L2; 1: it gets its data when they are there.
    #[schemars(transform = within(1, 64, "no round is that long"))]
    pub l2_recirculate_cycles: u32,
    /// A load that meets an earlier store to the same eight bytes within this many cycles misses L1D ("forced miss"); 0: never.
    #[schemars(transform = within(0, 1_000, "no store waits that long"))]
    pub store_to_load_cycles: u32,
}

impl Caches {
    /// How many levels are behind L1.
    pub const BEHIND_L1: usize = 2;

    /// The levels behind L1, the nearest first, with their keys.
    #[must_use]
    pub const fn behind_l1(&self) -> [(&'static str, &Cache); Self::BEHIND_L1] {
        [("l2", &self.l2), ("l3", &self.l3)]
    }

    /// All caches, those of L1 first, with their keys: what their tags hold, and the latency of a hit.
    #[must_use]
    pub fn all(&self) -> Vec<(&'static str, Geometry, u32)> {
        let (l1i, l1d) = (&self.l1i, &self.l1d);
        let first = [
            ("l1i", l1i.geometry(), l1i.latency),
            ("l1d", l1d.geometry(), l1d.latency),
        ];
        let behind = self.behind_l1();
        let behind = behind.map(|(name, cache)| (name, cache.geometry(), cache.latency));
        first.into_iter().chain(behind).collect()
    }

    /// Bytes a cycle of the paths between them, the nearest first.
    #[must_use]
    pub const fn paths(&self) -> [u32; Self::BEHIND_L1 - 1] {
        [self.l2_path_bytes]
    }
}

/// What the tags of a cache hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Capacity in bytes.
    pub bytes: u32,
    /// Ways of each set.
    pub ways: u32,
    /// Line size in bytes.
    pub line_bytes: u32,
    /// Replacement policy.
    pub replacement: Replacement,
}

/// The first-level instruction cache. Fetch reads one block of it in a cycle.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct InstructionCache {
    /// Capacity in bytes.
    #[schemars(transform = within(1, LARGEST_CACHE, "a cache holds at least one line and at most 1 GB"))]
    pub bytes: u32,
    /// Ways of each set.
    #[schemars(transform = within(1, 64, "a set has one to 64 ways"))]
    pub ways: u32,
    /// Line size in bytes, a power of two.
    #[schemars(transform = powers_of_two(16, 4_096, "a line is selected by address bits, holds at least one bundle and lies within one page"))]
    pub line_bytes: u32,
    /// Cycles of a fetch that hits, which the front end's depth contains.
    #[schemars(transform = within(0, LONGEST_ACCESS, "no cache takes that long"))]
    pub latency: u32,
    /// Replacement policy.
    pub replacement: Replacement,
    /// Misses that can be outstanding towards L2; the next one waits.
    #[schemars(transform = within(1, 1_024, "no miss could ever be served"))]
    pub outstanding_misses: u32,
}

impl InstructionCache {
    /// What its tags hold.
    #[must_use]
    pub const fn geometry(&self) -> Geometry {
        Geometry {
            bytes: self.bytes,
            ways: self.ways,
            line_bytes: self.line_bytes,
            replacement: self.replacement,
        }
    }
}

/// One cache of data, or of data and instructions.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Cache {
    /// Capacity in bytes.
    #[schemars(transform = within(1, LARGEST_CACHE, "a cache holds at least one line and at most 1 GB"))]
    pub bytes: u32,
    /// Ways of each set.
    #[schemars(transform = within(1, 64, "a set has one to 64 ways"))]
    pub ways: u32,
    /// Line size in bytes, a power of two.
    #[schemars(transform = powers_of_two(16, 4_096, "a line is selected by address bits, holds at least one bundle and lies within one page"))]
    pub line_bytes: u32,
    /// Cycles from issue to the use of a hit, integer load.
    #[schemars(transform = within(0, LONGEST_ACCESS, "no cache takes that long"))]
    pub latency: u32,
    /// Cycles from issue to the use of a hit, floating-point load; ignored where these bypass the cache.
    #[schemars(transform = within(0, LONGEST_ACCESS, "no cache takes that long"))]
    pub fp_latency: u32,
    /// Replacement policy.
    pub replacement: Replacement,
    /// Accesses that the cache can start in one cycle.
    #[schemars(transform = within(1, 16, "an access needs a port"))]
    pub ports: u32,
    /// Misses that can be outstanding towards the next level; the next one waits.
    #[schemars(transform = within(1, 1_024, "no miss could ever be served"))]
    pub outstanding_misses: u32,
}

impl Cache {
    /// What its tags hold.
    #[must_use]
    pub const fn geometry(&self) -> Geometry {
        Geometry {
            bytes: self.bytes,
            ways: self.ways,
            line_bytes: self.line_bytes,
            replacement: self.replacement,
        }
    }
}

/// The system bus and memory.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Cycles from issue to the use of the first word that comes from memory, integer load.
    #[schemars(transform = within(0, LONGEST, "no latency is that long"))]
    pub latency: u32,
    /// The same for a floating-point load.
    #[schemars(transform = within(0, LONGEST, "no latency is that long"))]
    pub fp_latency: u32,
    /// Core cycles that the bus is busy with one line of the last-level cache.
    #[schemars(transform = within(0, LONGEST, "no line takes that long"))]
    pub line_cycles: u32,
    /// Core cycles after each line in which the bus carries none: turn-around of bus and memory, refresh, the chipset.
    #[schemars(transform = within(0, LONGEST, "no pause is that long"))]
    pub line_overhead_cycles: u32,
    /// Cycles from the end of a read's entry in the bus request queue to the use of its first word. They are a part of `latency`: a read that takes
    /// fewer from its start on the bus leaves the queue at that start.
    #[schemars(transform = within(0, LONGEST, "no latency is that long"))]
    pub return_cycles: u32,
    /// Entries of the bus request queue.
    #[schemars(transform = within(1, 1_024, "nothing could be requested without an entry"))]
    pub queue_entries: u32,
    /// Stores (and line requests of stores) that the write buffer holds before issue stops.
    #[schemars(transform = within(1, 1_024, "no store could ever leave without an entry"))]
    pub store_buffer_entries: u32,
}

/// Translation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Tlbs {
    /// Page size of the personality in bytes.
    #[schemars(transform = within(16_384, 16_384, "the personality's pages have 16 KB, as in Linux for IA-64"))]
    pub page_bytes: u32,
    /// Instruction TLB.
    pub instruction: InstructionTlb,
    /// Data TLB.
    pub data: Tlb,
    /// Hardware page walker.
    pub walker: Walker,
}

/// An instruction TLB of one or two levels.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct InstructionTlb {
    /// First level.
    #[schemars(transform = not_empty)]
    pub first: TlbLevel,
    /// Second level; 0 entries: there is none.
    pub second: TlbLevel,
    /// Bytes that an entry of the first level translates: a page, or an aligned part of it.
    #[schemars(transform = powers_of_two(4_096, 16_384, "a part is a page or less"))]
    pub first_part_bytes: u32,
    /// Cycles for which a first-level miss delays the entry of a block.
    #[schemars(transform = within(0, 1_000, "no replay takes that long"))]
    pub first_miss_cycles: u32,
}

/// A data TLB of one or two levels.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Tlb {
    /// First level.
    #[schemars(transform = not_empty)]
    pub first: TlbLevel,
    /// Second level; 0 entries: there is none.
    pub second: TlbLevel,
    /// Bytes that an entry of the first level translates: a page, or an aligned part of it.
    #[schemars(transform = powers_of_two(4_096, 16_384, "a part is a page or less"))]
    pub first_part_bytes: u32,
    /// Floating-point loads and stores ask the second level, if there is one, and leave the first alone.
    pub fp_bypasses_first: bool,
    /// An integer load that misses the first level takes its data from behind L1D.
    pub first_miss_bypasses_l1d: bool,
    /// What a first-level miss that hits the second level does.
    pub first_miss: FirstLevelMiss,
    /// Its cost in cycles.
    #[schemars(transform = within(0, 1_000, "no replay takes that long"))]
    pub first_miss_cycles: u32,
}

impl InstructionTlb {
    /// The same as a TLB of data that delays: references of fetch are neither of floating point nor loads.
    #[must_use]
    pub fn as_tlb(&self) -> Tlb {
        Tlb {
            first: self.first.clone(),
            second: self.second.clone(),
            first_part_bytes: self.first_part_bytes,
            fp_bypasses_first: false,
            first_miss_bypasses_l1d: false,
            first_miss: FirstLevelMiss::Delay,
            first_miss_cycles: self.first_miss_cycles,
        }
    }
}

/// One level of a TLB.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
// Each level has a schema of its own: only the second may have no entries.
#[schemars(inline)]
pub struct TlbLevel {
    /// Entries.
    #[schemars(transform = within(0, MOST_ENTRIES, "no table is that large"))]
    pub entries: u32,
    /// Ways of each set; equal to `entries` when fully associative.
    #[schemars(transform = within(0, MOST_ENTRIES, "no table is that large"))]
    pub ways: u32,
    /// Replacement policy.
    pub replacement: Replacement,
}

/// What a miss of the first-level TLB does when the second level has the translation.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum FirstLevelMiss {
    /// The pipe is flushed and the reference replayed.
    Flush,
    /// The reference takes longer.
    Delay,
}

/// Bytes of a VHPT entry: short and long format.
const VHPT_ENTRY_BYTES: [u64; 2] = [8, 32];

/// The VHPT walker.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Walker {
    /// Whether there is a hardware walker; without it every miss is a software fill.
    pub enabled: bool,
    /// Cycles of a walk besides the access to the VHPT entry.
    #[schemars(transform = within(0, LONGEST, "no walk takes that long"))]
    pub overhead_cycles: u32,
    /// Bytes of a VHPT entry: 8 in the short format, 32 in the long one.
    #[schemars(transform = one_of(VHPT_ENTRY_BYTES, "a VHPT entry has a short and a long format"))]
    pub entry_bytes: u32,
}
