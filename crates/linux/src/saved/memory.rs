//! Mappings and pages.

use checkpoint::{Damage, Grows as _, Hash, PAGE_BYTES, Pages, Source, State as _};
use machine::PAGE_SHIFT;

use super::{SaveError, unsupported};
use crate::abi::consts::PAGE;
use crate::memory::{Area, GATE, Memory};

/// A mapping as it is saved: name, end, `PROT_*`, whether it is shared, offset in the file, its number.
#[derive(Default)]
struct Mapping {
    start: u64,
    end: u64,
    protection: u64,
    shared: bool,
    name: Vec<u8>,
    offset: u64,
    inode: u64,
}

checkpoint::state!(Mapping { start, end, protection, shared, offset, inode } grows { name });

pub(super) fn save(memory: &Memory, pages: &mut Pages, out: &mut Vec<u8>) -> Result<(), SaveError> {
    let mut mappings = Vec::new();
    for (start, area) in memory.areas() {
        if area.backing.is_some() {
            let name = String::from_utf8_lossy(&area.name);
            return Err(unsupported(format!(
                "a shared mapping at {start:#x} that is written back to {name}"
            )));
        }
        mappings.push(Mapping {
            start,
            end: area.end,
            protection: area.protection,
            shared: area.shared,
            name: area.name.to_vec(),
            offset: area.offset,
            inode: area.inode,
        });
    }
    mappings.save_all(out);
    (memory.break_start, memory.break_now).save(out);
    let touched = memory.space.touched();
    (touched.len() as u64).save(out);
    let mut bytes = vec![0; PAGE_BYTES];
    for number in touched {
        memory.space.page_bytes(number, &mut bytes);
        number.save(out);
        pages.keep(&bytes)?.save(out);
    }
    pages.finish()?;
    memory.space.save_written(out);
    Ok(())
}

pub(super) fn load(
    memory: &mut Memory,
    pages: &Pages,
    mut from: Source<'_>,
) -> Result<(), SaveError> {
    let within = |damage: Damage| damage.within("memory");
    map(memory, &mut from).map_err(within)?;
    let count = from.count().map_err(within)?;
    // Pages of the same bytes often come one behind the other.
    let mut last: Option<(Hash, Vec<u8>)> = None;
    for _ in 0..count {
        let number = from.number().map_err(within)?;
        let mut hash = Hash::default();
        hash.load(&mut from).map_err(within)?;
        let bytes = match last.take() {
            Some((known, bytes)) if known == hash => bytes,
            _ => pages.read(&hash)?,
        };
        memory.space.set_page(number, &bytes).map_err(within)?;
        last = Some((hash, bytes));
    }
    memory.space.load_written(&mut from).map_err(within)?;
    from.end().map_err(within)?;
    Ok(())
}

fn map(memory: &mut Memory, from: &mut Source<'_>) -> Result<(), Damage> {
    let mut mappings = Vec::<Mapping>::new();
    mappings.load_all(from)?;
    for mapping in mappings {
        let (start, end) = (mapping.start, mapping.end);
        let wrong = || Damage::new(format!("a mapping from {start:#x} to {end:#x}"));
        let length = end.checked_sub(start).ok_or_else(wrong)?;
        let whole = (start | end) & (PAGE - 1) == 0;
        let gate = start == GATE && length == PAGE;
        if !whole || !(gate || Memory::allowed(start, length)) || !memory.is_free(start, end) {
            return Err(wrong());
        }
        let area = Area {
            shared: mapping.shared,
            offset: mapping.offset,
            inode: mapping.inode,
            ..Area::anonymous(end, mapping.protection, &mapping.name)
        };
        memory.map(start, area).map_err(|errno| {
            Damage::new(format!(
                "a mapping from {start:#x} to {end:#x} is refused ({})",
                errno.name()
            ))
        })?;
    }
    memory.break_start.load(from)?;
    memory.break_now.load(from)
}

const _: () = assert!(PAGE_BYTES == 1 << PAGE_SHIFT);
