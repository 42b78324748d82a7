//! Counts beside listeners: are they the same with one that hears everything, with one that hears parts, with none, with replay and
//! without, and does a listener that adds up what it is told of the register stack come to them?

use crate::drawn::drawn_stack;
use crate::programs::machines;
use crate::random::{Models, PLAYS, Random, execute, seeds_asked_for};
use crate::twins::Change;
use config::Machine;
use events::{
    Attention, Block, CodeId, Counts, Execution, Fact, Note, Off, Probe, Raw, Site, StackSizes,
    Totals,
};
use uarch::Timing;

/// What is counted of the register stack: [`Probe::count`] tells all of it.
const STACK: [Raw; 6] = [
    Raw::RseCurrentLow,
    Raw::RseCurrentMiddle,
    Raw::RseCurrentHigh,
    Raw::RseDirtyLow,
    Raw::RseDirtyMiddle,
    Raw::RseDirtyHigh,
];

/// A listener that adds up what it is told.
#[derive(Debug)]
struct Sum {
    /// Where it hears parts of the run: which. `None`: it hears everything.
    parts: Option<Random>,
    heard: Counts,
    /// Syllables fetched, when it was asked last.
    fetched: u64,
}

impl Sum {
    fn new(parts: Option<Random>) -> Self {
        Self {
            parts,
            heard: Counts::default(),
            fetched: 0,
        }
    }
}

impl Probe for Sum {
    fn count(&mut self, raw: Raw, amount: u32, _: u64, _: &Site) {
        self.heard.add(raw, amount.into());
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        self.fetched = totals.fetched();
        let Some(random) = &mut self.parts else {
            return Attention::ALL;
        };
        let until = cycle + random.below(900);
        match random.below(3) {
            0 => Attention {
                from: until,
                settle: until,
                stack_sizes: true,
                counts: true,
                losses: true,
                ..Attention::NOTHING
            },
            1 => Attention {
                settle: until,
                stack_sizes: random.one_in(2),
                ..Attention::ALL
            },
            _ => Attention {
                stack_sizes: random.one_in(2),
                ..Attention::ALL
            },
        }
    }
}

/// One program on models that differ in how they are listened to and in what they replay.
struct Beside {
    /// Without replay, and with it.
    plain: [Timing<Off>; 2],
    /// The first two hear everything: without replay, and with it; the last hears parts.
    heard: [Timing<Sum>; 3],
    /// What the system does to the register stack.
    random: Random,
}

/// What each model of [`Beside`] is, in the order of [`Beside::totals`].
const NAMES: [&str; 5] = [
    "without replay",
    "with replay",
    "everything heard, without replay",
    "everything heard, with replay",
    "parts heard",
];

impl Beside {
    fn new(machine: &Machine, seed: u64) -> Self {
        let listened = |parts| Timing::new(machine, Sum::new(parts));
        let mut beside = Self {
            plain: [
                Timing::new(machine, Off).with_replay(0),
                Timing::new(machine, Off),
            ],
            heard: [
                listened(None).with_replay(0),
                listened(None),
                listened(Some(Random::new(seed ^ 0x4ea2))),
            ],
            random: Random::new(seed ^ 0x57ac),
        };
        for timing in &mut beside.heard {
            timing.begin();
        }
        beside
    }

    /// Sizes that a register stack can have.
    fn sizes(&mut self) -> StackSizes {
        let frame = self.random.below(97) as u8;
        StackSizes {
            frame,
            locals: self.random.below(u64::from(frame) + 1) as u8,
            dirty: self.random.below(97 - u64::from(frame)) as u8,
        }
    }

    /// The differences between what the models count, and executions that were replayed.
    fn differences(mut self) -> (Vec<String>, u64) {
        let totals: Vec<uarch::Totals> = (self.plain.iter_mut().map(Timing::finish))
            .chain(self.heard.iter_mut().map(Timing::finish))
            .collect();
        let mut found = Vec::new();
        let mut compare = |name: &str, what: &str, expected: u64, count: u64| {
            if count != expected {
                found.push(format!("{name}: {what} is {count}, not {expected}"));
            }
        };
        for (name, other) in NAMES.into_iter().zip(&totals) {
            compare(name, "cycles", totals[0].cycles, other.cycles);
            for ((raw, expected), (_, count)) in totals[0].counts.iter().zip(other.counts.iter()) {
                compare(name, raw.name(), expected, count);
            }
        }
        for (name, timing) in NAMES[2..].iter().zip(&mut self.heard[..2]) {
            let heard = &timing.probe().heard;
            for raw in STACK {
                let name = format!("{name}, sum of records");
                compare(&name, raw.name(), totals[0].counts[raw], heard[raw]);
            }
        }
        (found, self.plain[1].replays())
    }
}

impl Models for Beside {
    fn execute(&mut self, block: &Block, execution: &Execution) {
        let mut execution = execution.clone();
        if self.random.one_in(500)
            && let Some(slot) = execution.end.checked_sub(1)
        {
            // No later instruction has a note.
            let fact = match self.random.below(2) {
                0 => Fact::StackLoaded {
                    dirty: self.random.below(97) as u8,
                },
                _ => Fact::RseFill {
                    address: 0x8000_0000 + 8 * self.random.below(64),
                    count: 1 + self.random.below(9) as u8,
                },
            };
            execution.notes.push(Note { slot, fact });
        }
        for timing in &mut self.plain {
            timing.execute(block, &execution);
        }
        for timing in &mut self.heard {
            timing.execute(block, &execution);
        }
    }

    fn charge(&mut self, cycles: u64) {
        for timing in &mut self.plain {
            timing.charge(cycles);
        }
        for timing in &mut self.heard {
            timing.charge(cycles);
        }
    }

    fn switch(&mut self, cycles: u64) {
        let sizes = self.sizes();
        for timing in &mut self.plain {
            timing.switch(cycles);
            timing.stack(sizes);
        }
        for timing in &mut self.heard {
            timing.switch(cycles);
            timing.stack(sizes);
        }
    }

    fn change(&mut self, change: Change) {
        for timing in &mut self.plain {
            change.make(timing);
        }
        for timing in &mut self.heard {
            change.make(timing);
        }
    }
}

#[test]
fn counts_are_the_same_with_a_listener_and_without_with_replay_and_without() {
    // In the last ones frames are covered one after the other, and without a listener bit 6 of the dirty registers began again at 0
    // behind 127 of them.
    let few = (0..40).chain([30_310, 31_190]);
    let seeds = seeds_asked_for().unwrap_or_else(|| few.collect());
    let (mut wrong, mut replays) = (Vec::new(), 0);
    for &seed in &seeds {
        for (number, machine) in machines().iter().enumerate() {
            let machine = drawn_stack(machine, seed);
            for play in PLAYS {
                let mut models = Beside::new(&machine, seed);
                execute(&mut models, seed, play);
                let (differences, replayed) = models.differences();
                let name = format!("seed {seed}, machine {number}, {play:?}");
                wrong.extend(differences.iter().map(|text| format!("{name}: {text}")));
                replays += replayed;
            }
        }
    }
    let few = &wrong[..wrong.len().min(10)];
    assert!(few.is_empty(), "{} are wrong: {few:#?}", wrong.len());
    // Much of it is not timed in full, or the test asks nothing.
    assert!(replays > 1_000 * seeds.len() as u64, "{replays}");
}

/// A bundle of kind MIB with a stop at its end.
fn bundle(memory: u64, branch: u64) -> u128 {
    const NOP: u64 = 1 << 27;
    0x11 | u128::from(memory) << 5 | u128::from(NOP) << 46 | u128::from(branch) << 87
}

#[test]
fn behind_rfi_the_register_stack_is_what_the_machine_says() {
    // Each frame that a handler covered stayed dirty, until a return or another switch said how large the stack was.
    let [_, itanium2] = machines();
    let mut models = Beside::new(&itanium2, 0);
    // alloc r2 = ar.pfs with 20 locals; cover. Then rfi.
    let alloc = 1 << 37 | 6 << 33 | 20 << 20 | 20 << 13 | 2 << 6;
    let (cover, rfi) = (2 << 27, 8 << 27);
    let nops = bundle(1 << 27, 2 << 37);
    let bundles = [bundle(alloc, cover), bundle(1 << 27, rfi), nops, nops, nops];
    // The handler is behind the program, so that the distance counts where a return is taken for what was fetched behind `rfi`.
    let (program, handler) = (0x4000_0000, 0x1_4000_0000_u64);
    let ips = [handler, handler + 16, program, program + 16, program + 32];
    let blocks: Vec<Block> = (0..)
        .zip(ips.into_iter().zip(bundles))
        .map(|(number, (ip, bundle))| Block::new(CodeId(number), ip, &[bundle]))
        .collect();
    for _ in 0..500 {
        // Behind the `rfi` the pipe starts over, and so it does at the end of a turn.
        for (number, block) in blocks.iter().enumerate() {
            let mut execution = Execution {
                end: 3,
                predicates: !0,
                target: blocks[(number + 1) % blocks.len()].ip,
                ..Execution::default()
            };
            if number == 1 {
                execution.taken = Some(2);
                execution.restored = StackSizes {
                    frame: 20,
                    locals: 20,
                    dirty: 7,
                };
            }
            for timing in &mut models.plain {
                timing.execute(block, &execution);
            }
            for timing in &mut models.heard {
                timing.execute(block, &execution);
            }
        }
    }
    let counts = models.plain[1].totals().counts;
    for timing in &mut models.heard {
        // Behind an `rfi` and behind the end of a turn no more is valid than what fetch was ahead.
        timing.finish();
        let fetched = timing.probe().fetched;
        assert!((500 * 15..500 * 200).contains(&fetched), "{fetched}");
    }
    let (differences, replays) = models.differences();
    assert!(differences.is_empty(), "{differences:#?}");
    assert!(replays > 400, "{replays}");
    // 7 dirty registers, or 27 of them.
    assert_eq!(counts[Raw::RseDirtyHigh], 0);
    assert!(counts[Raw::RseDirtyMiddle] > 0, "{counts:?}");
}
