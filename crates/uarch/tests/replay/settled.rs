//! Records and cycles that are settled: does no later record carry an earlier cycle, and does a listener that looks at parts of a run hear
//! all of each?

use crate::drawn::drawn;
use crate::programs::machines;
use crate::random::{Models, PLAYS, Random, execute, seeds_asked_for};
use crate::twins::Change;
use config::Machine;
use events::{
    Attention, Block, Branch, DataMiss, DataRequester, DataTlbMiss, Execution, Fetch, Flush, Group,
    InstructionMiss, InstructionTlbMiss, Past, Probe, Raw, Reference, Shape, Site, Stall, Totals,
};
use std::fmt::Debug;
use std::ops::Range;
use uarch::Timing;

/// What a listener wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// All records.
    Everything,
    /// All but counts: of many executions a story is told.
    Stories,
    /// This and that, for as long as the numbers say.
    Drawn(Past),
    /// The parts alone.
    Parts,
}

/// All records that a trace shows.
const SHOWN: Attention = Attention {
    executions: false,
    stack_sizes: false,
    ..Attention::ALL
};

/// What L2 counts of stores, among others.
const STORED: [Raw; 6] = [
    Raw::L2RefusedPorts,
    Raw::L2RefusedBank,
    Raw::L2RefusedStoresFill,
    Raw::L2RecirculatedData,
    Raw::L2RecirculatedInstruction,
    Raw::L2RecirculateRounds,
];

/// A listener that holds each record against the newest cycle that was settled.
#[derive(Debug)]
struct Listener {
    way: Way,
    random: Random,
    /// No record may carry an earlier cycle.
    settled: u64,
    /// The first that does.
    early: Option<String>,
    /// The syllable that it waits for, by its number; the first of which it was told too late.
    awaits: u64,
    late: Option<String>,
    /// Records heard since it was asked, and behind how many it asks.
    heard: u64,
    asks_behind: u64,
    /// Cycles that it looks at, and the records that reach into each.
    parts: Vec<Range<u64>>,
    shown: Vec<Vec<String>>,
    /// The first part that is not over.
    part: usize,
    /// The newest group; the first record that stands on the wrong side of the group that it belongs to.
    newest: Option<Group>,
    /// The first cycle of which it is not known what it was spent on.
    charged: u64,
    misplaced: Option<String>,
}

impl Listener {
    fn new(way: Way, seed: u64) -> Self {
        let mut random = Random::new(seed ^ 0x9a47);
        let mut from = 0;
        let parts: Vec<Range<u64>> = (0..40)
            .map(|_| {
                let start = from + random.below(2_500);
                from = start + 1 + random.below(200);
                start..from
            })
            .collect();
        Self {
            way,
            random: Random::new(seed ^ 0x5e77),
            settled: 0,
            early: None,
            awaits: u64::MAX,
            late: None,
            heard: 0,
            asks_behind: u64::MAX,
            shown: vec![Vec::new(); parts.len()],
            parts,
            part: 0,
            newest: None,
            charged: 0,
            misplaced: None,
        }
    }

    /// Whether a record is of the newest group.
    fn is_of_newest(&self, cycle: u64, site: &Site) -> bool {
        self.newest.is_some_and(|group| {
            let slots = group.from..group.to;
            (group.cycle, group.code) == (cycle, site.code) && slots.contains(&site.index)
        })
    }

    /// A record that has to stand behind its group, or before it.
    fn place(&mut self, record: &dyn Debug, stands: bool) {
        let hears_all = matches!(self.way, Way::Everything | Way::Stories);
        if hears_all && !stands && self.misplaced.is_none() {
            self.misplaced = Some(format!("{record:?} at {:?}", self.newest));
        }
    }

    /// A record of a cycle, which reaches up to another one, and in it.
    fn hear(&mut self, record: &dyn Debug, cycle: u64, until: u64) {
        self.heard += 1;
        if cycle < self.settled && self.early.is_none() {
            self.early = Some(format!(
                "in cycle {cycle} when {} was settled: {record:?}",
                self.settled
            ));
        }
        let first = self.parts.partition_point(|part| part.end <= cycle);
        let reached = self.parts[first..].iter().zip(&mut self.shown[first..]);
        for (number, (part, shown)) in (first..).zip(reached) {
            if until < part.start {
                break;
            }
            // A trace that has ended takes no more.
            if number >= self.part || self.way != Way::Parts {
                shown.push(format!("{cycle}..={until}: {record:?}"));
            }
        }
    }

    /// So many syllables have been fetched.
    fn fetched(&mut self, fetched: u64) {
        if fetched >= self.awaits && self.late.is_none() {
            let awaited = self.awaits;
            self.late = Some(format!("waits for {awaited} when {fetched} are fetched"));
        }
    }

    /// What is wanted from where a cycle is settled, and so many syllables have been fetched.
    fn wants(&mut self, cycle: u64, fetched: u64) -> Attention {
        match self.way {
            Way::Everything => SHOWN,
            Way::Stories => Attention {
                counts: false,
                losses: false,
                past: Past::Kept,
                ..SHOWN
            },
            Way::Parts => match self.parts.get(self.part) {
                None => Attention::NOTHING,
                Some(part) if cycle >= part.start => SHOWN,
                Some(part) => Attention {
                    from: part.start,
                    settle: part.start,
                    losses: true,
                    counts: true,
                    ..Attention::NOTHING
                },
            },
            Way::Drawn(past) => self.draw(cycle, fetched, past),
        }
    }

    fn draw(&mut self, cycle: u64, fetched: u64, past: Past) -> Attention {
        let random = &mut self.random;
        let counts = past == Past::Forgotten;
        let nothing = Attention {
            counts,
            losses: counts,
            past,
            ..Attention::NOTHING
        };
        let (soon, bound) = (cycle + random.below(60), cycle + random.below(400));
        self.asks_behind = 1 + random.below(20);
        let near = random.one_in(2).then(|| random.below(20));
        match random.below(8) {
            0..3 => Attention {
                counts,
                past,
                ..SHOWN
            },
            3 => Attention {
                from: bound,
                settle: bound,
                ..nothing
            },
            4 => Attention {
                from: bound,
                settle: soon,
                branches: random.one_in(2),
                data_misses: random.one_in(2),
                instruction_misses: random.one_in(2),
                tlb_misses: random.one_in(2),
                ..nothing
            },
            5 => Attention {
                settle: bound,
                branches: random.one_in(2),
                data_misses: random.one_in(2),
                instruction_misses: random.one_in(2),
                tlb_misses: random.one_in(2),
                ..nothing
            },
            6 => Attention {
                // In the rest of the execution in which it is asked, or far from that.
                syllables: fetched + 1 + near.unwrap_or_else(|| random.below(1_000)),
                ..nothing
            },
            _ => Attention {
                fetches: bound,
                ..nothing
            },
        }
    }
}

impl Probe for Listener {
    fn group(&mut self, group: &Group) {
        self.hear(group, group.cycle, group.cycle);
        self.place(group, self.charged > group.cycle);
        self.newest = Some(*group);
    }

    fn count(&mut self, raw: Raw, amount: u32, cycle: u64, site: &Site) {
        let more = match raw.shape() {
            Shape::Span => u64::from(amount) - 1,
            _ => 0,
        };
        // A store that issues before the part may have no place.
        let site = (!STORED.contains(&raw)).then_some(site);
        self.hear(&(raw, amount, site), cycle, cycle + more);
    }

    fn dispersal(&mut self, amounts: &[(Raw, u8)], cycle: u64, site: &Site) {
        self.hear(&(amounts, site), cycle, cycle);
    }

    fn reference(&mut self, reference: &Reference) {
        self.hear(reference, reference.cycle, reference.cycle);
        self.place(
            reference,
            self.is_of_newest(reference.cycle, &reference.site),
        );
    }

    fn forgone(&mut self, cycle: u64, site: &Site) {
        self.hear(site, cycle, cycle);
    }

    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        self.hear(&(stall, cycles), from, from + cycles - 1);
        self.charged = from + cycles;
    }

    fn branch(&mut self, branch: &Branch) {
        self.hear(branch, branch.cycle, branch.cycle);
        let newest = self.newest;
        let is_behind = newest.is_some_and(|group| {
            // The one that acts may stand before the last group of its bundle.
            (group.cycle, group.code) == (branch.cycle, branch.site.code)
                && branch.site.index < group.to
        });
        self.place(branch, is_behind);
    }

    fn data_miss(&mut self, miss: &DataMiss) {
        self.hear(miss, miss.cycle, miss.completes);
    }

    fn instruction_miss(&mut self, miss: &InstructionMiss) {
        self.hear(miss, miss.cycle, miss.completes);
    }

    fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        self.hear(miss, miss.cycle, miss.completes);
        let filled = miss.requester == DataRequester::RegisterStack;
        self.place(miss, filled || !self.is_of_newest(miss.cycle, &miss.site));
    }

    fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        self.hear(miss, miss.cycle, miss.completes);
    }

    fn fetch(&mut self, fetch: &Fetch) {
        self.hear(fetch, fetch.cycle, fetch.entry);
    }

    fn flush(&mut self, flush: &Flush) {
        self.hear(flush, flush.cycle, flush.resteer);
    }

    fn settle(&mut self, cycle: u64) {
        self.settled = self.settled.max(cycle);
        while let Some(part) = self.parts.get(self.part)
            && part.end <= cycle
        {
            self.part += 1;
        }
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        self.settle(cycle);
        self.heard = 0;
        let fetched = totals.fetched();
        self.fetched(fetched);
        let wanted = self.wants(cycle, fetched);
        self.awaits = wanted.syllables;
        wanted
    }

    fn awaken(&mut self, fetched: u64) {
        self.fetched(fetched);
        self.awaits = u64::MAX;
    }

    fn asks(&self, _: u32) -> bool {
        self.heard >= self.asks_behind
    }
}

/// Models that are listened to; the first of them times everything in full.
struct Listened(Vec<Timing<Listener>>);

impl Listened {
    fn new(machine: &Machine, ways: &[Way], seed: u64) -> Self {
        let timings = ways.iter().enumerate().map(|(number, &way)| {
            let mut timing = Timing::new(machine, Listener::new(way, seed));
            if number == 0 {
                timing = timing.with_replay(0);
            }
            timing.begin();
            timing
        });
        Self(timings.collect())
    }

    /// The listeners, and how many executions were replayed.
    fn end(mut self) -> (Vec<Listener>, u64) {
        let mut replays = 0;
        // Replays of failed checks left out the syllables that the flush behind them discards.
        for timing in &mut self.0 {
            timing.finish();
        }
        let fetched: Vec<u64> = self.0.iter().map(Timing::fetched).collect();
        assert!(fetched.iter().all(|n| *n == fetched[0]), "{fetched:?}");
        let listeners = self.0.into_iter().map(|timing| {
            replays += timing.replays();
            timing.into_probe()
        });
        (listeners.collect(), replays)
    }
}

impl Models for Listened {
    fn execute(&mut self, block: &Block, execution: &Execution) {
        for timing in &mut self.0 {
            timing.execute(block, execution);
        }
    }

    fn charge(&mut self, cycles: u64) {
        for timing in &mut self.0 {
            timing.charge(cycles);
        }
    }

    fn switch(&mut self, cycles: u64) {
        for timing in &mut self.0 {
            timing.switch(cycles);
        }
    }

    fn change(&mut self, change: Change) {
        for timing in &mut self.0 {
            change.make(timing);
        }
    }
}

/// A machine whose front end is drawn too.
fn drawn_front(machine: &Machine, seed: u64) -> Machine {
    let mut machine = drawn(machine, seed);
    let mut random = Random::new(seed ^ 0xf207);
    let mut from = |choices: &[u8]| choices[random.below(choices.len() as u64) as usize];
    let front = &mut machine.frontend;
    front.depth = from(&[1, 1, 2, 3, 5, 9]);
    front.buffer_bundles = from(&[2, 4, 8, 20]);
    front.join_partial_blocks = from(&[0, 1]) > 0;
    front.streaming_buffer_lines = from(&[0, 4, 8]);
    front.stream_lines = from(&[0, 2, 8]);
    let branch = &mut machine.branch;
    branch.mispredict_cycles = from(&[0, 1, 6, 9]).into();
    for bubbles in [&mut branch.bubbles.bac1, &mut branch.bubbles.indirect] {
        *bubbles = from(&[0, 1, 3, 7]).into();
    }
    let special = &mut machine.latency.special;
    special.interruption_cycles = from(&[0, 1, 6, 9]).into();
    special.failed_check_cycles = from(&[0, 1, 9]).into();
    machine
}

/// Plays programs on machines that a seed says, with listeners; `judge`: what is wrong about these.
fn play(ways: &[Way], draw: fn(&Machine, u64) -> Machine, judge: fn(Vec<Listener>) -> Vec<String>) {
    let seeds = seeds_asked_for().unwrap_or_else(|| (0..60).collect());
    let (mut wrong, mut replays) = (Vec::new(), 0);
    for &seed in &seeds {
        for (number, machine) in machines().iter().enumerate() {
            let machine = draw(machine, seed);
            for play in PLAYS {
                let mut models = Listened::new(&machine, ways, seed);
                execute(&mut models, seed, play);
                let (listeners, replayed) = models.end();
                let name = format!("seed {seed}, machine {number}, {play:?}");
                let own = judge(listeners);
                wrong.extend(own.iter().map(|text| format!("{name}: {text}")));
                replays += replayed;
            }
        }
    }
    let few = &wrong[..wrong.len().min(10)];
    assert!(few.is_empty(), "{} are wrong: {few:#?}", wrong.len());
    // Much of it is not timed in full, or the test asks nothing.
    assert!(replays > 1_000 * seeds.len() as u64, "{replays}");
}

const ALL_WAYS: [Way; 6] = [
    Way::Everything,
    Way::Everything,
    Way::Stories,
    Way::Drawn(Past::Forgotten),
    Way::Drawn(Past::Kept),
    Way::Parts,
];

fn early(listeners: Vec<Listener>) -> Vec<String> {
    let early = |listener: Listener| Some(format!("{:?} {}", listener.way, listener.early?));
    listeners.into_iter().filter_map(early).collect()
}

#[test]
fn no_record_carries_a_cycle_that_was_settled_before() {
    // Program 43 found fetch behind a branch that had taken a resteer back.
    play(&ALL_WAYS, |machine, _| machine.clone(), early);
}

#[test]
fn no_record_carries_a_cycle_that_was_settled_before_on_a_machine_that_is_drawn_by_the_seed() {
    // Fetch that starts over before what was expected of it, too.
    play(&ALL_WAYS, drawn_front, early);
}

fn late(listeners: Vec<Listener>) -> Vec<String> {
    let late = |listener: Listener| Some(format!("{:?} {}", listener.way, listener.late?));
    listeners.into_iter().filter_map(late).collect()
}

#[test]
fn a_listener_that_is_asked_inside_an_execution_may_wait_for_a_syllable_of_the_rest_of_it() {
    // It could wait for one that had been told, or was not told before it.
    let ways = [
        Way::Everything,
        Way::Drawn(Past::Forgotten),
        Way::Drawn(Past::Kept),
    ];
    play(&ways, drawn_front, late);
}

/// Differences between what two listeners were told of parts, in whatever order.
fn lost(mut listeners: Vec<Listener>) -> Vec<String> {
    let all = listeners
        .iter_mut()
        .flat_map(|listener| &mut listener.shown);
    all.for_each(|shown| shown.sort());
    let [always, there] = &listeners[..] else {
        return vec!["two listeners are compared".to_owned()];
    };
    let parts = there
        .parts
        .iter()
        .zip(always.shown.iter().zip(&there.shown));
    let different = parts.filter(|(_, (expected, found))| expected != found);
    let wrong = different.map(|(part, (expected, found))| {
        let lost = expected.iter().find(|record| !found.contains(record));
        let more = found.iter().find(|record| !expected.contains(record));
        format!("{part:?} lost {lost:?}, has {more:?}")
    });
    wrong.collect()
}

#[test]
fn a_listener_that_wants_parts_of_a_run_hears_all_that_reaches_into_each() {
    // It lost fetches on wrong paths that were under way where a part begins, and the bubbles of flushes behind replays.
    let ways = [Way::Everything, Way::Parts];
    play(&ways, |machine, _| machine.clone(), lost);
}

#[test]
fn a_listener_that_wants_parts_of_a_run_hears_them_on_a_machine_that_is_drawn_by_the_seed() {
    // At the ends of parts it lost fetches of cycles that were told to be settled.
    play(&[Way::Everything, Way::Parts], drawn_front, lost);
}

fn misplaced(listeners: Vec<Listener>) -> Vec<String> {
    let misplaced =
        |listener: Listener| Some(format!("{:?} {}", listener.way, listener.misplaced?));
    listeners.into_iter().filter_map(misplaced).collect()
}

#[test]
fn what_a_group_waits_for_is_told_before_it_and_what_it_does_behind_it() {
    let ways = [Way::Everything, Way::Everything, Way::Stories];
    play(&ways, drawn_front, misplaced);
}
