//! Resources that serve one request after the other, each with a clock of its own that only goes forward.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Access ports: so many accesses start in a cycle, in the order in which they are asked for.
pub(crate) struct Ports {
    clock: u64,
    started: u32,
    width: u32,
}

impl Ports {
    /// Idle in cycle 0.
    pub(crate) fn new(width: u32) -> Self {
        Self {
            clock: 0,
            started: 0,
            width: width.max(1),
        }
    }

    /// Ticks until an access can start that is there from cycle `there` on; the cycle in which it does.
    pub(crate) fn start(&mut self, there: u64) -> u64 {
        while self.clock < there || self.started == self.width {
            self.clock += 1;
            self.started = 0;
        }
        self.started += 1;
        self.clock
    }
}

/// Access ports that take what comes in any order of cycles: each access starts in the first cycle that has a port.
pub(crate) struct Turns {
    started: BTreeMap<u64, u32>,
    width: u32,
    /// Cycles before the newest start in which an access can start.
    pub reach: u64,
}

impl Turns {
    /// Idle.
    pub(crate) fn new(width: u32) -> Self {
        Self {
            started: BTreeMap::new(),
            width: width.max(1),
            reach: 1024,
        }
    }

    /// The cycle in which an access begins to try that is there from a cycle on.
    fn from(&self, there: u64) -> u64 {
        let newest = self.started.keys().next_back();
        there.max(newest.map_or(0, |newest| newest.saturating_sub(self.reach)))
    }

    fn full(&self, cycle: u64) -> bool {
        self.started.get(&cycle) == Some(&self.width)
    }

    fn take(&mut self, cycle: u64) -> u64 {
        *self.started.entry(cycle).or_default() += 1;
        cycle
    }

    /// Ticks until an access can start that is there from a cycle on; the cycle in which it does.
    pub(crate) fn start(&mut self, there: u64) -> u64 {
        let mut clock = self.from(there);
        while self.full(clock) {
            clock += 1;
        }
        self.take(clock)
    }
}

/// Banks of a cache: which cycles of each are taken.
pub(crate) struct Banks {
    count: u64,
    bytes: u64,
    by_accesses: BTreeSet<(u64, u64)>,
    by_lines: BTreeSet<(u64, u64)>,
    /// The newest stores: first and last doubleword, and the cycle in which each started.
    stores: VecDeque<(u64, u64, u64)>,
    store_cycles: u64,
    /// How many of them a load is compared with.
    pub compared: usize,
}

/// What starts, and how many bytes it reads or writes.
#[derive(Clone, Copy)]
pub(crate) enum Start {
    Load(u64),
    Store(u64),
    Other,
}

/// Why an access could not start in a cycle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    Ports,
    Access,
    Line,
    /// A store to what a load reads started so many cycles ago.
    Store(u64),
}

impl Banks {
    /// Idle.
    pub(crate) fn new(count: u32, bytes: u32, store_cycles: u32) -> Self {
        Self {
            stores: VecDeque::new(),
            compared: 4,
            store_cycles: store_cycles.into(),
            count: count.into(),
            bytes: bytes.into(),
            by_accesses: BTreeSet::new(),
            by_lines: BTreeSet::new(),
        }
    }

    fn of(&self, address: u64) -> u64 {
        address / self.bytes % self.count
    }

    /// Ticks until an access finds a port and its bank, which it takes for some cycles; the cycle, and each refusal.
    pub(crate) fn start(
        &mut self,
        ports: &mut Turns,
        there: u64,
        address: u64,
        cycles: u64,
        what: Start,
    ) -> (u64, Vec<Refusal>) {
        let mut refusals = Vec::new();
        if self.count == 0 {
            return (ports.start(there), refusals);
        }
        let bank = self.of(address);
        let mut clock = ports.from(there);
        loop {
            let refusal = if ports.full(clock) {
                Refusal::Ports
            } else if let Some(age) = self.behind_store(clock, address, what) {
                Refusal::Store(age)
            } else if self.by_accesses.contains(&(clock, bank)) {
                Refusal::Access
            } else if self.by_lines.contains(&(clock, bank)) {
                Refusal::Line
            } else {
                break;
            };
            refusals.push(refusal);
            clock += 1;
        }
        if let Start::Store(bytes) = what {
            let written = (address / 8, (address + bytes - 1) / 8, clock);
            self.stores.push_front(written);
            self.stores.truncate(self.compared);
        }
        let taken = (clock..clock + cycles).map(|cycle| (cycle, bank));
        self.by_accesses.extend(taken);
        (ports.take(clock), refusals)
    }

    /// How long ago the newest store started that a load has to wait for in a cycle; 0: it starts then, or later.
    fn behind_store(&self, clock: u64, address: u64, what: Start) -> Option<u64> {
        let Start::Load(bytes) = what else {
            return None;
        };
        let read = address / 8..=(address + bytes - 1) / 8;
        let ages = self.stores.iter().filter_map(|&(first, last, started)| {
            let shared = (first..=last).any(|doubleword| read.contains(&doubleword));
            let age = clock.saturating_sub(started);
            (shared && age < self.store_cycles).then_some(age)
        });
        ages.min()
    }

    /// A line comes in from a cycle on, so many bytes in each.
    pub(crate) fn fill(&mut self, from: u64, address: u64, line_bytes: u64, bytes_a_cycle: u64) {
        if self.count == 0 {
            return;
        }
        for byte in 0..line_bytes {
            let place = (from + byte / bytes_a_cycle, self.of(address + byte));
            self.by_lines.insert(place);
        }
    }
}

/// Registers that hold requests towards the next level while they are under way.
pub(crate) struct Pending {
    /// The cycle in which each register is free again.
    free_from: Vec<u64>,
    /// Of several free registers that which was freed last is given.
    pub last_freed: bool,
}

/// A register that was given to a request.
#[derive(Clone, Copy)]
pub(crate) struct Register(usize);

impl Pending {
    /// All free.
    pub(crate) fn new(count: u32) -> Self {
        Self {
            free_from: vec![0; count.max(1) as usize],
            last_freed: true,
        }
    }

    /// Ticks from cycle `there` until a register is free: of several the one that was freed last.
    pub(crate) fn take(&self, there: u64) -> (u64, Register) {
        let mut clock = there;
        loop {
            let registers = self.free_from.iter().enumerate();
            let free = registers.filter(|(_, from)| **from <= clock);
            let free = match self.last_freed {
                true => free.max_by_key(|(_, from)| **from),
                false => free.min_by_key(|(_, from)| **from),
            };
            if let Some((index, _)) = free {
                return (clock, Register(index));
            }
            clock += 1;
        }
    }

    /// The request in a register is done in a cycle.
    pub(crate) fn done(&mut self, register: Register, cycle: u64) {
        self.free_from[register.0] = cycle;
    }
}

/// The queue of data accesses to L2.
pub(crate) struct AccessQueue {
    /// The cycles from the entrance of each access up to its end, not into it.
    inside: Vec<(u64, u64)>,
    entries: usize,
    /// The cycle of the group whose accesses are made.
    pub clock: u64,
    /// The newest access that found no entry came in in this cycle.
    pub late: Option<u64>,
    /// Cycles in which every entry was taken, each once.
    full: BTreeSet<u64>,
}

impl AccessQueue {
    /// Empty.
    pub(crate) fn new(entries: u32) -> Self {
        Self {
            inside: Vec::new(),
            entries: entries as usize,
            clock: 0,
            late: None,
            full: BTreeSet::new(),
        }
    }

    fn taken(&self, cycle: u64) -> usize {
        let inside = self.inside.iter();
        inside
            .filter(|(from, until)| (*from..*until).contains(&cycle))
            .count()
    }

    /// Ticks until an entry is free; the cycle in which an access comes in.
    pub(crate) fn come_in(&mut self) -> u64 {
        let mut cycle = self.clock;
        while self.taken(cycle) == self.entries {
            cycle += 1;
        }
        if cycle > self.clock {
            self.late = Some(cycle);
        }
        cycle
    }

    /// An access stays from one cycle up to another.
    pub(crate) fn stay(&mut self, from: u64, until: u64) {
        self.inside.push((from, until));
        for cycle in from..until {
            if self.taken(cycle) == self.entries {
                self.full.insert(cycle);
            }
        }
        self.inside.retain(|(_, until)| *until > self.clock);
    }

    /// Cycles in which every entry was taken.
    pub(crate) fn full_cycles(&self) -> u64 {
        self.full.len() as u64
    }
}

/// A path that carries a line for some cycles that follow each other.
pub(crate) struct LinePath {
    busy: BTreeSet<u64>,
    line_cycles: u64,
    /// Lines do not pass each other.
    pub in_order: bool,
}

impl LinePath {
    /// Idle.
    pub(crate) fn new(line_bytes: u32, bytes_a_cycle: u32) -> Self {
        Self::of(line_bytes.div_ceil(bytes_a_cycle))
    }

    /// Idle, with so many cycles for each line.
    fn of(line_cycles: u32) -> Self {
        Self {
            busy: BTreeSet::new(),
            line_cycles: line_cycles.into(),
            in_order: false,
        }
    }

    /// Ticks from cycle `there` on until the path is free for long enough to carry a line; the cycle in which that begins.
    pub(crate) fn carry(&mut self, there: u64) -> u64 {
        let mut clock = match self.busy.last() {
            Some(&last) if self.in_order => there.max(last),
            _ => there,
        };
        while (clock..clock + self.line_cycles).any(|cycle| self.busy.contains(&cycle)) {
            clock += 1;
        }
        self.busy.extend(clock..clock + self.line_cycles);
        clock
    }
}

/// A path that carries some bytes in a cycle, in the order in which they come.
pub(crate) struct BytePath {
    clock: u64,
    left: u64,
    width: u64,
}

impl BytePath {
    /// Idle in cycle 0.
    pub(crate) fn new(bytes_a_cycle: u32) -> Self {
        Self {
            clock: 0,
            left: bytes_a_cycle.into(),
            width: bytes_a_cycle.into(),
        }
    }

    /// Ticks until some bytes that are there from cycle `there` on are carried; the cycle in which they are.
    pub(crate) fn carry(&mut self, there: u64, bytes: u64) -> u64 {
        while self.clock < there || self.left < bytes {
            self.clock += 1;
            self.left = self.width;
        }
        self.left -= bytes;
        self.clock
    }
}

/// The bus to memory: a queue of requests, one line at a time on the wires.
pub(crate) struct Bus {
    queue: Pending,
    /// Cycles of lines, and of the pause behind each.
    pub wires: LinePath,
    line_cycles: u64,
    return_cycles: u64,
}

impl Bus {
    /// An idle bus.
    pub(crate) fn new(parameters: &config::model::Memory) -> Self {
        Self {
            queue: Pending::new(parameters.queue_entries),
            wires: LinePath::of(parameters.line_cycles + parameters.line_overhead_cycles),
            line_cycles: u64::from(parameters.line_cycles),
            return_cycles: u64::from(parameters.return_cycles),
        }
    }

    /// Reads a line, asked for in cycle `there`: the cycle in which its data are there, `latency` after the start.
    pub(crate) fn read(&mut self, there: u64, latency: u64) -> u64 {
        let (start, entry) = self.start(there);
        let held = latency.saturating_sub(self.return_cycles);
        self.queue.done(entry, start + held);
        start + latency
    }

    /// Writes a line back.
    pub(crate) fn write(&mut self, there: u64) {
        let (start, entry) = self.start(there);
        self.queue.done(entry, start + self.line_cycles);
    }

    fn start(&mut self, there: u64) -> (u64, Register) {
        let (clock, entry) = self.queue.take(there);
        (self.wires.carry(clock), entry)
    }
}
