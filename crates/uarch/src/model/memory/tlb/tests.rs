use super::*;
use crate::testing::itanium;
use events::Off;

struct Bench {
    tlb: Tlb,
    shared: Shared<Off>,
}

impl Bench {
    fn new() -> Self {
        let machine = itanium();
        Self {
            tlb: Tlb::new(&machine, false),
            shared: Shared::new(&machine, Off),
        }
    }

    fn touch(&mut self, space: u32, address: u64) -> Translation {
        let part = self.tlb.part(space, address);
        self.tlb.translate(part, &mut self.shared, 0, &Site::none())
    }
}

fn level(translation: Translation) -> Option<TlbLevel> {
    translation.miss.map(|miss| miss.level)
}

#[test]
fn the_first_touch_of_a_page_is_a_software_fill_and_the_second_a_hit() {
    let mut bench = Bench::new();
    let first = bench.touch(0, 0x4000_0000);
    assert_eq!(level(first), Some(TlbLevel::Software));
    // The page table's page is touched for the first time, too.
    assert_eq!(first.miss.map(|m| m.software), Some(240));
    assert_eq!(bench.touch(0, 0x4000_3fff).miss, None);
}

#[test]
fn a_page_that_left_the_first_level_is_in_the_second_and_one_that_left_both_is_walked() {
    let mut bench = Bench::new();
    for page in 0..33 {
        bench.touch(0, page << 14);
    }
    assert_eq!(level(bench.touch(0, 0)), Some(TlbLevel::Second));
    for page in 0..97 {
        bench.touch(0, page << 14);
    }
    let walked = bench.touch(0, 0);
    assert_eq!(level(walked), Some(TlbLevel::Walker));
    assert!(walked.miss.is_some_and(|m| m.walk > 17 && m.software == 0));
}

#[test]
fn what_was_located_holds_for_its_part_of_a_page_and_is_used_as_if_it_were_looked_up() {
    let addresses = [0x4000_0010, 0x8000_4020, 0x4000_0f00];
    let [mut one, mut other] = [Bench::new(), Bench::new()];
    for bench in [&mut one, &mut other] {
        for address in addresses {
            bench.touch(0, address);
        }
    }
    let located = addresses.map(|address| {
        let found = (one.tlb).locate(&one.shared.translator, (0, address), false, 0);
        found.expect("it was translated")
    });
    for (found, address) in located.iter().zip(addresses) {
        let frame = other.touch(0, address).frame;
        assert_eq!(
            found.physical(address),
            other.shared.translator.physical(frame, address)
        );
        assert!(found.has(address | 0xff));
    }
    assert!(!located[0].has(addresses[1]));
    // The first of them was translated last: it is not asked for again.
    let places = [located[1].place, located[2].place];
    one.tlb.reuse_all(false, &places, located[2].name);
    let used = |bench: &Bench| (bench.tlb.last, bench.tlb.first_hits, bench.tlb.lookups);
    assert_eq!(used(&one), used(&other));
}

#[test]
fn without_a_walker_a_page_that_left_the_tlb_needs_software_again() {
    let mut bench = Bench::new();
    bench.shared.translator.walker.enabled = false;
    bench.touch(0, 0);
    assert!(!bench.tlb.needs_software(0, &bench.shared.translator));
    for page in 1..130 {
        bench.touch(0, page << 14);
    }
    assert!(bench.tlb.needs_software(0, &bench.shared.translator));
}

#[test]
fn a_part_of_a_page_has_an_entry_of_its_own_and_the_second_level_has_the_page() {
    let mut bench = Bench::new();
    bench.tlb.part_shift = 12;
    bench.tlb.page_parts = 2;
    let frame = bench.touch(0, 0x4000_0000).frame;
    let second = bench.touch(0, 0x4000_1000);
    assert_eq!(level(second), Some(TlbLevel::Second));
    assert_eq!(second.frame, frame);
    assert_eq!(bench.touch(0, 0x4000_0008).miss, None);
}

#[test]
fn a_reference_that_asks_the_second_level_alone_leaves_the_first_as_it_was() {
    let mut bench = Bench::new();
    let part = bench.tlb.part(0, 0x4000_0000);
    let Bench { tlb, shared } = &mut bench;
    let first = tlb.translate_direct(part, shared, 0, &Site::none());
    assert_eq!(level(first), Some(TlbLevel::Software));
    assert_eq!(
        tlb.translate_direct(part, shared, 0, &Site::none()).miss,
        None
    );
    assert_eq!(level(bench.touch(0, 0x4000_0000)), Some(TlbLevel::Second));
}

#[test]
fn equal_addresses_of_two_spaces_have_different_frames() {
    let mut bench = Bench::new();
    let a = bench.touch(0, 0x8000).frame;
    let b = bench.touch(1, 0x8000).frame;
    assert_ne!(a, b);
    assert_eq!(bench.touch(0, 0x8000).frame, a);
}

#[test]
fn the_pages_of_a_space_that_has_ended_are_forgotten_and_other_frames_stay() {
    let mut bench = Bench::new();
    let living = bench.touch(7, 0x8000).frame;
    let page = |space| bench.shared.translator.page(space, 0x8000);
    let (kept, pages) = (page(7), [1, 2, 3].map(page));
    let mut next = bench.shared.translator.frames.count();
    for (space, page) in (1..).zip(pages) {
        assert_eq!(bench.touch(space, 0x8000).frame, next);
        // The page and its page table.
        next += 2;
        bench.shared.translator.frames.forget(space);
        assert!(!bench.shared.translator.frames.is_known(page));
    }
    let frames = &bench.shared.translator.frames;
    assert_eq!((frames.count(), frames.frames.len()), (next, 2));
    assert!(frames.is_known(kept));
    assert_eq!(bench.touch(7, 0x8000).frame, living);
}
