//! L1I, L1D, L2, L3 and memory: when the data of a reference can be used (`docs/timing.md`, "Caches").

use crate::input::Flaw;
use crate::table::Table;
use crate::units::{
    AccessQueue, Banks, Bus, BytePath, LinePath, Pending, Ports, Refusal, Start, Turns,
};
use config::Machine;
use events::Raw;
use std::collections::{BTreeMap, HashMap};

/// A line in the tags of a cache.
#[derive(Clone, Copy)]
struct Line {
    /// The cycle in which its data arrive.
    arrives: u64,
    dirty: bool,
    /// The front end asked for it.
    code: bool,
}

/// The tags of one cache.
pub(crate) struct Tags {
    lines: Table<Line>,
    line_bytes: u64,
}

impl Tags {
    fn new(cache: config::model::Geometry, seed: u64) -> Self {
        Self {
            lines: Table::new(
                cache.bytes / cache.line_bytes,
                cache.ways,
                cache.replacement,
                seed,
            ),
            line_bytes: u64::from(cache.line_bytes),
        }
    }

    /// The number of the line of an address.
    pub(crate) fn line(&self, address: u64) -> u64 {
        address / self.line_bytes
    }

    /// Bytes of a line.
    pub(crate) fn line_bytes(&self) -> u64 {
        self.line_bytes
    }

    /// Whether a line is there; does not count as a use.
    pub(crate) fn holds(&mut self, line: u64) -> bool {
        let set = self.lines.set_of(line);
        self.lines.peek(set, line).is_some()
    }

    /// Uses a line: when its data arrive, if it is there.
    pub(crate) fn use_line(&mut self, line: u64) -> Option<u64> {
        let set = self.lines.set_of(line);
        self.lines.look_up(set, line).map(|line| line.arrives)
    }

    fn write(&mut self, line: u64) {
        let set = self.lines.set_of(line);
        if let Some(line) = self.lines.peek(set, line) {
            line.dirty = true;
        }
    }

    /// Puts a line in; the dirty line that had to leave.
    pub(crate) fn fill(&mut self, line: u64, arrives: u64) -> Option<u64> {
        let set = self.lines.set_of(line);
        let fresh = Line {
            arrives,
            dirty: false,
            code: false,
        };
        let (left, old) = self.lines.insert(set, line, fresh)?;
        old.dirty.then_some(left)
    }

    /// Takes a line out; whether it was there and dirty.
    fn flush(&mut self, line: u64) -> bool {
        let set = self.lines.set_of(line);
        let dirty = self.lines.peek(set, line).is_some_and(|line| line.dirty);
        self.lines.remove(set, line);
        dirty
    }
}

/// Who asks L2 for something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asker {
    /// An integer load of some bytes.
    Load(u64),
    /// A prefetch.
    Prefetch,
    /// The walker.
    Walker,
    /// The front end.
    Code,
    /// A floating-point load of some bytes.
    FpLoad(u64),
    /// A store of some bytes.
    Store(u64),
    /// A semaphore: reads and writes some bytes.
    Semaphore(u64),
}

/// Latencies of one level, from issue to use: integer, floating-point.
type Latency = [u64; 2];

/// The caches.
pub(crate) struct Caches {
    /// Instructions; the front end looks it up.
    pub l1i: Tags,
    l1i_pending: Pending,
    l1d: Tags,
    l1d_ports: Ports,
    l1d_pending: Pending,
    /// Lines to L1D.
    l1d_lines: LinePath,
    /// Stores to L2.
    l1d_stores: BytePath,
    /// Lines to L2 and back from it.
    l2_lines: LinePath,
    /// Data accesses to L2.
    pub queue: AccessQueue,
    l2: Tags,
    l2_ports: Turns,
    l2_banks: Banks,
    l2_path_bytes: u64,
    short_store: (u64, u64),
    /// Cycles of a round of an access to a line under way.
    round: u64,
    /// What L2 counts.
    pub counts: BTreeMap<Raw, u64>,
    l2_pending: Pending,
    l3: Tags,
    l3_ports: Turns,
    l3_pending: Pending,
    bus: Bus,
    l1d_latency: Latency,
    l2_latency: Latency,
    l3_latency: Latency,
    memory_latency: Latency,
    fp_bypasses_l1d: bool,
    /// The way of L1D in which the last load of each set hit, if ways are predicted.
    predicted: Option<HashMap<u64, usize>>,
    /// Errors on purpose: flushed lines stay, or are not written to memory.
    flushes_nothing: bool,
    loses_flushed: bool,
}

impl Caches {
    /// Cold.
    pub(crate) fn new(machine: &Machine) -> Self {
        let c = &machine.caches;
        let latency =
            |cache: &config::model::Cache| [cache.latency.into(), cache.fp_latency.into()];
        Self {
            l1i: Tags::new(c.l1i.geometry(), c.seed.wrapping_add(0)),
            l1i_pending: Pending::new(c.l1i.outstanding_misses),
            l1d: Tags::new(c.l1d.geometry(), c.seed.wrapping_add(1)),
            l1d_ports: Ports::new(c.l1d.ports),
            l1d_pending: Pending::new(c.l1d.outstanding_misses),
            l1d_lines: LinePath::new(c.l1d.line_bytes, c.l1d_path_bytes),
            l1d_stores: BytePath::new(c.l1d_path_bytes),
            l2_lines: LinePath::new(c.l2.line_bytes, c.l2_path_bytes),
            queue: AccessQueue::new(c.l2_queue_entries),
            l2: Tags::new(c.l2.geometry(), c.seed.wrapping_add(2)),
            l2_ports: Turns::new(c.l2.ports),
            l2_banks: Banks::new(c.l2_banks, c.l2_bank_bytes, c.l2_store_to_load_cycles),
            l2_path_bytes: c.l2_path_bytes.into(),
            short_store: (
                c.l2_short_store_bytes.into(),
                c.l2_short_store_cycles.into(),
            ),
            round: c.l2_recirculate_cycles.into(),
            counts: BTreeMap::new(),
            l2_pending: Pending::new(c.l2.outstanding_misses),
            l3: Tags::new(c.l3.geometry(), c.seed.wrapping_add(3)),
            l3_ports: Turns::new(c.l3.ports),
            l3_pending: Pending::new(c.l3.outstanding_misses),
            bus: Bus::new(&machine.memory),
            l1d_latency: latency(&c.l1d),
            l2_latency: latency(&c.l2),
            l3_latency: latency(&c.l3),
            memory_latency: [
                machine.memory.latency.into(),
                machine.memory.fp_latency.into(),
            ],
            fp_bypasses_l1d: c.fp_bypasses_l1d,
            predicted: c.l1d_way_prediction.then(HashMap::new),
            flushes_nothing: false,
            loses_flushed: false,
        }
    }

    /// The same with an error on purpose.
    pub(crate) fn with(mut self, flaw: Option<Flaw>) -> Self {
        match flaw {
            Some(Flaw::PortsInOrder) => (self.l2_ports.reach, self.l3_ports.reach) = (0, 0),
            Some(Flaw::ShortReach) => (self.l2_ports.reach, self.l3_ports.reach) = (100, 100),
            Some(Flaw::WiresInOrder) => self.bus.wires.in_order = true,
            Some(Flaw::PathInOrder) => self.l2_lines.in_order = true,
            Some(Flaw::FirstFreed) => {
                for registers in [
                    &mut self.l1i_pending,
                    &mut self.l1d_pending,
                    &mut self.l2_pending,
                    &mut self.l3_pending,
                ] {
                    registers.last_freed = false;
                }
            }
            Some(Flaw::FlushesNothing) => self.flushes_nothing = true,
            Some(Flaw::LosesFlushed) => self.loses_flushed = true,
            Some(Flaw::OneStore) => self.l2_banks.compared = 1,
            _ => {}
        }
        self
    }

    /// An integer load in a cycle; when its data can be used. `fills`: its line enters L1D if it is not there; `hidden`: it goes
    /// behind L1D whatever that holds.
    pub(crate) fn load(
        &mut self,
        cycle: u64,
        address: u64,
        bytes: u64,
        fills: bool,
        hidden: bool,
    ) -> u64 {
        let cycle = self.l1d_ports.start(cycle);
        let line = self.l1d.line(address);
        if !hidden && let Some(arrives) = self.l1d.use_line(line) {
            return arrives.max(cycle + self.l1d_latency[0]);
        }
        let came = self.queue.come_in();
        let asked = came.max(cycle);
        let (start, entry) = self.l1d_pending.take(asked);
        let mut ready = self.ask_l2(start, address, Asker::Load(bytes));
        if fills && !self.l1d.holds(line) {
            ready = self.l1d_lines.carry(ready);
            self.l1d.fill(line, ready);
        }
        self.l1d_pending.done(entry, ready);
        self.served(came, asked, ready, Asker::Load(bytes));
        ready
    }

    /// Whether an integer load will hit L1D in another way than the last one of its set, or than the first way if it is
    /// the first of its set.
    pub(crate) fn mispredicts_way(&mut self, address: u64) -> bool {
        let line = self.l1d.line(address);
        let set = self.l1d.lines.set_of(line);
        let (Some(predicted), Some(way)) = (&mut self.predicted, self.l1d.lines.way(set, line))
        else {
            return false;
        };
        predicted.insert(set, way).unwrap_or(0) != way
    }

    /// A floating-point load.
    pub(crate) fn fp_load(&mut self, cycle: u64, address: u64, bytes: u64) -> u64 {
        if !self.fp_bypasses_l1d
            && let Some(arrives) = self.l1d.use_line(self.l1d.line(address))
        {
            return arrives.max(cycle + self.l1d_latency[1]);
        }
        self.queued(cycle, address, Asker::FpLoad(bytes))
    }

    /// A prefetch of a line.
    pub(crate) fn prefetch(&mut self, cycle: u64, address: u64, into_l1d: bool) {
        let line = self.l1d.line(address);
        if self.l1d.holds(line) {
            return;
        }
        let came = self.queue.come_in();
        let asked = came.max(cycle);
        let mut ready = self.ask_l2(asked, address, Asker::Prefetch);
        if into_l1d {
            ready = self.l1d_lines.carry(ready);
            self.l1d.fill(line, ready);
        }
        self.served(came, asked, ready, Asker::Prefetch);
    }

    /// A store of some bytes: when L2 has its line.
    pub(crate) fn store(&mut self, cycle: u64, address: u64, bytes: u64) -> u64 {
        self.l1d.use_line(self.l1d.line(address));
        let came = self.queue.come_in();
        let asked = came.max(cycle);
        let carried = self.l1d_stores.carry(asked, bytes);
        let store = Asker::Store(bytes);
        let ready = self.ask_l2(carried, address, store);
        self.served(came, asked, ready, store);
        ready
    }

    /// A semaphore.
    pub(crate) fn semaphore(&mut self, cycle: u64, address: u64, bytes: u64) -> u64 {
        self.queued(cycle, address, Asker::Semaphore(bytes))
    }

    /// A flush of the block around an address, in a cycle: from all levels, and to memory if a line of it was written.
    pub(crate) fn flush(&mut self, cycle: u64, address: u64) {
        if self.flushes_nothing {
            return;
        }
        let all = [&mut self.l1i, &mut self.l1d, &mut self.l2, &mut self.l3];
        let block = all.iter().map(|tags| tags.line_bytes).max().unwrap_or(1);
        let first = address / block * block;
        let mut written = false;
        for tags in all {
            for at in (first..first + block).step_by(tags.line_bytes as usize) {
                written |= tags.flush(at / tags.line_bytes);
            }
        }
        if written && !self.loses_flushed {
            let start = self.l3_ports.start(cycle + self.l3_latency[0]);
            self.bus.write(start);
        }
    }

    /// An access to L2 through the queue; when it is served.
    fn queued(&mut self, cycle: u64, address: u64, asker: Asker) -> u64 {
        let came = self.queue.come_in();
        let asked = came.max(cycle);
        let ready = self.ask_l2(asked, address, asker);
        self.served(came, asked, ready, asker);
        ready
    }

    /// An access that came into the queue in a cycle and asked L2 in another is served: what takes longer than a hit stays
    /// in the queue meanwhile.
    fn served(&mut self, came: u64, asked: u64, ready: u64, asker: Asker) {
        let hit = asked + self.l2_latency[usize::from(matches!(asker, Asker::FpLoad(_)))];
        if ready > hit {
            self.queue.stay(came, ready);
        }
    }

    /// A walk of the page table.
    pub(crate) fn walk(&mut self, cycle: u64, address: u64) -> u64 {
        self.ask_l2(cycle, address, Asker::Walker)
    }

    /// A line for L1I or the streaming buffer.
    pub(crate) fn instruction_line(&mut self, cycle: u64, address: u64) -> u64 {
        let (start, entry) = self.l1i_pending.take(cycle);
        let ready = self.ask_l2(start, address, Asker::Code);
        self.l1i_pending.done(entry, ready);
        ready
    }

    /// Whether a miss of L1I would find a register in a cycle.
    pub(crate) fn has_room_for_instructions(&self, cycle: u64) -> bool {
        self.l1i_pending.take(cycle).0 == cycle
    }

    fn count(&mut self, raw: Raw) {
        *self.counts.entry(raw).or_default() += 1;
    }

    fn ask_l2(&mut self, cycle: u64, address: u64, asker: Asker) -> u64 {
        let kind = usize::from(matches!(asker, Asker::FpLoad(_)));
        let writes = matches!(asker, Asker::Store(_) | Asker::Semaphore(_));
        let there = cycle;
        let (short, kept) = self.short_store;
        let (takes, what) = match asker {
            Asker::Store(bytes) if bytes <= short => (kept, Start::Store(bytes)),
            Asker::Store(bytes) => (1, Start::Store(bytes)),
            Asker::Load(bytes) | Asker::FpLoad(bytes) | Asker::Semaphore(bytes) => {
                (1, Start::Load(bytes))
            }
            Asker::Prefetch | Asker::Walker | Asker::Code => (1, Start::Other),
        };
        let (cycle, refusals) =
            self.l2_banks
                .start(&mut self.l2_ports, there, address, takes, what);
        for refusal in refusals {
            self.count(match refusal {
                _ if asker == Asker::Code => Raw::L2RefusedFetches,
                Refusal::Ports => Raw::L2RefusedPorts,
                Refusal::Access => Raw::L2RefusedBank,
                Refusal::Line if matches!(asker, Asker::Store(_)) => Raw::L2RefusedStoresFill,
                Refusal::Line => Raw::L2RefusedReadsFill,
                Refusal::Store(0) => Raw::L2RefusedBehindStore0,
                Refusal::Store(1) => Raw::L2RefusedBehindStore1,
                Refusal::Store(2) => Raw::L2RefusedBehindStore2,
                Refusal::Store(_) => Raw::L2RefusedBehindStore3,
            });
        }
        let line = self.l2.line(address);
        if let Some(arrives) = self.l2.use_line(line) {
            if writes {
                self.l2.write(line);
            }
            if cycle == there {
                match asker {
                    Asker::Load(_) | Asker::FpLoad(_) | Asker::Prefetch => {
                        self.count(Raw::L2BypassData)
                    }
                    Asker::Code => self.count(Raw::L2BypassInstruction),
                    Asker::Walker | Asker::Store(_) | Asker::Semaphore(_) => {}
                }
            }
            let mut ready = cycle + self.l2_latency[kind];
            if arrives <= ready {
                return ready;
            }
            if matches!(asker, Asker::Walker | Asker::Code) {
                return arrives;
            }
            let set = self.l2.lines.set_of(line);
            let code = self.l2.lines.peek(set, line).is_some_and(|line| line.code);
            self.count(if code {
                Raw::L2RecirculatedInstruction
            } else {
                Raw::L2RecirculatedData
            });
            while ready < arrives {
                ready += self.round;
                self.count(Raw::L2RecirculateRounds);
            }
            return ready;
        }
        let (start, entry) = self.l2_pending.take(cycle);
        if start == there {
            match asker {
                Asker::Load(_) | Asker::FpLoad(_) | Asker::Prefetch => {
                    self.count(Raw::L2BypassDataMiss)
                }
                Asker::Code => self.count(Raw::L2BypassInstructionMiss),
                Asker::Walker | Asker::Store(_) | Asker::Semaphore(_) => {}
            }
        }
        let ready = self.ask_l3(start, address, kind);
        let ready = self.l2_lines.carry(ready);
        let (bytes, path) = (self.l2.line_bytes(), self.l2_path_bytes);
        self.l2_banks.fill(ready, line * bytes, bytes, path);
        self.l2_pending.done(entry, ready);
        let left = self.l2.fill(line, ready);
        if writes {
            self.l2.write(line);
        }
        if asker == Asker::Code {
            let set = self.l2.lines.set_of(line);
            if let Some(line) = self.l2.lines.peek(set, line) {
                line.code = true;
            }
        }
        if let Some(left) = left {
            self.write_back(start, left * self.l2.line_bytes());
        }
        ready
    }

    fn ask_l3(&mut self, cycle: u64, address: u64, kind: usize) -> u64 {
        let cycle = self.l3_ports.start(cycle);
        let line = self.l3.line(address);
        if let Some(arrives) = self.l3.use_line(line) {
            return arrives.max(cycle + self.l3_latency[kind]);
        }
        let (start, entry) = self.l3_pending.take(cycle);
        let missed = start + self.l3_latency[kind];
        let rest = self.memory_latency[kind].saturating_sub(self.l3_latency[kind]);
        let ready = self.bus.read(missed, rest);
        self.l3_pending.done(entry, ready);
        self.fill_l3(missed, line, ready);
        ready
    }

    fn fill_l3(&mut self, cycle: u64, line: u64, arrives: u64) {
        if self.l3.fill(line, arrives).is_some() {
            self.bus.write(cycle);
        }
    }

    /// A dirty line of L2 goes to L3.
    fn write_back(&mut self, cycle: u64, address: u64) {
        let cycle = self.l3_ports.start(cycle);
        self.l2_lines.carry(cycle);
        let line = self.l3.line(address);
        if self.l3.use_line(line).is_none() {
            self.fill_l3(cycle, line, cycle);
        }
        self.l3.write(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_of_a_line_that_the_front_end_asked_for_goes_round_until_it_is_there() {
        let mut machine = match config::load::<&str>("itanium", &[]) {
            Ok(loaded) => loaded.machine,
            Err(error) => panic!("{error}"),
        };
        machine.caches.l2_recirculate_cycles = 7;
        let mut caches = Caches::new(&machine);
        let line = caches.instruction_line(0, 0x3000);
        let data = caches.fp_load(10, 0x3008, 8);
        let rounds = caches.counts[&Raw::L2RecirculateRounds];
        assert_eq!(data, 19 + 7 * rounds);
        assert!((line..line + 7).contains(&data));
        assert_eq!(caches.counts[&Raw::L2RecirculatedInstruction], 1);
        assert!(!caches.counts.contains_key(&Raw::L2RecirculatedData));
    }
}
