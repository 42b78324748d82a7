//! Event address registers: what they accept and how they show it.

use super::Unit;
use super::queue::{Capture, Happening};
use super::quiet::Kind;
use crate::event::Family;
use crate::setup::{EarMode, Source};
use crate::tags::{PMC8, RANGE};
use crate::trace;
use events::{
    DataMiss, DataMissKind, DataTlbMiss, InstructionMiss, InstructionTlbMiss, Site, TlbLevel,
};

impl Unit {
    /// Whether the instruction at `site` and its data address carry the tags that capture needs.
    pub(super) fn data_tagged(&self, site: &Site) -> bool {
        let tags = self.tags(site);
        tags & PMC8 != 0
            && (!self.setup.tagger.restricts_data() || self.setup.tagger.data(site.data, tags))
    }

    pub(crate) fn data_miss(&mut self, miss: &DataMiss) {
        let latency = miss.completes.saturating_sub(miss.cycle);
        let captured = match (self.setup.data_ear.mode, miss.kind) {
            (EarMode::Cache(Some(least)), DataMissKind::Integer | DataMissKind::Float) => {
                latency >= least
            }
            (EarMode::Alat, DataMissKind::Alat) => true,
            _ => false,
        };
        if captured && self.setup.data_ear.gate.plm != 0 && self.data_tagged(&miss.site) {
            let capture = Capture {
                address: miss.site.data,
                ip: miss.site.ip,
                slot: miss.site.slot(),
                latency,
                level: None,
            };
            self.data_capture(miss.completes, capture);
        }
    }

    pub(crate) fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        if let EarMode::Tlb(levels) = self.setup.data_ear.mode
            && levels >> miss.level as u8 & 1 != 0
            && self.setup.data_ear.gate.plm != 0
            && self.data_tagged(&miss.site)
        {
            let latency = miss.completes.saturating_sub(miss.cycle);
            let (ip, slot) = (miss.site.ip, miss.site.slot());
            let capture = Capture {
                address: miss.site.data,
                ip,
                slot,
                latency,
                level: Some(miss.level),
            };
            self.data_capture(miss.completes, capture);
        }
    }

    pub(super) fn data_capture(&mut self, cycle: u64, capture: Capture) {
        if self.quiet.is_quiet() {
            self.quiet.hear(Kind::Captures);
        }
        if cycle < self.horizon {
            self.capture_data(cycle, &capture);
        } else {
            self.queue.push(cycle, Happening::Data(capture));
        }
    }

    pub(super) fn capture_data(&mut self, cycle: u64, capture: &Capture) {
        if !self.data_gate {
            return;
        }
        if cycle >= self.captured[0] {
            self.captured[0] = cycle;
            let (latency, level) = (capture.latency, capture.level);
            self.registers.set_pmd(2, capture.address);
            let detail = match (self.family(), level) {
                (Family::Itanium, None) => latency.min(0xfff),
                // In TLB mode the low bits of the documented examples hold 1.
                (Family::Itanium, Some(level)) => (level as u64 + 1) << 62 | 1,
                (Family::Itanium2, None) => latency.min(0x1fff) | u64::from(latency > 0x1fff) << 13,
                (Family::Itanium2, Some(level)) => latency.min(0x1fff) | (level as u64 + 1) << 14,
            };
            self.registers.set_pmd(3, detail);
            self.registers
                .set_pmd(17, capture.ip & !0xf | u64::from(capture.slot) << 2 | 1);
        }
        for counter in 0..4 {
            if self.setup.counters[counter].source == Source::DataEar {
                self.accept(counter, 1);
            }
        }
    }

    pub(crate) fn instruction_miss(&mut self, miss: &InstructionMiss) {
        let latency = miss.completes.saturating_sub(miss.cycle);
        if let EarMode::Cache(Some(least)) = self.setup.instruction_ear.mode
            && latency >= least
        {
            self.instruction_capture(miss.completes, miss.ip, latency, None);
        }
    }

    pub(crate) fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        if let EarMode::Tlb(levels) = self.setup.instruction_ear.mode
            && levels >> miss.level as u8 & 1 != 0
        {
            let latency = miss.completes.saturating_sub(miss.cycle);
            self.instruction_capture(miss.completes, miss.ip, latency, Some(miss.level));
        }
    }

    pub(super) fn instruction_capture(
        &mut self,
        cycle: u64,
        address: u64,
        latency: u64,
        level: Option<TlbLevel>,
    ) {
        if self.setup.instruction_ear.gate.plm == 0 || self.tags(&Site::fetch(address)) & RANGE == 0
        {
            return;
        }
        let capture = Capture {
            address,
            ip: address,
            slot: 0,
            latency,
            level,
        };
        if cycle < self.horizon {
            self.capture_instruction(cycle, &capture);
        } else {
            self.queue.push(cycle, Happening::Instruction(capture));
        }
    }

    pub(super) fn capture_instruction(&mut self, cycle: u64, capture: &Capture) {
        if !self.instruction_gate {
            return;
        }
        if cycle >= self.captured[1] {
            self.captured[1] = cycle;
            let line = capture.address & !0x1f;
            let status = match (self.family(), capture.level) {
                (Family::Itanium, None | Some(TlbLevel::Second | TlbLevel::Walker)) => 1,
                (Family::Itanium, Some(TlbLevel::Software)) => 3,
                (Family::Itanium2, None) => 1,
                (Family::Itanium2, Some(level)) => level as u64 + 1,
            };
            self.registers
                .set_pmd(0, trace::canonical(self.family(), line) | status);
            let detail = match (self.family(), capture.level) {
                (Family::Itanium, Some(_)) => 0,
                (Family::Itanium, None) => capture.latency.min(0xfff),
                (Family::Itanium2, _) => {
                    capture.latency.min(0xfff) | u64::from(capture.latency > 0xfff) << 12
                }
            };
            self.registers.set_pmd(1, detail);
        }
        for counter in 0..4 {
            if self.setup.counters[counter].source == Source::InstructionEar {
                self.accept(counter, 1);
            }
        }
    }
}
