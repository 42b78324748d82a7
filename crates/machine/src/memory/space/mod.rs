//! The address space of one process: regions with rights, pages, copies on write, and notes about code and memory that
//! was written by others.

mod access;
mod protection;
mod usage;

pub use protection::Protection;

use std::cell::Cell;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::rc::{Rc, Weak};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::memory::frame::{Charge, Frame, Frames, NoMemory, PAGE_MASK, PAGE_SHIFT, PAGE_SIZE};
use crate::memory::physical::Physical;
use crate::memory::tlb::Tlb;
use crate::memory::{MemoryFault, MemoryFaultKind};

/// Identity of an address space; never reused in one run of the simulator.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpaceId(pub u32);

/// What a fork does to a region.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sharing {
    /// Each side has its own copy.
    Private,
    /// Both sides see the same bytes. Frames are allocated when the region is mapped, until none is left.
    Shared,
}

/// A range of pages that were mapped together and have the same rights.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// First address, a multiple of the page size.
    pub start: u64,
    /// First address after it, a multiple of the page size.
    pub end: u64,
    /// Rights.
    pub protection: Protection,
    /// What a fork does.
    pub sharing: Sharing,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    Execute,
}

/// A multiplicative hash, which suffices for page numbers because they are dense; every miss of the translation buffer
/// computes it.
#[derive(Default, Clone, Copy)]
pub(crate) struct PageHasher(u64);

impl Hasher for PageHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn write_u64(&mut self, value: u64) {
        let mixed = (self.0.rotate_left(29) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
}

type PageMap<V> = HashMap<u64, V, BuildHasherDefault<PageHasher>>;

struct Page {
    frame: Rc<Frame>,
    /// Whether blocks were decoded from it since it was last written: then stores take the slow path, which reports them
    /// and ends the block that stores. So it has an effect on time, and is kept in checkpoints.
    code: Cell<bool>,
}

/// Memory of one process: regions with rights, and the pages touched so far.
pub struct AddressSpace {
    id: SpaceId,
    frames: Frames,
    /// Dies with the space: others hold weak references to it.
    alive: Rc<()>,
    pub(super) loads: Tlb,
    pub(super) stores: Tlb,
    /// Devices and shelved buffers; `None` for the memory of a process.
    pub(super) physical: Option<Box<Physical>>,
    regions: BTreeMap<u64, Region>,
    pages: PageMap<Page>,
    /// Pages whose decoded code is out of date; read by the run loop after each block.
    stale: Vec<u64>,
    /// Address and length of the writes by others than the running program since it last ran, for its ALAT.
    written: Vec<(u64, usize)>,
    /// Ranges of addresses that had pages and were unmapped since the program last ran, for its recorder.
    unmapped: Vec<Range<u64>>,
    /// The memory charged for its page table, if it was made by a fork.
    tables: Charge,
    /// Pages that were touched for the first time, or copied because they were written.
    touched: u64,
    /// Most pages at a time.
    most: u64,
}

/// The bytes of a page. Several address spaces can have the same page: until one of them writes, or for good if it is
/// mapped as shared. Pages are compared by their address on the host, so their order differs between runs.
#[derive(Clone)]
pub struct SharedPage(Rc<Frame>);

impl Ord for SharedPage {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.identity().cmp(&other.identity())
    }
}

impl PartialOrd for SharedPage {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for SharedPage {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for SharedPage {}

impl SharedPage {
    /// A page that belongs to no space yet.
    ///
    /// # Errors
    /// No memory is left for it.
    pub fn new(frames: &Frames, bytes: &[u8]) -> Result<Self, NoMemory> {
        let frame = frames.take().ok_or(NoMemory)?;
        frame.write(0, bytes);
        Ok(Self(Rc::new(frame)))
    }

    /// Copies its bytes out.
    pub fn bytes(&self, into: &mut [u8]) {
        self.0.read(0, into);
    }

    /// Copies bytes in, at an offset; what would lie beyond the page is dropped. Unlike [`AddressSpace::poke`], it
    /// reports neither decoded code as stale nor the write to any space.
    pub fn write(&self, offset: usize, from: &[u8]) {
        self.0.write(offset, from);
    }

    /// Whether this is the only handle of the page: no space has it.
    pub fn is_only(&self) -> bool {
        Rc::strong_count(&self.0) == 1
    }

    /// An identity that distinguishes pages that exist at the same time.
    pub fn identity(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }
}

/// Bytes charged for an entry of the page table, with the spare room that a hash table keeps.
const ENTRY_BYTES: u64 = 2 * size_of::<(u64, Page)>() as u64;

/// Ranges that [`AddressSpace`] keeps as written by others; when there are more, one that covers all memory replaces
/// them.
const WRITTEN_LIMIT: usize = 64;

/// The next identity.
pub(crate) fn next_id() -> SpaceId {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    SpaceId(NEXT.fetch_add(1, Ordering::Relaxed))
}

impl Default for AddressSpace {
    fn default() -> Self {
        Self::new()
    }
}

impl AddressSpace {
    /// An empty space without a limit of memory but that of the host.
    pub fn new() -> Self {
        Self::within(&Frames::new(u64::MAX))
    }

    /// An empty space that takes its pages from a memory that others share.
    pub fn within(frames: &Frames) -> Self {
        let tables = Charge::none(frames);
        Self {
            id: next_id(),
            frames: frames.clone(),
            alive: Rc::new(()),
            loads: Tlb::new(),
            stores: Tlb::new(),
            physical: None,
            regions: BTreeMap::new(),
            pages: PageMap::default(),
            stale: Vec::new(),
            written: Vec::new(),
            unmapped: Vec::new(),
            tables,
            touched: 0,
            most: 0,
        }
    }

    /// Its identity.
    pub fn id(&self) -> SpaceId {
        self.id
    }

    /// A copy for a child process: private pages are copied when one side writes.
    ///
    /// # Errors
    /// No memory is left for its page table.
    pub fn fork(&mut self) -> Result<Self, NoMemory> {
        let size = ENTRY_BYTES * (self.pages.len() + self.regions.len()) as u64;
        let tables = Charge::new(&self.frames, size)?;
        // Private frames have two owners afterwards: the next store to each has to copy it.
        self.stores.clear();
        let most = self.resident();
        let pages = self
            .pages
            .iter()
            .map(|(&number, page)| {
                let page = Page {
                    frame: Rc::clone(&page.frame),
                    code: Cell::new(false),
                };
                (number, page)
            })
            .collect();
        Ok(Self {
            id: next_id(),
            frames: self.frames.clone(),
            alive: Rc::new(()),
            loads: Tlb::new(),
            stores: Tlb::new(),
            physical: None,
            regions: self.regions.clone(),
            pages,
            stale: Vec::new(),
            written: Vec::new(),
            unmapped: Vec::new(),
            tables,
            touched: 0,
            most,
        })
    }

    /// The regions in ascending order; neighbours with equal rights are not merged.
    pub fn regions(&self) -> impl Iterator<Item = Region> + '_ {
        self.regions.values().copied()
    }

    /// The region that holds an address.
    pub fn region(&self, address: u64) -> Option<Region> {
        let (_, region) = self.regions.range(..=address).next_back()?;
        (address < region.end).then_some(*region)
    }

    /// Maps zero-filled pages over a range, which is extended to whole pages, and replaces what was mapped there. A
    /// range that would pass the end of the address space is cut there.
    pub fn map(&mut self, address: u64, len: u64, protection: Protection, sharing: Sharing) {
        let Some((start, end)) = whole_pages(address, len) else {
            return;
        };
        self.map_bare(start, end - start, protection, sharing);
        if sharing == Sharing::Shared {
            for page in (start..end).step_by(PAGE_SIZE as usize) {
                if self.page(page).is_err() {
                    break;
                }
            }
        }
    }

    /// [`Self::map`] without allocating frames for shared pages, which the caller adds by [`Self::put_page`].
    pub fn map_bare(&mut self, address: u64, len: u64, protection: Protection, sharing: Sharing) {
        let Some((start, end)) = whole_pages(address, len) else {
            return;
        };
        self.unmap(start, end - start);
        self.regions.insert(
            start,
            Region {
                start,
                end,
                protection,
                sharing,
            },
        );
    }

    /// Whether the page of an address has been touched.
    pub fn is_touched(&self, address: u64) -> bool {
        self.pages.contains_key(&(address >> PAGE_SHIFT))
    }

    /// The pages that have been touched, ascending by their numbers.
    pub fn pages(&self) -> Vec<(u64, SharedPage)> {
        let pages = self.pages.iter();
        let pages = pages.map(|(&number, page)| (number, SharedPage(Rc::clone(&page.frame))));
        let mut pages: Vec<_> = pages.collect();
        pages.sort_unstable_by_key(|page| page.0);
        pages
    }

    /// Puts a page at a page number. Returns false, and does nothing, if the page is not mapped or has been touched.
    pub fn put_page(&mut self, number: u64, page: &SharedPage) -> bool {
        let address = number << PAGE_SHIFT;
        let is_free = address >> PAGE_SHIFT == number
            && self.region(address).is_some()
            && !self.pages.contains_key(&number);
        if is_free {
            let page = Page {
                frame: Rc::clone(&page.0),
                code: Cell::new(false),
            };
            self.pages.insert(number, page);
            self.most = self.most.max(self.resident());
        }
        is_free
    }

    /// The page of an address that is mapped as shared and has been touched.
    pub fn shared_page(&self, address: u64) -> Option<SharedPage> {
        let region = self.region(address)?;
        let page = self.pages.get(&(address >> PAGE_SHIFT))?;
        (region.sharing == Sharing::Shared).then(|| SharedPage(Rc::clone(&page.frame)))
    }

    /// Gives it the next identity, as if it had just been made. Nothing has executed in it.
    pub(crate) fn renew_id(&mut self) {
        self.id = next_id();
    }

    /// Removes all mappings in a range, which is extended to whole pages.
    pub fn unmap(&mut self, address: u64, len: u64) {
        let Some((start, end)) = whole_pages(address, len) else {
            return;
        };
        self.note_written(start, usize::MAX);
        self.split(start);
        self.split(end);
        let gone: Vec<u64> = self.regions.range(start..end).map(|(&k, _)| k).collect();
        for key in gone {
            self.regions.remove(&key);
        }
        self.forget(start, end);
        let (first, last) = (start >> PAGE_SHIFT, end >> PAGE_SHIFT);
        let before = self.pages.len();
        if ((last - first) as usize) < before {
            for number in first..last {
                self.pages.remove(&number);
            }
        } else {
            self.pages
                .retain(|&number, _| number < first || number >= last);
        }
        if self.pages.len() < before {
            self.unmapped.push(start..end);
        }
    }

    /// Changes the rights of a range, which is extended to whole pages.
    ///
    /// # Errors
    /// Part of the range is not mapped; then nothing has changed.
    pub fn protect(
        &mut self,
        address: u64,
        len: u64,
        protection: Protection,
    ) -> Result<(), MemoryFault> {
        let Some((start, end)) = whole_pages(address, len) else {
            return Ok(());
        };
        let mut at = start;
        while at < end {
            let region = self.region(at).ok_or(MemoryFault {
                address: at,
                kind: MemoryFaultKind::Unmapped,
            })?;
            at = region.end;
        }
        self.split(start);
        self.split(end);
        for (_, region) in self.regions.range_mut(start..end) {
            region.protection = protection;
        }
        self.forget(start, end);
        Ok(())
    }

    /// Moves the pages of a range to another place, replacing what is there; both ranges are
    /// multiples of the page size. The old range is unmapped.
    ///
    /// # Errors
    /// The old range is not mapped as a whole; then nothing has changed.
    pub fn relocate(&mut self, from: u64, len: u64, to: u64) -> Result<(), MemoryFault> {
        let (Some((start, end)), Some(_)) = (whole_pages(from, len), whole_pages(to, len)) else {
            return Ok(());
        };
        let mut pieces = Vec::new();
        let mut at = start;
        while at < end {
            let region = self.region(at).ok_or(MemoryFault {
                address: at,
                kind: MemoryFaultKind::Unmapped,
            })?;
            let piece = at - start..region.end.min(end) - start;
            pieces.push((piece, region.protection, region.sharing));
            at = region.end;
        }
        let taken: Vec<(u64, Page)> = (start..end)
            .step_by(PAGE_SIZE as usize)
            .filter_map(|page| Some((page - start, self.pages.remove(&(page >> PAGE_SHIFT))?)))
            .collect();
        // The moved pages are no longer in the table when the range is unmapped: report their code here.
        for (offset, page) in &taken {
            if page.code.replace(false) {
                self.stale.push((start + offset) >> PAGE_SHIFT);
            }
        }
        self.unmap(start, end - start);
        if !taken.is_empty() {
            self.unmapped.push(start..end);
        }
        for (piece, protection, sharing) in pieces {
            self.map(
                to + piece.start,
                piece.end - piece.start,
                protection,
                sharing,
            );
        }
        for (offset, page) in taken {
            self.pages.insert((to + offset) >> PAGE_SHIFT, page);
        }
        Ok(())
    }

    /// Checks that a byte can be written, without touching it: a semaphore that faults must not have read.
    pub(crate) fn writable_at(&self, address: u64) -> Result<(), MemoryFault> {
        self.check(address, Access::Write)
    }

    /// A weak reference by which others notice the end of the space.
    pub(crate) fn token(&self) -> Weak<()> {
        Rc::downgrade(&self.alive)
    }

    /// Reports code as stale that was decoded from any address at which the shared page of `address` is mapped: a store
    /// marks only the code of the address that it uses.
    pub(crate) fn flush_code(&mut self, address: u64) {
        let Some(SharedPage(frame)) = self.shared_page(address) else {
            return;
        };
        for (&number, page) in &self.pages {
            if Rc::ptr_eq(&page.frame, &frame) && page.code.replace(false) {
                self.stale.push(number);
            }
        }
    }

    /// True when decoded code has become stale since the last [`Self::take_stale`].
    #[inline(always)]
    pub(crate) fn has_stale(&self) -> bool {
        !self.stale.is_empty()
    }

    /// Takes the numbers of the pages whose decoded blocks are out of date.
    pub(crate) fn take_stale(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.stale)
    }

    /// Takes the ranges that others have written since the last call.
    #[inline]
    pub(crate) fn take_written(&mut self) -> Vec<(u64, usize)> {
        std::mem::take(&mut self.written)
    }

    /// The ranges that others have written since the program last ran.
    pub(crate) fn written(&self) -> &Vec<(u64, usize)> {
        &self.written
    }

    /// Takes the ranges with pages that were unmapped since the last call, oldest first.
    #[inline]
    pub(crate) fn take_unmapped(&mut self) -> Vec<Range<u64>> {
        std::mem::take(&mut self.unmapped)
    }

    /// The ranges with pages that were unmapped since the program last ran.
    pub(crate) fn unmapped(&self) -> &[Range<u64>] {
        &self.unmapped
    }

    pub(crate) fn set_unmapped(&mut self, unmapped: Vec<Range<u64>>) {
        self.unmapped = unmapped;
    }

    pub(crate) fn set_written(&mut self, written: Vec<(u64, usize)>) {
        self.written = written;
    }

    /// Adds a range to those that others have written.
    pub(in crate::memory) fn note_written(&mut self, address: u64, len: usize) {
        if self.written.len() < WRITTEN_LIMIT {
            self.written.push((address, len));
        } else {
            self.written.clear();
            self.written.push((0, usize::MAX));
        }
    }

    fn check(&self, address: u64, access: Access) -> Result<(), MemoryFault> {
        let fault = |kind| Err(MemoryFault { address, kind });
        match self.region(address) {
            None => fault(MemoryFaultKind::Unmapped),
            Some(region) if region.protection.of_nats => fault(MemoryFaultKind::OfNats),
            Some(region) if !region.protection.allows(access) => fault(MemoryFaultKind::Denied),
            Some(_) => Ok(()),
        }
    }

    /// The page of a mapped address, allocated if it was never touched.
    fn page(&mut self, address: u64) -> Result<&Page, MemoryFault> {
        let before = self.pages.len() as u64;
        Ok(match self.pages.entry(address >> PAGE_SHIFT) {
            Entry::Occupied(page) => page.into_mut(),
            Entry::Vacant(place) => {
                let frame = Rc::new(self.frames.take().ok_or(exhausted(address))?);
                self.touched += 1;
                self.most = self.most.max(before + 1);
                place.insert(Page {
                    frame,
                    code: Cell::new(false),
                })
            }
        })
    }

    /// The frame of a mapped address.
    pub(in crate::memory) fn page_frame(&mut self, address: u64) -> Result<Rc<Frame>, MemoryFault> {
        Ok(Rc::clone(&self.page(address)?.frame))
    }

    /// The frame of a mapped address, ready to be written: a private one that is shared after a fork is copied, and
    /// decoded code is reported stale.
    pub(in crate::memory) fn writable(&mut self, address: u64) -> Result<Rc<Frame>, MemoryFault> {
        let private = self
            .region(address)
            .is_none_or(|region| region.sharing == Sharing::Private);
        let number = address >> PAGE_SHIFT;
        self.page(address)?;
        let page = self.pages.get_mut(&number).ok_or(exhausted(address))?;
        if private && Rc::strong_count(&page.frame) > 1 {
            let own = page.frame.duplicate().ok_or(exhausted(address))?;
            self.loads.remove(address);
            page.frame = Rc::new(own);
            self.touched += 1;
        }
        if page.code.replace(false) {
            self.stale.push(number);
        }
        Ok(Rc::clone(&page.frame))
    }

    /// Hands the parts of a range that lie on one page each to `part`, after a check of rights, and enters the pages
    /// into the buffer.
    fn copy(
        &mut self,
        address: u64,
        len: usize,
        access: Access,
        mut part: impl FnMut(&Frame, usize, Range<usize>),
    ) -> Result<(), MemoryFault> {
        let mut done = 0;
        while done < len {
            let at = address.wrapping_add(done as u64);
            self.check(at, access)?;
            let offset = (at & PAGE_MASK) as usize;
            let step = (len - done).min(PAGE_SIZE as usize - offset);
            if access == Access::Write {
                let frame = self.writable(at)?;
                part(&frame, offset, done..done + step);
                self.stores.insert(at, &frame);
            } else {
                let frame = Rc::clone(&self.page(at)?.frame);
                part(&frame, offset, done..done + step);
                self.loads.insert(at, &frame);
            }
            done += step;
        }
        Ok(())
    }

    /// Makes `at` a boundary between regions.
    fn split(&mut self, at: u64) {
        if let Some((_, region)) = self.regions.range_mut(..at).next_back()
            && region.end > at
        {
            let tail = Region {
                start: at,
                ..*region
            };
            region.end = at;
            self.regions.insert(at, tail);
        }
    }

    /// Drops cached translations of a range and reports its code stale.
    fn forget(&mut self, start: u64, end: u64) {
        self.loads.clear();
        self.stores.clear();
        let (first, last) = (start >> PAGE_SHIFT, end >> PAGE_SHIFT);
        if ((last - first) as usize) < self.pages.len() {
            for number in first..last {
                let page = self.pages.get(&number);
                if page.is_some_and(|page| page.code.replace(false)) {
                    self.stale.push(number);
                }
            }
        } else {
            for (&number, page) in &self.pages {
                if (first..last).contains(&number) && page.code.replace(false) {
                    self.stale.push(number);
                }
            }
        }
    }
}

fn exhausted(address: u64) -> MemoryFault {
    MemoryFault {
        address,
        kind: MemoryFaultKind::Exhausted,
    }
}

/// The whole pages that cover a range; `None` when it is empty.
fn whole_pages(address: u64, len: u64) -> Option<(u64, u64)> {
    if len == 0 {
        return None;
    }
    let start = address & !PAGE_MASK;
    let end = address
        .saturating_add(len)
        .saturating_add(PAGE_MASK)
        .min(!PAGE_MASK)
        & !PAGE_MASK;
    (start < end).then_some((start, end))
}
