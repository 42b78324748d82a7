//! The front end seen from the newest issue: what a replay of timed blocks keeps of it, and fetch
//! without any of its delays.

use super::{FrontEnd, RING, Shared};
use crate::replay::Fetch;
use events::{Probe, Stall};

/// Blocks of one execution that are remembered: more than any block of code takes.
const LOGGED: usize = 32;

/// Addresses fetched in a stretch of time and the entries that they would have had without delays.
#[derive(Clone, Debug)]
pub(super) struct Log {
    fetches: [(u64, u64); LOGGED],
    count: usize,
    /// Nothing of it was delayed by ITLB or L1I.
    pub smooth: bool,
}

impl Log {
    pub(super) fn new() -> Self {
        Self {
            fetches: [(0, 0); LOGGED],
            count: 0,
            smooth: true,
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, address: u64, entry: u64) {
        self.fetches[self.count % LOGGED] = (address, entry);
        self.count += 1;
    }
}

/// Where the front end stands, in cycles after the newest issue and bundles after the next address.
///
/// Two front ends with equal positions deliver alike from there on, as long as ITLB, L1I and the
/// predictors answer alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    entry: i32,
    next: i32,
    reason: u8,
    /// Bundles fetched behind the next address.
    ahead: u8,
    /// Bundles in the buffer.
    waiting: u8,
    /// Cycles behind which the last bundles left: the newest last, and only those that can still hold
    /// a fetch back.
    departures: Vec<i32>,
}

impl Position {
    /// Writes the position as words, the same for equal positions.
    pub(crate) fn write(&self, words: &mut Vec<u32>) {
        words.push(self.entry as u32);
        words.push(self.next as u32);
        words.push(
            u32::from(self.reason)
                | u32::from(self.ahead) << 8
                | u32::from(self.waiting) << 16
                | (self.departures.len() as u32) << 24,
        );
        words.extend(self.departures.iter().map(|&cycle| cycle as u32));
    }

    /// Reads what [`write`](Self::write) wrote; the words behind it.
    pub(crate) fn read<'a>(&mut self, words: &'a [u32]) -> &'a [u32] {
        let [entry, next, packed, rest @ ..] = words else {
            return words;
        };
        self.entry = *entry as i32;
        self.next = *next as i32;
        [self.reason, self.ahead, self.waiting, _] = packed.to_le_bytes();
        let (departures, rest) = rest.split_at(rest.len().min((packed >> 24) as usize));
        self.departures.clear();
        self.departures
            .extend(departures.iter().map(|&word| word as i32));
        rest
    }
}

/// The distance from a cycle to another one, if it is moderate.
fn distance(to: u64, from: u64) -> Option<i32> {
    /// Farther than any latency, so that nothing overflows.
    const FAR: i64 = 1 << 20;
    let distance = to.wrapping_sub(from) as i64;
    (distance.abs() < FAR).then_some(distance as i32)
}

impl FrontEnd {
    /// Begins to remember what is fetched.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.log.count = 0;
        self.log.smooth = true;
    }

    /// Addresses fetched since [`begin`](Self::begin), with their entries; `None`: something was delayed.
    pub(crate) fn fetched(&self) -> Option<&[(u64, u64)]> {
        if !self.log.smooth {
            return None;
        }
        self.log.fetches.get(..self.log.count)
    }

    /// The earliest entry of the next block.
    #[inline(always)]
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// The position after an issue in cycle `now` when code at `ip` comes next; false: it has none, for
    /// it lies too far from both, or something holds fetch that a position does not say.
    pub(crate) fn position(&self, now: u64, ip: u64, position: &mut Position) -> bool {
        let ahead = self.fetched_end.wrapping_sub(ip);
        let waiting = self.entered.wrapping_sub(self.left);
        if self.segment_count != 0 || !ahead.is_multiple_of(16) {
            return false;
        }
        let (Ok(ahead), Ok(waiting)) = (u8::try_from(ahead / 16), u8::try_from(waiting)) else {
            return false;
        };
        // Whatever the next block is, its first fetch sets the newest entry, and none comes earlier
        // than `floor`.
        let (entry, floor) = if ahead == 0 {
            (now, self.next)
        } else {
            (self.entry, self.next.min(self.entry + 1))
        };
        let (Some(entry), Some(next)) = (distance(entry, now), distance(self.next, now)) else {
            return false;
        };
        position.entry = entry;
        position.next = next;
        position.reason = self.reason as u8;
        position.ahead = ahead;
        position.waiting = waiting;
        position.departures.clear();
        for back in 1..=self.buffer.min(self.left) {
            let free = self.departures[(self.left - back) as usize % RING] + 1;
            if free <= floor {
                break;
            }
            let Some(free) = distance(free, now) else {
                return false;
            };
            position.departures.push(free);
        }
        position.departures.reverse();
        true
    }

    /// Takes a position after an issue in cycle `now`, with code at `ip` next.
    pub(crate) fn take_position(&mut self, now: u64, ip: u64, position: &Position) {
        let at = |distance: i32| now.wrapping_add_signed(i64::from(distance));
        self.entry = at(position.entry);
        self.next = at(position.next);
        self.reason = Stall::ALL[usize::from(position.reason) % Stall::ALL.len()];
        self.segment_count = 0;
        self.fetched_end = ip.wrapping_add(16 * u64::from(position.ahead));
        self.left = self.left.max(self.buffer);
        self.entered = self.left + u64::from(position.waiting);
        for back in 1..=self.buffer {
            let index = (self.left - back) as usize % RING;
            self.departures[index] = 0;
        }
        for (back, &free) in (1..=self.buffer).zip(position.departures.iter().rev()) {
            let index = (self.left - back) as usize % RING;
            self.departures[index] = at(free).wrapping_sub(1);
        }
    }

    /// Whether fetches on one page after an issue in cycle `now` would find their blocks without delay;
    /// where is left in them.
    #[inline(never)]
    pub(crate) fn finds<P: Probe>(
        &self,
        shared: &Shared<P>,
        now: u64,
        page: u64,
        fetches: &mut [Fetch],
    ) -> bool {
        let Some(frame) = self.itlb.again(page).or_else(|| self.itlb.peek(page)) else {
            return false;
        };
        let l1i = &shared.caches.l1i;
        fetches.iter_mut().all(|fetch| {
            let cycle = now.wrapping_add_signed(i64::from(fetch.cycle));
            let line = l1i.line(shared.translator.physical(frame, fetch.address));
            match l1i.find(line) {
                Some(index) if l1i.arrives(index) <= cycle => {
                    fetch.place = index as u32;
                    true
                }
                _ => false,
            }
        })
    }

    /// Whether a page of code is in ITLB, and the one translated last if it needs no look-up.
    #[inline(always)]
    pub(crate) fn has_page(&self, page: u64) -> bool {
        self.itlb.again(page).is_some() || self.itlb.peek(page).is_some()
    }

    /// Makes fetches that were found on one page; the caller counts them.
    #[inline(always)]
    pub(crate) fn refetch<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        page: u64,
        fetches: &[Fetch],
    ) {
        if self.itlb.again(page).is_none() {
            self.itlb.reuse(page);
        }
        // Mostly it is one: no loop then.
        match fetches {
            [only] => shared.caches.l1i.reuse(only.place as usize),
            fetches => {
                for fetch in fetches {
                    shared.caches.l1i.reuse(fetch.place as usize);
                }
            }
        }
    }

    /// Counts taken branches that fetch followed.
    pub(crate) fn count_resteers(&mut self, times: u64) {
        self.resteers += times;
    }

    /// Cycles from the fetch of a block to its entry.
    pub(crate) fn depth(&self) -> u64 {
        self.depth
    }
}
