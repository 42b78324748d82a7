//! Event address registers: what they accept and how they show it.

use super::Unit;
use super::queue::{Capture, Effect, Side};
use crate::control::EarMode;
use crate::setup::Source;
use crate::tags::{PMC8, RANGE};
use events::{
    DataMiss, DataMissKind, DataTlbMiss, InstructionMiss, InstructionTlbMiss, Site, TlbLevel,
};

impl Unit {
    /// Whether the instruction at `site` and its data address carry the tags that capture needs.
    #[inline(always)]
    fn data_tagged(&self, site: &Site) -> bool {
        self.all_tagged && !self.restricts_data || self.data_tagged_there(site)
    }

    #[inline(never)]
    fn data_tagged_there(&self, site: &Site) -> bool {
        let tags = self.tags(site);
        tags & PMC8 != 0
            && (!self.setup.tagger.restricts_data() || self.setup.tagger.data(site.data, tags))
    }

    /// The capture that a load miss makes when it completes, if it makes one.
    pub(crate) fn capture_of_load(&mut self, miss: &DataMiss) -> Option<Capture> {
        let latency = miss.completes.saturating_sub(miss.cycle);
        let captured = if miss.kind == DataMissKind::Alat {
            self.setup.data_ear.mode == EarMode::Alat && self.setup.data_ear.gate.plm != 0
        } else {
            latency >= self.least_data_latency
        };
        (captured && self.data_tagged(&miss.site))
            .then(|| self.load(miss.cycle, miss.completes, &miss.site, None))
    }

    /// The same for a miss of the data TLB.
    pub(crate) fn capture_of_translation(&mut self, miss: &DataTlbMiss) -> Option<Capture> {
        match self.setup.data_ear.mode {
            EarMode::Tlb(levels)
                if levels >> miss.level as u8 & 1 != 0
                    && self.setup.data_ear.gate.plm != 0
                    && self.data_tagged(&miss.site) =>
            {
                Some(self.load(miss.cycle, miss.completes, &miss.site, Some(miss.level)))
            }
            _ => None,
        }
    }

    pub(crate) fn instruction_miss(&mut self, miss: &InstructionMiss) {
        let latency = miss.completes.saturating_sub(miss.cycle);
        if let EarMode::Cache(Some(least)) = self.setup.instruction_ear.mode
            && latency >= least
        {
            self.fetch(miss.cycle, miss.completes, miss.ip, None);
        }
    }

    pub(crate) fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        if let EarMode::Tlb(levels) = self.setup.instruction_ear.mode
            && levels >> miss.level as u8 & 1 != 0
        {
            self.fetch(miss.cycle, miss.completes, miss.ip, Some(miss.level));
        }
    }

    #[inline(always)]
    fn load(
        &mut self,
        issue: u64,
        completes: u64,
        site: &Site,
        level: Option<TlbLevel>,
    ) -> Capture {
        Capture {
            side: Side::Data,
            order: self.next_order(),
            address: site.data,
            ip: site.ip,
            index: site.index,
            latency: completes.saturating_sub(issue),
            level,
        }
    }

    fn fetch(&mut self, issue: u64, completes: u64, address: u64, level: Option<TlbLevel>) {
        if self.setup.instruction_ear.gate.plm != 0 && self.tags(&Site::fetch(address)) & RANGE != 0
        {
            let capture = Capture {
                side: Side::Instruction,
                order: self.next_order(),
                address,
                ip: address,
                index: 0,
                latency: completes.saturating_sub(issue),
                level,
            };
            self.will_capture(issue, completes, capture);
        }
    }

    fn next_order(&mut self) -> u64 {
        self.misses += 1;
        self.misses - 1
    }

    /// A miss that issued in cycle `issue` is captured when it completes.
    #[inline]
    pub(crate) fn will_capture(&mut self, issue: u64, completes: u64, capture: Capture) {
        if completes < self.horizon {
            self.hold(issue, completes, capture);
        } else {
            self.queue.push(completes, Effect::Capture(capture));
        }
    }

    /// The same where the caller knows that the capture overflows no counter: it need not be ordered, whatever its cycle.
    #[inline]
    pub(crate) fn will_capture_unordered(&mut self, issue: u64, completes: u64, capture: Capture) {
        self.hold(issue, completes, capture);
    }

    /// Number of captures that are still to be counted, of misses that have issued.
    pub(crate) fn captures_to_come(&self, side: Side) -> u64 {
        self.outstanding.captures(side) + self.queue.captures(side)
    }

    /// Captures in the cycle at hand.
    pub(super) fn capture(&mut self, cycle: u64, capture: &Capture) {
        self.capture_times(1, cycle, capture);
    }

    /// Captures `times` misses of one side. `capture` is the last of them, in the order of (cycle, announcement), and is what the
    /// registers show, unless they show a later one.
    pub(super) fn capture_times(&mut self, times: u64, cycle: u64, capture: &Capture) {
        let side = capture.side;
        let (open, source) = match side {
            Side::Data => (self.data_gate, Source::DataEar),
            Side::Instruction => (self.instruction_gate, Source::InstructionEar),
        };
        if !open {
            return;
        }
        let moment = (cycle, capture.order);
        if moment >= self.captured[side as usize] {
            self.captured[side as usize] = moment;
            match side {
                Side::Data => self.show_data(capture),
                Side::Instruction => self.show_instruction(capture),
            }
        }
        for counter in 0..4 {
            if self.setup.counters[counter].source == source {
                self.accept(counter, times);
            }
        }
    }

    fn show_data(&mut self, capture: &Capture) {
        let layout = &self.facts().data_ear;
        let level = capture.level.map_or(0, |level| layout.shown_level(level));
        let latency = layout.shown_latency(capture.latency, capture.level);
        self.registers.set_pmd(2, capture.address);
        self.registers.set_pmd(3, latency | level);
        self.registers.set_pmd(
            17,
            capture.ip & !0xf | u64::from(capture.index % 3) << 2 | 1,
        );
    }

    fn show_instruction(&mut self, capture: &Capture) {
        let facts = self.facts();
        let layout = &facts.instruction_ear;
        let status = capture.level.map_or(1, |level| layout.shown_level(level));
        let line = facts.canonical(capture.address & !0x1f);
        let latency = layout.shown_latency(capture.latency, capture.level);
        self.registers.set_pmd(0, line | status);
        self.registers.set_pmd(1, latency);
    }
}
