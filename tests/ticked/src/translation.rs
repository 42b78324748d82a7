//! From addresses to frames: TLBs of one or two levels, the walker, software (`docs/timing.md`, "Translation").

use crate::caches::Caches;
use crate::table::Table;
use config::Machine;
use config::model::{FirstLevelMiss, TlbLevel};
use std::collections::HashMap;

/// A page of a space: of the program, or of the table that describes its pages. Numbers as [`Frames::page`] has them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Page {
    Program(u64),
    Table(u64),
}

/// Numbers of pages in a space.
const SPACE_PAGES: u64 = 1 << 51;
/// Numbers of parts of pages in a space.
const SPACE_PARTS: u64 = 1 << 52;

/// Frames by page, numbered in the order of first touch.
pub(crate) struct Frames {
    frames: HashMap<Page, u64>,
    /// Frames handed out.
    count: u64,
    /// The space of the block that executes.
    space: u64,
    page_bytes: u64,
    entry_bytes: u64,
    walker: bool,
    walker_overhead: u64,
    fault_cycles: u64,
}

impl Frames {
    /// No page touched.
    pub(crate) fn new(machine: &Machine) -> Self {
        Self {
            frames: HashMap::new(),
            count: 0,
            space: 0,
            page_bytes: u64::from(machine.tlbs.page_bytes),
            entry_bytes: u64::from(machine.tlbs.walker.entry_bytes),
            walker: machine.tlbs.walker.enabled,
            walker_overhead: u64::from(machine.tlbs.walker.overhead_cycles),
            fault_cycles: u64::from(machine.os.tlb_fault_cycles),
        }
    }

    /// Execution goes on in a space; whether it was there before.
    pub(crate) fn enter(&mut self, space: u32) -> bool {
        let before = std::mem::replace(&mut self.space, space.into());
        before == self.space
    }

    /// A space is gone with its pages.
    pub(crate) fn end(&mut self, space: u32) {
        let mine = |number: u64| number / SPACE_PAGES == u64::from(space);
        self.frames.retain(|page, _| match page {
            Page::Program(number) | Page::Table(number) => !mine(*number),
        });
    }

    /// The page of an address of the space that executes.
    fn page(&self, address: u64) -> u64 {
        self.space * SPACE_PAGES + address / self.page_bytes
    }

    /// Whether two physical addresses are in one page.
    pub(crate) fn shares_page(&self, one: u64, other: u64) -> bool {
        one / self.page_bytes == other / self.page_bytes
    }

    /// The physical address.
    pub(crate) fn physical(&self, frame: u64, address: u64) -> u64 {
        frame * self.page_bytes + address % self.page_bytes
    }

    /// The frame of a page, and whether this is its first touch.
    fn touch(&mut self, page: Page) -> (u64, bool) {
        if let Some(&frame) = self.frames.get(&page) {
            return (frame, false);
        }
        self.frames.insert(page, self.count);
        self.count += 1;
        (self.count - 1, true)
    }

    /// Finds what no TLB has: the frame, the cycles of a walk, the cycles of a software fill.
    fn fill(&mut self, page: u64, cycle: u64, caches: &mut Caches) -> (u64, u64, u64) {
        let (frame, first_touch) = self.touch(Page::Program(page));
        let entry = page % SPACE_PAGES * self.entry_bytes;
        let in_table = page / SPACE_PAGES * SPACE_PAGES + entry / self.page_bytes;
        let (table, first_entry) = self.touch(Page::Table(in_table));
        if first_touch || !self.walker {
            let times = if first_entry { 2 } else { 1 };
            return (frame, 0, times * self.fault_cycles);
        }
        let there = caches.walk(cycle, self.physical(table, entry));
        (frame, there - cycle + self.walker_overhead, 0)
    }
}

/// The TLB of one side.
pub(crate) struct Tlb {
    first: Table<u64>,
    second: Option<Table<u64>>,
    /// The part translated last by the first level and its frame.
    last: Option<(u64, u64)>,
    /// The page translated last by the second level alone and its frame.
    last_direct: Option<(u64, u64)>,
    /// Bytes of an entry of the first level.
    part_bytes: u64,
    /// Floating-point references ask the second level alone.
    pub fp_direct: bool,
    /// Integer loads that miss the first level take their data from behind L1D.
    pub bypasses_l1d: bool,
    first_miss_cycles: u64,
    flushes: bool,
}

/// What a translation costs that the first level does not have.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cost {
    /// Cycles of the first-level miss.
    pub first: u64,
    /// Cycles of the walk.
    pub walk: u64,
    /// Cycles of the software fill.
    pub software: u64,
}

impl Cost {
    /// All of them.
    pub(crate) fn total(self) -> u64 {
        self.first + self.walk + self.software
    }
}

impl Tlb {
    /// Empty.
    pub(crate) fn new(machine: &Machine, code: bool) -> Self {
        let (parameters, own) = if code {
            (machine.tlbs.instruction.as_tlb(), 0x17)
        } else {
            (machine.tlbs.data.clone(), 0x2d)
        };
        let seed = machine.caches.seed ^ own;
        let level = |level: &TlbLevel, number: u64| {
            let seed = seed.wrapping_add(number);
            Table::new(level.entries, level.ways, level.replacement, seed)
        };
        Self {
            first: level(&parameters.first, 0),
            second: (parameters.second.entries > 0).then(|| level(&parameters.second, 1)),
            last: None,
            last_direct: None,
            part_bytes: parameters
                .first_part_bytes
                .min(machine.tlbs.page_bytes)
                .into(),
            fp_direct: parameters.fp_bypasses_first
                && parameters.second.entries > 0
                && !machine.core_trace.invalidate,
            bypasses_l1d: parameters.first_miss_bypasses_l1d,
            first_miss_cycles: u64::from(parameters.first_miss_cycles),
            flushes: parameters.first_miss == FirstLevelMiss::Flush,
        }
    }

    /// The first level forgets everything.
    pub(crate) fn forget_first(&mut self) {
        self.last = None;
        self.first.clear();
    }

    /// Whether a first-level miss flushes the pipe; otherwise it delays the reference.
    pub(crate) fn flushes(&self) -> bool {
        self.flushes
    }

    /// The part of an address of the space that executes.
    fn part(&self, address: u64, frames: &Frames) -> u64 {
        frames.space * SPACE_PARTS + address / self.part_bytes
    }

    /// The frame of the part of an address if it is the one translated last.
    pub(crate) fn last(&self, address: u64, frames: &Frames) -> Option<u64> {
        let part = self.part(address, frames);
        self.last
            .filter(|(last, _)| *last == part)
            .map(|(_, frame)| frame)
    }

    /// The frame of a page that the second level has; does not count as a use.
    fn in_second(&mut self, page: u64) -> Option<u64> {
        let second = self.second.as_mut()?;
        let set = second.set_of(page);
        second.peek(set, page).copied()
    }

    /// Whether software would have to supply the translation of an address.
    pub(crate) fn needs_software(&mut self, address: u64, frames: &Frames) -> bool {
        let part = self.part(address, frames);
        let set = self.first.set_of(part);
        let first = self.first.peek(set, part).is_some();
        let page = frames.page(address);
        let second = self.in_second(page).is_some();
        let untouched = !frames.frames.contains_key(&Page::Program(page));
        self.last(address, frames).is_none() && !first && !second && (untouched || !frames.walker)
    }

    /// Translates an address in a cycle.
    pub(crate) fn translate(
        &mut self,
        address: u64,
        cycle: u64,
        frames: &mut Frames,
        caches: &mut Caches,
    ) -> (u64, Option<Cost>) {
        if let Some(frame) = self.last(address, frames) {
            return (frame, None);
        }
        let part = self.part(address, frames);
        let set = self.first.set_of(part);
        if let Some(&mut frame) = self.first.look_up(set, part) {
            self.last = Some((part, frame));
            return (frame, None);
        }
        let (frame, found) = self.second(frames.page(address), cycle, frames, caches);
        let cost = Cost {
            first: self.first_miss_cycles,
            ..found.unwrap_or_default()
        };
        self.first.insert(set, part, frame);
        self.last = Some((part, frame));
        (frame, Some(cost))
    }

    /// Translates an address in a cycle for a reference that asks the second level alone.
    pub(crate) fn translate_direct(
        &mut self,
        address: u64,
        cycle: u64,
        frames: &mut Frames,
        caches: &mut Caches,
    ) -> (u64, Option<Cost>) {
        let page = frames.page(address);
        if let Some((last, frame)) = self.last_direct
            && last == page
        {
            return (frame, None);
        }
        let (frame, cost) = self.second(page, cycle, frames, caches);
        self.last_direct = Some((page, frame));
        (frame, cost)
    }

    /// What the second level says of a page, or who supplies it if that does not know.
    fn second(
        &mut self,
        page: u64,
        cycle: u64,
        frames: &mut Frames,
        caches: &mut Caches,
    ) -> (u64, Option<Cost>) {
        let known = self.second.as_mut().and_then(|second| {
            let set = second.set_of(page);
            second.look_up(set, page).copied()
        });
        if let Some(frame) = known {
            return (frame, None);
        }
        let (frame, walk, software) = frames.fill(page, cycle, caches);
        if let Some(second) = &mut self.second {
            let set = second.set_of(page);
            second.insert(set, page, frame);
        }
        let cost = Cost {
            first: 0,
            walk,
            software,
        };
        (frame, Some(cost))
    }
}
