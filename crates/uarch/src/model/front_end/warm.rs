//! Functional warming: what fetch leaves in ITLB, L1I and the streaming buffer, without time, and what it asks of L2.

use super::log::NEVER;
use super::{FrontEnd, PLACES, WrongPath};
use crate::model::memory::Shared;
use crate::model::memory::cache::Array;
use events::Probe;
use std::ops::Range;

/// A line that warming puts in has arrived whatever the cycle.
const ARRIVED: u64 = 0;

/// Most lines of code that are remembered of a block.
const MOST: usize = 12;

/// Where the lines of a block are in L1I.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// Of L1I, when they were there.
    version: u64,
    /// Their page, as the ITLB translates it.
    pub page: (u64, u64),
    /// The number of the first; the others follow.
    first: u64,
    places: [u16; MOST],
    count: u8,
}

impl Lines {
    /// Not known.
    pub(crate) const UNKNOWN: Self = Self {
        version: u64::MAX,
        page: (u64::MAX, 0),
        first: 0,
        places: [0; MOST],
        count: 0,
    };

    /// Whether they have been found.
    pub(crate) fn are_known(&self) -> bool {
        self.count > 0
    }

    /// Their numbers.
    pub(crate) fn numbers(&self) -> Range<u64> {
        self.first..self.first + u64::from(self.count)
    }

    /// Whether all of them are where they were, though others may not be.
    #[inline(never)]
    fn are_there(&mut self, l1i: &Array) -> bool {
        let there = self.are_known() && l1i.has_all(self.places(), self.numbers());
        if there {
            self.version = l1i.version;
        }
        there
    }

    /// Where they are, in the order in which they are fetched.
    #[inline(always)]
    pub(crate) fn places(&self) -> &[u16] {
        &self.places[..usize::from(self.count).min(MOST)]
    }
}

impl FrontEnd {
    /// Whether the lines of a block are where they were, on a page that the ITLB has: it is translated then.
    #[inline(always)]
    pub(crate) fn has_lines<P: Probe>(&mut self, shared: &Shared<P>, lines: &mut Lines) -> bool {
        let l1i = &shared.caches.l1i;
        let there = lines.version == l1i.version || lines.are_there(l1i);
        there && self.itlb.warm_again(lines.page)
    }

    /// Translates a page once more, if the ITLB has it; whether it did.
    #[inline(always)]
    pub(crate) fn enter_page(&mut self, page: (u64, u64)) -> bool {
        self.itlb.warm_again(page)
    }

    /// What the ITLB translated last.
    #[inline(always)]
    pub(crate) fn page(&self) -> (u64, u64) {
        self.itlb.last
    }

    /// Fetches bundles whose lines are at some places.
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

    /// Fetches bundles of a page that was entered. `places`: where their lines were, corrected here; `numbers`: those of the lines.
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
            let l1i = &mut shared.caches.l1i;
            if l1i.is_at((*place).into(), line) {
                l1i.policy.touch((*place).into());
                continue;
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
            // One that has no such number is looked for each time.
            *place = u16::try_from(index).unwrap_or(u16::MAX);
        }
    }

    /// Fetches the bundles of a block, and remembers where its lines are.
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
            let l1i = &mut shared.caches.l1i;
            let line = l1i.line(physical);
            let guess = usize::from(self.places[line as usize % PLACES]);
            if l1i.is_at(guess, line) {
                l1i.policy.touch(guess);
            } else if let Some(index) = l1i.find(line) {
                self.places[line as usize % PLACES] = index as u16;
                l1i.policy.touch(index);
            } else {
                self.warm_miss(shared, physical);
            }
            address += bytes;
        }
    }

    /// A line comes to L1I; where.
    #[inline(never)]
    fn warm_miss<P: Probe>(&mut self, shared: &mut Shared<P>, physical: u64) -> usize {
        // Front end 4
        let line = shared.caches.l1i.line(physical);
        if self.stream.take(line).is_none() {
            shared.asked.push(physical);
        }
        let index = shared.caches.l1i.fill_clean(line, ARRIVED);
        self.warm_prefetch(shared, physical, self.sizes.next_lines, false);
        index
    }

    /// Fetch down a mispredicted path, without time: as far as the buffer has room, and no further than a page that the ITLB lacks or the
    /// first line that comes from behind L1I, which takes about as long as the resteer. `known`: one behind the same branch that found
    /// all of its lines.
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

    /// The same for a path that is not known; what is known of it from then on.
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
                l1i.fill_clean(line, ARRIVED);
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

    /// A streaming prefetch at the target of a branch. Whether it asks for nothing as long as L1I holds the same lines and the target is on
    /// the page translated last.
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

    /// Prefetches the lines behind an address, inside its page.
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
                shared.caches.l1i.fill_clean(line, ARRIVED);
            } else {
                self.stream.put(line, ARRIVED);
            }
        }
    }
}
