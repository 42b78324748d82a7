//! Files that keep what guests have written to disks, for later runs.
//!
//! A file is written as a whole at the end of a run and replaces the one before. It holds, little-endian: the magic
//! number, the number of sectors of the image, the number of written sectors, each of these in ascending order (number,
//! checksum of the image's sector, 512 bytes), and a checksum of everything before.

use std::collections::BTreeMap;

/// Bytes of a sector.
pub(crate) const SECTOR: usize = 512;

/// Sectors that have been written, by number.
pub(crate) type Sectors = BTreeMap<u64, Box<[u8; SECTOR]>>;

const MAGIC: &[u8; 8] = b"EPIOVLY1";
/// Bytes before the sectors, and of one sector with what is kept about it.
const HEADER: usize = 24;
const ENTRY: usize = 16 + SECTOR;
/// Bytes of the checksum at the end.
const CHECK: usize = 8;

/// Largest size in bytes of a file for an image of so many sectors.
pub(crate) fn largest(sectors: u64) -> u64 {
    sectors.saturating_mul(ENTRY as u64) + (HEADER + CHECK) as u64
}

/// FNV-1a, 64 bits: finds files that were cut off or exchanged, not forgeries.
fn check(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |check, &byte| {
        (check ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + 8)?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

/// The file for the sectors written to an image of `sectors`. `base` reads a sector of the image; `None` if it cannot.
pub(crate) fn file(
    sectors: u64,
    written: &Sectors,
    base: impl Fn(u64) -> Option<[u8; SECTOR]>,
) -> Option<Vec<u8>> {
    let mut file = Vec::with_capacity(HEADER + written.len() * ENTRY + CHECK);
    file.extend(MAGIC);
    file.extend(sectors.to_le_bytes());
    file.extend((written.len() as u64).to_le_bytes());
    for (&number, bytes) in written {
        file.extend(number.to_le_bytes());
        file.extend(check(&base(number)?).to_le_bytes());
        file.extend(&bytes[..]);
    }
    file.extend(check(&file).to_le_bytes());
    Some(file)
}

/// The written sectors that a file holds for an image of `sectors`.
///
/// # Errors
/// It is no such file, damaged, or for another image; the reason.
pub(crate) fn read(
    file: &[u8],
    sectors: u64,
    base: impl Fn(u64) -> Option<[u8; SECTOR]>,
) -> Result<Sectors, String> {
    if !file.starts_with(MAGIC) {
        return Err("no overlay of a disk; name a file that is not there yet".into());
    }
    let damaged = || "damaged; take a copy of it, or begin with a new one".to_owned();
    let end = file.len().checked_sub(CHECK).ok_or_else(damaged)?;
    if word(file, end) != Some(check(&file[..end])) {
        return Err(damaged());
    }
    let (Some(of), Some(count)) = (word(file, 8), word(file, 16)) else {
        return Err(damaged());
    };
    if of != sectors {
        return Err(format!(
            "it belongs to an image of {of} sectors, and this one has {sectors}"
        ));
    }
    let entries = file[HEADER..end].chunks_exact(ENTRY);
    if !entries.remainder().is_empty() || entries.len() as u64 != count {
        return Err(damaged());
    }
    let mut written = Sectors::new();
    for entry in entries {
        let (Some(number), Some(beneath)) = (word(entry, 0), word(entry, 8)) else {
            return Err(damaged());
        };
        let ascends = written
            .last_key_value()
            .is_none_or(|(&last, _)| last < number);
        let bytes: Box<[u8; SECTOR]> = Box::new(entry[16..].try_into().map_err(|_| damaged())?);
        if !ascends || number >= sectors {
            return Err(damaged());
        }
        if base(number).map(|bytes| check(&bytes)) != Some(beneath) {
            return Err(format!(
                "it belongs to another image, or this one has changed since (sector {number})"
            ));
        }
        written.insert(number, bytes);
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(number: u64) -> Option<[u8; SECTOR]> {
        Some([number as u8; SECTOR])
    }

    #[test]
    fn what_a_file_says_is_what_was_written_and_any_byte_changed_is_found() {
        let written = Sectors::from([(1, Box::new([7; SECTOR])), (3, Box::new([9; SECTOR]))]);
        let good = file(4, &written, base).expect("a base");
        assert!(good.len() as u64 <= largest(4));
        assert_eq!(read(&good, 4, base), Ok(written));
        for at in (0..good.len())
            .step_by(7)
            .chain(good.len() - CHECK..good.len())
        {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            assert!(read(&bad, 4, base).is_err(), "byte {at}");
        }
        for len in 0..good.len() {
            assert!(read(&good[..len], 4, base).is_err(), "{len} bytes");
        }
    }

    #[test]
    fn a_file_of_another_image_is_refused_and_numbers_that_no_image_has_are_too() {
        let written = Sectors::from([(2, Box::new([7; SECTOR]))]);
        let good = file(4, &written, base).expect("a base");
        let said = read(&good, 5, base).expect_err("another size");
        assert!(said.contains("4 sectors, and this one has 5"), "{said}");
        let said = read(&good, 4, |n| base(n + 1)).expect_err("another content");
        assert!(said.contains("sector 2"), "{said}");
        let far = Sectors::from([(4, Box::new([7; SECTOR]))]);
        let bad = file(4, &far, base).expect("a base");
        assert!(
            read(&bad, 4, base)
                .expect_err("no sector")
                .contains("damaged")
        );
    }
}
