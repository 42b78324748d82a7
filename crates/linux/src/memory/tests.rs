use super::*;

const RW: u64 = mman::PROT_READ | mman::PROT_WRITE;

#[test]
fn the_lowest_hole_that_is_wide_enough_is_chosen() {
    let mut memory = Memory::new(&Frames::new(1 << 24));
    let first = memory.find_free(4 * PAGE, false).unwrap();
    assert_eq!(first, MAP_BASE);
    memory
        .map(first, Area::anonymous(first + 4 * PAGE, RW, b""))
        .unwrap();
    memory.unmap(first + PAGE, first + 2 * PAGE);
    assert_eq!(memory.find_free(PAGE, false), Ok(first + PAGE));
    assert_eq!(memory.find_free(2 * PAGE, false), Ok(first + 4 * PAGE));
}

#[test]
fn a_shared_mapping_gets_the_lowest_megabyte_that_is_free() {
    const MEGABYTE: u64 = 1 << 20;
    let mut memory = Memory::new(&Frames::new(1 << 24));
    assert_eq!(memory.find_free(PAGE, true), Ok(MAP_BASE));
    // A page, a hole of a page, and what ends behind the next megabyte.
    let (hole, end) = (MAP_BASE + PAGE, MAP_BASE + MEGABYTE + PAGE);
    for (start, end) in [(MAP_BASE, hole), (hole + PAGE, end)] {
        memory.map(start, Area::anonymous(end, RW, b"")).unwrap();
    }
    let third = MAP_BASE + 2 * MEGABYTE;
    assert_eq!(memory.find_free(PAGE, true), Ok(third));
    assert_eq!(memory.find_free(PAGE, false), Ok(hole));
    assert_eq!(memory.find_free(2 * PAGE, false), Ok(end));
}

/// The lowest free range, without what earlier searches have found.
fn lowest(memory: &Memory, length: u64, shared: bool) -> u64 {
    let mut at = MAP_BASE;
    for (start, area) in memory.areas().filter(|(start, _)| *start >= MAP_BASE) {
        if start >= at + length {
            break;
        }
        at = at.max(aligned(area.end, shared));
    }
    at
}

#[test]
fn a_search_that_remembers_others_finds_the_lowest_range() {
    let mut random = fastrand::Rng::with_seed(0x6d61_7073);
    for _ in 0..20 {
        let mut memory = Memory::new(&Frames::new(1 << 30));
        let mut mapped = Vec::new();
        for _ in 0..400 {
            if random.u8(..3) > 0 || mapped.is_empty() {
                let (length, shared) = (PAGE * random.u64(1..200), random.bool());
                let found = memory.find_free(length, shared).unwrap();
                assert_eq!(found, lowest(&memory, length, shared), "{length} {shared}");
                // A search maps nothing now and then.
                if random.u8(..5) > 0 {
                    let end = found + length;
                    memory.map(found, Area::anonymous(end, RW, b"")).unwrap();
                    mapped.push((found, end));
                }
            } else {
                let (start, end) = mapped.swap_remove(random.usize(..mapped.len()));
                let pages = (end - start) / PAGE;
                memory.unmap(start + PAGE * random.u64(..pages), end);
                memory.unmap(start, start + PAGE);
            }
        }
    }
}

#[test]
fn the_break_does_not_run_into_a_mapping() {
    let mut memory = Memory::new(&Frames::new(1 << 24));
    memory.break_start = 0x6000_0000_0000_0000;
    memory.break_now = memory.break_start;
    assert_eq!(
        memory.set_break(memory.break_start + 100),
        memory.break_start + 100
    );
    let wall = memory.break_start + 4 * PAGE;
    memory
        .map(wall, Area::anonymous(wall + PAGE, RW, b""))
        .unwrap();
    assert_eq!(memory.set_break(wall + 1), memory.break_start + 100);
    assert_eq!(memory.set_break(wall), wall);
    assert_eq!(memory.set_break(0), wall);
}

#[test]
fn moved_memory_keeps_its_bytes_and_leaves_a_hole() {
    let mut memory = Memory::new(&Frames::new(1 << 24));
    memory
        .map(MAP_BASE, Area::anonymous(MAP_BASE + PAGE, RW, b""))
        .unwrap();
    memory.space.write(MAP_BASE + 5, b"moved").unwrap();
    let to = MAP_BASE + 16 * PAGE;
    memory.relocate(MAP_BASE, PAGE, to, 3 * PAGE).unwrap();
    let mut bytes = [0; 5];
    memory.space.read(to + 5, &mut bytes).unwrap();
    assert_eq!(&bytes, b"moved");
    assert!(memory.is_free(MAP_BASE, MAP_BASE + PAGE));
    assert!(memory.is_mapped(to, to + 3 * PAGE));
}

#[test]
fn memory_whose_rights_were_different_for_a_while_is_moved_as_a_whole() {
    let mut memory = Memory::new(&Frames::new(1 << 24));
    let (second, end) = (MAP_BASE + PAGE, MAP_BASE + 2 * PAGE);
    memory.map(MAP_BASE, Area::anonymous(end, RW, b"")).unwrap();
    memory.protect(second, end, mman::PROT_READ).unwrap();
    memory.protect(second, end, RW).unwrap();
    memory.space.write(second, b"moved").unwrap();
    memory.join(MAP_BASE, end);
    let to = MAP_BASE + 16 * PAGE;
    memory.relocate(MAP_BASE, 2 * PAGE, to, 3 * PAGE).unwrap();
    let mut bytes = [0; 5];
    memory.space.read(to + PAGE, &mut bytes).unwrap();
    assert_eq!(&bytes, b"moved");
    assert!(memory.is_free(MAP_BASE, end));
}

#[test]
fn pages_without_a_file_that_have_a_second_place_are_known_to_have_two_addresses() {
    let frames = Frames::new(1 << 24);
    let mut memory = Memory::new(&frames);
    let shared = Area {
        shared: true,
        ..Area::anonymous(MAP_BASE + 2 * PAGE, RW, b"")
    };
    memory.map(MAP_BASE, shared).unwrap();
    assert!(!memory.is_aliased());
    let (used, to) = (frames.used(), MAP_BASE + 16 * PAGE);
    memory.duplicate(MAP_BASE + PAGE, to, PAGE).unwrap();
    assert!(memory.is_aliased());
    assert!(frames.used() < used + PAGE, "no page of its own");
    memory.space.write(to, b"same").unwrap();
    memory.unmap(MAP_BASE, MAP_BASE + 2 * PAGE);
    let mut bytes = [0; 4];
    memory.space.read(to, &mut bytes).unwrap();
    assert_eq!(&bytes, b"same");
}

#[test]
fn ranges_outside_the_mapped_part_of_a_region_are_refused() {
    assert!(Memory::allowed(0x2000_0000_0000_0000, PAGE));
    assert!(!Memory::allowed(0x3000_0000_0000_0000, PAGE));
    assert!(!Memory::allowed(GATE, PAGE));
    assert!(!Memory::allowed(u64::MAX - PAGE, 2 * PAGE));
}
