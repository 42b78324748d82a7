//! Address spaces as an operating system sets them up.

use machine::{
    AddressSpace, Charge, Frames, MemoryFault, MemoryFaultKind, PAGE_SIZE, Protection, Region,
    Sharing,
};

const AT: u64 = 0x6000_0000_0000_0000;

fn space(pages: u64, protection: Protection) -> AddressSpace {
    let mut space = AddressSpace::new();
    space.map(AT, pages * PAGE_SIZE, protection, Sharing::Private);
    space
}

fn fault(address: u64, kind: MemoryFaultKind) -> MemoryFault {
    MemoryFault { address, kind }
}

#[test]
fn fresh_pages_are_zero_and_keep_what_is_written_across_their_boundaries() {
    let mut space = space(2, Protection::RW);
    let boundary = AT + PAGE_SIZE - 3;
    assert_eq!(space.read_u64(boundary), Ok(0));
    space.write_u64(boundary, 0x0102_0304_0506_0708).unwrap();
    assert_eq!(space.read_u64(boundary), Ok(0x0102_0304_0506_0708));
    assert_eq!(space.read_u32(AT + PAGE_SIZE), Ok(0x0203_0405));
}

#[test]
fn references_report_the_first_address_that_fails() {
    let mut space = space(1, Protection::RW);
    let end = AT + PAGE_SIZE;
    let mut bytes = [0; 16];
    assert_eq!(
        space.read(end - 8, &mut bytes),
        Err(fault(end, MemoryFaultKind::Unmapped))
    );
    space.protect(AT, PAGE_SIZE, Protection::R).unwrap();
    assert_eq!(
        space.write_u64(AT + 8, 1),
        Err(fault(AT + 8, MemoryFaultKind::Denied))
    );
    space.poke(AT + 8, &[7]).unwrap();
    assert_eq!(space.read_u64(AT + 8), Ok(7), "loaders ignore rights");
    space.protect(AT, PAGE_SIZE, Protection::NONE).unwrap();
    assert_eq!(
        space.read_u64(AT + 8),
        Err(fault(AT + 8, MemoryFaultKind::Denied)),
        "also when the page was just in use"
    );
}

#[test]
fn regions_split_where_rights_or_mappings_change() {
    let mut space = space(6, Protection::RW);
    space
        .protect(AT + PAGE_SIZE, 2 * PAGE_SIZE, Protection::R)
        .unwrap();
    space.unmap(AT + 4 * PAGE_SIZE, 1);
    let region = |first: u64, last: u64, protection| Region {
        start: AT + first * PAGE_SIZE,
        end: AT + last * PAGE_SIZE,
        protection,
        sharing: Sharing::Private,
    };
    let regions: Vec<Region> = space.regions().collect();
    assert_eq!(
        regions,
        [
            region(0, 1, Protection::RW),
            region(1, 3, Protection::R),
            region(3, 4, Protection::RW),
            region(5, 6, Protection::RW),
        ]
    );
    assert_eq!(
        space.protect(AT, 6 * PAGE_SIZE, Protection::RWX),
        Err(fault(AT + 4 * PAGE_SIZE, MemoryFaultKind::Unmapped))
    );
    assert_eq!(
        space.regions().collect::<Vec<_>>(),
        regions,
        "nothing changed"
    );
}

#[test]
fn mapping_again_gives_zeros_again() {
    let mut space = space(2, Protection::RW);
    space.write_u64(AT, 1).unwrap();
    space.write_u64(AT + PAGE_SIZE, 2).unwrap();
    space.map(AT, PAGE_SIZE, Protection::RW, Sharing::Private);
    assert_eq!(space.read_u64(AT), Ok(0));
    assert_eq!(space.read_u64(AT + PAGE_SIZE), Ok(2));
}

#[test]
fn after_a_fork_neither_side_sees_what_the_other_writes() {
    let mut parent = space(1, Protection::RW);
    parent.write_u64(AT, 1).unwrap();
    let mut child = parent.fork().unwrap();
    assert_ne!(parent.id(), child.id());
    parent.write_u64(AT, 2).unwrap();
    assert_eq!(child.read_u64(AT), Ok(1));
    child.write_u64(AT, 3).unwrap();
    assert_eq!(parent.read_u64(AT), Ok(2));
    let mut grandchild = child.fork().unwrap();
    drop(child);
    assert_eq!(grandchild.read_u64(AT), Ok(3));
    grandchild.write_u64(AT, 4).unwrap();
    assert_eq!(
        (parent.read_u64(AT), grandchild.read_u64(AT)),
        (Ok(2), Ok(4))
    );
}

#[test]
fn shared_mappings_stay_shared_after_a_fork() {
    let mut parent = AddressSpace::new();
    parent.map(AT, PAGE_SIZE, Protection::RW, Sharing::Shared);
    let mut child = parent.fork().unwrap();
    child.write_u64(AT + 8, 5).unwrap();
    assert_eq!(parent.read_u64(AT + 8), Ok(5));
    parent.write_u64(AT + 8, 6).unwrap();
    assert_eq!(child.read_u64(AT + 8), Ok(6));
}

#[test]
fn a_range_moves_with_its_contents_and_rights() {
    let mut space = space(2, Protection::RW);
    space.write_u64(AT + PAGE_SIZE, 9).unwrap();
    let to = AT + 10 * PAGE_SIZE;
    space.relocate(AT, 2 * PAGE_SIZE, to).unwrap();
    assert_eq!(space.read_u64(to + PAGE_SIZE), Ok(9));
    assert_eq!(
        space.read_u64(AT),
        Err(fault(AT, MemoryFaultKind::Unmapped))
    );
    assert!(space.relocate(AT, PAGE_SIZE, to).is_err());
    assert_eq!(space.read_u64(to + PAGE_SIZE), Ok(9), "nothing changed");
}

#[test]
fn strings_end_at_their_zero_byte_or_at_the_limit() {
    let mut space = space(2, Protection::RW);
    let start = AT + PAGE_SIZE - 300;
    space.write(start, &[b'x'; 400]).unwrap();
    assert_eq!(space.read_cstr(start, 4096).unwrap().len(), 400);
    assert_eq!(space.read_cstr(start, 10).unwrap(), [b'x'; 10]);
    space.write(AT + 2 * PAGE_SIZE - 4, b"abc\0").unwrap();
    assert_eq!(
        space.read_cstr(AT + 2 * PAGE_SIZE - 4, 4096).unwrap(),
        b"abc",
        "what lies behind the zero byte does not matter"
    );
    space.write(AT + 2 * PAGE_SIZE - 4, b"abcd").unwrap();
    assert!(space.read_cstr(AT + 2 * PAGE_SIZE - 4, 4096).is_err());
}

#[test]
fn impossible_ranges_do_no_harm() {
    let mut space = AddressSpace::new();
    space.map(u64::MAX - 5, u64::MAX, Protection::RW, Sharing::Private);
    space.map(AT, 0, Protection::RW, Sharing::Private);
    space.unmap(0, u64::MAX);
    assert_eq!(space.regions().count(), 0);
    let mut bytes = [1; 4];
    assert!(!space.peek(u64::MAX - 1, &mut bytes));
    assert_eq!(bytes, [0; 4]);
    assert!(space.read_u64(u64::MAX - 3).is_err());
}

#[test]
fn spaces_share_the_frames_of_a_machine_and_give_them_back() {
    let frames = Frames::new(4 * PAGE_SIZE);
    let mut space = AddressSpace::within(&frames);
    space.map(AT, 8 * PAGE_SIZE, Protection::RW, Sharing::Private);
    assert_eq!(frames.used(), 0, "nothing is touched");
    for page in 0..3 {
        space.write_u64(AT + page * PAGE_SIZE, page).unwrap();
    }
    let charge = Charge::new(&frames, PAGE_SIZE).unwrap();
    let exhausted = |page: u64| Err(fault(AT + page * PAGE_SIZE, MemoryFaultKind::Exhausted));
    assert_eq!(space.write_u64(AT + 3 * PAGE_SIZE, 1), exhausted(3));
    assert_eq!(space.read_u64(AT + 2 * PAGE_SIZE), Ok(2));
    assert!(space.fork().is_err(), "no room for a page table");
    drop(charge);
    let mut child = space.fork().unwrap();
    assert!(
        (PAGE_SIZE - 4096..PAGE_SIZE).contains(&frames.free()),
        "a fork takes no frame until one side writes"
    );
    assert_eq!(child.write_u64(AT, 1), exhausted(0));
    space.unmap(AT + PAGE_SIZE, PAGE_SIZE);
    assert!(frames.free() < PAGE_SIZE, "the child still has it");
    drop(space);
    child.unmap(AT + PAGE_SIZE, PAGE_SIZE);
    assert!((PAGE_SIZE..2 * PAGE_SIZE).contains(&frames.free()));
    drop(child);
    assert_eq!(frames.used(), 0);
}
