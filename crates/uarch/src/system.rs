//! What the feeder of a system tells the model between blocks: translation by the guest's own tables.

use crate::timing::Timing;
use events::Probe;

impl<P: Probe> Timing<P> {
    /// The guest is a whole system: physical memory until [`regions`](Self::regions) says otherwise, and pages where
    /// [`page`](Self::page) says.
    pub fn enter_system(&mut self) {
        let pipeline = self.stand_still();
        pipeline.shared.translator.frames.enter_system();
    }

    /// References to the regions of addresses go by these spaces from the next block on; 0: they are physical.
    pub fn regions(&mut self, data: [u16; 8], code: [u16; 8]) {
        // System 1
        let pipeline = self.stand_still();
        pipeline.data.tlb.set_regions(data);
        pipeline.shared.translator.set_regions(data);
        pipeline.front.itlb.set_regions(code);
        pipeline.front.forget_wrong_path();
    }

    /// The page of an address of a space lies at a physical address. `walked`: the physical address of its entry in the page
    /// table, if the walker had to read that.
    pub fn page(&mut self, space: u16, address: u64, physical: u64, walked: Option<u64>) {
        // System 2
        let translator = &mut self.pipeline().shared.translator;
        let (page, frame) = translator.page_at(space, address, physical);
        if translator.frames.place(page, frame, walked) {
            self.purge(space, address, 0);
        }
    }

    /// Translations of 2^`shift` bytes around an address of any region of a space are gone.
    pub fn purge(&mut self, space: u16, address: u64, shift: u8) {
        // System 4
        let pipeline = self.stand_still();
        pipeline.data.tlb.purge(space, address, shift);
        pipeline.front.itlb.purge(space, address, shift);
        pipeline.front.forget_wrong_path();
    }

    /// All translations are gone, and what was said of pages no longer holds.
    pub fn empty_translations(&mut self) {
        // System 4
        let pipeline = self.stand_still();
        pipeline.data.tlb.empty();
        pipeline.front.itlb.empty();
        pipeline.front.forget_wrong_path();
        pipeline.shared.translator.frames.empty();
    }
}
