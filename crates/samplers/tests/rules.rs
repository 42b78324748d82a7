//! Whom does each sampler accuse? A loop of two issue groups by hand: the first waits 9 cycles and issues in the tenth, the
//! second issues in the cycle behind it.

use std::collections::BTreeMap;

use events::{Block, CodeId, Group, Probe, Raw, Stall, StaticEvent, When};
use pmu::{Family, Options};
use profileme::Pipe;
use samplers::{Bench, Place, Setup};

/// First bundle of the loop: a group each in two bundles of three instructions.
const LOOP: u64 = 0x4000;
/// Cycles that a group takes: those it waits for, and the one it issues in.
const CYCLES: [u64; 2] = [10, 1];
const TRIP: u64 = CYCLES[0] + CYCLES[1];
const TRIPS: u64 = 1000;

fn place(bundle: u64, slot: u8) -> Place {
    Place {
        ip: LOOP + 16 * bundle,
        slot,
    }
}

/// Bundles of three instructions that are the same, as a block.
fn block(bundles: usize) -> (Block, Vec<StaticEvent>) {
    let block = Block::new(CodeId(4), LOOP, &vec![0; bundles]);
    let retires = |slot| StaticEvent {
        slot,
        amount: 1,
        raw: Raw::InstructionsRetired,
        when: When::Always,
    };
    (block, (0..3 * bundles as u8).map(retires).collect())
}

/// Executes groups of one bundle each, which take so many cycles, again and again.
fn execute(probe: &mut dyn Probe, trips: u64, groups: &[u64], from: u64) -> u64 {
    let mut cycle = from;
    for _ in 0..trips {
        for (bundle, &cycles) in (0u8..).zip(groups) {
            if cycles > 1 {
                probe.cycles(Stall::DataInteger, cycle, cycles - 1);
            }
            cycle += cycles;
            probe.cycles(Stall::Unstalled, cycle - 1, 1);
            probe.group(&Group {
                cycle: cycle - 1,
                code: CodeId(4),
                from: 3 * bundle,
                to: 3 * bundle + 3,
                predicates: u64::MAX,
            });
        }
        probe.settle(cycle);
    }
    cycle
}

fn setup(period: u64, skids: &[u64]) -> Setup {
    Setup {
        family: Family::Itanium,
        options: Options::default(),
        pipe: Pipe::new(Family::Itanium, 3, 8),
        periods: vec![period],
        skids: skids.to_vec(),
        seed: None,
    }
}

/// Samples of each sampler by place, after the loop.
fn sampled(setup: &Setup, groups: &[u64]) -> BTreeMap<String, BTreeMap<Place, u64>> {
    let mut bench = Bench::new(setup);
    let (block, events) = block(groups.len());
    {
        let mut listeners: Vec<&mut dyn Probe> = bench.listeners().collect();
        listeners.describe(&block, &events);
        execute(&mut listeners, TRIPS, groups, 0);
    }
    let samplers = bench.finish();
    let accused = samplers.iter().map(|sampler| {
        let accused = sampler.tally().accused();
        assert!(sampler.tally().samples() <= sampler.tally().interrupts());
        (sampler.name.clone(), accused.clone())
    });
    accused.collect()
}

fn weights(list: &[(Place, u64)]) -> BTreeMap<Place, u64> {
    list.iter().copied().collect()
}

#[test]
fn the_time_proportional_sampler_accuses_the_group_that_issues_or_waits() {
    let sampled = sampled(&setup(1, &[]), &CYCLES);
    let truth = [(place(0, 0), 10 * TRIPS), (place(1, 0), TRIPS)];
    assert_eq!(sampled["time-proportional"], weights(&truth));
}

#[test]
fn the_next_retiring_instruction_is_that_behind_the_sampled_cycle() {
    let sampled = sampled(&setup(1, &[]), &CYCLES);
    // The cycle in which a group issues accuses the other one; behind the last there is none.
    let expected = [(place(0, 0), 10 * TRIPS - 1), (place(1, 0), TRIPS)];
    assert_eq!(sampled["next-retiring"], weights(&expected));
}

#[test]
fn the_last_retired_instruction_is_accused_of_the_waiting_behind_it() {
    let sampled = sampled(&setup(1, &[]), &CYCLES);
    // Before the first group nothing has retired.
    let expected = [(place(0, 2), TRIPS), (place(1, 2), 10 * TRIPS - 9)];
    assert_eq!(sampled["last-retired"], weights(&expected));
}

#[test]
fn a_random_tag_accuses_by_executions_whatever_they_take() {
    let sampled = sampled(&setup(1, &[]), &CYCLES);
    let all = [0, 1].map(|bundle| [0, 1, 2].map(|slot| (place(bundle, slot), TRIPS)));
    assert_eq!(sampled["random-tag"], weights(all.as_flattened()));
}

#[test]
fn the_counter_of_cycles_accuses_by_time() {
    // A period that is in step with nothing: all phases of the loop come equally often.
    let sampled = sampled(&setup(TRIP + 1, &[]), &CYCLES);
    let samples = TRIPS * TRIP / (TRIP + 1);
    let cycles = &sampled["cycles"];
    let second = cycles[&place(1, 0)];
    assert!(cycles.values().sum::<u64>().abs_diff(samples) <= 1);
    // Only the cycle in which the first group issues accuses the second.
    assert!(
        second.abs_diff(samples / TRIP) <= 1,
        "{second} of {samples}"
    );
}

#[test]
fn the_counter_of_instructions_accuses_by_executions_and_not_by_time() {
    // A prime period: all six instructions overflow it equally often.
    let sampled = sampled(&setup(7, &[]), &CYCLES);
    let instructions = &sampled["instructions"];
    let [first, second] = [0, 1].map(|bundle| instructions[&place(bundle, 0)]);
    assert_eq!(instructions.len(), 2);
    assert!(first.abs_diff(second) <= 20, "{first} and {second}");
}

#[test]
fn a_skid_accuses_as_many_groups_later_as_issue_meanwhile() {
    // Ten groups of one cycle each, sampled in the last cycle of every trip.
    let sampled = sampled(&setup(10, &[4]), &[1; 10]);
    let only = |name: &str| sampled[name].keys().copied().collect::<Vec<_>>();
    assert_eq!(only("cycles"), [place(0, 0)]);
    assert_eq!(only("cycles skid=4"), [place(4, 0)]);
    assert_eq!(only("time-proportional"), [place(9, 0)]);
}

#[test]
fn samples_outside_the_region_of_interest_do_not_count() {
    let mut bench = Bench::new(&setup(1, &[]));
    let (block, events) = block(CYCLES.len());
    {
        let mut listeners: Vec<&mut dyn Probe> = bench.listeners().collect();
        listeners.describe(&block, &events);
        let start = execute(&mut listeners, 5, &CYCLES, 0);
        listeners.region(start, true);
        let end = execute(&mut listeners, 3, &CYCLES, start);
        listeners.region(end, false);
        execute(&mut listeners, 7, &CYCLES, end);
    }
    for sampler in bench.finish() {
        let samples: u64 = sampler.tally().accused().values().sum();
        match sampler.name.as_str() {
            "time-proportional" | "last-retired" => {
                assert_eq!(samples, 3 * TRIP, "{}", sampler.name)
            }
            "random-tag" => assert_eq!(samples, 3 * 6),
            _ => assert!(samples <= 3 * TRIP, "{}: {samples}", sampler.name),
        }
    }
}
