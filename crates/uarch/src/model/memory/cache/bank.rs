//! The banks of L2 (Caches 14 and 15): an access that finds its bank taken by another access, a short store or a line that comes in, or a store to
//! its doubleword too close before it, is refused and tries again in the next cycle.

use super::Calendar;
use super::order::StoreOrder;
use crate::model::memory::relative::{Relative, Visitor};
use crate::model::memory::store_buffer::Doublewords;
use checkpoint::{Damage, Source, State};
use config::model;
use std::collections::VecDeque;

/// A line that comes into L2.
#[derive(Clone, Copy, Debug, Default)]
struct Fill {
    /// The first cycle in which it comes.
    from: u64,
    /// The first cycle behind it.
    end: u64,
    /// Address of its first byte.
    address: u64,
}

checkpoint::state!(Fill { from, end, address });

/// Why an access may not start in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// All ports of the cycle were taken.
    Ports,
    /// The bank was taken by an access.
    Bank,
    /// The bank was taken by a line that came in.
    Fill,
    /// A store to what a load reads was in the way; its age in cycles, 0 to 3.
    BehindStore(u8),
}

/// Refused attempts of an access to start, in successive cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// Why, in all of them.
    pub reason: Refusal,
    /// Cycle of the first.
    pub from: u64,
    /// How many.
    pub attempts: u64,
}

/// What the next access is, as far as stores before loads matter.
#[derive(Clone, Copy, Debug, Default)]
enum Next {
    /// It neither waits for a store nor makes a load wait.
    #[default]
    Other,
    /// It reads so many bytes.
    Load(u32),
    /// It writes so many bytes.
    Store(u32),
}

impl State for Next {
    fn save(&self, out: &mut Vec<u8>) {
        let words: (u8, u32) = match *self {
            Next::Other => (0, 0),
            Next::Load(bytes) => (1, bytes),
            Next::Store(bytes) => (2, bytes),
        };
        words.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut words = (0_u8, 0_u32);
        words.load(from)?;
        *self = match words {
            (0, _) => Next::Other,
            (1, bytes) => Next::Load(bytes),
            (2, bytes) => Next::Store(bytes),
            (kind, _) => return Err(Damage::new(format!("access {kind}"))),
        };
        Ok(())
    }
}

/// The banks. Neighbouring blocks of addresses are in neighbouring banks.
#[derive(Clone, Debug)]
pub(crate) struct Banks {
    /// Number of banks, a power of two, less one.
    mask: u64,
    /// The first cycle in which no short store keeps a bank.
    kept_until: u64,
    /// Logarithm of the bytes of a bank's block.
    shift: u32,
    /// Most bytes of a short store.
    short_bytes: u32,
    /// Cycles for which a short store keeps its bank.
    short_cycles: u64,
    /// The newest stores.
    order: StoreOrder,
    /// What the next access is.
    next: Next,
    /// Lines that come in, in the order of time.
    fills: VecDeque<Fill>,
    /// A stretch of time, from one cycle up to, not including, another, in which no line comes in: the answer of the last search.
    gap: (u64, u64),
    /// The line that an access met last: the other answer of the last search.
    met: Fill,
    /// Bytes of a line that come in a cycle.
    fill_bytes: u64,
    /// Refused attempts of the newest access that had any, in the order of time.
    pub(super) refused: Vec<Refused>,
}

checkpoint::state!(Banks { kept_until, order, next } grows { fills } skips { mask, shift, short_bytes, short_cycles, gap, met, fill_bytes, refused });

impl Banks {
    /// Idle banks; `None`: L2 has none.
    pub(super) fn new(caches: &model::Caches) -> Option<Self> {
        (caches.l2_banks > 0).then(|| Self {
            mask: u64::from(caches.l2_banks) - 1,
            kept_until: 0,
            shift: caches.l2_bank_bytes.trailing_zeros(),
            short_bytes: caches.l2_short_store_bytes,
            short_cycles: u64::from(caches.l2_short_store_cycles),
            order: StoreOrder::new(caches.l2_store_to_load_cycles),
            next: Next::Other,
            fills: VecDeque::new(),
            gap: (0, 0),
            met: Fill::default(),
            fill_bytes: u64::from(caches.l2_path_bytes.min(caches.l2.line_bytes)),
            refused: Vec::new(),
        })
    }

    /// The bank of an address.
    #[inline(always)]
    pub(crate) fn of(&self, address: u64) -> usize {
        (address >> self.shift & self.mask) as usize
    }

    /// Bytes of address after which the banks repeat.
    pub(crate) fn span(&self) -> u64 {
        (self.mask + 1) << self.shift
    }

    /// Whether a store of so many bytes is a short one, which keeps its bank.
    #[inline(always)]
    pub(crate) fn is_short(&self, bytes: u32) -> bool {
        bytes <= self.short_bytes
    }

    /// Announces that the next access is a store of so many bytes.
    #[inline(always)]
    pub(crate) fn expect_store(&mut self, bytes: u32) {
        self.next = Next::Store(bytes);
    }

    /// Announces that the next access is a load of so many bytes.
    #[inline(always)]
    pub(crate) fn expect_load(&mut self, bytes: u32) {
        self.next = Next::Load(bytes);
    }

    /// Whether a store to what a load reads would be in its way in a cycle.
    #[inline(always)]
    pub(crate) fn has_store(&self, cycle: u64, address: u64, bytes: u64) -> bool {
        self.order.is_recent(cycle)
            && (self.order.age(cycle, Doublewords::of(address, bytes))).is_some()
    }

    /// Cycles from the start of a store on in which it is in the way of loads.
    #[inline(always)]
    pub(crate) fn store_window(&self) -> u64 {
        self.order.window()
    }

    /// Whether from one cycle to another, both included, no short store keeps a bank and no line comes in.
    #[inline(always)]
    pub(crate) fn is_quiet(&self, from: u64, until: u64) -> bool {
        self.kept_until <= from && (self.is_in_gap(from, until) || self.is_unfilled(from, until))
    }

    /// Whether two cycles lie in the gap between lines.
    #[inline(always)]
    fn is_in_gap(&self, from: u64, until: u64) -> bool {
        self.gap.0 <= from && until < self.gap.1
    }

    /// The search of [`is_quiet`](Self::is_quiet) among the lines that come in.
    #[inline(never)]
    fn is_unfilled(&self, from: u64, until: u64) -> bool {
        let mut fills = self.fills.iter().rev();
        let before = fills.find(|fill| fill.from <= until);
        before.is_none_or(|fill| fill.end <= from)
    }

    /// Starts an access to an address that asks in a cycle: takes a port and its bank. Returns the cycle in which it starts, and whether
    /// attempts to start before were `refused`.
    #[inline(always)]
    pub(crate) fn start(
        &mut self,
        calendar: &mut Calendar,
        asked: u64,
        address: u64,
    ) -> (u64, bool) {
        // Caches 14
        let bank = self.of(address);
        let next = std::mem::take(&mut self.next);
        // Caches 6
        let mut start = asked.max(calendar.horizon());
        let read = match next {
            Next::Load(bytes) if self.order.is_recent(start) => {
                Doublewords::of(address, bytes.into())
            }
            _ => Doublewords::NONE,
        };
        let orders = !read.is_none();
        let mut refused = false;
        if orders || !self.is_free(calendar, bank, start) || self.is_filled(bank, start) {
            start = self.find(calendar, bank, start, read);
            refused = !self.refused.is_empty();
        }
        calendar.take(start, 1 << bank);
        if let Next::Store(bytes) = next {
            self.store(calendar, address, start, bytes);
        }
        (start, refused)
    }

    /// Whether a store to an address that asks in a cycle would [start](Self::start) in it; no port or bank is taken.
    #[inline(always)]
    pub(crate) fn starts_at_once(&mut self, calendar: &Calendar, cycle: u64, address: u64) -> bool {
        let bank = self.of(address);
        cycle >= calendar.horizon()
            && self.is_free(calendar, bank, cycle)
            && !self.is_filled(bank, cycle)
    }

    /// Whether a cycle has a port free and a bank that no other access takes; lines that come in are not looked at.
    #[inline(always)]
    fn is_free(&self, calendar: &Calendar, bank: usize, cycle: u64) -> bool {
        let newest = cycle > calendar.newest && cycle >= self.kept_until;
        newest || calendar.admits(cycle, bank)
    }

    /// Starts a store of so many bytes in a cycle that [`starts_at_once`](Self::starts_at_once) allowed.
    #[inline(always)]
    pub(crate) fn begin_store(
        &mut self,
        calendar: &mut Calendar,
        cycle: u64,
        address: u64,
        bytes: u32,
    ) {
        calendar.take(cycle, 1 << self.of(address));
        self.store(calendar, address, cycle, bytes);
    }

    /// Notes a store of so many bytes that starts in a cycle: for loads behind it, and in its bank if it is short.
    #[inline(always)]
    fn store(&mut self, calendar: &mut Calendar, address: u64, start: u64, bytes: u32) {
        let written = Doublewords::of(address, u64::from(bytes).max(1));
        self.order.store(start, written);
        // Caches 14
        if self.is_short(bytes) && self.short_cycles > 1 {
            calendar.keep(start, self.short_cycles, 1 << self.of(address));
            self.kept_until = self.kept_until.max(start + self.short_cycles);
        }
    }

    /// The first cycle from `start` on in which a port and the bank are free, and no store is in the way of what is read. Notes the refused
    /// attempts.
    #[inline(never)]
    fn find(&mut self, calendar: &Calendar, bank: usize, mut start: u64, read: Doublewords) -> u64 {
        self.refused.clear();
        let orders = !read.is_none();
        loop {
            let (full, taken) = calendar.look(start);
            let reason = if full {
                Refusal::Ports
            } else if orders && let Some(age) = self.order.age(start, read) {
                // Caches 15
                Refusal::BehindStore(age as u8 & 3)
            } else if taken >> bank & 1 != 0 {
                Refusal::Bank
            } else if self.is_filled(bank, start) {
                Refusal::Fill
            } else {
                return start;
            };
            match self.refused.last_mut() {
                Some(newest) if newest.reason == reason => newest.attempts += 1,
                _ => self.refused.push(Refused {
                    reason,
                    from: start,
                    attempts: 1,
                }),
            }
            start += 1;
        }
    }

    /// Whether a line that comes in takes a bank in a cycle.
    #[inline(always)]
    fn is_filled(&mut self, bank: usize, cycle: u64) -> bool {
        if self.is_in_gap(cycle, cycle) {
            return false;
        }
        if !(self.met.from..self.met.end).contains(&cycle) && !self.meets(cycle) {
            return false;
        }
        // The bytes that come in this cycle lie in neighbouring banks.
        let first = self.met.address + (cycle - self.met.from) * self.fill_bytes;
        let behind = (bank as u64).wrapping_sub(first >> self.shift) & self.mask;
        behind << self.shift < self.fill_bytes
    }

    /// Searches whether a line comes in a cycle, and remembers which in `met`, or else the gap around the cycle.
    #[inline(never)]
    fn meets(&mut self, cycle: u64) -> bool {
        let mut next = u64::MAX;
        let mut before = None;
        for fill in self.fills.iter().rev() {
            if fill.from <= cycle {
                before = Some(*fill);
                break;
            }
            next = fill.from;
        }
        match before {
            // The path carries one line at a time.
            Some(fill) if fill.end > cycle => {
                self.met = fill;
                true
            }
            before => {
                self.gap = (before.map_or(0, |fill| fill.end), next);
                false
            }
        }
    }

    /// Notes a line that comes in from a cycle on, for so many cycles. Lines that end before the horizon, where no access starts, are forgotten.
    pub(super) fn fill(&mut self, address: u64, from: u64, cycles: u64, horizon: u64) {
        while self.fills.front().is_some_and(|fill| fill.end <= horizon) {
            self.fills.pop_front();
        }
        let behind = self.fills.iter().rev();
        let place = self.fills.len() - behind.take_while(|fill| fill.from > from).count();
        let end = from + cycles;
        let fill = Fill { from, end, address };
        if end > self.gap.0 {
            self.gap.1 = self.gap.1.min(from);
        }
        self.fills.insert(place, fill);
    }
}

impl Relative for Banks {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        visitor.cycle(&mut self.kept_until);
        self.order.visit(visitor);
        for fill in &mut self.fills {
            if fill.end > visitor.over() {
                visitor.cycle(&mut fill.from);
                visitor.cycle(&mut fill.end);
                visitor.address(&mut fill.address);
            }
        }
        // The answers of the last search may not hold for what the visitor has changed.
        self.gap = (0, 0);
        self.met = Fill::default();
    }
}
