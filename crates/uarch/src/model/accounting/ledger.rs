//! Terms of the identities that no event of a monitor needs, each counted where it happens.

use crate::model::memory::cache::{CACHES, Request};

/// What became of what was put into a structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Left to make room.
    pub replaced: u64,
    /// Still there, each counted once.
    pub held: u64,
}

/// How many different names a structure of sets holds.
pub(crate) fn distinct(names: &[u64], ways: usize, empty: u64) -> u64 {
    let in_set = |set: &[u64]| {
        let first = |&(i, name): &(usize, &u64)| *name != empty && !set[..i].contains(name);
        set.iter().enumerate().filter(first).count() as u64
    };
    names.chunks(ways.max(1)).map(in_set).sum()
}

/// Look-ups of one TLB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TlbLedger {
    /// Pages asked for, but for the one translated last.
    pub lookups: u64,
    /// Found in the first level.
    pub first_hits: u64,
    /// Translations of the first level.
    pub first: Contents,
    /// Translations of the second level, where there is one.
    pub second: Option<Contents>,
}

/// References that retired and made no access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Integer loads: deferred ones, and check loads that found their entry.
    pub loads: u64,
    /// Floating-point loads, the same.
    pub fp_loads: u64,
    /// Prefetches that would have needed software.
    pub prefetches: u64,
}

/// All of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Requests that found their line in L2, by who made them.
    pub l2_hits: [u64; Request::COUNT],
    /// Requests that did not.
    pub l2_misses: [u64; Request::COUNT],
    /// Floating-point loads that L1D served.
    pub l1d_fp_hits: u64,
    /// Prefetches of lines that L1D held.
    pub l1d_prefetch_hits: u64,
    /// Lines of L1I, L1D and the levels behind them.
    pub lines: [Contents; CACHES],
    /// Instruction prefetches of lines that were there.
    pub instruction_prefetches_found: u64,
    /// Lines of the instruction streaming buffer.
    pub stream: Contents,
    /// Bundle pairs in a line of L1I.
    pub line_pairs: u64,
    /// Lines that memory sent.
    pub bus_reads: u64,
    /// Lines that memory took.
    pub bus_writes: u64,
    /// Processor cycles of a line on the bus.
    pub line_cycles: u64,
    /// Data and instruction TLB.
    pub tlbs: [TlbLedger; 2],
    /// Pages touched that hold page tables.
    pub table_pages: u64,
    /// Software makes every translation: there is no walker.
    pub walker_absent: bool,
    /// References without an access.
    pub skipped: Skipped,
    /// Branch bundles that were predicted.
    pub predictions: u64,
    /// Times that fetch followed a taken branch.
    pub resteers: u64,
}
