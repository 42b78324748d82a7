//! The records that the unit hears: passed to the stream, and to the counters in aggregate mode. While the unit rests (`resting`) it
//! ignores them, but for code, task, status and region.

use events::{
    Block, Branch, DataMiss, DataTlbMiss, Earlier, Fetch, Flush, FlushKind, Group,
    InstructionTlbMiss, Probe, Raw, Reference, Site, Stall, StaticEvent, Task, Totals,
};

use super::ProfileMe;
use crate::stream::is_l2_miss;
use crate::waiting::Waiting;

impl Probe for ProfileMe {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        self.stream.describe(block);
    }

    #[inline]
    fn group(&mut self, group: &Group) {
        if self.resting.is_some() {
            return;
        }
        self.stream.group(group);
        if let Some(aggregate) = &mut self.aggregate
            && let Some(&(issue, slots)) = self.stream.history.groups.back()
            && let Some((bundle, slot)) = self.stream.place(group)
        {
            let retire = self.stream.pipe.retire(issue);
            aggregate.group((issue, bundle, slot), retire, slots.count_ones().into());
        }
    }

    fn count(&mut self, raw: Raw, _: u32, cycle: u64, site: &Site) {
        if self.resting.is_some() {
            return;
        }
        self.stream.count(raw, cycle, site);
        if let Some(aggregate) = &mut self.aggregate
            && is_l2_miss(raw)
        {
            aggregate.miss(cycle);
        }
    }

    fn dispersal(&mut self, _: &[(Raw, u8)], _: u64, _: &Site) {}

    #[inline]
    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        if self.resting.is_none() {
            self.stream.history.cycles.push_back((stall, from, cycles));
        }
    }

    #[inline]
    fn fetch(&mut self, fetch: &Fetch) {
        if self.resting.is_none() {
            self.stream.fetch(fetch);
        }
    }

    #[inline]
    fn reference(&mut self, reference: &Reference) {
        if self.resting.is_none() {
            self.stream.history.references.push_back(*reference);
        }
    }

    fn forgone(&mut self, cycle: u64, site: &Site) {
        if self.resting.is_none() {
            self.stream.history.forgone.push_back((cycle, *site));
        }
    }

    fn flush(&mut self, flush: &Flush) {
        if self.resting.is_some() {
            return;
        }
        self.stream.flush(flush);
        if let Some(aggregate) = &mut self.aggregate
            && flush.kind != FlushKind::Mispredict
        {
            aggregate.replay(self.stream.pipe.trap(flush.resteer));
        }
    }

    fn branch(&mut self, branch: &Branch) {
        if self.resting.is_none() {
            self.stream.branch(branch);
        }
    }

    fn data_miss(&mut self, miss: &DataMiss) {
        if self.resting.is_none() {
            self.stream.data_miss(miss);
        }
    }

    fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        if self.resting.is_none() {
            self.stream.data_tlb_miss(miss);
        }
    }

    fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        if self.resting.is_none() {
            self.stream.history.instruction_tlb.push_back(*miss);
        }
    }

    fn task(&mut self, cycle: u64, task: Task) {
        self.stream.task(cycle.wrapping_sub(1), task);
    }

    fn status(&mut self, cycle: u64, psr: u64) {
        self.stream.status(cycle, psr);
    }

    fn region(&mut self, _: u64, inside: bool) {
        self.stream.set_outside(!inside);
    }

    fn awaken(&mut self, fetched: u64) {
        if self.resting.take().is_some() {
            self.take_unheard_before(fetched);
            self.expect();
        }
    }

    fn earlier(&mut self, earlier: &Earlier) {
        if self.resting.is_none() && std::mem::take(&mut self.lacks_past) {
            self.stream.recall(earlier);
        }
    }

    fn fetch_reaches(&mut self, cycle: u64, fetched: u64) {
        match self.resting {
            Some(Waiting {
                fetches, behind, ..
            }) if fetches == cycle => {
                if behind == u64::MAX {
                    self.resting = None;
                    self.reached = Some((cycle, fetched));
                } else {
                    self.reach(cycle, fetched, behind);
                }
            }
            _ => {}
        }
    }

    #[inline]
    fn asks(&self, _: u32) -> bool {
        self.resting.is_none() && self.stream.has_enough()
    }

    fn update(&mut self, totals: &mut dyn Totals) {
        self.resting = None;
        self.take_unheard(totals);
    }
}
