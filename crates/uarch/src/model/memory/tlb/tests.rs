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
    // The page of the page table is touched for the first time, too: two software fills.
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
        let mut found = Located::nowhere(0, 32);
        let translator = &one.shared.translator;
        assert!((one.tlb).locate(translator, (0, address), &mut found, false, 0));
        found
    });
    for (found, address) in located.iter().zip(addresses) {
        let frame = other.touch(0, address).frame;
        assert_eq!(
            found.physical(address),
            other.shared.translator.physical(frame, address)
        );
        assert!(found.shares_part(address | 0xff));
        assert!(!found.shares_line(address));
    }
    assert!(!located[0].shares_part(addresses[1]));
    // The first address lies in the part translated last, which is not looked up again.
    let places = [located[1].place, located[2].place];
    one.tlb.reuse_all(false, &places, located[2].name);
    let used = |bench: &Bench| (bench.tlb.last, bench.tlb.first_hits, bench.tlb.lookups);
    assert_eq!(used(&one), used(&other));
}

#[test]
fn a_line_is_known_until_it_is_forgotten_and_its_part_for_longer() {
    let mut bench = Bench::new();
    bench.touch(0, 0x4000_0010);
    let others = [
        0x4000_0020,
        0x4000_0038,
        0x4000_003c,
        0x4000_0018,
        0x1_4000_0030,
        u64::MAX,
    ];
    let lines = |located: &Located| others.map(|address| located.shares_line(address));
    let parts = |located: &Located| others.map(|address| located.shares_part(address));
    for (bytes, line) in [(32, [true, true]), (16, [false, true]), (0, [false; 2])] {
        let mut located = Located::nowhere(7, bytes);
        assert_eq!((lines(&located), parts(&located)), ([false; 6], [false; 6]));
        let (asked, translator) = ((0, 0x4000_0010), &bench.shared.translator);
        assert!((bench.tlb).locate(translator, asked, &mut located, false, 0));
        assert_eq!(lines(&located), [false; 6]);
        located.know_line(0x4000_0030);
        assert_eq!(lines(&located)[..2], line, "{bytes}");
        assert_eq!(lines(&located)[2..], [false; 4], "{bytes}");
        located.forget_line();
        assert_eq!(lines(&located), [false; 6]);
        assert_eq!(parts(&located), [true, true, false, true, false, false]);
        located.forget();
        assert_eq!(parts(&located), [false; 6]);
    }
    // With a mask of all bits the line is never known.
    let mut located = Located::nowhere(15, 16);
    located.know_line(u64::MAX);
    assert!(!located.shares_line(u64::MAX) && !located.shares_line(0));
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
        // One frame for the page and one for its page of the page table.
        next += 2;
        bench.shared.translator.frames.end_space(space);
        assert!(!bench.shared.translator.frames.is_known(page));
    }
    let frames = &bench.shared.translator.frames;
    assert_eq!((frames.count(), frames.frames.len()), (next, 2));
    assert!(frames.is_known(kept));
    assert_eq!(bench.touch(7, 0x8000).frame, living);
}

#[test]
fn an_unmapped_page_is_given_up_and_touched_anew() {
    let mut bench = Bench::new();
    let range = |pages: Range<u64>| pages.start << 14..pages.end << 14;
    let unmap = |bench: &mut Bench, pages| {
        unmap(
            &mut bench.shared.translator,
            [&mut bench.tlb],
            3,
            &range(pages),
        )
    };
    let [first, second] = [0, 1].map(|page| bench.touch(3, page << 14).frame);
    bench.touch(2, 0);
    let known = |bench: &Bench| bench.shared.translator.frames.frames.len();
    assert_eq!(known(&bench), 5);
    // Nothing is touched there.
    assert!(!unmap(&mut bench, 2..1 << 20));
    assert!(unmap(&mut bench, 0..1));
    assert_eq!(known(&bench), 4);
    assert_eq!(bench.touch(3, 1 << 14).frame, second);
    let again = bench.touch(3, 0);
    assert_eq!(level(again), Some(TlbLevel::Software));
    assert!(again.frame > first);
    assert_eq!(again.miss.map(|miss| miss.software), Some(120));
    // A range that ends inside a page does not unmap it.
    let whole = &mut bench.shared.translator;
    assert!(!super::unmap(whole, [&mut bench.tlb], 3, &(1..0x4000)));
    assert!(unmap(&mut bench, 0..2));
    assert_eq!(known(&bench), 3);
    // However many pages are mapped, touched and unmapped, none are known beside those of the page table, of which each holds 2,048 entries.
    for page in (0..100_000).step_by(3) {
        bench.touch(3, page << 14);
        assert!(unmap(&mut bench, page..page + 1));
    }
    assert_eq!(known(&bench), 2 + 100_000_usize.div_ceil(2048));
}

#[test]
fn to_unmap_pages_changes_nothing_for_the_others() {
    let [mut one, mut other] = [Bench::new(), Bench::new()];
    let mut random = 1_u64;
    for step in 0..20_000 {
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        // Every seventh page is one that is never touched again.
        let page = match step % 7 {
            0 => 1000 + step,
            _ => random >> 57,
        };
        let [found, expected] = [&mut one, &mut other].map(|bench| bench.touch(0, page << 14));
        assert_eq!(found, expected, "step {step}");
        if step % 7 == 0 {
            let place = page << 14..(page + 1) << 14;
            unmap(&mut one.shared.translator, [&mut one.tlb], 0, &place);
        }
    }
    let held = |bench: &Bench| bench.tlb.first.contents().held;
    assert_eq!(held(&one), held(&other));
}
