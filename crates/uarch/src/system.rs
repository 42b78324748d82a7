//! System mode (docs/timing.md, System): what the caller (`sim/src/system.rs`) tells the model between two blocks about address translation,
//! which the guest's own page tables and translation registers decide.

use crate::model::pipeline::Pipeline;
use crate::timing::Timing;
use events::Probe;

impl<P: Probe> Timing<P> {
    /// The pipeline, before its translations change. From there on code addresses may lead to other lines, so what is remembered of fetches is
    /// given up: the newest wrong path, and every look-up that was valid for the version of L1I until then.
    fn translations_change(&mut self) -> &mut Pipeline<P> {
        let pipeline = self.stand_still();
        pipeline.front.forget_wrong_path();
        pipeline.shared.caches.l1i.renew();
        pipeline
    }

    /// Enters system mode: all addresses are physical until [`regions`](Self::regions) says otherwise, and pages lie where
    /// [`page`](Self::page) says.
    pub fn enter_system(&mut self) {
        let pipeline = self.stand_still();
        pipeline.shared.translator.frames.enter_system();
    }

    /// Sets the address spaces of the eight regions, for data references and for fetches, from the next block on. Space 0: addresses of the
    /// region are physical.
    pub fn regions(&mut self, data: [u16; 8], code: [u16; 8]) {
        // System 1
        let pipeline = self.translations_change();
        pipeline.data.tlb.set_regions(data);
        pipeline.shared.translator.set_regions(data);
        pipeline.front.itlb.set_regions(code);
    }

    /// Says that the page of an address of a space lies at the physical address `physical`. `walked`: the physical address of its entry in the
    /// page table, if the walker had to read that (System 3).
    pub fn page(&mut self, space: u16, address: u64, physical: u64, walked: Option<u64>) {
        // System 2
        let translator = &mut self.pipeline().shared.translator;
        let (page, frame) = translator.page_at(space, address, physical);
        let bits = translator.page_bits();
        if translator.frames.place(page, frame, walked) {
            // System 4: the page lay elsewhere before, so all of its parts are lost.
            self.purge(space, address, bits);
        }
    }

    /// Removes the translations of 2^`shift` bytes around an address, in any region of a space, from both levels of both TLBs.
    pub fn purge(&mut self, space: u16, address: u64, shift: u8) {
        // System 4
        let pipeline = self.translations_change();
        pipeline.data.tlb.purge(space, address, shift);
        pipeline.front.itlb.purge(space, address, shift);
    }

    /// Removes all translations, and forgets where pages lie.
    pub fn empty_translations(&mut self) {
        // System 4
        let pipeline = self.translations_change();
        pipeline.data.tlb.empty();
        pipeline.front.itlb.empty();
        pipeline.shared.translator.frames.empty();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::itanium;
    use events::{Off, Site};

    #[test]
    fn a_page_that_moves_loses_all_of_its_parts() {
        let mut machine = itanium();
        machine.tlbs.data.first_part_bytes = 4096;
        let mut timing = Timing::new(&machine, Off);
        timing.enter_system();
        timing.regions([1; 8], [1; 8]);
        timing.page(1, 0x4000_0000, 0x8000, None);
        let translate = |timing: &mut Timing<Off>| {
            [0x4000_0000, 0x4000_1000].map(|address| {
                let Pipeline { data, shared, .. } = timing.pipeline();
                let part = data.tlb.part(0, address);
                let found = data.tlb.translate(part, shared, 0, &Site::none());
                shared.translator.physical(found.frame, address)
            })
        };
        assert_eq!(translate(&mut timing), [0x8000, 0x9000]);
        timing.page(1, 0x4000_2000, 0xe000, None);
        assert_eq!(translate(&mut timing), [0xc000, 0xd000]);
    }
}
