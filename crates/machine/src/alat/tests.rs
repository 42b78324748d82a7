//! What the table does, beside a plain list for each set.

use super::*;

const R: fn(u8) -> Tag = |number| Tag::general(number, 0);

#[test]
fn a_store_removes_exactly_the_entries_that_it_overlaps() {
    let mut alat = Alat::new(32, 32, 64);
    alat.insert(R(8), 0x1000, 8);
    alat.insert(R(9), 0x1008, 4);
    alat.insert(Tag::floating(8), 0x0ff8, 8);
    alat.store(0x1007, 1);
    assert!(!alat.holds(R(8)));
    assert!(alat.holds(R(9)));
    assert!(alat.holds(Tag::floating(8)));
    alat.store(0x0ffc, 8);
    assert!(!alat.holds(Tag::floating(8)));
    alat.store(0x1004, 16);
    assert!(!alat.holds(R(9)));
    assert!(!alat.is_near(0x1008));
}

#[test]
fn a_store_to_another_address_of_a_page_is_found_by_the_offset_also_behind_a_checkpoint() {
    let mut alat = Alat::new(32, 32, 20);
    alat.insert(R(8), 0x1_0008, 8);
    alat.store(0x2_4008, 8);
    assert!(alat.holds(R(8)));
    alat.compare_offsets();
    assert!(!alat.holds(R(8)));
    alat.insert(R(9), 0x1_0008, 8);
    let mut saved = Vec::new();
    alat.save(&mut saved);
    let mut again = Alat::new(32, 32, 20);
    again.load(&mut Source::new(&saved)).unwrap();
    for mut alat in [alat, again] {
        assert!(alat.holds(R(9)));
        alat.store(0x2_4000, 8);
        assert!(alat.holds(R(9)));
        alat.store(0x2_4008, 8);
        assert!(!alat.holds(R(9)));
    }
}

#[test]
fn a_table_of_physical_addresses_finds_stores_by_the_offset_in_the_smallest_page_first() {
    let mut alat = Alat::new(32, 32, 20);
    alat.compare_physical();
    alat.insert(R(8), 0x4_1010, 8);
    // The virtual address of the store is 0x2000_7010.
    assert!(alat.is_near(0x2000_7010) && !alat.is_near(0x2000_7020));
    alat.store(0x4_2010, 8);
    assert!(alat.holds(R(8)));
    // A device writes.
    alat.write(0x4_1800, 1024);
    assert!(alat.holds(R(8)));
    alat.write(0x4_1000, 1024);
    assert!(!alat.holds(R(8)));
}

#[test]
fn a_table_without_entries_never_hits() {
    let mut alat = Alat::new(0, 0, 64);
    assert!(!alat.insert(R(8), 0, 8));
    assert!(!alat.holds(R(8)));
    alat.store(0, 8);
    alat.remove(R(8));
    assert!(!alat.is_near(0));
}

#[test]
fn a_full_set_replaces_its_oldest_entry() {
    let mut alat = Alat::new(2, 2, 64);
    assert!(!alat.insert(R(8), 0, 8));
    assert!(!alat.insert(R(9), 8, 8));
    assert!(!alat.insert(R(8), 16, 8), "its own entry makes room");
    assert!(alat.insert(R(10), 24, 8));
    assert!(!alat.holds(R(9)));
    assert!(alat.holds(R(8)) && alat.holds(R(10)));
}

#[test]
fn an_entry_of_a_stacked_register_is_found_by_its_place_in_the_stack() {
    let mut alat = Alat::new(32, 2, 64);
    alat.insert(Tag::general(32, 5), 0x40, 4);
    assert!(alat.holds(Tag::general(32, 5)));
    assert!(!alat.holds(Tag::general(32, 6)));
    assert!(alat.holds(Tag::general(33, 4)));
}

#[test]
fn stores_far_from_all_entries_are_told_by_one_comparison() {
    let mut alat = Alat::new(32, 32, 64);
    alat.insert(R(8), 0x1000, 8);
    alat.insert(R(9), 0x2000, 4);
    for near in [0x0ff1, 0x1007, 0x1800, 0x2003] {
        assert!(alat.is_near(near), "{near:#x}");
    }
    for far in [0, 0x0ff0, 0x2005, u64::MAX - 1] {
        assert!(!alat.is_near(far), "{far:#x}");
    }
}

#[test]
fn stores_are_compared_with_the_low_bits_of_addresses() {
    let mut alat = Alat::new(32, 32, 20);
    alat.insert(R(8), 0x6000_0000_0012_3458, 8);
    assert!(!alat.is_near(0x6000_0000_0022_3470));
    alat.store(0x6000_0000_0022_3460, 8);
    assert!(alat.holds(R(8)));
    assert!(alat.is_near(0x2000_0000_00f2_345f));
    alat.store(0x2000_0000_00f2_345f, 1);
    assert!(!alat.holds(R(8)), "another address, the same low bits");
    let mut alat = Alat::new(32, 32, 12);
    alat.insert(R(9), 0x1000, 8);
    assert!(alat.is_near(0x2ff9));
    alat.store(0x2ff9, 8);
    assert!(!alat.holds(R(9)), "a store that reaches round");
    assert!(!alat.is_near(0x2ff9));
}

#[test]
fn a_write_by_others_removes_what_it_overlaps_however_long_it_is() {
    for len in [1, 9, 100, 4096, 100_000] {
        let mut alat = Alat::new(32, 32, 64);
        alat.insert(R(8), 0x1ff8, 8);
        alat.insert(R(9), 0x1ff0, 8);
        alat.write(0x1fff_u64.wrapping_sub(len as u64 - 1), len);
        assert!(!alat.holds(R(8)), "{len}");
        assert_eq!(alat.holds(R(9)), len == 1, "{len}");
    }
}

/// The table as plainly as can be: a list of entries for each set, oldest first.
struct Plain {
    sets: Vec<Vec<Entry>>,
    ways: usize,
    mask: u64,
    /// First and last of the masked addresses at which a store may overlap an entry.
    range: Option<(u64, u64)>,
}

impl Plain {
    fn new(sets: usize, ways: usize, mask: u64) -> Self {
        Self {
            sets: vec![Vec::new(); sets],
            ways,
            mask,
            range: None,
        }
    }

    fn set(&mut self, tag: Tag) -> Option<&mut Vec<Entry>> {
        let sets = self.sets.len() as u64;
        (self.sets).get_mut(tag.number().checked_rem(sets)? as usize)
    }

    fn insert(&mut self, tag: Tag, address: u64, size: u8) -> bool {
        let (ways, mask) = (self.ways, self.mask);
        let Some(set) = self.set(tag) else {
            return false;
        };
        set.retain(|entry| entry.tag != tag);
        let replaced = set.len() == ways;
        if replaced {
            set.remove(0);
        }
        set.push(Entry { tag, address, size });
        let (at, size) = (address & mask, u64::from(size));
        let around = at < 15 || mask - at < size;
        let (low, high) = if around {
            (0, mask)
        } else {
            (at - 15, at + size)
        };
        let (first, last) = self.range.unwrap_or((low, high));
        self.range = Some((first.min(low), last.max(high)));
        replaced
    }

    fn retain(&mut self, stays: impl Fn(&Entry) -> bool) {
        self.sets.iter_mut().for_each(|set| set.retain(&stays));
        if self.sets.iter().all(Vec::is_empty) {
            self.range = None;
        }
    }

    fn remove(&mut self, tag: Tag) -> bool {
        let holds = self.holds(tag);
        self.retain(|entry| entry.tag != tag);
        holds
    }

    fn holds(&self, tag: Tag) -> bool {
        self.sets.iter().flatten().any(|entry| entry.tag == tag)
    }

    fn store(&mut self, address: u64, size: u8) {
        let mask = self.mask;
        self.retain(|entry| {
            let stored = |byte: u64| {
                (0..u64::from(size)).any(|n| address.wrapping_add(n) & mask == byte & mask)
            };
            !(0..u64::from(entry.size)).any(|n| stored(entry.address.wrapping_add(n)))
        });
    }

    fn is_near(&self, address: u64) -> bool {
        let near = |(first, last)| (first..=last).contains(&(address & self.mask));
        self.range.is_some_and(near)
    }

    /// The bytes of a checkpoint.
    fn saved(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let range = self.range.map(|(first, last)| (first, last - first));
        (self.ways, self.mask).save(&mut out);
        range.unwrap_or((NOWHERE, 0)).save(&mut out);
        (self.sets.len() as u64).save(&mut out);
        self.sets.iter().for_each(|set| set.save_all(&mut out));
        out
    }
}

fn random_tag(random: &mut fastrand::Rng) -> Tag {
    match random.u8(..3) {
        0 => Tag::floating(random.u8(2..12)),
        _ => Tag::general(random.u8(28..44), [0, 7, u64::MAX - 3][random.usize(..3)]),
    }
}

/// Within a page, across its end, or in the next one; at either end of the address space.
fn random_address(random: &mut fastrand::Rng) -> u64 {
    let base = [0, 0x1000, 0x6000_0000_0010_0000, u64::MAX - 0x7f];
    base[random.usize(..4)].wrapping_add(random.u64(..) % 0x100)
}

#[test]
fn random_operations_do_what_a_plain_list_for_each_set_does() {
    // Entries, ways, and the sets and ways that they make.
    let dimensions = [
        (0, 4, 0, 1),
        (1, 1, 1, 1),
        (32, 32, 1, 32),
        (32, 2, 16, 2),
        (10, 3, 4, 3),
        (9, 3, 3, 3),
        (6, 100, 1, 6),
    ];
    let mut random = fastrand::Rng::with_seed(1);
    for (entries, ways, sets, ways_now) in dimensions {
        for (bits, mask) in [(12, 0xfff), (20, 0xf_ffff), (64, u64::MAX)] {
            let mut alat = Alat::new(entries, ways, bits);
            let mut plain = Plain::new(sets, ways_now, mask);
            for _ in 0..2_000 {
                let (tag, address) = (random_tag(&mut random), random_address(&mut random));
                let size = [1, 2, 4, 8, 10, 16][random.usize(..6)];
                match random.u8(..64) {
                    0 => {
                        alat.invalidate_all();
                        plain.retain(|_| false);
                    }
                    1..8 => {
                        alat.store(address, size);
                        plain.store(address, size);
                    }
                    8..28 => assert_eq!(alat.remove(tag), plain.remove(tag)),
                    28 => {
                        let mut back = Alat::new(entries, ways, bits);
                        let bytes = plain.saved();
                        back.load(&mut Source::new(&bytes)).expect("whole");
                        alat = back;
                    }
                    _ => assert_eq!(
                        alat.insert(tag, address, size),
                        plain.insert(tag, address, size)
                    ),
                }
                let tag = random_tag(&mut random);
                assert_eq!(alat.holds(tag), plain.holds(tag), "{tag:?}");
                let address = random_address(&mut random);
                assert_eq!(
                    alat.is_near(address),
                    plain.is_near(address),
                    "{address:#x}"
                );
                let mut saved = Vec::new();
                alat.save(&mut saved);
                assert_eq!(saved, plain.saved(), "{entries} {ways} {bits}");
            }
        }
    }
}

#[test]
fn a_damaged_table_is_refused() {
    let mut alat = Alat::new(4, 2, 20);
    alat.insert(R(8), 0x1000, 8);
    let mut saved = Vec::new();
    alat.save(&mut saved);
    for length in 0..saved.len() {
        let mut back = Alat::new(4, 2, 20);
        assert!(back.load(&mut Source::new(&saved[..length])).is_err());
    }
    let entry = |tag| Entry {
        tag,
        ..Entry::default()
    };
    let (r8, r9, f8) = (entry(R(8)), entry(R(9)), entry(Tag::floating(8)));
    let all = Some((0, 0xf_ffff));
    let far = Entry {
        address: 0x1000,
        size: 8,
        ..r8
    };
    for (sets, range, message) in [
        ([vec![r8, f8], vec![r9]], all, None),
        (
            [vec![], vec![r9; 3]],
            all,
            Some("a set with more entries than ways"),
        ),
        (
            [vec![f8; 2], vec![]],
            all,
            Some("two entries of register 2:8"),
        ),
        (
            [vec![r8], vec![r9, r8]],
            all,
            Some("register 0:8 in another set"),
        ),
        ([vec![far], vec![]], Some((0xff1, 0x1008)), None),
        (
            [vec![far], vec![]],
            Some((0xff2, 0x1008)),
            Some("an entry of 0x1000 outside of 0xff2 to 0x1008"),
        ),
        (
            [vec![far], vec![]],
            Some((0, 0x1007)),
            Some("an entry of 0x1000 outside of 0x0 to 0x1007"),
        ),
        (
            [vec![far], vec![]],
            None,
            Some("an entry of 0x1000 outside of 0xffffffffffffffff to 0xffffffffffffffff"),
        ),
    ] {
        let mut plain = Plain::new(2, 2, 0xf_ffff);
        (plain.sets, plain.range) = (sets.into(), range);
        let mut back = Alat::new(4, 2, 20);
        let taken = back.load(&mut Source::new(&plain.saved()));
        assert_eq!(
            taken.err().map(|damage| damage.to_string()).as_deref(),
            message
        );
        assert_eq!(back.is_near(0x1000), message.is_none());
    }
}

#[test]
fn a_number_that_no_register_has_is_refused() {
    for (kind, number, taken) in [
        (0_u8, 31_u64, true),
        (0, 32, false),
        (1, LAST_NUMBER, true),
        (1, LAST_NUMBER + 1, false),
        (2, 127, true),
        (2, 128, false),
        (3, 0, false),
    ] {
        let mut saved = Vec::new();
        (kind, number).save(&mut saved);
        (0x1000_u64, 8_u8).save(&mut saved);
        let mut entry = Entry::default();
        let loaded = entry.load(&mut Source::new(&saved));
        assert_eq!(loaded.is_ok(), taken, "{kind}:{number}");
        assert!(!taken || (entry.tag.file(), entry.tag.number()) == (kind, number));
    }
}
