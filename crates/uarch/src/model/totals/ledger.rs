//! The ledger: terms of the identities that no event of a monitor needs, each counted where it happens and gathered here.

use crate::model::memory::cache::{CACHES, Request};
use crate::model::memory::contents::Contents;
use crate::model::memory::tlb::Tlb;
use crate::model::pipeline::{Pipeline, Skipped};

/// Look-ups of one TLB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TlbLedger {
    /// Look-ups of the first level. The part of a page translated last is not looked up.
    pub lookups: u64,
    /// Look-ups of the first level that hit.
    pub first_hits: u64,
    /// Look-ups of references that ask the second level alone: hits, misses. The page translated last is not looked up.
    pub direct: [u64; 2],
    /// Translations of the first level.
    pub first: Contents,
    /// Translations of the second level, where there is one.
    pub second: Option<Contents>,
    /// In system mode, misses whose translation the machine had without a walk.
    pub supplied: u64,
    /// Insertions by the guest.
    pub inserts: u64,
    /// In system mode, misses that interrupted the guest: of references that ask the first level, and of those that ask the second one alone.
    pub faults: [u64; 2],
    /// Walks for references and fetches that interruptions cut short.
    pub cut_walks: u64,
}

/// All terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Requests that hit L2, by kind of request.
    pub l2_hits: [u64; Request::COUNT],
    /// Requests that missed L2, by kind of request.
    pub l2_misses: [u64; Request::COUNT],
    /// Floating-point loads that L1D served.
    pub l1d_fp_hits: u64,
    /// Prefetches of lines that L1D held.
    pub l1d_prefetch_hits: u64,
    /// Lines of L1I, L1D and the levels behind them.
    pub lines: [Contents; CACHES],
    /// Instruction prefetches of lines that L1I or the streaming buffer held.
    pub instruction_prefetches_found: u64,
    /// Lines of the instruction streaming buffer.
    pub stream: Contents,
    /// Bundle pairs in a line of L1I.
    pub line_pairs: u64,
    /// Lines read from memory.
    pub bus_reads: u64,
    /// Lines written to memory.
    pub bus_writes: u64,
    /// Processor cycles of a line on the bus.
    pub line_cycles: u64,
    /// Data and instruction TLB.
    pub tlbs: [TlbLedger; 2],
    /// Pages touched that hold page tables.
    pub table_pages: u64,
    /// The guest has page tables of its own.
    pub system: bool,
    /// Software makes every translation: there is no walker.
    pub walker_absent: bool,
    /// References without an access.
    pub skipped: Skipped,
    /// Branch bundles that were predicted.
    pub predictions: u64,
    /// Times that fetch followed a taken branch.
    pub resteers: u64,
    /// Blocks fetched down wrong paths.
    pub wrong_blocks: u64,
    /// Bundles of a block of fetch.
    pub block_bundles: u64,
    /// The first cycle behind the entry of the newest block of the right path, or behind the bubbles of a later flush; plus the bubbles of flushes
    /// that were counted and cut short by another flush.
    pub fetch_cycles: u64,
}

impl TlbLedger {
    /// The terms of a TLB so far.
    fn of(tlb: &Tlb) -> Self {
        Self {
            lookups: tlb.lookups,
            first_hits: tlb.first_hits,
            direct: tlb.direct,
            first: tlb.first.contents(),
            second: tlb.second.as_ref().map(|second| second.contents()),
            supplied: tlb.supplied,
            inserts: tlb.inserts,
            faults: tlb.faults,
            cut_walks: tlb.cut_walks,
        }
    }
}

impl Ledger {
    /// The terms so far.
    pub(crate) fn of<P>(pipeline: &Pipeline<P>) -> Self {
        let (front, shared) = (&pipeline.front, &pipeline.shared);
        let caches = &shared.caches;
        let arrays = [&caches.l1i, &caches.l1d];
        Self {
            l2_hits: caches.levels[0].hits,
            l2_misses: caches.levels[0].misses,
            l1d_fp_hits: caches.l1d_fp_hits,
            l1d_prefetch_hits: caches.l1d_prefetch_hits,
            lines: std::array::from_fn(|cache| {
                let behind = || &caches.levels[cache - arrays.len()].array;
                arrays.get(cache).copied().unwrap_or_else(behind).contents()
            }),
            instruction_prefetches_found: front.prefetches_found,
            stream: front.stream.contents(),
            line_pairs: front.sizes.line_pairs,
            bus_reads: caches.memory.reads,
            bus_writes: caches.memory.writes,
            line_cycles: caches.memory.line_cycles,
            tlbs: [&pipeline.data.tlb, &front.itlb].map(TlbLedger::of),
            table_pages: shared.translator.frames.tables,
            system: shared.translator.frames.is_system(),
            walker_absent: !shared.translator.walker.enabled,
            skipped: pipeline.data.skipped,
            predictions: pipeline.branches.predictions,
            resteers: front.resteers,
            wrong_blocks: front.wrong_blocks,
            block_bundles: front.sizes.block_bundles,
            fetch_cycles: front.behind_newest() + front.cut_short,
        }
    }
}
