//! Does a machine go on as before when it has given up its code?

use super::*;
use crate::memory::{AddressSpace, PAGE_SIZE, Protection, Sharing};
use crate::{Options, Passed, Silent, Stop};

/// Where the code of a test begins.
const CODE: u64 = 0x10000;

/// An MII bundle of `nop`s, with an immediate in the second one.
fn nops(immediate: u64) -> u128 {
    1 << (27 + 5) | 1 << (27 + 46) | 1 << (27 + 87) | u128::from(immediate) << (6 + 46)
}

/// A machine that gives up code when so many blocks are idle, a space with two pages for code, and a context.
fn bench(idle: usize) -> (Machine, AddressSpace, Cpu) {
    let mut space = AddressSpace::new();
    space.map(CODE, 2 * PAGE_SIZE, Protection::RWX, Sharing::Private);
    let mut machine = Machine::new(Options::default());
    machine.give_up_code_at(idle);
    let cpu = machine.cpu();
    (machine, space, cpu)
}

/// Writes a bundle over the one at the beginning of the page and executes it.
fn rewrite(
    machine: &mut Machine,
    (cpu, space): (&mut Cpu, &mut AddressSpace),
    round: u64,
    recorder: &mut impl Recorder,
) {
    space.poke(CODE, &nops(round).to_le_bytes()).unwrap();
    cpu.set_ip(CODE);
    assert_eq!(machine.run(cpu, space, recorder, 3), Stop::Budget);
}

#[test]
fn code_that_is_written_again_and_again_does_not_pile_up() {
    let (mut machine, mut space, mut cpu) = bench(100);
    let mut most = 0;
    for round in 0..5000 {
        rewrite(&mut machine, (&mut cpu, &mut space), round, &mut Silent);
        most = most.max(machine.blocks.len());
    }
    assert!((100..110).contains(&most), "{most} blocks");
    assert_eq!(machine.retired, 15_000);
    assert!(machine.code.len() <= most && machine.paths.len() <= most);
    let idle: usize = machine.idle.values().map(Vec::len).sum();
    assert!(idle <= most && machine.places.len() == 1);
}

/// A recorder that keeps something by the numbers of blocks.
struct Keeping;

impl Recorder for Keeping {
    const RECORD: bool = true;
}

#[test]
fn blocks_keep_their_numbers_for_a_recorder_that_needs_them() {
    let (mut machine, mut space, mut cpu) = bench(100);
    for round in 0..500 {
        rewrite(&mut machine, (&mut cpu, &mut space), round, &mut Keeping);
    }
    assert_eq!(machine.block_count(), 500);
    // The next recorder that does not need them is asked.
    rewrite(&mut machine, (&mut cpu, &mut space), 500, &mut Silent);
    assert!(machine.block_count() <= 1);
}

/// The newest bundles of a context, which are those of the last rounds in `rounds`.
fn assert_passed(machine: &Machine, (cpu, space): (&Cpu, &AddressSpace), rounds: &[u64]) {
    let passed = machine.passed(cpu.trail(), space.id(), 16);
    let expected: Vec<Passed> = (rounds.iter().rev().take(16).rev())
        .map(|&round| Passed {
            ip: CODE,
            raw: nops(round),
        })
        .collect();
    assert_eq!(passed, expected, "behind {rounds:?}");
}

#[test]
fn a_trail_knows_the_bundles_of_code_that_was_given_up() {
    let (mut machine, mut space, mut cpu) = bench(5);
    let mut rounds = Vec::new();
    for round in 0..60 {
        rewrite(&mut machine, (&mut cpu, &mut space), round, &mut Silent);
        rounds.push(round);
        assert_passed(&machine, (&cpu, &space), &rounds);
    }
}

#[test]
fn a_context_that_waits_while_others_execute_keeps_its_trail() {
    let (mut machine, mut space, mut cpu) = bench(5);
    let mut waiting = machine.cpu();
    let mut own = Vec::new();
    for round in 0..60 {
        if round % 10 < 3 {
            rewrite(&mut machine, (&mut waiting, &mut space), round, &mut Silent);
            own.push(round);
        } else {
            rewrite(&mut machine, (&mut cpu, &mut space), round, &mut Silent);
        }
        assert_passed(&machine, (&waiting, &space), &own);
    }
}

#[test]
fn a_bundle_in_which_given_up_code_ended_is_listed_once() {
    let (mut machine, mut space, mut cpu) = bench(1);
    for (n, round) in [1, 2].into_iter().enumerate() {
        let at = CODE + 16 * n as u64;
        space.poke(at, &nops(round).to_le_bytes()).unwrap();
    }
    cpu.set_ip(CODE);
    assert_eq!(
        machine.run(&mut cpu, &mut space, &mut Silent, 4),
        Stop::Budget
    );
    // The page of the code is written at another place, twice, so that its blocks are given up in the middle of a bundle.
    for round in 0..2 {
        let (at, ip, slot) = (CODE + 1024, cpu.ip(), cpu.slot());
        space.poke(at, &nops(round).to_le_bytes()).unwrap();
        assert_eq!((ip, slot), (CODE + 16, 1 + round as u8));
        assert_eq!(
            machine.run(&mut cpu, &mut space, &mut Silent, 1),
            Stop::Budget
        );
    }
    let expected = [1, 2].map(|n| Passed {
        ip: CODE + 16 * (n - 1),
        raw: nops(n),
    });
    assert_eq!(machine.passed(cpu.trail(), space.id(), 16), expected);
}
