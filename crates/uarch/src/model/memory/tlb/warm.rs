//! Functional warming of the TLBs: what translations leave in them and in the page table, without counts or time.

use super::Tlb;
use crate::model::memory::Shared;
use events::Probe;

/// The part of a page, or the page, that was translated last, for addresses of one space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// The bits of its addresses above `shift`.
    number: u64,
    /// Logarithm of its bytes.
    shift: u32,
    /// Physical less virtual address, wrapping.
    away: u64,
}

impl Window {
    /// A window in which no address lies.
    pub(crate) const NONE: Self = Self {
        number: u64::MAX,
        shift: 1,
        away: 0,
    };

    /// The physical address, if the address is in it.
    #[inline(always)]
    pub(crate) fn physical(&self, address: u64) -> Option<u64> {
        (address >> self.shift == self.number).then(|| address.wrapping_add(self.away))
    }
}

impl Tlb {
    /// The window around an address that has been translated: its part, or with `direct` (by the second level alone) its page.
    pub(crate) fn window(&self, direct: bool, address: u64, physical: u64) -> Window {
        let shift = self.part_shift + if direct { self.page_parts } else { 0 };
        Window {
            number: address >> shift,
            shift,
            away: physical.wrapping_sub(address),
        }
    }

    /// Translates a part to a frame if it was translated last or the first level has it there, which counts as a use; returns whether it did.
    #[inline(always)]
    pub(crate) fn warm_again(&mut self, (part, frame): (u64, u64)) -> bool {
        if self.last == (part, frame) {
            return true;
        }
        let place = self.first.peek(part);
        let Some((place, _)) = place.filter(|&(_, known)| known == frame) else {
            return false;
        };
        self.first.lookup_at(place, part);
        self.last = (part, frame);
        true
    }

    /// Translates a part as [`Tlb::translate`] does; its frame.
    #[inline(always)]
    pub(crate) fn warm<P: Probe>(&mut self, part: u64, shared: &mut Shared<P>) -> u64 {
        // Translation 4
        match self.again(part) {
            Some(frame) => frame,
            None => self.warm_other(part, shared),
        }
    }

    #[inline(never)]
    fn warm_other<P: Probe>(&mut self, part: u64, shared: &mut Shared<P>) -> u64 {
        if let Some((place, _)) = self.first.peek(part) {
            let frame = self.first.lookup_at(place, part);
            self.last = (part, frame);
            return frame;
        }
        // Translation 2 and 4
        let page = self.page_of(part);
        let second = self.second.as_mut();
        let frame = match second.and_then(|second| second.lookup(page)) {
            Some(frame) => frame,
            None => self.warm_miss(page, shared),
        };
        self.change().0.insert(part, frame);
        self.last = (part, frame);
        frame
    }

    /// Translates the page of a part for a reference that asks the second level alone, as [`Tlb::translate_direct`] does.
    pub(crate) fn warm_direct<P: Probe>(&mut self, part: u64, shared: &mut Shared<P>) -> u64 {
        // Translation 7
        let page = self.page_of(part);
        if let Some(frame) = self.again_direct(page) {
            return frame;
        }
        let second = self.second.as_mut();
        let frame = match second.and_then(|second| second.lookup(page)) {
            Some(frame) => frame,
            None => self.warm_miss(page, shared),
        };
        self.last_direct = (page, frame);
        frame
    }

    fn warm_miss<P: Probe>(&mut self, page: u64, shared: &mut Shared<P>) -> u64 {
        // Translation 3 and 4
        let translator = &mut shared.translator;
        let (frame, first_touch) = translator.frames.frame(page);
        let (entry, table_frame, _) = translator.table_entry(page);
        if !first_touch && translator.walker.enabled {
            let address = translator.physical(table_frame, entry);
            shared.warm_request(0, address, false);
        }
        if let (_, Some(second)) = self.change() {
            second.insert(page, frame);
        }
        frame
    }
}
