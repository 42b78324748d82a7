//! The front end seen from the newest issue: what a state keeps of it, and fetches that find their blocks at once.
//!
//! What these fetches do is what `FrontEnd::fetch` and `FrontEnd::wrong_path` do when nothing delays them (Front end 3
//! and 9); `tests/replay/twins.rs` holds both equal.

use crate::model::front_end::{FrontEnd, RING, Shared, WrongPath};
use crate::model::memory::cache::L1I;
use crate::replay::memo::Fetch;
use events::{Probe, Raw, Stall};

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
    /// Takes the position of a front end after an issue in cycle `now` when code at `ip` comes next; false: it has
    /// none, for it lies too far from both, or something holds fetch that a position does not say.
    pub(crate) fn take(&mut self, front: &FrontEnd, now: u64, ip: u64) -> bool {
        let fetch = &front.fetch;
        let ahead = fetch.fetched_end.wrapping_sub(ip);
        let waiting = fetch.entered.wrapping_sub(fetch.left);
        if front.has_segments() || !ahead.is_multiple_of(16) {
            return false;
        }
        let (Ok(ahead), Ok(waiting)) = (u8::try_from(ahead / 16), u8::try_from(waiting)) else {
            return false;
        };
        // Whatever the next block is, its first fetch sets the newest entry, and none comes earlier
        // than `floor`.
        let (entry, floor) = if ahead == 0 {
            (now, fetch.next)
        } else {
            (fetch.entry, fetch.next.min(fetch.entry + 1))
        };
        let (Some(entry), Some(next)) = (distance(entry, now), distance(fetch.next, now)) else {
            return false;
        };
        self.entry = entry;
        self.next = next;
        self.reason = fetch.reason as u8;
        self.ahead = ahead;
        self.waiting = waiting;
        self.departures.clear();
        for back in 1..=front.buffer_bundles().min(fetch.left) {
            let free = fetch.departures[(fetch.left - back) as usize % RING] + 1;
            if free <= floor {
                break;
            }
            let Some(free) = distance(free, now) else {
                return false;
            };
            self.departures.push(free);
        }
        self.departures.reverse();
        true
    }

    /// Puts a front end into this position after an issue in cycle `now`, with code at `ip` next.
    pub(crate) fn restore(&self, front: &mut FrontEnd, now: u64, ip: u64) {
        let at = |distance: i32| now.wrapping_add_signed(i64::from(distance));
        front.clear_segments();
        let buffer = front.buffer_bundles();
        let fetch = &mut front.fetch;
        fetch.entry = at(self.entry);
        fetch.next = at(self.next);
        fetch.reason = Stall::ALL[usize::from(self.reason) % Stall::ALL.len()];
        fetch.fetched_end = ip.wrapping_add(16 * u64::from(self.ahead));
        fetch.left = fetch.left.max(buffer);
        fetch.entered = fetch.left + u64::from(self.waiting);
        for back in 1..=buffer {
            fetch.departures[(fetch.left - back) as usize % RING] = 0;
        }
        for (back, &free) in (1..=buffer).zip(self.departures.iter().rev()) {
            fetch.departures[(fetch.left - back) as usize % RING] = at(free).wrapping_sub(1);
        }
    }

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

/// Whether fetches on one page after an issue in cycle `now` would find their blocks without delay;
/// where is left in them.
#[inline(never)]
pub(crate) fn finds<P: Probe>(
    front: &FrontEnd,
    shared: &Shared<P>,
    now: u64,
    page: u64,
    fetches: &mut [Fetch],
) -> bool {
    let Some(frame) = front.itlb.again(page).or_else(|| front.itlb.peek(page)) else {
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
pub(crate) fn has_page(front: &FrontEnd, page: u64) -> bool {
    front.itlb.again(page).is_some() || front.itlb.peek(page).is_some()
}

/// Makes fetches that were found on one page; the caller counts them.
#[inline(always)]
pub(crate) fn refetch<P: Probe>(
    front: &mut FrontEnd,
    shared: &mut Shared<P>,
    page: u64,
    fetches: &[Fetch],
) {
    if front.itlb.again(page).is_none() {
        front.itlb.reuse(page);
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

/// Follows a wrong path again for as many cycles as before, at a later time, if it would find what
/// it found; false: nothing was done. A line used twice in a row was used once as far as
/// replacement is concerned.
#[inline(always)]
pub(crate) fn repeats_path<P: Probe>(
    front: &FrontEnd,
    shared: &mut Shared<P>,
    path: &WrongPath,
    target: u64,
    until: u64,
) -> bool {
    let l1i = &mut shared.caches.l1i;
    let Some(places) = path.lines() else {
        return false;
    };
    // Nothing has left L1I since, and what had arrived then has arrived now.
    if path.fills != l1i.fills()
        || path.target != target
        || front.itlb.again(path.page).is_none()
        || shared.counters.hears(until)
    {
        return false;
    }
    for &place in places {
        l1i.reuse(usize::from(place));
    }
    shared.counters.counts.add(Raw::L1iDemandReads, path.reads);
    shared.caches.stats[L1I].read_hits += path.reads;
    true
}
