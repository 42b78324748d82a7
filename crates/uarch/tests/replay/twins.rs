//! The model beside itself: one times everything in full, the others replay what they can.

use crate::random::Models;
use config::Machine;
use events::{
    Attention, Block, Counts, CutShort, Execution, Off, Probe, Raw, StackSizes, Summing, Totals,
};
use linux::{
    DEFAULT_ENVIRONMENT, FileOptions, Kernel, Listener, Options, OsEvent, QUANTUM, Streams,
};
use machine::Recorder;
use std::ffi::OsString;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use uarch::Timing;

/// States that the replaying models keep: what is usual, and so few that they are forgotten all the time.
const STATES: [usize; 2] = [1 << 15, 5];

/// Executions after which a model forgets all code: enough for loops to be replayed in between.
const FORGETTING: u64 = 997;

/// A listener that adds up, for which states say what is waited for, too: two executions with one key have to end alike in that as well,
/// which an assertion of the model holds. It waits for the valid syllable that is so many behind those fetched when it is asked; [`u64::MAX`]: for
/// none.
#[derive(Debug)]
struct Sums(u64);

impl Probe for Sums {
    fn catch_up(&mut self, _: u64, totals: &mut dyn Totals) -> Attention {
        Attention {
            sums: true,
            syllables: totals.fetched().saturating_add(self.0),
            ..Attention::NOTHING
        }
    }
}

/// What the listeners that add up wait for: nothing, and a syllable that comes again and again.
const WAITING: [u64; 2] = [u64::MAX, 4000];

/// What a system does to translations between two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Enter,
    Regions([u16; 8]),
    /// The page of an address of a space lies at a physical address.
    Page(u16, u64, u64),
    /// So many bits of an address of a space are purged.
    Purge(u16, u64, u8),
    Empty,
    /// An interruption cuts an access short.
    CutShort(CutShort),
}

impl Change {
    pub(crate) fn make<P: Probe>(self, timing: &mut Timing<P>) {
        match self {
            Self::Enter => timing.enter_system(),
            Self::Regions(spaces) => timing.regions(spaces, spaces),
            Self::Page(space, address, physical) => timing.page(space, address, physical, None),
            Self::Purge(space, address, shift) => timing.purge(space, address, shift),
            Self::Empty => timing.empty_translations(),
            Self::CutShort(access) => timing.cut_short(&access),
        }
    }
}

/// The models.
pub(crate) struct Twins {
    full: Timing<Off>,
    replaying: Vec<Timing<Off>>,
    /// One that forgets all code at intervals of [`FORGETTING`] executions.
    forgetting: Timing<Off>,
    summing: [Timing<Sums>; 2],
    /// The same where it never wants records, as a profile.
    adding: Timing<Summing<Sums>>,
    executions: u64,
    /// The counts where parts were compared last.
    part: Counts,
    name: String,
}

impl Twins {
    pub(crate) fn new(machine: &Machine, name: &str) -> Self {
        let mut twins = Self {
            full: Timing::new(machine, Off).with_replay(0),
            replaying: STATES
                .map(|states| Timing::new(machine, Off).with_replay(states))
                .into(),
            forgetting: Timing::new(machine, Off),
            summing: WAITING.map(|syllables| Timing::new(machine, Sums(syllables))),
            adding: Timing::new(machine, Summing(Sums(u64::MAX))),
            executions: 0,
            part: Counts::ZERO,
            name: name.to_owned(),
        };
        twins.adding.begin();
        twins
    }

    /// Compares all totals.
    pub(crate) fn compare(&mut self) {
        self.compare_parts();
        let full = self.full.totals();
        let replaying = self.replaying.iter_mut().zip(STATES);
        for (timing, states) in replaying.chain([(&mut self.forgetting, 0)]) {
            let totals = timing.totals();
            for ((raw, expected), (_, found)) in full.counts.iter().zip(totals.counts.iter()) {
                assert_eq!(
                    found,
                    expected,
                    "{}: {} with {states} states",
                    self.name,
                    raw.name()
                );
            }
            assert_eq!(totals.caches, full.caches, "{}", self.name);
            assert_eq!(totals.ledger, full.ledger, "{}", self.name);
            assert_eq!(totals.pages, full.pages, "{}", self.name);
            assert_eq!(totals.identities(), full.identities(), "{}", self.name);
            assert_eq!(totals.cycles, full.cycles, "{}", self.name);
        }
        let summing = self.summing.iter_mut().map(Timing::totals);
        for totals in summing.chain([self.adding.totals()]) {
            assert_eq!(totals.caches, full.caches, "{}, summing", self.name);
            assert_eq!(totals.ledger, full.ledger, "{}, summing", self.name);
            assert_eq!(totals.cycles, full.cycles, "{}, summing", self.name);
        }
    }

    /// Compares the counts of the run so far, as parts of a run are measured, and holds them against those before.
    fn compare_parts(&mut self) {
        let full = self.full.running_totals();
        let replaying = self.replaying.iter_mut().map(Timing::running_totals);
        let others: Vec<Counts> = replaying
            .chain([self.forgetting.running_totals()])
            .chain(self.summing.iter_mut().map(Timing::running_totals))
            .chain([self.adding.running_totals()])
            .map(|totals| totals.counts)
            .collect();
        for (number, counts) in others.iter().enumerate() {
            for ((raw, expected), (_, found)) in full.counts.iter().zip(counts.iter()) {
                let name = raw.name();
                assert_eq!(found, expected, "{}: {name} of model {number}", self.name);
                let before = self.part[raw];
                assert!(before <= found, "{}: {name}: {found} is less", self.name);
            }
        }
        let gained = |raw| full.counts[raw] - self.part[raw];
        for (entries, high) in [
            (Raw::L1MissesOutstanding, Raw::L1MissesOutstandingHigh),
            (Raw::MemoryReadsOutstanding, Raw::MemoryReadsOutstandingHigh),
            (Raw::BusQueueOccupancy, Raw::BusQueueOccupancyHigh),
        ] {
            let low = gained(entries).checked_sub(gained(high) << 2);
            assert!(low.is_some(), "{}: {}", self.name, high.name());
        }
        self.part = full.counts;
    }

    /// Executions that the first replaying model did not time in full.
    pub(crate) fn replayed(&self) -> u64 {
        self.replaying[0].replays()
    }

    pub(crate) fn executions(&self) -> u64 {
        self.executions
    }
}

impl Models for Twins {
    fn execute(&mut self, block: &Block, execution: &Execution) {
        self.full.execute(block, execution);
        for (timing, states) in self.replaying.iter_mut().zip(STATES) {
            timing.execute(block, execution);
            assert_eq!(
                timing.now(),
                self.full.now(),
                "{}: execution {} at {:#x} with {states} states",
                self.name,
                self.executions,
                block.ip
            );
        }
        if self.executions.is_multiple_of(FORGETTING) {
            assert!(self.forgetting.forget_code());
        }
        self.forgetting.execute(block, execution);
        assert_eq!(self.forgetting.now(), self.full.now(), "{}", self.name);
        for summing in &mut self.summing {
            summing.execute(block, execution);
            assert_eq!(summing.now(), self.full.now(), "{}", self.name);
        }
        self.adding.execute(block, execution);
        assert_eq!(self.adding.now(), self.full.now(), "{}", self.name);
        self.executions += 1;
        // Totals in the middle of a run, as a region of interest takes them, change nothing.
        if self.executions.is_power_of_two() {
            self.compare();
        }
    }

    fn charge(&mut self, cycles: u64) {
        self.full.charge(cycles);
        for timing in self.replaying.iter_mut().chain([&mut self.forgetting]) {
            timing.charge(cycles);
        }
        for summing in &mut self.summing {
            summing.charge(cycles);
        }
        self.adding.charge(cycles);
    }

    fn switch(&mut self, cycles: u64) {
        self.full.switch(cycles);
        for timing in self.replaying.iter_mut().chain([&mut self.forgetting]) {
            timing.switch(cycles);
        }
        for summing in &mut self.summing {
            summing.switch(cycles);
        }
        self.adding.switch(cycles);
    }

    fn change(&mut self, change: Change) {
        change.make(&mut self.full);
        for timing in self.replaying.iter_mut().chain([&mut self.forgetting]) {
            change.make(timing);
        }
        for summing in &mut self.summing {
            change.make(summing);
        }
        change.make(&mut self.adding);
    }
}

impl Recorder for Twins {
    const RECORD: bool = true;

    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        self.execute(block, execution);
        ControlFlow::Continue(())
    }

    fn clock(&mut self, _: u64) -> u64 {
        self.full.now()
    }

    fn enter(&mut self, stack: StackSizes) {
        self.full.stack(stack);
        for timing in self.replaying.iter_mut().chain([&mut self.forgetting]) {
            timing.stack(stack);
        }
        for summing in &mut self.summing {
            summing.stack(stack);
        }
        self.adding.stack(stack);
    }

    fn unmapped(&mut self, number: u32, addresses: &Range<u64>) {
        for timing in (self.replaying.iter_mut()).chain([&mut self.full, &mut self.forgetting]) {
            timing.unmap(number, addresses);
        }
        for summing in &mut self.summing {
            summing.unmap(number, addresses);
        }
        self.adding.unmap(number, addresses);
    }

    fn space_ended(&mut self, number: u32) {
        for timing in (self.replaying.iter_mut()).chain([&mut self.full, &mut self.forgetting]) {
            timing.end_space(number);
        }
        for summing in &mut self.summing {
            summing.end_space(number);
        }
        self.adding.end_space(number);
    }
}

impl Listener for Twins {
    fn os(&mut self, event: OsEvent) {
        match event {
            OsEvent::SystemCall { .. } => self.charge(200),
            OsEvent::Switch { .. } => self.switch(100),
            OsEvent::Signal { .. }
            | OsEvent::Forked { .. }
            | OsEvent::Renumbered { .. }
            | OsEvent::Ended { .. } => {}
        }
    }
}

/// Runs a program with all of them, at most so many instructions; executions, and how many of them were
/// replayed.
pub(crate) fn run(machine: &Machine, program: &Path, arguments: &[&str], most: u64) -> (u64, u64) {
    let mut functional = machine::Machine::new(machine::Options::default());
    let name: OsString = program.into();
    let arguments = std::iter::once(name.as_encoded_bytes().to_vec())
        .chain(arguments.iter().map(|text| text.as_bytes().to_vec()))
        .collect();
    let options = Options {
        program: name.into(),
        environment: DEFAULT_ENVIRONMENT
            .iter()
            .map(|(k, v)| format!("{k}={v}").into_bytes())
            .collect(),
        arguments,
        name: None,
        files: FileOptions::default(),
        streams: Streams::default(),
        frequency_hz: machine.frequency_hz,
        memory_bytes: 1 << 30,
        disk_bytes: 1 << 30,
        quantum: QUANTUM,
        strace: None,
    };
    let Ok(mut kernel) = Kernel::load(options, &functional) else {
        // One of the guests is there to be turned away.
        return (0, 0);
    };
    let mut twins = Twins::new(machine, &program.display().to_string());
    kernel.run(&mut functional, &mut twins, Some(most));
    twins.compare();
    (twins.executions(), twins.replayed())
}
