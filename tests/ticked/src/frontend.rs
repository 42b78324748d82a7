//! The front end: one turn for each cycle in which a block could enter the decoupling buffer
//! (`docs/timing.md`, "Front end").
//!
//! It has a clock of its own, because it runs ahead of issue: it is at most one cycle ahead of the cycle in which
//! the next block may enter, and is asked to go on when issue needs a block. What it did in each cycle is kept, so
//! that a cycle in which issue starves has a cause.

use crate::caches::Caches;
use crate::translation::{Frames, Tlb};
use config::Machine;
use events::{Raw, Stall};
use std::collections::{BTreeMap, VecDeque};

/// What the front end shares with the data side.
pub(crate) struct Shared {
    pub caches: Caches,
    pub frames: Frames,
}

/// The front end.
pub(crate) struct FrontEnd {
    /// The next cycle in which a block could enter the buffer.
    clock: u64,
    /// Cycles from `clock` on in which nothing enters because of a resteer or flush.
    bubbles: u64,
    /// The newest bubbles of a branch are those of a resteer that the loop predictor took back.
    by_loop: bool,
    /// The last disturbance.
    reason: Stall,
    /// What each cycle was spent on, and whether bubbles in it are those of the loop predictor.
    spent: Vec<(Stall, bool)>,
    /// The cycle in which the newest block entered.
    entered: u64,
    /// The newest block entered in the cycle of the clock and lets the next one enter with it.
    joining: bool,
    /// Fetch goes on here.
    address: u64,
    /// Bundles that entered the buffer, less those that a resteer threw out.
    fetched: usize,
    /// The cycle in which each bundle left it.
    left: Vec<u64>,
    itlb: Tlb,
    /// The streaming buffer: lines and the cycles in which they arrive, the oldest first.
    streaming: VecDeque<(u64, u64)>,
    parameters: config::model::FrontEnd,
    line_bytes: u64,
    hit_latency: u64,
    /// The first cycle behind the newest block of the right path, or behind a flush.
    right: u64,
    /// Cycles and places lost at the entrance of the buffer, and blocks that joined another one there.
    pub lost: BTreeMap<Raw, u64>,
}

impl FrontEnd {
    /// Idle.
    pub(crate) fn new(machine: &Machine) -> Self {
        Self {
            clock: 0,
            bubbles: 0,
            by_loop: false,
            reason: Stall::InstructionStart,
            spent: Vec::new(),
            entered: 0,
            joining: false,
            address: 0,
            fetched: 0,
            left: Vec::new(),
            itlb: Tlb::new(machine, true),
            streaming: VecDeque::new(),
            parameters: machine.frontend.clone(),
            line_bytes: machine.caches.l1i.line_bytes.into(),
            hit_latency: u64::from(machine.caches.l1i.latency),
            right: 0,
            lost: BTreeMap::new(),
        }
    }

    /// Bundles of a block.
    fn width(&self) -> u64 {
        self.block_bytes() / 16
    }

    /// No block entered in some cycles.
    fn lose(&mut self, bubbles: Raw, places: Raw, cycles: u64) {
        *self.lost.entry(bubbles).or_default() += cycles;
        *self.lost.entry(places).or_default() += cycles * self.width();
    }

    /// Places of a block that enters hold nothing that is reached.
    fn miss_out(&mut self, places: u64) {
        *self.lost.entry(Raw::FrontLostUnreached).or_default() += places;
    }

    fn miss_extra(&self) -> u64 {
        self.parameters.miss_extra_cycles.into()
    }

    fn depth(&self) -> u64 {
        self.parameters.depth.into()
    }

    fn block_bytes(&self) -> u64 {
        self.line_bytes.min(self.parameters.fetch_bytes.into())
    }

    /// The address behind the block of an address.
    fn block_end(&self, address: u64) -> u64 {
        address - address % self.block_bytes() + self.block_bytes()
    }

    /// One cycle goes by.
    fn tick(&mut self) {
        let cycle = self.clock as usize;
        if self.spent.len() <= cycle {
            self.spent.resize(cycle + 1, (self.reason, self.by_loop));
        }
        self.spent[cycle] = (self.reason, self.by_loop);
        self.clock += 1;
    }

    /// Some cycles go by for a reason, if there are any.
    fn wait(&mut self, cycles: u64, reason: Stall) {
        if cycles > 0 {
            self.reason = reason;
        }
        for _ in 0..cycles {
            self.tick();
        }
    }

    /// The cycle in which the newest block entered.
    pub(crate) fn entered(&self) -> u64 {
        self.entered
    }

    /// What a cycle was spent on in which issue starved.
    pub(crate) fn spent_on(&self, cycle: u64) -> (Stall, bool) {
        self.spent
            .get(cycle as usize)
            .copied()
            .unwrap_or((self.reason, self.by_loop))
    }

    /// Fetches until every bundle before an address has entered; the cycle in which the newest block did.
    pub(crate) fn deliver(&mut self, shared: &mut Shared, until: u64) -> u64 {
        while self.address < until {
            self.fetch(shared);
        }
        self.entered
    }

    fn fetch(&mut self, shared: &mut Shared) {
        let end = self.block_end(self.address);
        let bundles = (end - self.address) / 16;
        self.fetched += bundles as usize;
        let partial = self.parameters.join_partial_blocks && bundles < self.width();
        if !partial {
            self.miss_out(self.width() - bundles);
        }
        if !self.has_room() {
            self.end_joining();
        }
        while self.bubbles > 0 || !self.has_room() {
            // The bubbles of a flush were lost with it.
            if self.clock < self.right {
            } else if self.bubbles > 0 && self.by_loop {
                self.lose(Raw::FrontBubblesLoop, Raw::FrontLostLoop, 1);
            } else if self.bubbles > 0 {
                self.lose(Raw::FrontBubblesBranch, Raw::FrontLostBranch, 1);
            } else {
                self.lose(Raw::FrontBubblesFull, Raw::FrontLostFull, 1);
            }
            self.bubbles = self.bubbles.saturating_sub(1);
            self.tick();
        }
        let (translation, delay) = self.look_up(shared, self.address, true);
        // A block entered in the first of these cycles if this one was to join it.
        let (mut translation, mut delay) = (translation, delay);
        if std::mem::take(&mut self.joining) {
            if translation > 0 {
                translation -= 1;
            } else if delay > 0 {
                delay -= 1;
            } else {
                *self.lost.entry(Raw::FrontJoined).or_default() += 1;
            }
        }
        self.lose(Raw::FrontBubblesTlb, Raw::FrontLostTlb, translation);
        self.lose(Raw::FrontBubblesCache, Raw::FrontLostCache, delay);
        self.entered = self.clock;
        self.right = self.clock + 1;
        self.address = end;
        self.joining = true;
        if !partial {
            self.end_joining();
        }
    }

    /// The cycle of the newest block ends with no other block in it.
    fn end_joining(&mut self) {
        if std::mem::take(&mut self.joining) {
            self.tick();
        }
    }

    /// Whether the newest bundle fetched finds a place: the one before it by the size of the buffer has left.
    fn has_room(&self) -> bool {
        match self
            .fetched
            .checked_sub(usize::from(self.parameters.buffer_bundles) + 1)
        {
            Some(before) => self.left.get(before).is_none_or(|left| *left < self.clock),
            None => true,
        }
    }

    /// Looks a block up in ITLB and L1I, `depth` cycles upstream of the buffer, and waits for it; the cycles of both.
    fn look_up(&mut self, shared: &mut Shared, address: u64, right_path: bool) -> (u64, u64) {
        let upstream = self.clock.saturating_sub(self.depth());
        let (frame, cost) =
            self.itlb
                .translate(address, upstream, &mut shared.frames, &mut shared.caches);
        let translation = cost.map_or(0, |cost| cost.total());
        self.wait(translation, Stall::InstructionTlb);
        let upstream = upstream + translation;
        let physical = shared.frames.physical(frame, address);
        let line = shared.caches.l1i.line(physical);
        let delay = match shared.caches.l1i.use_line(line) {
            Some(arrives) => arrives.saturating_sub(upstream),
            None => self.miss(shared, upstream, physical, right_path),
        };
        self.wait(delay, Stall::InstructionCache);
        (translation, delay)
    }

    /// A line that L1I does not have; the delay.
    fn miss(&mut self, shared: &mut Shared, cycle: u64, physical: u64, right_path: bool) -> u64 {
        let line = shared.caches.l1i.line(physical);
        let hit = cycle + self.hit_latency;
        let waiting = self.streaming.iter().position(|(l, _)| *l == line);
        let ready = match waiting.and_then(|index| self.streaming.remove(index)) {
            Some((_, arrives)) => arrives.max(hit),
            None => shared.caches.instruction_line(cycle, physical) + self.miss_extra(),
        };
        let delay = ready - hit;
        shared.caches.l1i.fill(line, cycle + delay);
        if right_path {
            let lines = u64::from(self.parameters.next_lines);
            self.prefetch(shared, cycle, physical, lines, false);
        }
        delay
    }

    /// Prefetches lines behind an address. A stream ends at the first line that is there already.
    fn prefetch(
        &mut self,
        shared: &mut Shared,
        cycle: u64,
        physical: u64,
        lines: u64,
        stream: bool,
    ) {
        let bytes = shared.caches.l1i.line_bytes();
        for n in 1..=lines {
            let line = shared.caches.l1i.line(physical) + n;
            let address = line * bytes;
            if !shared.frames.shares_page(address, physical) {
                return;
            }
            let there = shared.caches.l1i.holds(line)
                || self.streaming.iter().any(|(waiting, _)| *waiting == line);
            if there && stream {
                return;
            }
            if there {
                continue;
            }
            if !shared.caches.has_room_for_instructions(cycle) {
                return;
            }
            let ready = shared.caches.instruction_line(cycle, address) + self.miss_extra();
            let room = usize::from(self.parameters.streaming_buffer_lines);
            if room == 0 {
                shared
                    .caches
                    .l1i
                    .fill(line, ready.saturating_sub(self.hit_latency));
                continue;
            }
            if self.streaming.len() == room {
                self.streaming.pop_front();
            }
            self.streaming.push_back((line, ready));
        }
    }

    /// A stream of prefetches behind a target, with the next fetch.
    pub(crate) fn stream(&mut self, shared: &mut Shared, target: u64) {
        if let Some(frame) = self.itlb.last(target, &shared.frames) {
            let cycle = (self.clock + self.bubbles).saturating_sub(self.depth());
            let physical = shared.frames.physical(frame, target);
            let lines = u64::from(self.parameters.stream_lines);
            self.prefetch(shared, cycle, physical, lines, true);
        }
    }

    /// A bundle has been issued completely.
    pub(crate) fn leave(&mut self, cycle: u64) {
        self.left.push(cycle);
    }

    /// What the buffer holds behind the newest bundle that left is of no use.
    fn empty(&mut self) {
        self.fetched = self.left.len();
    }

    /// A branch was rightly predicted taken.
    pub(crate) fn resteer(&mut self, target: u64, bubbles: u64) {
        self.end_joining();
        self.miss_out((self.fetched - self.left.len()) as u64);
        self.empty();
        self.bubbles = bubbles;
        self.by_loop = false;
        self.reason = Stall::TakenBranch;
        self.address = target;
    }

    /// A wrong resteer was taken back in time.
    pub(crate) fn correct(&mut self, bubbles: u64) {
        self.end_joining();
        self.bubbles = self.bubbles.max(bubbles);
        self.by_loop = true;
        self.reason = Stall::TakenBranch;
    }

    /// The pipe is flushed in a cycle, and starts over with so many cycles in which nothing enters.
    pub(crate) fn flush(&mut self, cycle: u64, bubbles: u64, target: u64, reason: Stall) {
        self.empty();
        self.joining = false;
        self.clock = cycle;
        // The first fetch of all is in cycle 0.
        self.bubbles = bubbles.max(self.depth().saturating_sub(cycle));
        let next = cycle + self.bubbles;
        self.lose(
            Raw::FrontBubblesFlush,
            Raw::FrontLostFlush,
            next.saturating_sub(self.right),
        );
        self.right = next;
        self.reason = reason;
        self.address = target;
    }

    /// Follows the path that a wrong prediction leads to, until the right one enters in cycle `until`.
    pub(crate) fn wrong_path(
        &mut self,
        shared: &mut Shared,
        address: u64,
        bubbles: u64,
        until: u64,
    ) {
        if !self.parameters.wrong_path {
            return;
        }
        self.end_joining();
        self.wait(bubbles, Stall::FlushMispredict);
        let mut address = address;
        let mut room = u64::from(self.parameters.buffer_bundles);
        while room > 0 && self.clock < until {
            if self.itlb.needs_software(address, &shared.frames) {
                return;
            }
            self.look_up(shared, address, false);
            self.tick();
            let end = self.block_end(address);
            room = room.saturating_sub((end - address) / 16);
            address = end;
        }
    }
}
