//! What the feeder of a system tells the model between blocks: translation by the guest's own tables.

use crate::model::pipeline::Pipeline;
use crate::timing::Timing;
use events::Probe;

impl<P: Probe> Timing<P> {
    /// The pipeline, in which addresses of code may lead to other lines from here on: what was known of fetches no longer holds.
    fn translations_change(&mut self) -> &mut Pipeline<P> {
        let pipeline = self.stand_still();
        pipeline.front.forget_wrong_path();
        pipeline.shared.caches.l1i.renew();
        pipeline
    }

    /// The guest is a whole system: physical memory until [`regions`](Self::regions) says otherwise, and pages where
    /// [`page`](Self::page) says.
    pub fn enter_system(&mut self) {
        let pipeline = self.stand_still();
        pipeline.shared.translator.frames.enter_system();
    }

    /// References to the regions of addresses go by these spaces from the next block on; 0: they are physical.
    pub fn regions(&mut self, data: [u16; 8], code: [u16; 8]) {
        // System 1
        let pipeline = self.translations_change();
        pipeline.data.tlb.set_regions(data);
        pipeline.shared.translator.set_regions(data);
        pipeline.front.itlb.set_regions(code);
    }

    /// The page of an address of a space lies at a physical address. `walked`: the physical address of its entry in the page
    /// table, if the walker had to read that.
    pub fn page(&mut self, space: u16, address: u64, physical: u64, walked: Option<u64>) {
        // System 2
        let translator = &mut self.pipeline().shared.translator;
        let (page, frame) = translator.page_at(space, address, physical);
        let bits = translator.page_bits();
        if translator.frames.place(page, frame, walked) {
            // System 4: all of its parts.
            self.purge(space, address, bits);
        }
    }

    /// Translations of 2^`shift` bytes around an address of any region of a space are gone.
    pub fn purge(&mut self, space: u16, address: u64, shift: u8) {
        // System 4
        let pipeline = self.translations_change();
        pipeline.data.tlb.purge(space, address, shift);
        pipeline.front.itlb.purge(space, address, shift);
    }

    /// All translations are gone, and what was said of pages no longer holds.
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
