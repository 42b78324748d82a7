//! Memory of a process: mappings with their names and files, the program break, and where Linux puts things.
//!
//! The addresses are those of Linux on Itanium: mappings from region 1 upwards, the register backing store growing up
//! and the memory stack growing down below the top of the region of user stacks.

pub(crate) mod copied;
mod free;
pub(crate) mod mapped;
mod moved;
mod shared;

use crate::abi::consts::{PAGE, mman};
use crate::abi::errno::Errno;
use copied::CopiedFile;
use free::Searched;
pub(crate) use free::aligned;
use machine::{AddressSpace, Charge, Frames, Protection, Sharing};
use mapped::MappedFile;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Lowest address that `mmap` chooses (`TASK_UNMAPPED_BASE`).
pub(crate) const MAP_BASE: u64 = 0x2000_0000_0000_0000;
/// Bottom of the first thread's register backing store.
pub(crate) const BACKING_STORE: u64 = 0x8000_0fff_8000_0000;
/// End of the first thread's memory stack.
pub(crate) const STACK_TOP: u64 = 0x8000_0fff_ffff_c000;
/// Bytes mapped for the stack and for the backing store; pages cost nothing before they are touched.
pub(crate) const STACK_SIZE: u64 = 64 << 20;
/// The gate page, in which the signal trampoline lies. Unwinders recognise the address range.
pub(crate) const GATE: u64 = 0xa000_0000_0000_0000;
/// Name of the page at address 0 of which every access is one of a NaT page (`ia64_init_addr_space` of Linux). `maps` shows the page
/// without it.
const NAT_PAGE: &[u8] = b"[NaT page]";
/// First address that a program cannot map.
pub(crate) const TASK_SIZE: u64 = GATE;
/// The bits of an address below its region.
const OFFSET: u64 = (1 << 61) - 1;
/// Bytes of a region that have page tables (`RGN_MAP_LIMIT` for 16 KB pages).
const REGION_LIMIT: u64 = (1 << 44) - PAGE;
/// Most bytes of all mappings of a process, and of its writable ones: bounds what it can take from the host.
const TOTAL_LIMIT: u64 = 1 << 42;
const WRITABLE_LIMIT: u64 = 16 << 30;

/// Bytes of a file that are read or written at a time.
const CHUNK: usize = 1 << 20;
/// Mappings of a process at most, as Linux has it (`vm.max_map_count`).
const AREA_LIMIT: usize = 65_530;
/// Most bytes of shared mappings, which get their frames when they are mapped.
const SHARED_LIMIT: u64 = 1 << 30;

/// The file behind a shared mapping, from the area's offset on.
#[derive(Clone)]
pub(crate) struct Mapping {
    pub file: Rc<MappedFile>,
    /// Whether the file was opened for writing, so that the mapping may be made writable.
    pub writable: bool,
}

/// What the pages of a mapping come from.
#[derive(Clone)]
pub(crate) enum Behind {
    /// Zeros, or bytes that were put there when a program was loaded.
    Nothing,
    /// The file of a private mapping.
    Copied(Rc<CopiedFile>),
    /// The file of a shared mapping.
    Shared(Mapping),
}

/// A mapping, as `/proc/PID/maps` lists it.
#[derive(Clone)]
pub(crate) struct Area {
    pub end: u64,
    /// `PROT_*`.
    pub protection: u64,
    pub shared: bool,
    /// Path of the file, or a name in brackets.
    pub name: Rc<[u8]>,
    pub offset: u64,
    pub inode: u64,
    pub behind: Behind,
    /// Whether children do not have it (`MADV_DONTFORK`).
    pub left_out: bool,
    /// Whether children have it without what is in it (`MADV_WIPEONFORK`).
    pub wiped: bool,
}

/// Bytes that a mapping takes in the tables here and in the address space, without its name.
const AREA_BYTES: u64 = 3 * size_of::<Area>() as u64;

impl Area {
    /// Bytes of the host that it takes.
    fn held(&self) -> u64 {
        AREA_BYTES + self.name.len() as u64
    }

    /// Anonymous private memory.
    pub(crate) fn anonymous(end: u64, protection: u64, name: &[u8]) -> Area {
        Area {
            end,
            protection,
            shared: false,
            name: name.into(),
            offset: 0,
            inode: 0,
            behind: Behind::Nothing,
            left_out: false,
            wiped: false,
        }
    }

    /// Checks that a file can reach as far as this area, which begins at `start`, shows it.
    ///
    /// # Errors
    /// `EOVERFLOW`: no file is so long.
    fn check_place(&self, start: u64) -> Result<(), Errno> {
        let last = self.offset.checked_add(self.end - start);
        match last {
            Some(last) if last <= i64::MAX as u64 => Ok(()),
            _ => Err(Errno::EOVERFLOW),
        }
    }

    /// Whether it is the page whose accesses consume a NaT, whatever rights it has.
    fn is_nat_page(&self) -> bool {
        &*self.name == NAT_PAGE
    }

    /// What the machine lets the program do with its pages.
    fn rights(&self) -> Protection {
        if self.is_nat_page() {
            Protection::NATS
        } else {
            protection(self.protection)
        }
    }

    /// Whether it is the memory stack or the backing store of a program's first thread.
    fn is_first_stack(&self) -> bool {
        matches!(&*self.name, b"[stack]" | b"[rbs]")
    }

    /// Whether Linux would merge this area, which begins at `start`, with one that begins at its end `at`.
    fn goes_on(&self, start: u64, at: u64, next: &Area) -> bool {
        let file = |area: &Area| {
            let mapping = area.mapping();
            let shared = mapping.map(|it| (Rc::as_ptr(&it.file), it.writable));
            (shared, area.copied().map(Rc::as_ptr))
        };
        next.protection == self.protection
            && next.shared == self.shared
            && next.left_out == self.left_out
            && next.wiped == self.wiped
            && next.name == self.name
            && next.inode == self.inode
            && file(next) == file(self)
            && (self.inode == 0 || next.offset == self.offset + (at - start))
    }

    /// The part of this area from `at` on; the area begins at `start`.
    pub(crate) fn tail(&self, start: u64, at: u64) -> Area {
        let mut tail = self.clone();
        if self.inode != 0 {
            tail.offset += at - start;
        }
        tail
    }
}

/// The memory of one process, or of several that share it.
pub(crate) struct Memory {
    pub space: AddressSpace,
    areas: BTreeMap<u64, Area>,
    frames: Frames,
    totals: Totals,
    /// Memory charged for the tables of mappings.
    tables: Charge,
    /// Whether a page of a writable file has been mapped at two addresses.
    aliased: bool,
    /// No address from [`MAP_BASE`] up to here is free; the search for a free range begins here.
    full_below: u64,
    /// What earlier searches have found, of mappings that are not shared and of those that are.
    searched: [Searched; 2],
    /// Where the program break starts.
    pub break_start: u64,
    /// The program break.
    pub break_now: u64,
}

/// Bytes of all areas, of those that can be written and of those that are shared.
#[derive(Copy, Clone, Default)]
struct Totals {
    all: u64,
    writable: u64,
    shared: u64,
    /// Bytes that count for `RLIMIT_AS`: all but the stacks that programs start with, whose whole room is mapped from the beginning.
    counted: u64,
    /// Bytes that count for `RLIMIT_DATA`: those of `counted` that are private and can be written.
    data: u64,
}

impl Totals {
    /// The bytes of one area.
    fn of(start: u64, area: &Area) -> Totals {
        let all = area.end - start;
        let when = |holds: bool| if holds { all } else { 0 };
        let writable = area.protection & mman::PROT_WRITE != 0;
        let counted = !area.is_first_stack();
        Totals {
            all,
            writable: when(writable),
            shared: when(area.shared),
            counted: when(counted),
            data: when(counted && writable && !area.shared),
        }
    }

    fn plus(self, other: Totals) -> Totals {
        Totals {
            all: self.all.saturating_add(other.all),
            writable: self.writable.saturating_add(other.writable),
            shared: self.shared.saturating_add(other.shared),
            counted: self.counted.saturating_add(other.counted),
            data: self.data.saturating_add(other.data),
        }
    }

    fn minus(self, other: Totals) -> Totals {
        Totals {
            all: self.all - other.all,
            writable: self.writable - other.writable,
            shared: self.shared - other.shared,
            counted: self.counted - other.counted,
            data: self.data - other.data,
        }
    }
}

/// The rights of the machine for `PROT_*`. As on Linux, what can be written can be read.
pub(crate) fn protection(bits: u64) -> Protection {
    let write = bits & mman::PROT_WRITE != 0;
    Protection::new(
        write || bits & mman::PROT_READ != 0,
        write,
        bits & mman::PROT_EXEC != 0,
    )
}

/// Rounds up to whole pages; `None` on overflow.
pub(crate) fn page_up(length: u64) -> Option<u64> {
    length.checked_add(PAGE - 1).map(|l| l & !(PAGE - 1))
}

impl Memory {
    /// An empty memory, whose pages come from `frames`.
    pub(crate) fn new(frames: &Frames) -> Memory {
        Memory {
            space: AddressSpace::within(frames),
            areas: BTreeMap::new(),
            frames: frames.clone(),
            totals: Totals::default(),
            tables: Charge::none(frames),
            aliased: false,
            full_below: MAP_BASE,
            searched: [Searched::NOTHING; 2],
            break_start: 0,
            break_now: 0,
        }
    }

    /// Adds an area where there is none.
    fn put(&mut self, start: u64, area: Area) {
        self.totals = self.totals.plus(Totals::of(start, &area));
        self.count(&area);
        self.areas.insert(start, area);
    }

    /// Charges an area that is added, even beyond the limit: pieces of a split area are few.
    fn count(&mut self, area: &Area) {
        self.tables.force(self.tables.bytes() + area.held());
    }

    /// Removes a whole area.
    fn take(&mut self, start: u64) -> Option<Area> {
        let area = self.areas.remove(&start)?;
        self.totals = self.totals.minus(Totals::of(start, &area));
        self.tables
            .force(self.tables.bytes().saturating_sub(area.held()));
        self.note_freed(start);
        Some(area)
    }

    /// Gives mappings of files new names, where there are any for the old ones.
    pub(crate) fn rename(&mut self, name: impl Fn(&[u8]) -> Option<Vec<u8>>) {
        let mut held = self.tables.bytes();
        for area in self.areas.values_mut().filter(|area| area.inode != 0) {
            if let Some(new) = name(&area.name) {
                held = held.saturating_sub(area.held());
                area.name = new.into();
                held += area.held();
            }
        }
        if held != self.tables.bytes() {
            self.tables.force(held);
        }
    }

    /// The copy that a forked process gets.
    ///
    /// # Errors
    /// No memory is left for its tables.
    pub(crate) fn fork(&mut self) -> Result<Memory, Errno> {
        let tables = Charge::new(&self.frames, self.tables.bytes())?;
        let mut child = Memory {
            space: self.space.fork()?,
            tables,
            aliased: self.aliased,
            areas: self.areas.clone(),
            frames: self.frames.clone(),
            totals: self.totals,
            full_below: self.full_below,
            searched: self.searched,
            break_start: self.break_start,
            break_now: self.break_now,
        };
        for (&start, area) in self.areas.iter().filter(|(_, area)| area.left_out) {
            child.unmap(start, area.end);
        }
        for (&start, area) in self.areas.iter().filter(|(_, area)| area.wiped) {
            child.discard(start, area.end)?;
        }
        Ok(child)
    }

    /// Says something of the mappings of a range of whole pages, such as what children have of them.
    ///
    /// # Errors
    /// `EAGAIN`: there are too many mappings.
    pub(crate) fn mark(
        &mut self,
        start: u64,
        end: u64,
        mark: impl Fn(&mut Area),
    ) -> Result<(), Errno> {
        if self.areas.len() + 2 > AREA_LIMIT {
            return Err(Errno::EAGAIN);
        }
        self.split(start);
        self.split(end);
        for (_, area) in self.areas.range_mut(start..end) {
            mark(area);
        }
        Ok(())
    }

    /// The mappings, ascending.
    pub(crate) fn areas(&self) -> impl Iterator<Item = (u64, &Area)> {
        self.areas.iter().map(|(&start, area)| (start, area))
    }

    /// The mappings that a range touches, ascending.
    pub(crate) fn areas_in(&self, start: u64, end: u64) -> impl Iterator<Item = (u64, &Area)> {
        let first = self.area(start).map_or(start, |(first, _)| first);
        self.areas.range(first..end).map(|(&at, area)| (at, area))
    }

    /// The mapping that holds `address`, with its start.
    pub(crate) fn area(&self, address: u64) -> Option<(u64, &Area)> {
        let (&start, area) = self.areas.range(..=address).next_back()?;
        (address < area.end).then_some((start, area))
    }

    /// Whether a range lies wholly in the part of the address space that a program may map.
    pub(crate) fn allowed(start: u64, length: u64) -> bool {
        let Some(end) = start.checked_add(length) else {
            return false;
        };
        let offset = start & OFFSET;
        end <= TASK_SIZE
            && offset
                .checked_add(length)
                .is_some_and(|e| e <= REGION_LIMIT + PAGE)
    }

    /// Whether `mmap` takes so many bytes from an address on as lying in one region (`ia64_mmap_check`).
    pub(crate) fn within_region(start: u64, length: u64) -> bool {
        let end = (start & OFFSET).checked_add(length);
        end.is_some_and(|end| end <= REGION_LIMIT)
    }

    /// Maps zeroed memory at `start`, replacing what is there; `start` is a multiple of the page size.
    pub(crate) fn map(&mut self, start: u64, area: Area) -> Result<(), Errno> {
        let length = area.end.saturating_sub(start);
        if area.shared && length > self.frames.free() {
            return Err(Errno::ENOMEM);
        }
        self.map_with(start, area, AddressSpace::map)
    }

    /// The same for memory whose pages the caller puts in afterwards: shared pages get no frames.
    pub(crate) fn map_bare(&mut self, start: u64, area: Area) -> Result<(), Errno> {
        self.map_with(start, area, AddressSpace::map_bare)
    }

    fn map_with(
        &mut self,
        start: u64,
        area: Area,
        map: fn(&mut AddressSpace, u64, u64, Protection, Sharing),
    ) -> Result<(), Errno> {
        let length = area
            .end
            .checked_sub(start)
            .filter(|&l| l > 0)
            .ok_or(Errno::EINVAL)?;
        let after = self.totals.plus(Totals::of(start, &area));
        let grows = |limit: u64, now: u64, then: u64| then > now && then > limit;
        let too_much = grows(TOTAL_LIMIT, self.totals.all, after.all)
            || grows(WRITABLE_LIMIT, self.totals.writable, after.writable)
            || grows(SHARED_LIMIT, self.totals.shared, after.shared)
            || area.held() > self.frames.free();
        if too_much || self.areas.len() >= AREA_LIMIT {
            return Err(Errno::ENOMEM);
        }
        self.unmap(start, area.end);
        let sharing = if area.shared {
            Sharing::Shared
        } else {
            Sharing::Private
        };
        map(&mut self.space, start, length, area.rights(), sharing);
        self.put(start, area);
        Ok(())
    }

    /// Maps the page at address 0 whose accesses consume a NaT, unless the program has something there.
    ///
    /// # Errors
    /// As for any mapping.
    pub(crate) fn map_nat_page(&mut self) -> Result<(), Errno> {
        if !self.is_free(0, PAGE) {
            return Ok(());
        }
        self.map(0, Area::anonymous(PAGE, mman::PROT_READ, NAT_PAGE))
    }

    /// Whether an access to an address is one of a NaT page.
    pub(crate) fn is_in_nat_page(&self, address: u64) -> bool {
        self.area(address)
            .is_some_and(|(_, area)| area.is_nat_page())
    }

    /// Removes every mapping in a range of whole pages.
    pub(crate) fn unmap(&mut self, start: u64, end: u64) {
        self.split(start);
        self.split(end);
        let gone: Vec<u64> = self.areas.range(start..end).map(|(&s, _)| s).collect();
        let gone: Vec<_> = gone
            .into_iter()
            .filter_map(|at| Some((at, self.take(at)?)))
            .collect();
        self.space.unmap(start, end - start);
        for (at, area) in gone {
            area.give_up(at, at..area.end);
        }
    }

    /// Changes the rights of a range of whole pages.
    pub(crate) fn protect(&mut self, start: u64, end: u64, bits: u64) -> Result<(), Errno> {
        if bits & mman::PROT_WRITE != 0
            && self.totals.writable.saturating_add(end - start) > WRITABLE_LIMIT
            || self.areas.len() + 2 > AREA_LIMIT
        {
            return Err(Errno::ENOMEM);
        }
        let executes = bits & mman::PROT_EXEC != 0 && self.is_in_nat_page(start);
        if executes || bits & mman::PROT_WRITE != 0 && !self.may_write(start, end) {
            return Err(Errno::EACCES);
        }
        self.space
            .protect(start, end - start, protection(bits))
            .map_err(|_| Errno::ENOMEM)?;
        self.split(start);
        self.split(end);
        for (&at, area) in self.areas.range_mut(start..end) {
            let before = Totals::of(at, area);
            area.protection = bits;
            self.totals = self.totals.minus(before).plus(Totals::of(at, area));
        }
        let changed: Vec<u64> = self.areas.range(start..end).map(|it| *it.0).collect();
        for at in changed {
            self.keep_rights(at);
        }
        Ok(())
    }

    /// Whether nothing is mapped in a range.
    pub(crate) fn is_free(&self, start: u64, end: u64) -> bool {
        self.area(start).is_none() && self.areas.range(start..end).next().is_none()
    }

    /// Whether all of a range is mapped.
    pub(crate) fn is_mapped(&self, start: u64, end: u64) -> bool {
        let mut at = start;
        while at < end {
            match self.area(at) {
                Some((_, area)) => at = area.end,
                None => return false,
            }
        }
        true
    }

    /// Bytes that count for `RLIMIT_AS`, and those for `RLIMIT_DATA`.
    pub(crate) fn limited(&self) -> (u64, u64) {
        (self.totals.counted, self.totals.data)
    }

    /// Bytes of a range that are private, beside the stacks that programs start with.
    pub(crate) fn private_in(&self, start: u64, end: u64) -> u64 {
        let areas = self.areas_in(start, end);
        let areas = areas.filter(|(_, area)| !area.shared && !area.is_first_stack());
        areas
            .map(|(at, area)| area.end.min(end) - at.max(start))
            .sum()
    }

    /// Bytes of a range that count for `RLIMIT_AS`, and those for `RLIMIT_DATA`.
    pub(crate) fn limited_in(&self, start: u64, end: u64) -> (u64, u64) {
        let mut sum = Totals::default();
        for (at, area) in self.areas_in(start, end) {
            let (from, to) = (at.max(start), area.end.min(end));
            let part = Area {
                end: to,
                ..area.clone()
            };
            sum = sum.plus(Totals::of(from, &part));
        }
        (sum.counted, sum.data)
    }

    /// How many bytes from an address on, of so many, lie in mappings that the program may write.
    pub(crate) fn storable(&self, start: u64, length: u64) -> u64 {
        let end = start.saturating_add(length);
        let mut at = start;
        while at < end {
            match self.area(at) {
                Some((_, area)) if area.protection & mman::PROT_WRITE != 0 => at = area.end,
                _ => break,
            }
        }
        at.min(end) - start
    }

    /// Drops the private pages of a range: they are zeros then, or the bytes of their file. Pages of a file whose bytes are not known
    /// stay: those of a program that was loaded, and those of mappings from a checkpoint.
    ///
    /// # Errors
    /// The host's error from reading a file.
    pub(crate) fn discard(&mut self, start: u64, end: u64) -> Result<(), Errno> {
        let dropped = |area: &Area| match &area.behind {
            Behind::Nothing => !area.shared && area.inode == 0,
            Behind::Copied(file) => file.is_known(),
            Behind::Shared(_) => false,
        };
        let areas = self.areas_in(start, end);
        let areas = areas.filter(|(_, area)| dropped(area));
        let ranges: Vec<_> = areas
            .map(|(at, area)| {
                let part = at.max(start)..area.end.min(end);
                (at, part, area.protection, area.copied().is_some())
            })
            .collect();
        for (at, part, bits, is_copy) in ranges {
            let (length, rights) = (part.end - part.start, protection(bits));
            self.space.map(part.start, length, rights, Sharing::Private);
            if is_copy {
                self.copy_in(at, part)?;
            }
        }
        Ok(())
    }

    /// Moves the program break. Returns the break that is in force afterwards.
    pub(crate) fn set_break(&mut self, wanted: u64) -> u64 {
        let (Some(old), Some(new)) = (page_up(self.break_now), page_up(wanted)) else {
            return self.break_now;
        };
        if wanted < self.break_start || !Memory::allowed(self.break_start, new - self.break_start) {
            return self.break_now;
        }
        if new > old {
            let bits = mman::PROT_READ | mman::PROT_WRITE;
            if !self.is_free(old, new)
                || self
                    .map(old, Area::anonymous(new, bits, b"[heap]"))
                    .is_err()
            {
                return self.break_now;
            }
        } else if new < old {
            self.unmap(new, old);
        }
        self.break_now = wanted;
        wanted
    }

    /// Merges the area at an address with those after it, up to `end`, where Linux has one mapping.
    pub(crate) fn join(&mut self, address: u64, end: u64) {
        let Some((start, _)) = self.area(address) else {
            return;
        };
        while let Some(area) = self.areas.get(&start).filter(|area| area.end < end)
            && let Some((&at, next)) = self.areas.range(area.end..).next()
            && at == area.end
            && area.goes_on(start, at, next)
            && let Some(next) = self.take(at)
            && let Some(area) = self.take(start)
        {
            let end = next.end;
            self.put(start, Area { end, ..area });
        }
    }

    fn split(&mut self, at: u64) {
        if let Some((&start, area)) = self.areas.range_mut(..at).next_back()
            && area.end > at
        {
            let tail = area.tail(start, at);
            area.end = at;
            self.count(&tail);
            self.areas.insert(at, tail);
        }
    }

    /// An upper bound of the bytes of [`Self::maps`].
    pub(crate) fn maps_bytes(&self) -> u64 {
        const LINE: u64 = 128;
        self.areas
            .values()
            .map(|area| LINE + 3 * area.name.len() as u64)
            .sum()
    }

    /// The text of `/proc/PID/maps`. Neighbours that Linux would show as one area are merged.
    pub(crate) fn maps(&self) -> String {
        let mut out = String::new();
        let mut areas = self.areas().peekable();
        while let Some((start, area)) = areas.next() {
            let mut end = area.end;
            while let Some((_, next)) =
                areas.next_if(|&(at, next)| at == end && area.goes_on(start, at, next))
            {
                end = next.end;
            }
            let bit = |mask, c| if area.protection & mask != 0 { c } else { '-' };
            let (device, kind) = (
                if area.inode == 0 {
                    0
                } else {
                    crate::fs::DEVICE
                },
                if area.shared { 's' } else { 'p' },
            );
            let line = format!(
                "{start:08x}-{end:08x} {}{}{}{kind} {:08x} {:02x}:{:02x} {}",
                bit(mman::PROT_READ, 'r'),
                bit(mman::PROT_WRITE, 'w'),
                bit(mman::PROT_EXEC, 'x'),
                area.offset,
                device >> 8,
                device & 0xff,
                area.inode
            );
            if area.name.is_empty() || area.is_nat_page() {
                out.push_str(&line);
            } else {
                out.push_str(&format!(
                    "{line:<73}{}",
                    String::from_utf8_lossy(&area.name)
                ));
            }
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests;
