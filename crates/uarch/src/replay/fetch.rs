//! The front end seen from the newest issue: what a state keeps of it, and fetches that find their blocks at once.
//!
//! What these fetches do is what `FrontEnd::fetch` and `FrontEnd::wrong_path` do when nothing delays them (Front end 3
//! and 9); `tests/replay/twins.rs` holds both equal.

use crate::model::front_end::{FrontEnd, RING, WrongPath};
use crate::model::memory::Shared;
use crate::model::memory::cache::{Array, L1I};
use crate::model::pipeline::Pipeline;
use crate::replay::memo::Fetch;
use events::{Probe, Raw, Stall};

/// Bit in the byte that holds how many bundles wait in the buffer: the bubbles are those of a resteer that the loop predictor took back.
const TAKEN_BACK: u8 = 1 << 7;
/// Bits of the reason in its byte, and of the bubbles of a branch above it.
const REASON_BITS: u32 = 5;
const BUBBLE_BITS: u32 = 8 - REASON_BITS;
const _: () = assert!(Stall::ALL.len() <= 1 << REASON_BITS);

/// In place of the part of a page that holds a body's code: the code lies in several. As a part it would be the last but one of the last space,
/// where no code lies; `u64::MAX` stands for no part.
pub(super) const SEVERAL_PARTS: u64 = u64::MAX - 1;

/// Writes where the front end stands after an issue in cycle `now` when code at `ip` comes next, in cycles after the issue and
/// bundles after that address; `None`: it lies too far from both, or something holds fetch that the words do not say.
///
/// Two front ends with equal words deliver alike from there on, as long as ITLB, L1I and the predictors answer alike. The words: entry of the newest
/// block; earliest entry of the next one; four bytes (reason and bubbles, bundles fetched ahead, bundles that wait, and the number of words to
/// follow); the cycles in which places of the buffer are free.
pub(super) fn write(front: &FrontEnd, now: u64, ip: u64, words: &mut Vec<u32>) -> Option<()> {
    let fetch = &front.fetch;
    let ahead = fetch.fetched_end.wrapping_sub(ip);
    let bubbles = fetch.resteer_bubbles;
    if front.segment_count != 0 || !ahead.is_multiple_of(16) || bubbles >> BUBBLE_BITS != 0 {
        return None;
    }
    let ahead = u8::try_from(ahead / 16).ok()?;
    let waiting = u8::try_from(fetch.entered.wrapping_sub(fetch.left)).ok()?;
    if waiting & TAKEN_BACK != 0 {
        return None;
    }
    let taken_back = fetch.resteer_taken_back && fetch.reason == Stall::TakenBranch;
    let waiting = waiting | if taken_back { TAKEN_BACK } else { 0 };
    // Whatever the next block is, its first fetch sets the newest entry, and none comes earlier than `floor`.
    let (entry, floor) = if ahead == 0 {
        // Of the newest entry only one thing matters: whether the next block may enter with it.
        let pending = fetch.next == fetch.entry;
        (
            (fetch.next - bubbles).saturating_sub(u64::from(!pending)),
            fetch.next,
        )
    } else {
        (fetch.entry, fetch.next.min(fetch.entry + 1))
    };
    let reason = fetch.reason as u8 | (bubbles as u8) << REASON_BITS;
    words.extend([distance(entry, now)?, distance(fetch.next, now)?]);
    words.push(u32::from_le_bytes([reason, ahead, waiting, 0]));
    // The first cycles in which the places of the last bundles are free, the newest last, and only those that can still hold a fetch back.
    let first = words.len();
    for back in 1..=front.sizes.buffer_bundles.min(fetch.left) {
        let free = fetch.departures[(fetch.left - back) as usize % RING] + 1;
        if free <= floor {
            break;
        }
        words.push(distance(free, now)?);
    }
    words[first..].reverse();
    words[first - 1] |= ((words.len() - first) as u32) << 24;
    Some(())
}

/// Where the front end stands between two blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// Entry of the newest block, and the earliest one of the next block.
    pub entry: u64,
    pub next: u64,
    /// Address of the first bundle that has not been fetched.
    pub end: u64,
    bubbles: u64,
    /// The bubbles are those of a resteer that was taken back.
    taken_back: bool,
}

impl Standing {
    /// Where a front end stands by itself.
    pub(super) fn of(front: &FrontEnd) -> Self {
        let fetch = &front.fetch;
        Standing {
            entry: fetch.entry,
            next: fetch.next,
            end: fetch.fetched_end,
            bubbles: fetch.resteer_bubbles,
            taken_back: fetch.resteer_taken_back,
        }
    }

    /// Where [`write()`] found one; `None`: these are not its words.
    pub(super) fn from_words(now: u64, ip: u64, words: &[u32]) -> Option<Self> {
        let &[entry, next, packed, ..] = words else {
            return None;
        };
        let [reason, ahead, waiting, _] = packed.to_le_bytes();
        let at = |distance: u32| now.wrapping_add_signed(i64::from(distance as i32));
        Some(Standing {
            entry: at(entry),
            next: at(next),
            end: ip.wrapping_add(16 * u64::from(ahead)),
            bubbles: u64::from(reason >> REASON_BITS),
            taken_back: waiting & TAKEN_BACK != 0,
        })
    }

    /// No later record carries a cycle before this one, as [`Pipeline::settled`] says.
    ///
    /// [`Pipeline::settled`]: crate::model::pipeline::Pipeline::settled
    pub(super) fn settled<P: Probe>(&self, pipeline: &Pipeline<P>) -> u64 {
        let front = &pipeline.front;
        pipeline.settled_before(front.fetches_from(self.next, self.bubbles, self.taken_back))
    }
}

/// Puts a front end where [`write()`] found one; the words behind those that it wrote.
pub(super) fn restore<'a>(front: &mut FrontEnd, now: u64, ip: u64, words: &'a [u32]) -> &'a [u32] {
    let [entry, next, packed, rest @ ..] = words else {
        return words;
    };
    let [reason, ahead, waiting, count] = packed.to_le_bytes();
    let (departures, rest) = rest.split_at(rest.len().min(usize::from(count)));
    let at = |&distance: &u32| now.wrapping_add_signed(i64::from(distance as i32));
    front.segment_count = 0;
    let buffer = front.sizes.buffer_bundles;
    let fetch = &mut front.fetch;
    fetch.entry = at(entry);
    fetch.next = at(next);
    fetch.resteer_bubbles = u64::from(reason >> REASON_BITS);
    let reason = usize::from(reason) & ((1 << REASON_BITS) - 1);
    fetch.reason = Stall::ALL[reason % Stall::ALL.len()];
    fetch.resteer_taken_back = waiting & TAKEN_BACK != 0;
    let waiting = waiting & !TAKEN_BACK;
    fetch.fetched_end = ip.wrapping_add(16 * u64::from(ahead));
    fetch.left = fetch.left.max(buffer);
    fetch.entered = fetch.left + u64::from(waiting);
    let mut free = departures.iter().rev();
    for back in 1..=buffer {
        let departure = free.next().map_or(0, |free| at(free).wrapping_sub(1));
        fetch.departures[(fetch.left - back) as usize % RING] = departure;
    }
    rest
}

/// The distance from a cycle to another one, signed, if it is moderate.
fn distance(to: u64, from: u64) -> Option<u32> {
    /// Farther than any latency, so that nothing overflows.
    const FAR: i64 = 1 << 20;
    let distance = to.wrapping_sub(from) as i64;
    (distance.abs() < FAR).then_some(distance as u32)
}

/// Whether fetches in one part of a page after an issue in cycle `now` would find their blocks without delay;
/// the places of their lines in L1I are noted in them.
#[inline(never)]
pub(crate) fn finds<P: Probe>(
    front: &FrontEnd,
    shared: &Shared<P>,
    now: u64,
    part: u64,
    fetches: &mut [Fetch],
) -> bool {
    let known = || front.itlb.peek(false, part).map(|(_, frame)| frame);
    let Some(frame) = front.itlb.again(part).or_else(known) else {
        return false;
    };
    let l1i = &shared.caches.l1i;
    fetches.iter_mut().all(|fetch| {
        let cycle = now.wrapping_add_signed(i64::from(fetch.cycle));
        let line = l1i.line(shared.translator.physical(frame, fetch.address));
        if l1i.has_by(fetch.place as usize, line, cycle) {
            // It is where it was.
            return true;
        }
        match l1i.find(line) {
            Some(index) if l1i.arrives(index) <= cycle => {
                fetch.place = index as u32;
                true
            }
            _ => false,
        }
    })
}

/// The same in several parts of pages.
#[inline(never)]
pub(crate) fn finds_in_parts<P: Probe>(
    front: &FrontEnd,
    shared: &Shared<P>,
    (now, space): (u64, u32),
    fetches: &mut [Fetch],
) -> bool {
    fetches.iter_mut().all(|fetch| {
        let part = front.itlb.part(space, fetch.address);
        finds(front, shared, now, part, std::slice::from_mut(fetch))
    })
}

/// Whether a part of a page of code is translated without delay: it is the one translated last, or in the first level of ITLB.
#[inline(always)]
pub(crate) fn has_part(front: &FrontEnd, part: u64) -> bool {
    front.itlb.again(part).is_some() || front.itlb.peek(false, part).is_some()
}

/// Asks ITLB for the part of a page of fetches that were found. False: they are in several, and nothing was done.
#[inline(always)]
pub(crate) fn ask_part(front: &mut FrontEnd, part: u64) -> bool {
    front.itlb.again(part).is_some() || front.itlb.reuse(part).is_some()
}

/// The same of fetches in several parts.
pub(crate) fn ask_parts(front: &mut FrontEnd, space: u32, fetches: &[Fetch]) {
    for fetch in fetches {
        let part = front.itlb.part(space, fetch.address);
        ask_part(front, part);
    }
}

/// Uses the lines of fetches that were found; the caller counts them.
#[inline(never)]
pub(crate) fn touch(l1i: &mut Array, fetches: &[Fetch]) {
    for fetch in fetches {
        l1i.policy.touch(fetch.place as usize);
    }
}

/// Whether using the lines of fetches once more, in the order in which they have just been used, changes no later victim: then L1I's policy is
/// told only once of many uses in a row.
pub(super) fn folds(l1i: &Array, fetches: &[Fetch]) -> bool {
    (l1i.policy).folds(fetches.iter().map(|fetch| fetch.place as usize))
}

/// The same of the lines of a wrong path.
pub(super) fn folds_path(l1i: &Array, path: &WrongPath) -> bool {
    let lines = path.lines().unwrap_or_default();
    l1i.policy.folds(lines.iter().map(|&line| line.into()))
}

/// Whether a wrong path would find what it found.
#[inline(always)]
pub(crate) fn knows_path<P: Probe>(
    front: &FrontEnd,
    shared: &Shared<P>,
    path: &WrongPath,
    target: u64,
) -> bool {
    finds_path(shared, path, (path.part, target)) && front.itlb.again(path.part).is_some()
}

/// The same if the code fetched last lies in this part of a page.
#[inline(always)]
pub(crate) fn finds_path<P: Probe>(
    shared: &Shared<P>,
    path: &WrongPath,
    (part, target): (u64, u64),
) -> bool {
    // Nothing has left L1I since, and what had arrived then has arrived now.
    path.lines().is_some()
        && path.l1i_version == shared.caches.l1i.version
        && path.target == target
        && path.part == part
}

/// Follows a wrong path again for as many cycles as before, at a later time, from the first cycle in which it could enter until the
/// resteer, if it would find what it found; false: nothing was done. A line used twice in a row was used once as far as
/// replacement is concerned.
#[inline(always)]
pub(crate) fn repeats_path<P: Probe>(
    front: &mut FrontEnd,
    shared: &mut Shared<P>,
    path: &WrongPath,
    target: u64,
    (first, until): (u64, u64),
) -> bool {
    if !knows_path(front, shared, path, target) {
        return false;
    }
    if shared.counters.hears(until) {
        if shared.counters.attention.counts {
            return false;
        }
        front.report_path(shared, path, first);
    }
    shared.counters.fetched(3 * path.bundles);
    follow_path(front, shared, path);
    true
}

/// Uses the lines of a wrong path that was found.
#[inline(always)]
pub(crate) fn follow_path<P: Probe>(
    front: &mut FrontEnd,
    shared: &mut Shared<P>,
    path: &WrongPath,
) {
    touch_path(shared, path);
    count_paths(front, shared, path, 1);
}

/// The same, as far as replacement is concerned.
#[inline(always)]
pub(crate) fn touch_path<P: Probe>(shared: &mut Shared<P>, path: &WrongPath) {
    let lines = path.lines().unwrap_or_default();
    shared
        .caches
        .l1i
        .policy
        .touch_all(lines.iter().map(|&line| line.into()));
}

/// The same, as far as it is counted, for so many times.
#[inline(always)]
pub(crate) fn count_paths<P: Probe>(
    front: &mut FrontEnd,
    shared: &mut Shared<P>,
    path: &WrongPath,
    times: u64,
) {
    let reads = path.reads * times;
    front.wrong_blocks += reads;
    shared.counters.counts.add(Raw::L1iDemandReads, reads);
    shared.caches.stats[L1I].read_hits += reads;
}
