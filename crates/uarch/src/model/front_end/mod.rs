//! The front end: when bundles enter the decoupling buffer.
//!
//! Fetch reads aligned blocks of `frontend.fetch_bytes` bytes, one a cycle, and runs ahead of issue as far as the
//! decoupling buffer has room. A block's *entry* is the first cycle in which its bundles may issue.
//! Predicted taken branches, misses and flushes delay entries; each delay is kept with its reason (a [`Segment`]), so
//! that a cycle in which the back end waits for bundles has a cause (`docs/timing.md`, "Front end").

mod log;
mod lookup;
pub(crate) mod lost;
mod prefetch;
mod streaming;
mod warm;
mod wrong_path;

pub(crate) use log::{Delay, LOGGED, Log, NEVER, WrongPath};
pub(crate) use prefetch::Streamed;

use crate::model::accounting::Segment;
use crate::model::accounting::counters::Counters;
use crate::model::accounting::trail::Fetched;
use crate::model::memory::Shared;
use crate::model::memory::cache::L1I;
use crate::model::memory::tlb::Tlb;
use config::model::Machine;
use events::{Fetch, FetchSource, MemoryLevel, Probe, Raw, Site, Stall};
use lost::Loss;
use streaming::StreamingBuffer;
pub(crate) use warm::Lines;

/// Most segments kept between two issues. A segment beyond them replaces the last one, whose time it takes over.
const SEGMENTS: usize = 8;
/// Size of the ring of departures in bundles: the range of `frontend.buffer_bundles` ends a fetch block below it.
pub(crate) const RING: usize = 64;

/// Size of the table of guesses where in L1I a line is ([`FrontEnd`]'s `places`); a power of two.
const PLACES: usize = 512;

/// Where fetch stands: all state that decides when the next blocks enter, beside the contents of ITLB, L1I and predictors.
#[derive(Clone, Debug)]
pub(crate) struct FetchState {
    /// Entry of the newest block.
    pub entry: u64,
    /// Earliest entry of the next block.
    pub next: u64,
    /// How many cycles directly before `next` are bubbles of a branch's resteer, not counted yet.
    pub resteer_bubbles: u64,
    /// The newest bubbles of a branch come from a resteer that the loop predictor took back.
    pub resteer_taken_back: bool,
    /// Reason of the newest delay of fetch. A wait for bundles that no segment covers is charged to it.
    pub reason: Stall,
    /// Address of the first bundle that has not been fetched.
    pub fetched_end: u64,
    /// Address space of fetch.
    pub space: u32,
    /// Bundles fetched so far, without those that a resteer or a flush threw away. `entered - left` of them are in the buffer.
    pub entered: u64,
    /// Bundles issued completely so far.
    pub left: u64,
    /// The cycle in which bundle number n left the buffer, at index n modulo [`RING`].
    pub departures: [u64; RING],
}

checkpoint::state!(FetchState {
    entry,
    next,
    resteer_bubbles,
    resteer_taken_back,
    reason,
    fetched_end,
    space,
    entered,
    left,
    departures
});

/// The result of looking up one fetch block in ITLB and L1I.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookup {
    /// Cycles by which an ITLB miss delays the entry.
    tlb: u64,
    /// Further cycles by which L1I delays it: until the line's data arrive.
    cache: u64,
    /// Physical address of the block's first bundle fetched.
    physical: u64,
    source: FetchSource,
}

impl Default for Lookup {
    fn default() -> Self {
        Self {
            tlb: 0,
            cache: 0,
            physical: 0,
            source: FetchSource::L1,
        }
    }
}

impl Lookup {
    /// By how much it delays the entry of its block, in a word: all that the timing of what follows depends on. `None`: it fits in no word. Bits 29:0:
    /// by L1I; 59:30: by ITLB; from bit 60 on, for a listener that is told which level a group waits for ([`Counters::fetched_from`]): that level, from 1.
    #[inline(always)]
    pub(crate) fn delay(&self, from: Option<MemoryLevel>) -> Option<Delay> {
        if self.tlb | self.cache == 0 {
            return Some(0);
        }
        let level = from.map_or(0, |level| 1 + level as u64);
        let fits = self.tlb >> 30 == 0 && self.cache >> 30 == 0;
        fits.then_some(level << 60 | self.tlb << 30 | self.cache)
    }
}

/// A block fetched in the current execution.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Logged {
    pub address: u64,
    /// The entry that it would have had without the delay.
    pub entry: u64,
    /// The delay by ITLB and L1I ([`Lookup::delay`]).
    pub delay: Delay,
}

/// The front end's parameters, widened to 64 bits and limited once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// Cycles from the fetch of a block to its entry.
    pub depth: u64,
    /// Bytes of a fetch block, a power of two.
    block_bytes: u64,
    /// Bundles of a fetch block.
    pub block_bundles: u64,
    /// Bundles that the decoupling buffer holds.
    pub buffer_bundles: u64,
    /// Latency of an L1I hit, which is contained in `depth`.
    hit_latency: u64,
    /// Bundle pairs in a line of L1I.
    pub line_pairs: u64,
    next_lines: u64,
    stream_lines: u64,
    wrong_path: bool,
    /// Cycles of a fetch that L1I misses beyond those of a data access.
    miss_extra: u64,
    /// A block that is entered behind its first bundle lets the next block enter in the same cycle (`join_partial_blocks`).
    joins: bool,
}

/// The front end.
#[derive(Clone, Debug)]
pub(crate) struct FrontEnd {
    pub fetch: FetchState,
    /// The delays of fetch since the newest issue, oldest first; the first `segment_count` are valid.
    segments: [Segment; SEGMENTS],
    pub segment_count: usize,
    pub itlb: Tlb,
    pub stream: StreamingBuffer,
    pub sizes: Sizes,
    /// Index in L1I at which a line was found last, by the line's number modulo [`PLACES`]. A guess: the tag there is compared before it is used.
    places: Box<[u16; PLACES]>,
    /// Prefetches that found their line in L1I or the streaming buffer.
    pub prefetches_found: u64,
    /// Taken branches that fetch followed.
    pub resteers: u64,
    /// Blocks fetched down wrong paths.
    pub wrong_blocks: u64,
    /// Cycles counted as bubbles of a flush that do not pass, because another flush starts fetch over earlier.
    pub cut_short: u64,
    /// Entry of the block with the first bundle of the newest group for which blocks were fetched; if that bundle was in the buffer, the entry of
    /// the newest block then.
    pub first_entry: u64,
    /// The blocks fetched in the current execution.
    pub log: Log<Logged, LOGGED>,
    /// A fetch of the current execution was delayed by ITLB or L1I.
    pub delayed: bool,
    /// The delay of one of them fits in no word.
    pub unmemoizable: bool,
    /// The look-ups of the first blocks of the execution, which replay made in the cycles in which they are made here
    /// ([`DoneAhead`](crate::model::pipeline::course::DoneAhead)), each with [`Counters::fetched_from`] behind it.
    pub ahead: Log<(Lookup, Option<MemoryLevel>), LOGGED>,
    /// The wrong path followed last; its version is [`NEVER`] unless it found all of its blocks in L1I.
    pub path: WrongPath,
    /// Warming has followed a wrong path, or a prefetch put a line into L1I, since [`take_disturbed`](Self::take_disturbed) was called last.
    disturbed: bool,
    /// Branches that warming has seen mispredicted.
    pub warm_mispredictions: u64,
}

checkpoint::state!(FrontEnd { fetch, segments, segment_count, itlb, stream, places, prefetches_found, resteers, wrong_blocks, cut_short, first_entry, delayed, path } skips { sizes, log, unmemoizable, ahead, disturbed, warm_mispredictions });

impl FrontEnd {
    /// A front end that starts to fetch in cycle 0.
    pub(crate) fn new(machine: &Machine) -> Self {
        let parameters = &machine.frontend;
        let start = Segment {
            until: parameters.depth.into(),
            stall: Stall::InstructionStart,
        };
        let block_bytes = u64::from(machine.fetch_block_bytes());
        Self {
            fetch: FetchState {
                entry: 0,
                next: 0,
                resteer_bubbles: 0,
                resteer_taken_back: false,
                reason: Stall::InstructionStart,
                fetched_end: u64::MAX,
                space: u32::MAX,
                entered: 0,
                left: 0,
                departures: [0; RING],
            },
            segments: [start; SEGMENTS],
            segment_count: 0,
            itlb: Tlb::new(machine, true),
            stream: StreamingBuffer::new(usize::from(parameters.streaming_buffer_lines)),
            sizes: Sizes {
                depth: parameters.depth.into(),
                block_bytes,
                block_bundles: block_bytes / 16,
                buffer_bundles: parameters.buffer_bundles.into(),
                hit_latency: u64::from(machine.caches.l1i.latency),
                line_pairs: u64::from(machine.caches.l1i.line_bytes).div_ceil(32),
                next_lines: u64::from(parameters.next_lines),
                stream_lines: u64::from(parameters.stream_lines),
                wrong_path: parameters.wrong_path,
                miss_extra: parameters.miss_extra_cycles.into(),
                joins: parameters.join_partial_blocks,
            },
            places: Box::new([0; PLACES]),
            prefetches_found: 0,
            resteers: 0,
            wrong_blocks: 0,
            cut_short: 0,
            first_entry: 0,
            log: Log::default(),
            delayed: false,
            unmemoizable: false,
            ahead: Log::default(),
            path: WrongPath::NONE,
            disturbed: false,
            warm_mispredictions: 0,
        }
    }

    /// The blocks fetched since the current execution began; `None`: ITLB or L1I delayed one, or there were more than [`LOGGED`].
    pub(crate) fn undelayed(&self) -> Option<&[Logged]> {
        self.log.items().filter(|_| !self.delayed)
    }

    /// An execution begins: the records of the one before are cleared.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.log.clear();
        self.delayed = false;
        self.unmemoizable = false;
    }

    /// A lower bound of the cycles of all later fetches and of the bubbles that are counted with them, if execution goes on at the expected address.
    pub(crate) fn next_fetch(&self) -> u64 {
        let fetch = &self.fetch;
        self.fetches_from(fetch.next, fetch.resteer_bubbles, fetch.resteer_taken_back)
    }

    /// The same for a front end whose next block enters in cycle `next` at the earliest, with so many `bubbles` before it; `taken_back`: these
    /// are the bubbles of a resteer that the loop predictor took back.
    pub(crate) fn fetches_from(&self, next: u64, bubbles: u64, taken_back: bool) -> u64 {
        let depth = self.sizes.depth;
        let back = match taken_back {
            // Front end 6 and 9: the newest block may hold another branch, and fetch behind that one, on the right path or a wrong one,
            // does not wait for these bubbles.
            true => depth + bubbles,
            false => depth.max(bubbles),
        };
        next.saturating_sub(back)
    }

    /// The cycle of a fetch whose bundles may issue from a cycle on if nothing delays them.
    #[inline(always)]
    pub(crate) fn cycle_of(&self, entry: u64) -> u64 {
        entry - self.sizes.depth.min(entry)
    }

    /// An upper bound of the syllables that count as fetched with an execution besides those that retire: the bundles in the buffer behind its last
    /// group, which a flush discards, and those of a wrong path.
    pub(crate) fn most_aside(&self) -> u64 {
        3 * (self.sizes.buffer_bundles + 3 * self.sizes.block_bundles)
    }

    /// Whether every bundle of the current path before an address has been fetched.
    #[inline(always)]
    pub(crate) fn has(&self, end: u64) -> bool {
        self.fetch.fetched_end >= end
    }

    /// The reason of all waiting up to the newest entry, if there is a single one.
    #[inline(always)]
    pub(crate) fn only_reason(&self) -> Option<Stall> {
        (self.segment_count == 0).then_some(self.fetch.reason)
    }

    /// What the time from the last issue to the newest entry went to, oldest first.
    pub(crate) fn segments(&mut self) -> &[Segment] {
        // Accounting 2: what the front end did is in force in its own time.
        let covered = self.segments[..self.segment_count]
            .last()
            .map_or(0, |segment| segment.until);
        if covered < self.fetch.entry {
            self.segment(self.fetch.entry, self.fetch.reason);
        }
        &self.segments[..self.segment_count]
    }

    /// Fetches blocks until a group's bundles are in the buffer. `first`: the address behind its first bundle; `end`: the one behind its last.
    #[inline(always)]
    pub(crate) fn fetch_group<P: Probe>(&mut self, shared: &mut Shared<P>, first: u64, end: u64) {
        self.fetch_until(shared, first);
        self.first_entry = self.fetch.entry;
        self.fetch_until(shared, end);
    }

    /// Fetches blocks until every bundle before an address is in the buffer.
    #[inline(always)]
    fn fetch_until<P: Probe>(&mut self, shared: &mut Shared<P>, end: u64) {
        while self.fetch.fetched_end < end {
            let is_made = self.log.count() < self.ahead.count();
            if is_made || !self.fetch_resident(shared) {
                self.fetch(shared);
            }
        }
    }

    /// The short form of [`fetch`](Self::fetch) for a block that is where `places` says in L1I, its data there, on the page translated last, unless
    /// a listener has to hear its counts. False: nothing was done.
    ///
    /// Shortens Front end 1 to 3; `tests/ticked` and `tests/model/armed.rs` (a listener switches it off) hold both equal.
    #[inline(always)]
    fn fetch_resident<P: Probe>(&mut self, shared: &mut Shared<P>) -> bool {
        let address = self.fetch.fetched_end;
        let end = (address | (self.sizes.block_bytes - 1)).wrapping_add(1);
        let entered = self.fetch.entered + end.wrapping_sub(address) / 16;
        let entry = self.room_for_bundle(entered).max(self.fetch.next);
        let cycle = entry - self.sizes.depth.min(entry);
        let heard = shared.counters.may_hear(entry);
        if heard && shared.counters.hears(entry + 1) {
            return false;
        }
        let Some(physical) = self.read_resident(shared, cycle, address) else {
            return false;
        };
        self.log.push(Logged {
            address,
            entry,
            delay: 0,
        });
        self.enter(shared, address, end, entry);
        self.fetch.entered = entered;
        let found = Lookup {
            tlb: 0,
            cache: 0,
            physical,
            source: FetchSource::L1,
        };
        if heard && shared.counters.sums_each() {
            self.report(shared, cycle, entry, address, found, false);
        }
        self.entered(shared, address, end, entry);
        true
    }

    /// A block enters the buffer in a cycle: fetch moves on behind it.
    #[inline(always)]
    fn entered<P: Probe>(&mut self, shared: &mut Shared<P>, address: u64, end: u64, entry: u64) {
        let mut next = entry + 1;
        if self.sizes.joins {
            // Front end 2: a block that begins behind its first bundle lets the next one enter with it.
            let joins = self.may_be_joined() && entry == self.fetch.entry;
            if joins {
                let counters = &mut shared.counters;
                counters.count(Raw::FrontJoined, 1, entry, &Site::none());
            }
            next -= u64::from(self.begins_late(address, end));
        }
        self.fetch.entry = entry;
        self.fetch.next = next;
        self.fetch.fetched_end = end;
    }

    /// The first cycle behind the entry of the newest block, or the first entry that a flush allows.
    pub(crate) fn behind_newest(&self) -> u64 {
        self.fetch.next - self.fetch.resteer_bubbles + u64::from(self.may_be_joined())
    }

    /// Whether the next block may enter in the cycle of the newest one. An entry of 0 means that none has entered yet.
    #[inline(always)]
    fn may_be_joined(&self) -> bool {
        self.fetch.next == self.fetch.entry && self.fetch.entry > 0
    }

    /// Whether a fetch from an address up to the end of the block leaves out bundles at the block's beginning.
    #[inline(always)]
    fn begins_late(&self, address: u64, end: u64) -> bool {
        end.wrapping_sub(address) < self.sizes.block_bytes
    }

    /// Counts what is lost at the buffer's entrance up to cycle `room`, in which there is room for a block: the bubbles of a branch, the cycles in
    /// which the buffer was full, and, if `address` lies inside the block, the places of the bundles before it.
    #[inline(always)]
    fn enter<P: Probe>(&mut self, shared: &mut Shared<P>, address: u64, end: u64, room: u64) {
        let next = self.fetch.next;
        if room == next && self.fetch.resteer_bubbles == 0 && !self.begins_late(address, end) {
            return;
        }
        let width = self.sizes.block_bundles;
        let bubbles = std::mem::take(&mut self.fetch.resteer_bubbles);
        let branch = Loss::of_branch(self.fetch.resteer_taken_back);
        // A block that could have entered together with the previous one loses nothing in the cycle in which that one entered.
        let from = next + u64::from(self.may_be_joined());
        let unreached = if self.sizes.joins {
            0
        } else {
            width - end.wrapping_sub(address) / 16
        };
        let counters = &mut shared.counters;
        counters.bubble(branch, next - bubbles, next, width);
        counters.bubble(Loss::Full, from, room, width);
        counters.count(Raw::FrontLostUnreached, unreached, room, &Site::none());
    }

    /// The short form of [`access`](Self::access) for a block that is where `places` says in L1I, its data there, on the page translated last; it
    /// tells no listener. Returns the block's physical address; `None`: nothing was done.
    /// Shortens Front end 3, held equal as [`fetch_resident`](Self::fetch_resident) is.
    #[inline(always)]
    fn read_resident<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        cycle: u64,
        address: u64,
    ) -> Option<u64> {
        let part = self.itlb.part(self.fetch.space, address);
        let frame = self.itlb.again(part)?;
        let l1i = &mut shared.caches.l1i;
        let physical = shared.translator.physical(frame, address);
        let line = l1i.line(physical);
        let index = usize::from(self.places[line as usize % PLACES]);
        if !l1i.is_at(index, line) || l1i.arrives(index) > cycle {
            return None;
        }
        l1i.policy.touch(index);
        shared.counters.counts.add(Raw::L1iDemandReads, 1);
        shared.caches.stats[L1I].read_hits += 1;
        Some(physical)
    }

    /// The first cycle in which the buffer has room for bundle number `entered` (from 1): behind the departure of the bundle whose place it takes.
    /// 0: the place is free already, or that bundle has not left.
    #[inline(always)]
    fn room_for_bundle(&self, entered: u64) -> u64 {
        // Front end 2
        if entered > self.sizes.buffer_bundles
            && entered - self.sizes.buffer_bundles <= self.fetch.left
        {
            self.fetch.departures[(entered - self.sizes.buffer_bundles - 1) as usize % RING] + 1
        } else {
            0
        }
    }

    /// Notes that the time up to a cycle went to a stall.
    fn segment(&mut self, until: u64, stall: Stall) {
        self.segment_count = SEGMENTS.min(self.segment_count + 1);
        self.segments[self.segment_count - 1] = Segment { until, stall };
    }

    /// Fetches the next block of the predicted path.
    #[inline(never)]
    fn fetch<P: Probe>(&mut self, shared: &mut Shared<P>) {
        // Front end 1 to 3, and 8: the first fetch is in cycle 0.
        let address = self.fetch.fetched_end;
        let end = (address | (self.sizes.block_bytes - 1)).wrapping_add(1);
        let bundles = (end.wrapping_sub(address)) / 16;
        self.fetch.entered += bundles;
        let mut entry = self
            .room_for_bundle(self.fetch.entered)
            .max(self.fetch.next);
        self.segment(entry, self.fetch.reason);
        self.enter(shared, address, end, entry);
        let width = self.sizes.block_bundles;
        let cycle = entry - self.sizes.depth.min(entry);
        let lookup = match self.ahead.get(self.log.count()) {
            Some(&(made, from)) => {
                // More look-ups may have been made ahead behind this one.
                shared.counters.fetched_from = from;
                made
            }
            None => self.access(shared, cycle, address, false),
        };
        let Lookup { tlb, cache, .. } = lookup;
        let delay = lookup.delay(shared.counters.fetched_from);
        self.delayed |= delay != Some(0);
        self.unmemoizable |= delay.is_none();
        self.log.push(Logged {
            address,
            entry,
            delay: delay.unwrap_or_default(),
        });
        let after = self.fetch.next + u64::from(self.may_be_joined());
        if tlb > 0 {
            self.fetch.reason = Stall::InstructionTlb;
            let counters = &mut shared.counters;
            counters.bubble(Loss::Tlb, entry.max(after), entry + tlb, width);
            entry += tlb;
            self.segment(entry, Stall::InstructionTlb);
        }
        if cache > 0 {
            self.fetch.reason = Stall::InstructionCache;
            let counters = &mut shared.counters;
            counters.bubble(Loss::Cache, entry.max(after), entry + cache, width);
            entry += cache;
            self.segment(entry, Stall::InstructionCache);
        }
        if shared.counters.hears_fetch(entry) {
            self.report(shared, cycle, entry, address, lookup, false);
        }
        let trail = &mut shared.counters.trail;
        if P::hears_records() && trail.written {
            trail.fetch = Some(Fetched {
                address,
                cycle,
                entry,
                tlb,
                cache,
                source: lookup.source,
            });
        }
        self.entered(shared, address, end, entry);
    }

    /// The newest fetch of the newest execution, for a listener that may be told of it later; `None`: the execution made none. `slow`: the newest
    /// fetch that took the [full form](Self::fetch), of this execution or an earlier one, whose delays are known.
    pub(crate) fn newest_fetch(&self, slow: Option<Fetched>) -> Option<Fetched> {
        let &Logged { address, entry, .. } = self.log.newest()?;
        let cycle = self.cycle_of(entry);
        let own = slow.filter(|slow| (slow.address, slow.cycle) == (address, cycle));
        Some(own.unwrap_or(Fetched {
            address,
            cycle,
            entry,
            tlb: 0,
            cache: 0,
            source: FetchSource::L1,
        }))
    }

    /// The newest fetch that was made [ahead](Self::ahead), at an address in a cycle, as the trail keeps it.
    pub(crate) fn newest_made(&self, address: u64, cycle: u64) -> Option<Fetched> {
        let &(made, _) = self.ahead.newest()?;
        Some(Fetched {
            address,
            cycle,
            entry: cycle + self.sizes.depth + made.tlb + made.cache,
            tlb: made.tlb,
            cache: made.cache,
            source: made.source,
        })
    }

    /// Tells the listener of a block that was looked up, on the right path or a wrong one.
    #[inline(never)]
    fn report<P: Probe>(
        &self,
        shared: &mut Shared<P>,
        cycle: u64,
        entry: u64,
        address: u64,
        lookup: Lookup,
        wrong_path: bool,
    ) {
        let end = (address | (self.sizes.block_bytes - 1)).wrapping_add(1);
        let translator = &shared.translator;
        let translated = translator.translated(self.fetch.space, lookup.physical);
        shared.counters.probe.fetch(&Fetch {
            cycle,
            entry,
            tlb_delay: lookup.tlb,
            cache_delay: lookup.cache,
            ip: address,
            bundles: (end.wrapping_sub(address) / 16) as u8,
            wrong_path,
            source: lookup.source,
            translated,
        });
    }

    /// So many bundles leave the buffer in a cycle, issued completely.
    #[inline(always)]
    pub(crate) fn leave(&mut self, bundles: u8, cycle: u64) {
        // At most three bundles end in a group. Three places are written always: those beyond `bundles` are written again before they are read.
        let left = self.fetch.left as usize;
        self.fetch.departures[left % RING] = cycle;
        self.fetch.departures[(left + 1) % RING] = cycle;
        self.fetch.departures[(left + 2) % RING] = cycle;
        self.fetch.left += u64::from(bundles);
        self.segment_count = 0;
    }

    /// Fetch continues at the target of a correctly predicted taken branch, after the bubbles of its prediction.
    #[inline(always)]
    pub(crate) fn resteer<P: Probe>(&mut self, shared: &mut Shared<P>, target: u64, bubbles: u32) {
        // Front end 6: the front-end bubbles of a branch.
        self.resteers += 1;
        let behind = self.fetch.entered.saturating_sub(self.fetch.left);
        shared.counters.count(
            Raw::FrontLostUnreached,
            behind,
            self.fetch.entry,
            &Site::none(),
        );
        self.fetch.resteer_bubbles = bubbles.into();
        self.fetch.resteer_taken_back = false;
        self.fetch.next = self.fetch.entry + 1 + u64::from(bubbles);
        self.fetch.reason = Stall::TakenBranch;
        self.fetch.fetched_end = target & !15;
        self.fetch.entered = self.fetch.left;
    }

    /// Fetch continues on the sequential path after bubbles: a later stage of the prediction took back the resteer of an earlier one.
    pub(crate) fn bubbles(&mut self, bubbles: u32) {
        // Front end 6
        let next = self.fetch.entry + 1 + u64::from(bubbles);
        let from = self.fetch.next + u64::from(self.may_be_joined());
        self.fetch.resteer_bubbles += next.saturating_sub(from);
        self.fetch.next = self.fetch.next.max(next);
        self.fetch.resteer_taken_back = true;
        self.fetch.reason = Stall::TakenBranch;
    }

    /// Removes all translations of the first level of the ITLB.
    pub(crate) fn invalidate_translations(&mut self) {
        // Translation 6
        self.itlb.invalidate_first();
        self.path = WrongPath::NONE;
    }

    /// Forgets the wrong path followed last: translations have changed, so that it may lie on other pages.
    pub(crate) fn forget_wrong_path(&mut self) {
        self.path = WrongPath::NONE;
    }

    /// The pipe is flushed: fetch starts over at `target` in a space, so that its first bundle may issue in cycle `entry`.
    #[inline(always)]
    pub(crate) fn flush<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        space: u32,
        target: u64,
        entry: u64,
        reason: Stall,
    ) {
        // Front end 7
        self.fetch.space = space;
        let from = self.behind_newest();
        self.fetch.resteer_bubbles = 0;
        self.fetch.next = entry.max(self.sizes.depth);
        // The newest entry lies before the next one, so that the next block joins no other.
        self.fetch.entry = self.fetch.entry.min(self.fetch.next.saturating_sub(1));
        let width = self.sizes.block_bundles;
        let counters = &mut shared.counters;
        counters.bubble(Loss::Flush, from, self.fetch.next, width);
        self.cut_short += from.saturating_sub(self.fetch.next);
        self.fetch.reason = reason;
        self.fetch.fetched_end = target & !15;
        self.fetch.entered = self.fetch.left;
        self.segment_count = 0;
    }

    /// Tells the listener of the cycles that the [`flush`](Self::flush) behind a replay loses; the replay counts them itself. `newest`: entry of the
    /// newest block before the flush; `entry`: that of the first block behind it.
    pub(crate) fn report_flush_loss<P: Probe>(
        &self,
        counters: &mut Counters<P>,
        newest: u64,
        entry: u64,
    ) {
        let next = entry.max(self.sizes.depth);
        counters.report_loss(Loss::Flush, newest + 1, next, self.sizes.block_bundles);
    }
}
