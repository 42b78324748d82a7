//! Address translation: TLBs of one or two levels, the page walker, physical frames.
//!
//! The first level translates *parts* of pages, the second *pages*. Both are numbered with the space in the high bits ([`Tlb::part`],
//! [`Translator::page`]). In user mode frames are handed out in the order of first touch, so that a run is reproducible and processes do
//! not alias (`docs/timing.md`, "Translation"); in [`system`] mode the machine tells where pages lie.

mod level;
mod located;
mod system;
mod warm;

use crate::model::memory::Shared;
use crate::model::memory::cache::Request;
use checkpoint::{Damage, Grows as _, Source, State};
use config::model::{FirstLevelMiss, Machine, Tlb as Parameters, Walker};
use events::{Probe, Raw, Site, TlbLevel, Translated};
use level::Level;
use std::collections::BTreeMap;
use std::ops::{Range, RangeBounds};

pub(crate) use located::Located;
use system::Mapped;
pub(crate) use warm::Window;

/// Physical frames by page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    /// The frame of each page that has been touched and not given up, page tables included.
    frames: BTreeMap<u64, u64>,
    /// Frames handed out so far. A frame is not handed out again when its page is given up.
    count: u64,
    /// Pages touched that hold page tables.
    pub tables: u64,
    /// In system mode, which uses none of the above: what the machine has told of pages.
    mapped: Option<Box<Mapped>>,
}

/// The state of user mode.
impl State for Frames {
    fn save(&self, out: &mut Vec<u8>) {
        self.frames.save_all(out);
        (self.count, self.tables).save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.frames.load_all(from)?;
        self.count.load(from)?;
        self.tables.load(from)
    }
}

/// Set in the number of a page of the page table itself.
const VHPT: u64 = 1 << 63;

impl Frames {
    /// The frame of a page, a new one at its first touch; and whether this is the first touch.
    fn frame(&mut self, page: u64) -> (u64, bool) {
        // Translation 1: frames in the order of first touch.
        let next = self.count;
        let frame = *self.frames.entry(page).or_insert(next);
        let first = frame == next;
        if first {
            self.count += 1;
            self.tables += u64::from(page & VHPT != 0);
        }
        (frame, first)
    }

    /// The frame of a page that has been touched.
    pub(crate) fn known(&self, page: u64) -> Option<u64> {
        match &self.mapped {
            None => self.frames.get(&page).copied(),
            Some(mapped) => mapped.known(page),
        }
    }

    /// Gives up the pages of a space that has ended.
    pub(crate) fn end_space(&mut self, space: u32) {
        let first = in_space(space);
        for first in [first, first | VHPT] {
            self.give_up(first..=first | ((1 << SPACE_SHIFT) - 1));
        }
    }

    /// Gives up the touched pages of a range of page numbers; whether there were any. The page table stays as it is.
    fn give_up(&mut self, pages: impl RangeBounds<u64>) -> bool {
        let range = self.frames.range(pages);
        let touched: Vec<u64> = range.map(|(&page, _)| page).collect();
        for page in &touched {
            self.frames.remove(page);
        }
        !touched.is_empty()
    }

    /// Whether a page has been touched.
    fn is_known(&self, page: u64) -> bool {
        self.known(page).is_some()
    }

    /// Pages touched so far, page table included.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }
}

/// Number of bits below the space in a page's number.
const SPACE_SHIFT: u32 = 51;

/// Number of bits below the space in the number of a part of a page, which has 4 KB at least.
const PART_SPACE_SHIFT: u32 = 52;

/// The number of page 0 of a space.
#[inline(always)]
fn in_space(space: u32) -> u64 {
    u64::from(space) << SPACE_SHIFT & !VHPT
}

/// The space of a page, as many bits of it as the page's number holds.
fn space_of(page: u64) -> u64 {
    (page & !VHPT) >> SPACE_SHIFT
}

/// The page of a part, of which a page has 2^`page_parts`.
#[inline(always)]
fn page_of(part: u64, page_parts: u32) -> u64 {
    let number = part & ((1 << PART_SPACE_SHIFT) - 1);
    number >> page_parts | in_space((part >> PART_SPACE_SHIFT) as u32)
}

/// Gives up the pages that lie wholly in an unmapped range of addresses of a space: they count as touched for the first time if they are touched
/// again. Returns whether any had been touched.
pub(crate) fn unmap<'a>(
    translator: &mut Translator,
    tlbs: impl IntoIterator<Item = &'a mut Tlb>,
    space: u32,
    addresses: &Range<u64>,
) -> bool {
    let pages = translator.whole_pages(space, addresses);
    let any = pages.start < pages.end && translator.frames.give_up(pages.clone());
    // A translation is one of a touched page.
    if any {
        // Translation 10
        tlbs.into_iter().for_each(|tlb| tlb.retire(&pages));
    }
    any
}

/// The quantities of the data side and of the instruction side, in this order: first-level misses, transfers from the second level, misses of both
/// levels, translations made by the walker, those made by software, reads of the walker.
pub(crate) const EVENTS: [[Raw; 6]; 2] = [
    [
        Raw::DtlbFirstMisses,
        Raw::DtlbTransfers,
        Raw::DtlbMisses,
        Raw::DtlbWalkerInserts,
        Raw::DtlbSoftwareInserts,
        Raw::WalkerReads,
    ],
    [
        Raw::ItlbFirstMisses,
        Raw::ItlbTransfers,
        Raw::ItlbMisses,
        Raw::ItlbWalkerInserts,
        Raw::ItlbSoftwareInserts,
        Raw::WalkerReadsInstruction,
    ],
];

/// One side of translation: data or instructions.
#[derive(Clone, Debug)]
pub(crate) struct Tlb {
    pub first: Level,
    pub second: Option<Level>,
    parameters: Parameters,
    /// The part translated last by the first level, and its frame.
    pub last: (u64, u64),
    /// The page that the second level alone translated last, and its frame.
    pub last_direct: (u64, u64),
    /// Floating-point references ask the second level alone.
    pub fp_bypasses_first: bool,
    /// Logarithm of the bytes of a part.
    part_shift: u32,
    /// Logarithm of the parts of a page.
    page_parts: u32,
    /// This is the side of instructions.
    instructions: bool,
    /// Look-ups of the first level; the part translated last is not looked up.
    pub lookups: u64,
    /// Those that hit.
    pub first_hits: u64,
    /// Look-ups of references that ask the second level alone: hits, then misses.
    pub direct: [u64; 2],
    /// In system mode, the space of each region of addresses; 0 in user mode, where the caller names the space.
    regions: [u16; 8],
    /// Changes whenever a level may hold other translations than before: what was found at an earlier version has to be looked up again.
    pub version: u64,
    /// In system mode, misses of both levels whose translation the machine had without a walk.
    pub supplied: u64,
    /// Insertions by the guest (`itc`, `itr`).
    pub inserts: u64,
    /// In system mode, misses that interrupted the guest: of references that ask the first level, and of those that ask the second one alone.
    pub faults: [u64; 2],
    /// In system mode: an interruption cuts short what is translated, so that the walker's read for it does not retire.
    pub cuts_short: bool,
    /// Walks for such.
    pub cut_walks: u64,
}

checkpoint::state!(Tlb { first, last, last_direct, lookups, first_hits, direct, regions, supplied, inserts, faults, cut_walks } fixed { second } skips { cuts_short, version, parameters, fp_bypasses_first, part_shift, page_parts, instructions });

/// A translation, and what it costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Translation {
    /// Physical frame number.
    pub frame: u64,
    /// The first-level miss and its costs; `None`: the first level hit.
    pub miss: Option<Miss>,
}

/// A first-level TLB miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Miss {
    /// What supplied the translation: the second level, the walker or software.
    pub level: TlbLevel,
    /// Cycles of the first-level miss itself.
    pub transfer: u64,
    /// Cycles of the hardware walk.
    pub walk: u64,
    /// Cycles of the software fill.
    pub software: u64,
}

impl Miss {
    /// All cycles of the miss.
    pub(crate) fn cycles(&self) -> u64 {
        self.transfer + self.walk + self.software
    }
}

/// What both sides of translation share.
#[derive(Clone, Debug)]
pub(crate) struct Translator {
    pub frames: Frames,
    pub walker: Walker,
    /// Cycles of a software fill.
    fault_cycles: u64,
    /// Logarithm of the bytes of a page.
    page_shift: u32,
    /// Mask of the address bits inside a page.
    offset: u64,
    /// The spaces of the regions of data addresses, as in [`Tlb`].
    regions: [u16; 8],
}

checkpoint::state!(Translator { frames } skips { walker, fault_cycles, page_shift, offset, regions });

impl Translator {
    /// No page touched.
    pub(crate) fn new(machine: &Machine) -> Self {
        let page_bytes = u64::from(machine.tlbs.page_bytes.max(1)).next_power_of_two();
        Self {
            frames: Frames::default(),
            walker: machine.tlbs.walker.clone(),
            fault_cycles: u64::from(machine.os.tlb_fault_cycles),
            page_shift: page_bytes.trailing_zeros(),
            offset: page_bytes - 1,
            regions: [0; 8],
        }
    }

    /// The number of the page of an address: its number in its space, with the space above it.
    #[inline(always)]
    pub(crate) fn page(&self, space: u32, address: u64) -> u64 {
        // Translation 9
        let region = u32::from(self.regions[(address >> 61) as usize]);
        address >> self.page_shift | in_space(space | region)
    }

    /// Whether two physical addresses are on one page.
    #[inline(always)]
    pub(crate) fn are_on_one_page(&self, one: u64, other: u64) -> bool {
        (one ^ other) >> self.page_shift == 0
    }

    /// Where the page table has the entry of a page: the byte offset in the table, the frame of the table's page, and whether that page is
    /// touched for the first time.
    fn table_entry(&mut self, page: u64) -> (u64, u64, bool) {
        // Translation 1
        // The page table entry lies in a page of its own, touched first when its first entry is.
        let entry_bytes = u64::from(self.walker.entry_bytes);
        let entry = (page & ((1 << SPACE_SHIFT) - 1)) * entry_bytes;
        let table_page = entry >> self.page_shift | (page >> SPACE_SHIFT) << SPACE_SHIFT | VHPT;
        let (frame, first) = self.frames.frame(table_page);
        (entry, frame, first)
    }

    /// The pages that lie wholly in a range of addresses of a space in user mode: their addresses.
    pub(crate) fn whole(&self, addresses: &Range<u64>) -> Range<u64> {
        let start = addresses.start.saturating_add(self.offset) & !self.offset;
        start..(addresses.end & !self.offset).max(start)
    }

    /// Their numbers.
    fn whole_pages(&self, space: u32, addresses: &Range<u64>) -> Range<u64> {
        let number = |address: u64| in_space(space) | address >> self.page_shift;
        let Range { start, end } = self.whole(addresses);
        number(start)..number(end)
    }

    /// The space and the first address of a page: the inverse of [`page`](Self::page).
    fn place(&self, page: u64) -> (u32, u64) {
        let number = page & ((1 << SPACE_SHIFT) - 1);
        ((page >> SPACE_SHIFT) as u32, number << self.page_shift)
    }

    /// In system mode: the number of the page of an address in a space, and that of the frame in which a physical address lies.
    pub(crate) fn page_at(&self, space: u16, address: u64, physical: u64) -> (u64, u64) {
        let page = address >> self.page_shift | in_space(space.into());
        (page, physical >> self.page_shift)
    }

    /// Sets the spaces of the regions of data addresses.
    pub(crate) fn set_regions(&mut self, regions: [u16; 8]) {
        self.regions = regions;
    }

    /// Logarithm of the bytes of a page.
    pub(crate) fn page_bits(&self) -> u8 {
        self.page_shift as u8
    }

    /// The physical address of an address whose page lies in a frame.
    #[inline(always)]
    pub(crate) fn physical(&self, frame: u64, address: u64) -> u64 {
        frame << self.page_shift | address & self.offset
    }

    /// The record by which a listener is told where an address of a space lies.
    pub(crate) fn translated(&self, space: u32, physical: u64) -> Translated {
        Translated {
            physical,
            page_bytes: self.offset + 1,
            space,
        }
    }
}

impl Tlb {
    /// An empty TLB, of instructions or of data.
    pub(crate) fn new(machine: &Machine, instructions: bool) -> Self {
        let (parameters, salt) = if instructions {
            (machine.tlbs.instruction.as_tlb(), 0x17)
        } else {
            (machine.tlbs.data.clone(), 0x2d)
        };
        let seed = machine.caches.seed ^ salt;
        let page_bytes = machine.tlbs.page_bytes.max(1).next_power_of_two();
        let part_bytes = parameters.first_part_bytes.clamp(1, page_bytes);
        let part_shift = part_bytes.next_power_of_two().trailing_zeros();
        Self {
            // Translation 7: a trace of the first level's misses is complete only if every reference asks it.
            fp_bypasses_first: parameters.fp_bypasses_first
                && parameters.second.entries > 0
                && !machine.core_trace.invalidate,
            part_shift,
            page_parts: page_bytes.trailing_zeros() - part_shift,
            last_direct: (u64::MAX, 0),
            direct: [0; 2],
            regions: [0; 8],
            version: 0,
            supplied: 0,
            inserts: 0,
            faults: [0; 2],
            cuts_short: false,
            cut_walks: 0,
            first: Level::new(&parameters.first, seed),
            second: (parameters.second.entries > 0)
                .then(|| Level::new(&parameters.second, seed.wrapping_add(1))),
            parameters,
            last: (u64::MAX, 0),
            instructions,
            lookups: 0,
            first_hits: 0,
        }
    }

    /// Makes the translations of a range of pages translate nothing any more. Their entries stay where they are until they are replaced.
    fn retire(&mut self, pages: &Range<u64>) {
        // Translation 10
        let page_parts = self.page_parts;
        let of_part = |part: u64| pages.contains(&page_of(part, page_parts));
        let (first, second) = self.change();
        first.retire(of_part);
        if let Some(second) = second {
            second.retire(|page| pages.contains(&page));
        }
        if of_part(self.last.0) {
            self.last = (u64::MAX, 0);
        }
        if pages.contains(&self.last_direct.0) {
            self.last_direct = (u64::MAX, 0);
        }
    }

    /// Removes all translations of the first level, also the one used last.
    pub(crate) fn invalidate_first(&mut self) {
        // Translation 6
        self.change().0.invalidate();
        self.last = (u64::MAX, 0);
    }

    /// Whether a first-level miss flushes the pipe.
    pub(crate) fn flushes(&self) -> bool {
        self.parameters.first_miss == FirstLevelMiss::Flush
    }

    /// Whether L1D does not serve an integer load that misses the first level.
    pub(crate) fn miss_bypasses_l1d(&self) -> bool {
        // Translation 8
        self.parameters.first_miss_bypasses_l1d
    }

    /// The number of the part of a page in which an address lies: its number in its space, with the space above it. An entry of the first level
    /// translates a part.
    #[inline(always)]
    pub(crate) fn part(&self, space: u32, address: u64) -> u64 {
        // System 1
        let region = u32::from(self.regions[(address >> 61) as usize]);
        address >> self.part_shift | u64::from(space | region) << PART_SPACE_SHIFT
    }

    /// The page of a part, as [`Translator::page`] numbers it.
    #[inline(always)]
    pub(crate) fn page_of(&self, part: u64) -> u64 {
        page_of(part, self.page_parts)
    }

    /// Address of the last byte of the part in which an address lies.
    #[inline(always)]
    pub(crate) fn part_end(&self, address: u64) -> u64 {
        address | ((1 << self.part_shift) - 1)
    }

    /// Whether a reference asks the second level alone.
    #[inline(always)]
    pub(crate) fn is_direct(&self, float: bool) -> bool {
        // Translation 7
        float && self.fp_bypasses_first
    }

    /// The frame of a part, if it is the one translated last: no level is looked up and nothing is counted.
    #[inline(always)]
    pub(crate) fn again(&self, part: u64) -> Option<u64> {
        // Translation 4: the part translated last is not looked up again.
        (self.last.0 == part).then_some(self.last.1)
    }

    /// The same for a page, for references that ask the second level alone.
    #[inline(always)]
    pub(crate) fn again_direct(&self, page: u64) -> Option<u64> {
        (self.last_direct.0 == page).then_some(self.last_direct.1)
    }

    /// The frame of an address, if it lies in the part or page translated last. `direct`: the reference asks the second level alone.
    #[inline(always)]
    pub(crate) fn known(&self, direct: bool, space: u32, address: u64) -> Option<u64> {
        let part = self.part(space, address);
        if direct {
            self.again_direct(self.page_of(part))
        } else {
            self.again(part)
        }
    }

    /// Whether only software can supply the translation of a part: its page has not been touched, or no level has it and there is no walker.
    #[inline]
    pub(crate) fn needs_software(&self, part: u64, translator: &Translator) -> bool {
        // Translation 3 and 5.
        if self.again(part).is_some() {
            return false;
        }
        let page = self.page_of(part);
        if translator.walker.enabled || translator.frames.mapped.is_some() {
            return !translator.frames.is_known(page);
        }
        let second = self.second.as_ref().and_then(|second| second.peek(page));
        self.first.peek(part).or(second).is_none()
    }

    /// The place and the frame of a part in the first level, or with `direct` of a page in the second; nothing changes.
    #[inline(always)]
    pub(crate) fn peek(&self, direct: bool, name: u64) -> Option<(usize, u64)> {
        if direct {
            return self.second.as_ref().and_then(|second| second.peek(name));
        }
        self.first.peek(name)
    }

    /// The two levels, to be changed.
    #[inline(always)]
    fn change(&mut self) -> (&mut Level, Option<&mut Level>) {
        self.version += 1;
        (&mut self.first, self.second.as_mut())
    }

    /// Translates a part that is not the one translated last, if the first level has it.
    #[inline(always)]
    pub(crate) fn reuse(&mut self, part: u64) -> Option<u64> {
        let (place, _) = self.first.peek(part)?;
        Some(self.reuse_at(false, place, part))
    }

    /// Translates the part `name`, or with `direct` the page `name`, whose place an earlier [`peek`](Self::peek) gave.
    #[inline(always)]
    pub(crate) fn reuse_at(&mut self, direct: bool, place: usize, name: u64) -> u64 {
        if direct && let Some(second) = &mut self.second {
            let frame = second.lookup_at(place, name);
            self.direct[0] += 1;
            self.last_direct = (name, frame);
            return frame;
        }
        let frame = self.first.lookup_at(place, name);
        self.lookups += 1;
        self.first_hits += 1;
        self.last = (name, frame);
        frame
    }

    /// The same for several places, one after the other; `name`: the part or page of the last one.
    #[inline(always)]
    pub(crate) fn reuse_all(&mut self, direct: bool, places: &[u32], name: u64) {
        let (level, last, count) = match (direct, &mut self.second) {
            (true, Some(second)) => (second, &mut self.last_direct, &mut self.direct[0]),
            _ => {
                self.lookups += places.len() as u64;
                (&mut self.first, &mut self.last, &mut self.first_hits)
            }
        };
        *count += places.len() as u64;
        *last = (name, level.use_all(places));
    }

    /// Translates a part for a reference of `cycle`.
    pub(crate) fn translate<P: Probe>(
        &mut self,
        part: u64,
        shared: &mut Shared<P>,
        cycle: u64,
        site: &Site,
    ) -> Translation {
        if let Some(frame) = self.again(part).or_else(|| self.reuse(part)) {
            return Translation { frame, miss: None };
        }
        self.translate_missing(part, shared, cycle, site)
    }

    /// [`translate`](Self::translate) for a part that is not the one translated last and that the first level lacks.
    pub(crate) fn translate_missing<P: Probe>(
        &mut self,
        part: u64,
        shared: &mut Shared<P>,
        cycle: u64,
        site: &Site,
    ) -> Translation {
        if let Some(frame) = shared.translator.frames.untranslated(self.page_of(part)) {
            self.last = (part, frame);
            return Translation { frame, miss: None };
        }
        self.lookups += 1;
        // Translation 2 and 4: the transfer; the first level gets the translation.
        let [first_misses, transfers, ..] = EVENTS[usize::from(self.instructions)];
        shared.counters.count(first_misses, 1, cycle, site);
        let mut miss = Miss {
            level: TlbLevel::Second,
            transfer: u64::from(self.parameters.first_miss_cycles),
            walk: 0,
            software: 0,
        };
        let page = self.page_of(part);
        let second = self.second.as_mut();
        let frame = if let Some(frame) = second.and_then(|second| second.lookup(page)) {
            shared.counters.count(transfers, 1, cycle, site);
            frame
        } else {
            self.miss(page, shared, cycle, site, &mut miss)
        };
        self.change().0.insert(part, frame);
        self.last = (part, frame);
        let miss = Some(miss);
        Translation { frame, miss }
    }

    /// Translates the page of a part for a reference of `cycle` that asks the second level alone.
    pub(crate) fn translate_direct<P: Probe>(
        &mut self,
        part: u64,
        shared: &mut Shared<P>,
        cycle: u64,
        site: &Site,
    ) -> Translation {
        // Translation 7
        let page = self.page_of(part);
        if let Some(frame) = self.again_direct(page) {
            return Translation { frame, miss: None };
        }
        if let Some((place, _)) = self.peek(true, page) {
            let frame = self.reuse_at(true, place, page);
            return Translation { frame, miss: None };
        }
        if let Some(frame) = shared.translator.frames.untranslated(page) {
            self.last_direct = (page, frame);
            return Translation { frame, miss: None };
        }
        self.direct[1] += 1;
        let mut miss = Miss {
            level: TlbLevel::Second,
            transfer: 0,
            walk: 0,
            software: 0,
        };
        let frame = self.miss(page, shared, cycle, site, &mut miss);
        self.last_direct = (page, frame);
        let miss = Some(miss);
        Translation { frame, miss }
    }

    /// Translates a page that no level has: returns its frame, and puts what supplied it and its costs into `miss`.
    #[inline(never)]
    fn miss<P: Probe>(
        &mut self,
        page: u64,
        shared: &mut Shared<P>,
        cycle: u64,
        site: &Site,
        miss: &mut Miss,
    ) -> u64 {
        if shared.translator.frames.mapped.is_some() {
            return self.miss_in_system(page, shared, cycle, site, miss);
        }
        // Translation 3 and 4: the walk or the software fill.
        let count = |shared: &mut Shared<P>, raw| shared.counters.count(raw, 1, cycle, site);
        let [_, _, misses, walker_inserts, software_inserts, walker_reads] =
            EVENTS[usize::from(self.instructions)];
        count(shared, misses);
        let translator = &mut shared.translator;
        let (frame, first_touch) = translator.frames.frame(page);
        if P::is_armed() && first_touch {
            let (space, address) = translator.place(page);
            let place = translator.translated(space, translator.physical(frame, address));
            shared.counters.probe.placement(address, &place);
        }
        let (entry, table_frame, table_first) = translator.table_entry(page);
        if first_touch || !translator.walker.enabled {
            miss.level = TlbLevel::Software;
            miss.software = translator.fault_cycles * (1 + u64::from(table_first));
            count(shared, software_inserts);
        } else {
            let overhead = u64::from(translator.walker.overhead_cycles);
            let address = translator.physical(table_frame, entry);
            let access = shared.l2(cycle, address, Request::Walker, site);
            miss.level = TlbLevel::Walker;
            miss.walk = access.ready - cycle + overhead;
            count(shared, walker_reads);
            count(shared, walker_inserts);
        }
        if let (_, Some(second)) = self.change() {
            second.insert(page, frame);
        }
        frame
    }
}

#[cfg(test)]
mod tests;
