//! System mode (docs/timing.md, System): what the caller (`sim/src/system.rs`) tells the model between two blocks about address translation,
//! which the guest's own page tables and translation registers decide.

use crate::model::pipeline::{BEFORE, Pipeline};
use crate::model::plan::Memory;
use crate::timing::Timing;
use events::{CutShort, CutShortBy, DataRequester, Probe, Site};
use isa::MemoryKind;

impl<P: Probe> Timing<P> {
    /// The pipeline, before its translations change. From there on code addresses may lead to other lines, so what is remembered of fetches is
    /// given up: the newest wrong path, and every look-up that was valid for the version of L1I until then.
    pub(crate) fn translations_change(&mut self) -> &mut Pipeline<P> {
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

    /// A reference or a fetch behind the newest execution has been cut short by an interruption: its translation is looked up, as that of one
    /// that completes.
    pub fn cut_short(&mut self, access: &CutShort) {
        // System 5
        let pipeline = self.stand_still();
        let at = match pipeline.now {
            BEFORE => 0,
            now => now,
        };
        match (access.by, pipeline.flow.faulted) {
            (CutShortBy::Fetch, _) => pipeline.cut_fetch_short(access, at),
            (CutShortBy::RegisterStack { .. }, _) => {
                pipeline.cut_reference_short(access, None, at);
            }
            (CutShortBy::Reference, memory @ Some(_)) => {
                pipeline.cut_reference_short(access, memory, at);
            }
            // The instruction asks for a translation and makes no reference.
            (CutShortBy::Reference, None) => {}
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

impl<P: Probe> Pipeline<P> {
    /// Looks up the translation of a fetch in cycle `at`.
    fn cut_fetch_short(&mut self, access: &CutShort, at: u64) {
        let Self { front, shared, .. } = self;
        let part = front.itlb.part(front.fetch.space, access.address);
        if access.untranslated {
            let site = Site::fetch(access.address);
            front.itlb.fault(false, shared, at, &site);
        } else if front.itlb.again(part).is_none()
            && !front.itlb.needs_software(part, &shared.translator)
        {
            front.itlb.cuts_short = true;
            front.translate(shared, at, access.address, part, false);
            front.itlb.cuts_short = false;
        }
    }

    /// Looks up the translation of a reference in cycle `at`. `memory`: what made it; `None`: the register stack engine.
    fn cut_reference_short(&mut self, access: &CutShort, memory: Option<Memory>, at: u64) {
        let site = Site {
            data: access.address,
            ..self.faulting_site()
        };
        let space = self.flow.space;
        let Self { data, shared, .. } = self;
        let part = data.tlb.part(space, access.address);
        if access.untranslated {
            let direct = memory.is_some_and(|memory| data.tlb.is_direct(memory.kind.is_float()));
            return data.tlb.fault(direct, shared, at, &site);
        }
        if data.tlb.needs_software(part, &shared.translator) {
            // The page is inserted by software, and the model has not been told where it lies.
            return;
        }
        let place = (space, access.address);
        if let Some(memory) = &memory
            && self.translated(memory, place).is_some()
        {
            return;
        }
        self.data.tlb.cuts_short = true;
        let translation = match &memory {
            Some(memory) => self.translate(memory, place, at, &site),
            None => {
                let Self { data, shared, .. } = self;
                let found = data.tlb.translate(part, shared, at, &site);
                if access.by == (CutShortBy::RegisterStack { fill: true }) {
                    shared.read_transfer(found.miss.as_ref(), at, &site);
                }
                Some(found)
            }
        };
        self.data.tlb.cuts_short = false;
        let Some((frame, miss)) = translation.and_then(|found| Some((found.frame, found.miss?)))
        else {
            return;
        };
        let requester = match memory.map(|memory| memory.kind) {
            None => DataRequester::RegisterStack,
            Some(MemoryKind::Prefetch) => DataRequester::Prefetch,
            Some(_) => DataRequester::Reference,
        };
        self.shared.counters.untranslated(&site);
        let physical = self.shared.translator.physical(frame, access.address);
        let place = (space, physical);
        self.shared
            .data_tlb_miss(at, &miss, &site, requester, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{LOAD, block, branch, execution, itanium, itanium2};
    use events::{AddressList, Fact, Note, Off, Raw, Site};

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

    /// Misses of the first and of the second level, walks, and misses that interrupted the guest: of data, then of instructions.
    fn misses(timing: &mut Timing<Off>) -> [[u64; 4]; 2] {
        let totals = timing.totals();
        let sides = [
            [
                Raw::DtlbFirstMisses,
                Raw::DtlbMisses,
                Raw::DtlbWalkerInserts,
            ],
            [
                Raw::ItlbFirstMisses,
                Raw::ItlbMisses,
                Raw::ItlbWalkerInserts,
            ],
        ];
        std::array::from_fn(|side| {
            let [first, second, walks] = sides[side].map(|raw| totals.counts[raw]);
            let faults = totals.ledger.tlbs[side].faults.iter().sum();
            [first, second, walks, faults]
        })
    }

    #[test]
    fn what_an_interruption_cuts_short_misses_as_what_completes() {
        for machine in [itanium(), itanium2()] {
            let mut timing = Timing::new(&machine, Off);
            timing.enter_system();
            timing.regions([1; 8], [1; 8]);
            let start = 0x4000_0000;
            timing.page(1, start, 0x8000, None);
            let block = block(0, start, LOAD, branch(false, 1));
            let mut faulted = execution(&block, start, 0x6000_0000);
            (faulted.end, faulted.taken) = (0, None);
            faulted.addresses = AddressList::new();
            let fault = Fact::Fault { vector: 0x800 };
            faulted.notes = vec![Note {
                slot: 0,
                fact: fault,
            }];
            timing.execute(&block, &faulted);
            let [_, before] = misses(&mut timing);
            let access = |address, by, untranslated| CutShort {
                address,
                by,
                untranslated,
            };
            // Nothing translates it.
            timing.cut_short(&access(0x6000_0000, CutShortBy::Reference, true));
            assert_eq!(misses(&mut timing)[0], [1, 1, 0, 1]);
            // The walker finds a page that is not present, and inserts it.
            timing.page(1, 0x6000_0000, 0, Some(0x9000));
            timing.cut_short(&access(0x6000_0000, CutShortBy::Reference, false));
            timing.cut_short(&access(0x6000_0000, CutShortBy::Reference, false));
            assert_eq!(misses(&mut timing)[0], [2, 2, 1, 1]);
            timing.page(1, 0x7000_0000, 0x1_0000, Some(0x9008));
            timing.cut_short(&access(
                0x7000_0000,
                CutShortBy::RegisterStack { fill: false },
                false,
            ));
            timing.cut_short(&access(
                0x7100_0000,
                CutShortBy::RegisterStack { fill: true },
                true,
            ));
            assert_eq!(misses(&mut timing)[0], [4, 4, 2, 2]);
            // The model does not know where the page lies.
            timing.cut_short(&access(
                0x7200_0000,
                CutShortBy::RegisterStack { fill: false },
                false,
            ));
            assert_eq!(misses(&mut timing)[0], [4, 4, 2, 2]);
            timing.page(1, 0x4100_0000, 0x1_4000, Some(0x9010));
            timing.cut_short(&access(0x4100_0000, CutShortBy::Fetch, false));
            timing.cut_short(&access(0x4200_0000, CutShortBy::Fetch, true));
            let [_, after] = misses(&mut timing);
            assert_eq!(
                after[1..]
                    .iter()
                    .zip(&before[1..])
                    .map(|(a, b)| a - b)
                    .collect::<Vec<_>>(),
                [2, 1, 1]
            );
            assert_eq!(after[0] - before[0], 2);
            timing.identities().unwrap();
        }
    }
}
