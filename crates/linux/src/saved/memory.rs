//! Mappings and pages of the memories of a run.

use std::collections::BTreeMap;
use std::rc::Rc;

use checkpoint::{Damage, Grows as _, Hash, PAGE_BYTES, Pages, Source};
use machine::{Frames, NoMemory, PAGE_SHIFT, SharedPage};

use super::{SaveError, unsupported};
use crate::abi::consts::PAGE;
use crate::memory::copied::{CopiedFile, Origin};
use crate::memory::{Area, Behind, GATE, Memory};
use crate::pool::{Id, Pool};

/// A mapping as it is saved.
#[derive(Default)]
struct Mapping {
    start: u64,
    end: u64,
    protection: u64,
    shared: bool,
    name: Vec<u8>,
    offset: u64,
    inode: u64,
    /// The length of the file behind a private mapping.
    length: Option<u64>,
    left_out: bool,
    wiped: bool,
}

checkpoint::state!(Mapping { start, end, protection, shared, offset, inode, length, left_out, wiped } grows { name });

/// A memory as it is saved; the list of ranges written by others is separate.
#[derive(Default)]
struct Saved {
    break_start: u64,
    break_now: u64,
    /// Bytes of memory that its page table takes.
    tables: u64,
    /// Pages that were touched, and most of them at a time.
    usage: [u64; 2],
    mappings: Vec<Mapping>,
    /// Numbers of the pages that were touched, each with the place of its bytes in the list of all.
    pages: Vec<(u64, u32)>,
}

checkpoint::state!(Saved { break_start, break_now, tables, usage } grows { mappings, pages });

/// Saves all memories. A page that several memories have, or that is mapped several times, is saved once. Returns the
/// places of the pages in the list of all pages, by their identity.
pub(super) fn save(
    memories: &Pool<Memory>,
    pages: &mut Pages,
    out: &mut Vec<u8>,
) -> Result<BTreeMap<usize, u32>, SaveError> {
    let mut hashes = Vec::<Hash>::new();
    let mut places = BTreeMap::<usize, u32>::new();
    let mut bytes = vec![0; PAGE_BYTES];
    let mut list = Vec::<Option<Saved>>::new();
    let mut written = Vec::new();
    for place in 0..memories.places() {
        let Some(memory) = memories.get(Id::at(place)) else {
            list.push(None);
            continue;
        };
        let mut saved = mappings(memory)?;
        for (number, page) in memory.space.pages() {
            let next = hashes.len() as u32;
            let place = *places.entry(page.identity()).or_insert(next);
            if place == next {
                page.bytes(&mut bytes);
                hashes.push(pages.keep(&bytes)?);
            }
            saved.pages.push((number, place));
        }
        list.push(Some(saved));
        memory.space.save_changed(&mut written);
    }
    pages.finish()?;
    hashes.save_all(out);
    list.save_all(out);
    out.append(&mut written);
    Ok(places)
}

/// All of a memory but its pages.
fn mappings(memory: &Memory) -> Result<Saved, SaveError> {
    let mut saved = Saved {
        break_start: memory.break_start,
        break_now: memory.break_now,
        tables: memory.space.tables(),
        usage: memory.space.usage().into(),
        ..Saved::default()
    };
    for (start, area) in memory.areas() {
        if area.mapping().is_some_and(|it| it.file.is_written_back()) {
            let name = String::from_utf8_lossy(&area.name);
            return Err(unsupported(format!(
                "a shared mapping at {start:#x} that is written back to {name}"
            )));
        }
        saved.mappings.push(Mapping {
            start,
            end: area.end,
            protection: area.protection,
            shared: area.shared,
            name: area.name.to_vec(),
            offset: area.offset,
            inode: area.inode,
            length: area.copied().map(|file| file.length()),
            left_out: area.left_out,
            wiped: area.wiped,
        });
    }
    Ok(saved)
}

/// Memories and pages by their places.
type Loaded = (Vec<Option<Memory>>, BTreeMap<u32, SharedPage>);

/// Loads the memories. Returns them with their pages.
pub(super) fn load(
    frames: &Frames,
    pages: &Pages,
    mut from: Source<'_>,
) -> Result<Loaded, SaveError> {
    let within = |damage: Damage| damage.within("memory");
    let mut hashes = Vec::<Hash>::new();
    hashes.load_all(&mut from).map_err(within)?;
    let mut list = Vec::<Option<Saved>>::new();
    list.load_all(&mut from).map_err(within)?;
    let mut all = AllPages {
        frames,
        pages,
        hashes,
        known: BTreeMap::new(),
        last: None,
    };
    let mut memories = Vec::new();
    let mut lost = Lost::new();
    for saved in list {
        memories.push(match saved {
            None => None,
            Some(saved) => {
                let mut memory = Memory::new(frames);
                map(&mut memory, &saved, &mut lost).map_err(within)?;
                for (number, place) in saved.pages {
                    let page = all.at(place)?;
                    if !memory.space.put_page(number, &page) {
                        let damage = Damage::new(format!("page {number:#x}"));
                        return Err(within(damage).into());
                    }
                }
                memory.space.set_usage(saved.usage.into());
                memory.space.load_changed(&mut from).map_err(within)?;
                Some(memory)
            }
        });
    }
    from.end().map_err(within)?;
    Ok((memories, all.known))
}

/// The pages of all memories, each read at its first use.
struct AllPages<'a> {
    frames: &'a Frames,
    pages: &'a Pages,
    hashes: Vec<Hash>,
    known: BTreeMap<u32, SharedPage>,
    /// The bytes read last: neighbouring pages often have the same bytes.
    last: Option<(Hash, Vec<u8>)>,
}

impl AllPages<'_> {
    fn at(&mut self, place: u32) -> Result<SharedPage, SaveError> {
        if let Some(page) = self.known.get(&place) {
            return Ok(page.clone());
        }
        let damage = |what: String| Damage::new(what).within("memory");
        let hash = self.hashes.get(place as usize);
        let hash = *hash
            .ok_or_else(|| damage(format!("the bytes of page {place}, which are not there")))?;
        let bytes = match self.last.take() {
            Some((known, bytes)) if known == hash => bytes,
            _ => self.pages.read(&hash)?,
        };
        let page = SharedPage::new(self.frames, &bytes);
        let page = page.map_err(|NoMemory| damage("no memory is left for its pages".to_owned()))?;
        self.known.insert(place, page.clone());
        self.last = Some((hash, bytes));
        Ok(page)
    }
}

/// The files of private mappings by number and length in bytes.
type Lost = BTreeMap<(u64, u64), Rc<CopiedFile>>;

fn map(memory: &mut Memory, saved: &Saved, lost: &mut Lost) -> Result<(), Damage> {
    for mapping in &saved.mappings {
        let (start, end) = (mapping.start, mapping.end);
        let wrong = || Damage::new(format!("a mapping from {start:#x} to {end:#x}"));
        let length = end.checked_sub(start).ok_or_else(wrong)?;
        let whole = (start | end) & (PAGE - 1) == 0;
        let gate = start == GATE && length == PAGE;
        let last = mapping.offset.checked_add(length);
        let in_file = last.is_some_and(|last| last <= i64::MAX as u64);
        // Segments of a program need not begin at a page of its file.
        let in_pages = mapping.shared || mapping.length.is_some();
        if mapping.inode != 0 && (!in_file || in_pages && mapping.offset % PAGE != 0) {
            return Err(wrong());
        }
        if mapping.length.is_some() && (mapping.shared || mapping.inode == 0) {
            return Err(wrong());
        }
        if !whole || !(gate || Memory::allowed(start, length)) || !memory.is_free(start, end) {
            return Err(wrong());
        }
        let copied = |length| {
            let new = || Rc::new(CopiedFile::new(Origin::Lost(length)));
            let file = lost.entry((mapping.inode, length)).or_insert_with(new);
            Behind::Copied(Rc::clone(file))
        };
        let area = Area {
            shared: mapping.shared,
            offset: mapping.offset,
            inode: mapping.inode,
            behind: mapping.length.map_or(Behind::Nothing, copied),
            left_out: mapping.left_out,
            wiped: mapping.wiped,
            ..Area::anonymous(end, mapping.protection, &mapping.name)
        };
        memory.map_bare(start, area).map_err(|errno| {
            Damage::new(format!(
                "a mapping from {start:#x} to {end:#x} is refused ({})",
                errno.name()
            ))
        })?;
        memory.keep_rights(start);
    }
    memory.break_start = saved.break_start;
    memory.break_now = saved.break_now;
    let tables = memory.space.set_tables(saved.tables);
    tables.map_err(|NoMemory| Damage::new("no memory is left for a page table"))
}

const _: () = assert!(PAGE_BYTES == 1 << PAGE_SHIFT);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::consts::mman;
    use crate::memory::MAP_BASE;

    const SHARED: u64 = MAP_BASE;
    const PRIVATE: u64 = MAP_BASE + 4 * PAGE;

    /// A folder that goes away with the test.
    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("epicycle-saved-{name}-{}", std::process::id());
            Self(std::env::temp_dir().join(name))
        }

        fn pages(&self) -> Pages {
            Pages::of(&self.0).temporarily(true)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    /// Two memories behind a fork, in the places 0 and 2: a mapping that they share, and a private one of two pages of which the
    /// second has changed the last.
    fn forked(frames: &Frames) -> Pool<Memory> {
        let bits = mman::PROT_READ | mman::PROT_WRITE;
        let mut first = Memory::new(frames);
        let shared = Area {
            shared: true,
            ..Area::anonymous(SHARED + 2 * PAGE, bits, b"")
        };
        first.map(SHARED, shared).unwrap();
        let private = Area::anonymous(PRIVATE + 2 * PAGE, bits, b"");
        first.map(PRIVATE, private).unwrap();
        for at in [SHARED, PRIVATE, PRIVATE + PAGE] {
            first.space.write(at, b"first").unwrap();
        }
        let mut second = first.fork().unwrap();
        second.space.write(PRIVATE + PAGE, b"other").unwrap();
        Pool::of(vec![Some((first, 1)), None, Some((second, 1))])
    }

    fn text(memory: &Memory, at: u64) -> String {
        let mut bytes = [0; 5];
        assert!(memory.space.peek(at, &mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    }

    #[test]
    fn pages_that_two_memories_share_are_shared_afterwards_and_take_the_same_memory() {
        let folder = Folder::new("shared");
        let frames = Frames::new(1 << 30);
        let memories = forked(&frames);
        let mut part = Vec::new();
        save(&memories, &mut folder.pages(), &mut part).unwrap();

        let again = Frames::new(1 << 30);
        let (loaded, _) = load(&again, &folder.pages(), Source::new(&part)).unwrap();
        let [Some(mut first), None, Some(mut second)] = <[_; 3]>::try_from(loaded).ok().unwrap()
        else {
            panic!("memories in other places");
        };
        assert_eq!(again.used(), frames.used());
        second.space.write(SHARED, b"later").unwrap();
        first.space.write(SHARED + PAGE, b"early").unwrap();
        assert_eq!(text(&first, SHARED), "later");
        assert_eq!(text(&second, SHARED + PAGE), "early");
        // A private page that both had is copied by the first that writes.
        assert_eq!(text(&second, PRIVATE), "first");
        let before = again.used();
        first.space.write(PRIVATE, b"mine!").unwrap();
        assert_eq!(again.used(), before + PAGE);
        assert_eq!(text(&second, PRIVATE), "first");
        assert_eq!(text(&first, PRIVATE + PAGE), "first");
        assert_eq!(text(&second, PRIVATE + PAGE), "other");
    }

    #[test]
    fn memories_larger_than_the_machine_s_are_refused_and_so_are_pages_that_are_not_there() {
        let folder = Folder::new("damaged");
        let memories = forked(&Frames::new(1 << 30));
        let mut part = Vec::new();
        save(&memories, &mut folder.pages(), &mut part).unwrap();
        let refused = |frames: u64, part: &[u8]| {
            let loaded = load(&Frames::new(frames), &folder.pages(), Source::new(part));
            loaded.err().unwrap().to_string()
        };
        let why = refused(3 * PAGE, &part);
        assert!(why.starts_with("memory: no memory is left"), "{why}");
        // One hash fewer than the pages name.
        let hashes = u64::from_le_bytes(part[..8].try_into().unwrap());
        let mut fewer = (hashes - 1).to_le_bytes().to_vec();
        fewer.extend_from_slice(&part[8..8 + 32 * (hashes as usize - 1)]);
        fewer.extend_from_slice(&part[8 + 32 * hashes as usize..]);
        let why = refused(1 << 30, &fewer);
        let expected = format!(
            "memory: the bytes of page {}, which are not there",
            hashes - 1
        );
        assert_eq!(why, expected);
    }

    #[test]
    fn pieces_of_a_private_mapping_are_one_again_and_no_other_mapping_of_the_file_joins_them() {
        let folder = Folder::new("pieces");
        let frames = Frames::new(1 << 30);
        let mut memory = Memory::new(&frames);
        let file = |length| Rc::new(CopiedFile::new(Origin::Lost(length)));
        let first = file(8 * PAGE);
        let files = [Rc::clone(&first), first, file(9 * PAGE)];
        for (number, file) in (0..).zip(files) {
            let start = PRIVATE + number * PAGE;
            let area = Area {
                inode: 1001,
                offset: number * PAGE,
                behind: Behind::Copied(file),
                ..Area::anonymous(start + PAGE, mman::PROT_READ, b"/f")
            };
            memory.map(start, area).unwrap();
        }
        let memories = Pool::of(vec![Some((memory, 1))]);
        let mut part = Vec::new();
        save(&memories, &mut folder.pages(), &mut part).unwrap();
        let (mut loaded, _) = load(&frames, &folder.pages(), Source::new(&part)).unwrap();
        let memory = loaded[0].as_mut().unwrap();
        memory.join(PRIVATE, PRIVATE + 3 * PAGE);
        let ends: Vec<u64> = memory.areas().map(|(_, area)| area.end).collect();
        assert_eq!(ends, [PRIVATE + 2 * PAGE, PRIVATE + 3 * PAGE]);
    }

    #[test]
    fn memory_that_children_do_not_have_or_have_without_contents_is_so_afterwards() {
        let folder = Folder::new("left-out");
        let frames = Frames::new(1 << 30);
        let mut memory = Memory::new(&frames);
        let area = Area::anonymous(PRIVATE + 3 * PAGE, mman::PROT_READ, b"");
        memory.map(PRIVATE, area).unwrap();
        let middle = PRIVATE + PAGE..PRIVATE + 2 * PAGE;
        let leave_out = |area: &mut Area| area.left_out = true;
        memory.mark(middle.start, middle.end, leave_out).unwrap();
        let wipe = |area: &mut Area| area.wiped = true;
        memory.mark(middle.end, middle.end + PAGE, wipe).unwrap();
        for page in [PRIVATE, middle.end] {
            memory.space.poke(page, b"bytes").unwrap();
        }
        let memories = Pool::of(vec![Some((memory, 1))]);
        let mut part = Vec::new();
        save(&memories, &mut folder.pages(), &mut part).unwrap();
        let (mut loaded, _) = load(&frames, &folder.pages(), Source::new(&part)).unwrap();
        let child = loaded[0].as_mut().unwrap().fork().unwrap();
        let starts: Vec<u64> = child.areas().map(|(start, _)| start).collect();
        assert_eq!(starts, [PRIVATE, middle.end]);
        assert_eq!(text(&child, PRIVATE), "bytes");
        assert_eq!(text(&child, middle.end), "\0\0\0\0\0");
    }

    #[test]
    fn a_mapping_of_what_no_file_can_have_is_refused() {
        let folder = Folder::new("offset");
        let last = u64::MAX - PAGE + 1;
        let copied = || Behind::Copied(Rc::new(CopiedFile::new(Origin::Lost(PAGE))));
        for (shared, inode, offset, behind) in [
            (true, 1001, last, Behind::Nothing),
            (true, 1001, 1 << 63, Behind::Nothing),
            (true, 1001, 1, Behind::Nothing),
            (false, 1001, last, Behind::Nothing),
            (false, 1001, last, copied()),
            (false, 1001, 1, copied()),
            // The length of a file that is copied, without a file, and of one that is shared.
            (false, 0, 0, copied()),
            (true, 1001, 0, copied()),
        ] {
            let frames = Frames::new(1 << 30);
            let mut memory = Memory::new(&frames);
            let area = Area {
                shared,
                inode,
                offset,
                behind,
                ..Area::anonymous(SHARED + 2 * PAGE, mman::PROT_READ, b"/f")
            };
            memory.map(SHARED, area).unwrap();
            let memories = Pool::of(vec![Some((memory, 1))]);
            let mut part = Vec::new();
            save(&memories, &mut folder.pages(), &mut part).unwrap();
            let loaded = load(&frames, &folder.pages(), Source::new(&part));
            let why = loaded.err().unwrap().to_string();
            assert!(why.contains("a mapping from 0x2000000000000000"), "{why}");
        }
    }
}
