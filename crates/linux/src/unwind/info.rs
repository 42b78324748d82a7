//! Decoding of unwind descriptors (Itanium Software Conventions and Runtime Architecture Guide, chapter 11 and appendix B).
//!
//! Of all that descriptors specify, a walk up the call chain needs only where the return link, the previous function
//! state and the previous stack pointer are at one place in the function.

use std::collections::BTreeMap;

/// Where a value of the caller is kept.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Kept {
    /// Still in its own register.
    #[default]
    Here,
    /// In a general register.
    General(u8),
    /// In a branch register.
    Branch(u8),
    /// In memory, so many bytes above the stack pointer.
    AboveSp(u64),
    /// In memory, so many bytes below the previous stack pointer plus 16.
    BelowPsp(u64),
}

/// How the previous stack pointer is found.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Psp {
    /// The stack pointer plus so many bytes.
    Plus(u64),
    /// Kept somewhere.
    Kept(Kept),
}

/// The rules that hold at one place of a function.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub link: Kept,
    pub pfs: Kept,
    pub psp: Psp,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            link: Kept::Here,
            pfs: Kept::Here,
            psp: Psp::Plus(0),
        }
    }
}

/// A value's keeping place and the slot of the prologue after which it is valid.
#[derive(Copy, Clone)]
struct Save<T> {
    to: Option<T>,
    when: Option<u64>,
}

impl<T> Default for Save<T> {
    fn default() -> Self {
        Save {
            to: None,
            when: None,
        }
    }
}

impl<T: Copy> Save<T> {
    /// The place, if the save has happened at slot `at` of a prologue of `length` slots.
    fn at(&self, at: u64, length: u64) -> Option<T> {
        let when = self.when.unwrap_or(length.saturating_sub(1));
        self.to.filter(|_| at > when)
    }
}

#[derive(Copy, Clone, Default)]
struct Prologue {
    link: Save<Kept>,
    pfs: Save<Kept>,
    psp: Save<Psp>,
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn skip(&mut self, count: u64) -> Option<()> {
        self.0 = self.0.get(usize::try_from(count).ok()?..)?;
        Some(())
    }

    fn uleb(&mut self) -> Option<u64> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.next()?;
            if shift < 64 {
                value |= u64::from(byte & 0x7f) << shift;
            }
            shift += 7;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
    }
}

/// The rules at slot `at`, counted from the start of the function, by the descriptors of the function.
/// `None`: the descriptors are damaged.
pub(super) fn rules_at(descriptors: &[u8], at: u64) -> Option<Rules> {
    let mut bytes = Bytes(descriptors);
    let mut rules = Rules::default();
    let mut labels: BTreeMap<u64, Rules> = BTreeMap::new();
    // The rules to restore after an epilogue, for bodies that follow one.
    let mut entry = rules;
    let mut start = 0;
    loop {
        let Some(head) = bytes.next() else {
            return Some(rules);
        };
        let (body, length, gr_save) = match head {
            0x00..=0x3f => (head & 0x20 != 0, u64::from(head & 0x1f), None),
            0x40..=0x47 => {
                let second = bytes.next()?;
                let mask = (head & 7) << 1 | second >> 7;
                (false, bytes.uleb()?, Some((mask, second & 0x7f)))
            }
            0x60..=0x63 => (head & 3 == 1, bytes.uleb()?, None),
            // Padding at the end is zeros, which are empty prologues; anything else is not a region.
            _ => return None,
        };
        let inside = at.checked_sub(start).filter(|&offset| offset < length);
        if body {
            rules = body_region(&mut bytes, rules, &mut labels, &mut entry, inside, length)?;
        } else {
            entry = rules;
            let prologue = prologue_region(&mut bytes, gr_save, length)?;
            let offset = inside.unwrap_or(if at < start { 0 } else { length });
            rules.link = prologue.link.at(offset, length).unwrap_or(rules.link);
            rules.pfs = prologue.pfs.at(offset, length).unwrap_or(rules.pfs);
            rules.psp = prologue.psp.at(offset, length).unwrap_or(rules.psp);
        }
        if inside.is_some() {
            return Some(rules);
        }
        start += length;
    }
}

fn prologue_region(bytes: &mut Bytes, gr_save: Option<(u8, u8)>, length: u64) -> Option<Prologue> {
    let mut prologue = Prologue::default();
    if let Some((mask, first)) = gr_save {
        let mut register = first;
        for bit in [8, 4, 2, 1] {
            if mask & bit != 0 {
                match bit {
                    8 => prologue.link.to = Some(Kept::General(register)),
                    4 => prologue.pfs.to = Some(Kept::General(register)),
                    2 => prologue.psp.to = Some(Psp::Kept(Kept::General(register))),
                    _ => {}
                }
                register += 1;
            }
        }
    }
    while let Some(&head) = bytes.0.first().filter(|&&b| b >= 0x80) {
        bytes.next();
        match head {
            0x80..=0x9f => {}
            0xa0..=0xaf => drop(bytes.next()?),
            0xb0..=0xb7 => {
                let second = bytes.next()?;
                let (what, register) = ((head & 7) << 1 | second >> 7, second & 0x7f);
                match what {
                    0 => prologue.psp.to = Some(Psp::Kept(Kept::General(register))),
                    1 => prologue.link.to = Some(Kept::General(register)),
                    2 => prologue.pfs.to = Some(Kept::General(register)),
                    6 => prologue.link.to = Some(Kept::Branch(register & 7)),
                    _ => {}
                }
            }
            // Two bits for each slot.
            0xb8 => bytes.skip(length.checked_mul(2)?.div_ceil(8))?,
            0xb9 => bytes.skip(3)?,
            0xc0..=0xdf => {}
            0xe0..=0xef => {
                let value = bytes.uleb()?;
                match head & 0xf {
                    0 => {
                        let size = bytes.uleb()?;
                        prologue.psp = Save {
                            to: Some(Psp::Plus(size.saturating_mul(16))),
                            when: Some(value),
                        };
                    }
                    1 => prologue.psp.when = Some(value),
                    3 => prologue.psp.to = Some(Psp::Kept(Kept::AboveSp(value.saturating_mul(4)))),
                    4 => prologue.link.when = Some(value),
                    5 => prologue.link.to = Some(Kept::BelowPsp(value.saturating_mul(4))),
                    6 => prologue.pfs.when = Some(value),
                    7 => prologue.pfs.to = Some(Kept::BelowPsp(value.saturating_mul(4))),
                    _ => {}
                }
            }
            0xf0 => {
                let (what, value) = (bytes.next()?, bytes.uleb()?);
                match what {
                    1 => prologue.link.to = Some(Kept::AboveSp(value.saturating_mul(4))),
                    2 => prologue.pfs.to = Some(Kept::AboveSp(value.saturating_mul(4))),
                    _ => {}
                }
            }
            0xf1 => bytes.skip(2)?,
            0xff => bytes.skip(2)?,
            _ => extension(bytes, head)?,
        }
    }
    Some(prologue)
}

fn body_region(
    bytes: &mut Bytes,
    before: Rules,
    labels: &mut BTreeMap<u64, Rules>,
    entry: &mut Rules,
    inside: Option<u64>,
    length: u64,
) -> Option<Rules> {
    let mut rules = before;
    let mut epilogue = None;
    while let Some(&head) = bytes.0.first().filter(|&&b| b >= 0x80) {
        bytes.next();
        match head {
            0x80..=0x9f => drop(labels.insert(u64::from(head & 0x1f), rules)),
            0xa0..=0xbf => {
                rules = labels
                    .get(&u64::from(head & 0x1f))
                    .copied()
                    .unwrap_or(rules)
            }
            0xc0..=0xdf => epilogue = Some(bytes.uleb()?),
            0xe0 => {
                epilogue = Some(bytes.uleb()?);
                bytes.uleb()?;
            }
            0xf0 => {
                let label = bytes.uleb()?;
                labels.insert(label, rules);
            }
            0xf8 => {
                let label = bytes.uleb()?;
                rules = labels.get(&label).copied().unwrap_or(rules);
            }
            _ => extension(bytes, head)?,
        }
    }
    if let (Some(from_end), Some(offset)) = (epilogue, inside) {
        // The stack pointer is the previous one again from this slot on.
        if offset.saturating_add(from_end) >= length {
            rules.psp = Psp::Plus(0);
        }
    } else if epilogue.is_some() {
        rules = *entry;
    }
    Some(rules)
}

/// The formats X1 to X4, which are about other registers or conditional.
fn extension(bytes: &mut Bytes, head: u8) -> Option<()> {
    let (fixed, numbers) = match head {
        0xf9 => (1, 2),
        0xfa => (2, 1),
        0xfb => (2, 2),
        0xfc => (3, 1),
        _ => return None,
    };
    bytes.skip(fixed)?;
    for _ in 0..numbers {
        bytes.uleb()?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prologue_that_saves_to_consecutive_registers_is_in_force_behind_it() {
        // prologue_gr: rp, pfs to r34, r35 in 6 slots; mem_stack_f at slot 2 of 3 units; body of 20 slots.
        let descriptors = [0x46, 0x22, 6, 0xe0, 2, 3, 0x20 | 20];
        let before = rules_at(&descriptors, 0).unwrap();
        assert_eq!(before, Rules::default());
        let after = rules_at(&descriptors, 10).unwrap();
        assert_eq!(after.link, Kept::General(34));
        assert_eq!(after.pfs, Kept::General(35));
        assert_eq!(after.psp, Psp::Plus(48));
        assert_eq!(rules_at(&descriptors, 3).unwrap().psp, Psp::Plus(48));
    }

    #[test]
    fn the_stack_pointer_is_back_in_an_epilogue() {
        let descriptors = [0x02, 0xe0, 0, 1, 0x20 | 10, 0xc0, 3];
        assert_eq!(rules_at(&descriptors, 5).unwrap().psp, Psp::Plus(16));
        assert_eq!(rules_at(&descriptors, 11).unwrap().psp, Psp::Plus(0));
    }

    #[test]
    fn an_epilogue_longer_than_all_code_begins_at_the_start_of_its_region() {
        let longest = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        let body = [&[0x61][..], &longest, &[0xc0], &longest].concat();
        assert_eq!(
            rules_at(&body, 5).map(|rules| rules.psp),
            Some(Psp::Plus(0))
        );
    }

    #[test]
    fn damaged_descriptors_end_the_walk() {
        for length in 0..4 {
            for fill in 0..=255 {
                let _ = rules_at(&vec![fill; length], 7);
            }
        }
        assert_eq!(rules_at(&[0x50], 1), None);
    }
}
