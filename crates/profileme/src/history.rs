//! The records of the newest cycles, from which samples and the counters of their windows are filled in.

use std::collections::VecDeque;

use events::{Branch, DataTlbMiss, Flush, InstructionTlbMiss, Reference, Site, Stall};

use crate::pipe::Pipe;

/// Records of the newest cycles, each kind in the order of arrival.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// What cycles were spent on, from which cycle on, and how many.
    pub cycles: VecDeque<(Stall, u64, u64)>,
    /// For each group its cycle of issue and its instructions, one bit each by slot of the block.
    pub groups: VecDeque<(u64, u64)>,
    /// Cycles in which requests missed L2.
    pub l2_misses: VecDeque<u64>,
    /// Flushes.
    pub flushes: VecDeque<Flush>,
    /// Memory references.
    pub references: VecDeque<Reference>,
    /// References that were not made.
    pub forgone: VecDeque<(u64, Site)>,
    /// Data TLB misses of references, with the cycle of issue of the group that they held up.
    pub data_tlb: VecDeque<(u64, DataTlbMiss)>,
    /// Instruction TLB misses.
    pub instruction_tlb: VecDeque<InstructionTlbMiss>,
    /// Checks that found no entry of the ALAT.
    pub failed_checks: VecDeque<(u64, Site)>,
    /// Branch bundles.
    pub branches: VecDeque<Branch>,
}

impl History {
    pub(crate) fn clear(&mut self) {
        fn empty<T>(list: &mut VecDeque<T>) {
            if !list.is_empty() {
                list.clear();
            }
        }
        empty(&mut self.cycles);
        empty(&mut self.groups);
        empty(&mut self.l2_misses);
        empty(&mut self.flushes);
        empty(&mut self.references);
        empty(&mut self.forgone);
        empty(&mut self.data_tlb);
        empty(&mut self.instruction_tlb);
        empty(&mut self.failed_checks);
        empty(&mut self.branches);
    }

    /// Drops what no syllable needs that was fetched in cycle `before` or later. A group is kept until it retires.
    pub(crate) fn forget(&mut self, before: u64, pipe: &Pipe) {
        fn drop_old<T>(list: &mut VecDeque<T>, is_old: impl Fn(&T) -> bool) {
            while list.front().is_some_and(&is_old) {
                list.pop_front();
            }
        }
        drop_old(&mut self.cycles, |(_, from, cycles)| {
            from + cycles <= before
        });
        drop_old(&mut self.groups, |(issue, _)| pipe.retire(*issue) < before);
        drop_old(&mut self.l2_misses, |cycle| *cycle < before);
        drop_old(&mut self.flushes, |flush| flush.resteer < before);
        drop_old(&mut self.references, |reference| reference.cycle < before);
        drop_old(&mut self.forgone, |(cycle, _)| *cycle < before);
        drop_old(&mut self.data_tlb, |(issue, _)| *issue < before);
        drop_old(&mut self.instruction_tlb, |miss| miss.cycle < before);
        drop_old(&mut self.failed_checks, |(cycle, _)| *cycle < before);
        drop_old(&mut self.branches, |branch| branch.cycle < before);
    }
}
