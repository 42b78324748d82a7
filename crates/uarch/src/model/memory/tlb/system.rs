//! Translation in system mode: pages lie where the guest's page tables and translation registers say. The machine tells of each page before it is
//! used, with the page table entry that its walker read, if it read one (System 2 and 3).

use super::{EVENTS, Frames, Miss, Tlb, VHPT, space_of};
use crate::model::memory::Shared;
use crate::model::memory::cache::Request;
use events::{Probe, Raw, Site, TlbLevel};
use std::collections::HashMap;

/// Mask of the number of a physical page: addresses have 50 bits, pages 4 KB at least.
const FRAME: u64 = (1 << 38) - 1;

/// What the machine has told of pages.
#[derive(Clone, Debug, Default)]
pub(super) struct Mapped {
    /// By page: its frame, and the physical address of its page table entry if the machine's walker has read that since the page's last miss here.
    pages: HashMap<u64, (u64, Option<u64>)>,
}

impl Mapped {
    /// The frame of a page, if it is physical or the machine has told of it.
    pub(super) fn known(&self, page: u64) -> Option<u64> {
        match physical(page) {
            None => self.pages.get(&page).map(|(frame, _)| *frame),
            frame => frame,
        }
    }
}

/// The frame of a page of space 0, whose addresses are physical; bit 63 of such an address is its attribute. `None`: the page is in another space.
fn physical(page: u64) -> Option<u64> {
    // System 1
    (page & VHPT == 0 && space_of(page) == 0).then_some(page & FRAME)
}

impl Frames {
    /// System mode begins: the machine tells of pages.
    pub(crate) fn enter_system(&mut self) {
        self.mapped.get_or_insert_default();
    }

    /// Whether this is system mode.
    pub(crate) fn is_system(&self) -> bool {
        self.mapped.is_some()
    }

    /// The frame of a page that needs no translation.
    #[inline]
    pub(super) fn untranslated(&self, page: u64) -> Option<u64> {
        self.mapped.as_ref().and_then(|_| physical(page))
    }

    /// The machine tells that a page lies in a frame; `walked`: the physical address of the page table entry that its walker read. Returns whether
    /// the page was in another frame before.
    pub(crate) fn place(&mut self, page: u64, frame: u64, walked: Option<u64>) -> bool {
        let Some(mapped) = &mut self.mapped else {
            return false;
        };
        let place = mapped.pages.entry(page).or_insert((frame, None));
        let moved = place.0 != frame;
        place.0 = frame;
        place.1 = walked.or(place.1);
        moved
    }

    /// Forgets all that has been told of pages.
    pub(crate) fn empty(&mut self) {
        if let Some(mapped) = &mut self.mapped {
            mapped.pages.clear();
        }
    }
}

impl Tlb {
    /// Sets the spaces of the regions of addresses.
    pub(crate) fn set_regions(&mut self, regions: [u16; 8]) {
        self.regions = regions;
        self.version += 1;
    }

    /// Removes the translations of 2^`shift` bytes around an address of any region of a space.
    pub(crate) fn purge(&mut self, space: u16, address: u64, shift: u8) {
        // System 4
        let (part_shift, page_shift) = (self.part_shift, self.part_shift + self.page_parts);
        let offset = address & !0 >> 3;
        let is_in = |name: u64, bits: u32, space_bits: u32| {
            let number = name & ((1 << space_bits) - 1);
            let start = number << bits & !0 >> 3;
            let shift = u32::from(shift).max(bits);
            name >> space_bits == u64::from(space) && (start ^ offset) >> shift == 0
        };
        let in_part = |part: u64| is_in(part, part_shift, super::PART_SPACE_SHIFT);
        let in_page = |page: u64| is_in(page, page_shift, super::SPACE_SHIFT);
        let (first, second) = self.change();
        first.remove(in_part);
        if let Some(second) = second {
            second.remove(in_page);
        }
        if in_part(self.last.0) {
            self.last = (u64::MAX, 0);
        }
        if in_page(self.last_direct.0) {
            self.last_direct = (u64::MAX, 0);
        }
    }

    /// Removes all translations.
    pub(crate) fn empty(&mut self) {
        self.invalidate_first();
        if let (_, Some(second)) = self.change() {
            second.invalidate();
        }
        self.last_direct = (u64::MAX, 0);
    }

    /// A reference of `cycle`, or with `direct` one that asks the second level alone, finds its translation nowhere: the guest is interrupted.
    pub(crate) fn fault<P: Probe>(
        &mut self,
        direct: bool,
        shared: &mut Shared<P>,
        cycle: u64,
        site: &Site,
    ) {
        // System 5
        let [first_misses, _, misses, ..] = EVENTS[usize::from(self.instructions)];
        self.faults[usize::from(direct)] += 1;
        if direct {
            self.direct[1] += 1;
        } else {
            self.lookups += 1;
            shared.counters.count(first_misses, 1, cycle, site);
        }
        shared.counters.count(misses, 1, cycle, site);
    }

    /// Translates a page that no level has: returns its frame, and puts what supplied it and its costs into `miss`.
    #[inline(never)]
    pub(super) fn miss_in_system<P: Probe>(
        &mut self,
        page: u64,
        shared: &mut Shared<P>,
        cycle: u64,
        site: &Site,
        miss: &mut Miss,
    ) -> u64 {
        // System 2 and 3
        let [_, transfers, misses, walker_inserts, _, walker_reads] =
            EVENTS[usize::from(self.instructions)];
        let told = shared.translator.frames.mapped.as_mut();
        let place = told.and_then(|mapped| mapped.pages.get_mut(&page));
        // A wrong path may lead to a page of which the machine has not told.
        let (frame, walked) = place.map_or((page & FRAME, None), |(frame, walked)| {
            (*frame, walked.take())
        });
        let count = |shared: &mut Shared<P>, raw: Raw| shared.counters.count(raw, 1, cycle, site);
        if let Some(entry) = walked {
            let overhead = u64::from(shared.translator.walker.overhead_cycles);
            let access = shared.l2(cycle, entry, Request::Walker, site);
            miss.level = TlbLevel::Walker;
            miss.walk = access.ready - cycle + overhead;
            count(shared, misses);
            // System 5
            if self.cuts_short {
                self.cut_walks += 1;
            } else {
                count(shared, walker_reads);
            }
            count(shared, walker_inserts);
        } else {
            count(shared, transfers);
            self.supplied += 1;
        }
        if let (_, Some(second)) = self.change() {
            second.insert(page, frame);
        }
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::memory::tlb::{Located, Translation};
    use crate::testing::itanium;
    use events::Off;

    struct Bench {
        tlb: Tlb,
        shared: Shared<Off>,
    }

    impl Bench {
        /// Regions 0 to 6 are space 1, region 7 is physical memory.
        fn new() -> Self {
            let machine = itanium();
            let mut bench = Self {
                tlb: Tlb::new(&machine, false),
                shared: Shared::new(&machine, Off),
            };
            bench.shared.translator.frames.enter_system();
            bench.tlb.set_regions([1, 1, 1, 1, 1, 1, 1, 0]);
            bench
        }

        fn tell(&mut self, address: u64, physical: u64, walked: Option<u64>) -> bool {
            let translator = &mut self.shared.translator;
            let (page, frame) = translator.page_at(1, address, physical);
            translator.frames.place(page, frame, walked)
        }

        fn touch(&mut self, address: u64) -> (u64, Option<Miss>) {
            let part = self.tlb.part(0, address);
            let Translation { frame, miss } =
                self.tlb.translate(part, &mut self.shared, 0, &Site::none());
            (self.shared.translator.physical(frame, address), miss)
        }
    }

    #[test]
    fn a_page_lies_where_the_guest_has_it_and_only_a_walk_costs_more_than_the_first_level() {
        let mut bench = Bench::new();
        bench.tell(0x4000_0000, 0x1_8000, None);
        let (physical, miss) = bench.touch(0x4000_0123);
        assert_eq!(physical, 0x1_8123);
        assert!(miss.is_some_and(|miss| miss.walk == 0 && miss.software == 0));
        assert_eq!(bench.touch(0x4000_3fff), (0x1_bfff, None));
        bench.tell(0x4000_4000, 0x8000, Some(0x2_0000));
        let (physical, miss) = bench.touch(0x4000_4000);
        assert_eq!(physical, 0x8000);
        assert!(miss.is_some_and(|miss| miss.walk > 0 && miss.level == TlbLevel::Walker));
    }

    #[test]
    fn physical_addresses_ask_no_tlb() {
        let mut bench = Bench::new();
        for address in [7 << 61 | 0x5000, 7 << 61 | 0x12_3458] {
            let (physical, miss) = bench.touch(address);
            assert_eq!((physical, miss), (address & !0 >> 14, None));
        }
        assert_eq!((bench.tlb.lookups, bench.tlb.first.contents().held), (0, 0));
    }

    #[test]
    fn a_purge_takes_what_it_names_in_every_region_of_the_space() {
        let mut bench = Bench::new();
        let pages = [0x4000_0000, 0x4000_4000, 1 << 61 | 0x4000_0000];
        for page in pages {
            bench.tell(page, page & 0xffff_c000, None);
            bench.touch(page);
        }
        bench.tlb.purge(2, pages[0], 14);
        bench.tlb.purge(1, pages[0], 14);
        let missed = pages.map(|page| bench.touch(page).1.is_some());
        assert_eq!(missed, [true, false, true]);
        bench.tlb.purge(1, pages[0], 16);
        let missed = pages.map(|page| bench.touch(page).1.is_some());
        assert_eq!(missed, [true; 3]);
        bench.tlb.empty();
        assert_eq!(bench.tlb.first.contents().held, 0);
    }

    #[test]
    fn whatever_changes_translations_or_their_names_changes_the_version() {
        let mut bench = Bench::new();
        bench.tell(0x4000_0000, 0x8000, None);
        let mut versions = vec![bench.tlb.version];
        let changes: [fn(&mut Bench); 5] = [
            |bench| _ = bench.touch(0x4000_0000),
            |bench| bench.tlb.purge(1, 0x4000_0000, 14),
            |bench| bench.tlb.invalidate_first(),
            |bench| bench.tlb.set_regions([2, 1, 1, 1, 1, 1, 1, 0]),
            |bench| bench.tlb.empty(),
        ];
        for change in changes {
            change(&mut bench);
            versions.push(bench.tlb.version);
        }
        assert!(versions.is_sorted_by(|before, behind| before < behind));
    }

    #[test]
    fn an_address_that_needs_no_translation_is_located_each_time_and_only_behind_its_like() {
        let mut bench = Bench::new();
        let address = 7 << 61 | 0x5000;
        let (space, part) = ((0, address), bench.tlb.part(0, address));
        let translator = |bench: &Bench| bench.shared.translator.clone();
        let locate = |bench: &Bench, found: &mut Located| {
            let translator = translator(bench);
            bench.tlb.locate(&translator, space, found, false, part)
        };
        let mut found = Located::nowhere(0, 32);
        assert!(
            !locate(&bench, &mut found),
            "nothing like it was translated last"
        );
        bench.touch(address);
        for mask in [0, 1, 3, 7, 15] {
            found = Located::nowhere(mask, 32);
            assert!(locate(&bench, &mut found));
            assert_eq!(found.physical(address), 0x5000);
            let has = |address| found.shares_line(address) || found.shares_part(address);
            let others = [address, address + 1, address + 5, address | 0xfff, u64::MAX];
            assert_eq!(others.map(has), [false; 5], "{mask:#x}");
        }
    }

    #[test]
    fn a_page_that_moves_says_so_once() {
        let mut bench = Bench::new();
        assert!(!bench.tell(0x4000, 0x8000, None));
        assert!(!bench.tell(0x4000, 0x8000, Some(0)));
        assert!(bench.tell(0x4000, 0xc000, None));
    }
}
