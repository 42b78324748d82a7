//! Functional warming of the front end: what fetch leaves in ITLB, L1I and the streaming buffer, without time. The lines that it requests from L2
//! are collected in `Shared::asked`. `crates/uarch/tests/model/warm.rs` holds it against the timed front end.

use super::log::NEVER;
use super::{FrontEnd, PLACES, WrongPath};
use crate::model::memory::Shared;
use crate::model::memory::cache::Array;
use events::Probe;
use std::ops::Range;

/// Most cache lines of a block whose places are remembered; of a block with more none are.
const MOST: usize = 12;

/// The cache lines of a block's code, and where they are in L1I.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// L1I's version when they were found at `places`; [`NEVER`]: the places have to be compared.
    version: u64,
    /// The part of a page in which they lie, and its frame, as in [`Tlb`](crate::model::memory::tlb::Tlb)'s `last`.
    pub page: (u64, u64),
    /// The number of the first line; those of the others follow.
    first: u64,
    /// Indices of the first `count` lines in L1I.
    places: [u16; MOST],
    /// How many lines; 0: not known.
    count: u8,
}

impl Lines {
    /// Lines that are not known.
    pub(crate) const UNKNOWN: Self = Self {
        version: u64::MAX,
        page: (u64::MAX, 0),
        first: 0,
        places: [0; MOST],
        count: 0,
    };

    /// Whether the lines and their places are known.
    pub(crate) fn are_known(&self) -> bool {
        self.count > 0
    }

    /// Their numbers.
    pub(crate) fn numbers(&self) -> Range<u64> {
        self.first..self.first + u64::from(self.count)
    }

    /// Whether L1I still has all of them at their places, although other lines have come or gone.
    #[inline(never)]
    fn are_there(&mut self, l1i: &Array) -> bool {
        let there = self.are_known() && l1i.has_all(self.places(), self.numbers());
        if there {
            self.version = l1i.version;
        }
        there
    }

    /// Their indices in L1I, in the order of fetch.
    #[inline(always)]
    pub(crate) fn places(&self) -> &[u16] {
        &self.places[..usize::from(self.count).min(MOST)]
    }
}

impl FrontEnd {
    /// Whether L1I has the lines of a block at their places and the ITLB has their page. If both hold, the page is translated, a use of its ITLB
    /// entry.
    #[inline(always)]
    pub(crate) fn has_lines<P: Probe>(&mut self, shared: &Shared<P>, lines: &mut Lines) -> bool {
        let l1i = &shared.caches.l1i;
        let there = lines.version == l1i.version || lines.are_there(l1i);
        there && self.itlb.warm_again(lines.page)
    }

    /// Translates a page if the ITLB has it, which counts as a use there; returns whether it has.
    #[inline(always)]
    pub(crate) fn enter_page(&mut self, page: (u64, u64)) -> bool {
        self.itlb.warm_again(page)
    }

    /// The part of a page that the ITLB translated last, and its frame.
    #[inline(always)]
    pub(crate) fn page(&self) -> (u64, u64) {
        self.itlb.last
    }

    /// Fetches, in a space, the lines at these indices of L1I: they are used in this order.
    #[inline(always)]
    pub(crate) fn warm_known<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        places: &[u16],
        space: u32,
    ) {
        self.fetch.space = space;
        shared
            .caches
            .l1i
            .policy
            .touch_all(places.iter().map(|&place| place.into()));
    }

    /// Fetches lines of code on the page that was [entered](Self::enter_page). `places`: their indices in L1I when they were fetched last, corrected
    /// here; `numbers`: the numbers of the lines.
    #[inline(always)]
    pub(crate) fn warm_lines<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        places: &mut [u16],
        numbers: impl Iterator<Item = u64>,
        space: u32,
    ) {
        self.fetch.space = space;
        for (place, line) in places.iter_mut().zip(numbers) {
            self.warm_line(shared, place, line);
        }
    }

    /// Fetches a line, by its number. `place`: its index in L1I when it was fetched last, corrected here.
    #[inline(always)]
    fn warm_line<P: Probe>(&mut self, shared: &mut Shared<P>, place: &mut u16, line: u64) {
        let l1i = &mut shared.caches.l1i;
        if l1i.is_at((*place).into(), line) {
            l1i.policy.touch((*place).into());
            return;
        }
        let index = match l1i.find(line) {
            Some(index) => {
                l1i.policy.touch(index);
                index
            }
            None => {
                let physical = line * l1i.line_bytes();
                self.warm_miss(shared, physical)
            }
        };
        // A line at an index that does not fit in 16 bits is looked for each time.
        *place = u16::try_from(index).unwrap_or(u16::MAX);
    }

    /// Fetches the bundles of a block, from one address to another one, and remembers in `known` where L1I has their lines.
    pub(crate) fn warm_block<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        known: &mut Lines,
        space: u32,
        (from, until): (u64, u64),
    ) {
        if known.are_known() && self.enter_page(known.page) {
            let numbers = known.numbers();
            let places = &mut known.places[..usize::from(known.count).min(MOST)];
            self.warm_lines(shared, places, numbers, space);
            known.version = NEVER;
            return;
        }
        self.warm(shared, space, from, until);
        *known = Lines::UNKNOWN;
        let part = self.itlb.part(space, from);
        let Some(frame) = self.itlb.again(part) else {
            return;
        };
        let l1i = &shared.caches.l1i;
        let bytes = l1i.line_bytes();
        let first = from & !(bytes - 1);
        let lines = (until - first).div_ceil(bytes) as usize;
        if lines > MOST || self.itlb.part(space, until - 1) != part {
            return;
        }
        for (number, place) in (0..).zip(&mut known.places[..lines]) {
            let physical = shared.translator.physical(frame, first + number * bytes);
            match l1i.find(l1i.line(physical)).map(u16::try_from) {
                Some(Ok(found)) => *place = found,
                _ => return,
            }
        }
        known.count = lines as u8;
        known.first = l1i.line(shared.translator.physical(frame, first));
        known.page = self.itlb.last;
        known.version = l1i.version;
    }

    /// Fetches the bundles from an address to another one behind them.
    pub(crate) fn warm<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        space: u32,
        from: u64,
        until: u64,
    ) {
        // Front end 1 and 3
        self.fetch.space = space;
        let bytes = shared.caches.l1i.line_bytes();
        let mut address = from & !(bytes - 1);
        while address < until {
            let frame = self.itlb.warm(self.itlb.part(space, address), shared);
            let physical = shared.translator.physical(frame, address);
            let line = shared.caches.l1i.line(physical);
            let mut place = self.places[line as usize % PLACES];
            self.warm_line(shared, &mut place, line);
            self.places[line as usize % PLACES] = place;
            address += bytes;
        }
    }

    /// A fetch misses L1I: the line comes from the streaming buffer or is requested, and lines behind it are prefetched. Returns its index in L1I.
    #[inline(never)]
    fn warm_miss<P: Probe>(&mut self, shared: &mut Shared<P>, physical: u64) -> usize {
        // Front end 4
        let line = shared.caches.l1i.line(physical);
        if self.stream.take(line).is_none() {
            shared.asked.push(physical);
        }
        let index = shared.caches.l1i.fill_clean(line, Array::ARRIVED);
        self.warm_prefetch(shared, physical, self.sizes.next_lines, false);
        index
    }

    /// Fetches down a mispredicted path, without time: as far as the buffer has room, and no further than a page that the ITLB lacks or the
    /// first line that is requested from L2, which takes about as long as the resteer. `known`: the wrong path followed last behind the same
    /// branch; if L1I has all of its lines still, they are used again without a look-up.
    #[inline(always)]
    pub(crate) fn warm_wrong_path<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        target: u64,
        known: &mut WrongPath,
    ) {
        // Front end 9
        if !self.sizes.wrong_path {
            return;
        }
        self.disturbed = true;
        let l1i = &mut shared.caches.l1i;
        if known.target == target
            && known.l1i_version == l1i.version
            && self.itlb.again(known.part).is_some()
            && let Some(lines) = known.lines()
        {
            l1i.policy.touch_all(lines.iter().map(|&line| line.into()));
        } else {
            *known = self.warm_other_path(shared, target);
        }
    }

    /// The same for a path that is not known, block by block; returns the path, with the version [`NEVER`] if it cannot be followed again without a
    /// look-up.
    #[inline(never)]
    fn warm_other_path<P: Probe>(&mut self, shared: &mut Shared<P>, target: u64) -> WrongPath {
        let (mut address, mut room) = (target & !15, self.sizes.buffer_bundles);
        let mut path = WrongPath {
            target,
            part: self.itlb.part(self.fetch.space, address),
            l1i_version: shared.caches.l1i.version,
            ..WrongPath::NONE
        };
        while room > 0 {
            let part = self.itlb.part(self.fetch.space, address);
            if self.itlb.needs_software(part, &shared.translator) {
                return WrongPath::NONE;
            }
            let known = self.itlb.again(part).or_else(|| self.itlb.reuse(part));
            let Some(frame) = known else {
                self.itlb.warm(part, shared);
                return WrongPath::NONE;
            };
            let physical = shared.translator.physical(frame, address);
            let end = (address | (self.sizes.block_bytes - 1)).wrapping_add(1);
            let bundles = end.wrapping_sub(address) / 16;
            let l1i = &mut shared.caches.l1i;
            let line = l1i.line(physical);
            if let Some(index) = l1i.find(line) {
                l1i.policy.touch(index);
                path.push(index, bundles);
            } else {
                // Front end 4: a wrong path prefetches nothing.
                l1i.fill_clean(line, Array::ARRIVED);
                path.l1i_version = NEVER;
                if self.stream.take(line).is_none() {
                    shared.asked.push(physical);
                    return WrongPath::NONE;
                }
            }
            if part != path.part {
                path.l1i_version = NEVER;
            }
            room = room.saturating_sub(bundles);
            address = end;
        }
        path
    }

    /// Whether a wrong path was followed, or a prefetch put a line into L1I, since [`take_disturbed`](Self::take_disturbed) was called last.
    #[inline(always)]
    pub(crate) fn is_disturbed(&self) -> bool {
        self.disturbed
    }

    /// As [`is_disturbed`](Self::is_disturbed); clears it.
    #[inline(always)]
    pub(crate) fn take_disturbed(&mut self) -> bool {
        std::mem::take(&mut self.disturbed)
    }

    /// A streaming prefetch behind the target of a branch. Returns whether another one like it requests nothing as long as L1I holds the same lines
    /// and the target lies in the part of a page translated last.
    pub(crate) fn warm_stream<P: Probe>(&mut self, shared: &mut Shared<P>, target: u64) -> bool {
        // Front end 5
        let lines = self.sizes.stream_lines;
        if lines == 0 {
            return true;
        }
        let part = self.itlb.part(self.fetch.space, target);
        let Some(frame) = self.itlb.again(part) else {
            return false;
        };
        let physical = shared.translator.physical(frame, target);
        let next = shared.caches.l1i.line(physical) + 1;
        if shared.caches.l1i.find(next).is_some() {
            return true;
        }
        self.warm_prefetch(shared, physical, lines, true);
        false
    }

    /// [`prefetch`](Self::prefetch) without time, counts and miss registers.
    #[inline(always)]
    fn warm_prefetch<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        physical: u64,
        lines: u64,
        streaming: bool,
    ) {
        // Front end 4 and 5
        let bytes = shared.caches.l1i.line_bytes();
        let mut line = shared.caches.l1i.line(physical);
        let last = line + lines;
        while line < last {
            line += 1;
            let at = line * bytes;
            if !shared.translator.are_on_one_page(at, physical) {
                return;
            }
            if shared.caches.l1i.find(line).is_some() || self.stream.contains(line) {
                if streaming {
                    return;
                }
                continue;
            }
            shared.asked.push(at);
            if self.stream.is_absent() {
                self.disturbed = true;
                shared.caches.l1i.fill_clean(line, Array::ARRIVED);
            } else {
                self.stream.put(line, Array::ARRIVED);
            }
        }
    }
}
