//! Loops of several blocks: a model that replays beside one that times everything in full.

use crate::Timing;
use crate::testing::{LOAD, Waiting, block, branch, execution, itanium, itanium2};
use config::Machine;
use config::model::Replacement;
use events::{Block, Fact, Note, Off};

/// `st8 [r3] = r2` and `nop.m 0`.
const STORE: u128 = 4 << 37 | 0x33 << 30;
const NOP_M: u128 = 1 << 27;
/// `ld8.c.nc r4 = [r3]`.
const CHECK: u128 = LOAD | 0x24 << 30;
/// `.many` of a branch.
const MANY: u128 = 1 << 12;
/// `br.ret.sptk.few b0`.
const RETURN: u128 = 0x21 << 27 | 4 << 6;

/// Executions that were replayed in a chain, of these those for which the predictor was not asked, and of these those for which register frames
/// were not followed.
type Chained = [u64; 3];

/// Executes so many turns through blocks, given by number; each execution refers to a line of its own.
fn turn(machine: &Machine, blocks: &[Block], turn: &[usize], turns: u64) -> Chained {
    turn_on(machine, blocks, (turn, turns), |number, place| {
        0x6000_0000 + 0x100 * place + 8 * (number % 5)
    })
}

/// The same with data at an address for each turn and place in it. Further rounds of turns begin where the ones before were left; executions in
/// chains are counted in the first round alone.
fn turn_on(
    machine: &Machine,
    blocks: &[Block],
    (turn, turns): (&[usize], u64),
    data: impl Fn(u64, u64) -> u64,
) -> Chained {
    let mut full = Timing::new(machine, Off).with_replay(0);
    let mut replaying = Timing::new(machine, Off);
    let mut chained = [0; 3];
    let count = turn.len();
    let mut place = 0;
    for (round, turns) in [turns, 12, 12, 7, 20].into_iter().enumerate() {
        // The last turn ends early, and goes to another block.
        let executions = turns as usize * count - count + count / 2 + round % count;
        for number in 0..executions {
            let (block, next) = (&blocks[turn[place]], (place + 1) % count);
            let is_last = number + 1 == executions;
            let next = if is_last {
                (place + 2 + round) % count
            } else {
                next
            };
            let data = data((number / count) as u64, place as u64);
            let mut execution = execution(block, blocks[turn[next]].ip, data);
            if block.instruction(0).bits == CHECK as u64 {
                // The check load finds its ALAT entry.
                let (slot, fact) = (block.first_slot, Fact::CheckLoadHit);
                execution.notes.push(Note { slot, fact });
            }
            full.execute(block, &execution);
            replaying.execute(block, &execution);
            let here = (round, number, place);
            assert_eq!(replaying.now(), full.now(), "{here:?}");
            if round == 0 {
                for (count, is) in chained.iter_mut().zip(replaying.chained()) {
                    *count += u64::from(is);
                }
            }
            place = next;
        }
    }
    let (all, replayed) = (full.totals(), replaying.totals());
    assert_eq!(replayed.counts, all.counts);
    assert_eq!(replayed.caches, all.caches);
    assert_eq!(replayed.ledger, all.ledger);
    assert_eq!(replayed.identities(), Ok(()));
    let (full, replaying) = (&full.model().pipeline, &replaying.model().pipeline);
    assert_eq!(replaying.registers.frames, full.registers.frames);
    let mut pictures = [Vec::new(), Vec::new()];
    full.branches.picture(&mut pictures[0]);
    replaying.branches.picture(&mut pictures[1]);
    assert_eq!(pictures[1], pictures[0]);
    chained
}

const START: u64 = 0x4000_0000;

/// Blocks of a bundle each, one behind the other, with a memory instruction and a branch for each.
fn blocks(ends: &[(u128, u128)]) -> Vec<Block> {
    let blocks = (0..).zip(ends);
    let blocks = blocks.map(|(id, &(memory, ends))| {
        let ip = START + 16 * u64::from(id);
        block(id, ip, memory, ends)
    });
    blocks.collect()
}

#[test]
fn a_loop_of_several_blocks_is_a_chain_that_the_predictor_soon_knows() {
    let blocks = blocks(&[
        (LOAD, branch(false, 2)),
        (NOP_M, branch(false, 1)),
        (STORE, branch(false, -2)),
        (NOP_M, branch(false, -3)),
    ]);
    // Branches that are always taken or never; in the last way, one that is taken in every other turn.
    for (way, longest) in [
        (&[0, 2, 3][..], 3),
        (&[0, 1, 2, 3], 4),
        (&[0, 2, 3, 0, 1, 2, 3], 7),
    ] {
        // With that branch nothing is expected of Itanium 2 but the same cycles.
        let both = longest == 7;
        for (machine, chains) in [(itanium(), true), (itanium2(), !both)] {
            let [chained, folded, _] = turn(&machine, &blocks, way, 100);
            let all = 100 * longest;
            assert!(!chains || chained > all / 2, "{way:?}: {chained} of {all}");
            assert!(!chains || folded > all / 3, "{way:?}: {folded} of {all}");
        }
    }
}

#[test]
fn a_listener_that_adds_up_leaves_chains_as_they_are() {
    let blocks = blocks(&[
        (LOAD, branch(false, 1)),
        (STORE, branch(false, 1)),
        (NOP_M, branch(false, -2)),
    ]);
    for machine in [itanium(), itanium2()] {
        let mut alone = Timing::new(&machine, Off);
        let mut heard = Timing::new(&machine, Waiting);
        let mut chained = [0; 2];
        for number in 0..3000 {
            let (block, next) = (&blocks[number % 3], &blocks[(number + 1) % 3]);
            let execution = execution(block, next.ip, 0x6000_0000 + 8 * (number as u64 % 5));
            alone.execute(block, &execution);
            heard.execute(block, &execution);
            assert_eq!(heard.now(), alone.now(), "execution {number}");
            let [one, _, _] = alone.chained();
            let [other, _, _] = heard.chained();
            chained[0] += u32::from(one);
            chained[1] += u32::from(other);
        }
        assert!(chained[0] > 2000, "{chained:?}");
        assert!(chained[1] > 2000, "{chained:?}");
        assert_eq!(heard.totals().counts, alone.totals().counts);
        assert_eq!(heard.totals().ledger, alone.totals().ledger);
    }
}

#[test]
fn a_loop_whose_uses_of_l1i_are_not_the_same_in_each_turn_is_no_chain() {
    let blocks = blocks(&[
        (LOAD, branch(false, 2)),
        (NOP_M, branch(false, 1)),
        (STORE, branch(false, -2)),
    ]);
    // Two sets of two lines, a line for each bundle: the loop uses both lines of one set.
    let mut machine = itanium2();
    let l1i = &mut machine.caches.l1i;
    (l1i.bytes, l1i.ways, l1i.line_bytes) = (64, 2, 16);
    // With one bit for each line, a use of either clears the bit of the other.
    l1i.replacement = Replacement::Nru;
    assert_eq!(turn(&machine, &blocks, &[0, 2], 100), [0; 3]);
    machine.caches.l1i.replacement = Replacement::Lru;
    assert!(turn(&machine, &blocks, &[0, 2], 100)[0] > 100);
}

#[test]
fn calls_and_returns_are_chained_when_the_return_stack_is_what_it_was() {
    let blocks = blocks(&[
        (LOAD, branch(true, 3)),
        (NOP_M, branch(true, 2)),
        (STORE, branch(false, -2)),
        (NOP_M, RETURN),
    ]);
    let way = [0, 3, 1, 3, 2];
    let [chained, folded, _] = turn(&itanium(), &blocks, &way, 60);
    assert!(chained > 100, "{chained}");
    assert!(folded > 50, "{folded}");
}

#[test]
fn a_loop_inside_another_one_takes_the_same_cycles() {
    let blocks = blocks(&[
        (LOAD, branch(false, 1)),
        (NOP_M, branch(false, 1)),
        (STORE, branch(false, -2)),
        (NOP_M, branch(false, -3)),
    ]);
    // Two turns of a loop in the turns of another one.
    let way = [0, 1, 2, 0, 1, 2, 0, 1, 2, 3];
    for machine in [itanium(), itanium2()] {
        turn(&machine, &blocks, &way, 60);
    }
}

/// Blocks of a bundle each, so many bytes apart; each branches to the next one, and the last one back to the first.
fn ring(count: usize, apart: u64, memory: impl Fn(usize) -> u128, hint: u128) -> Vec<Block> {
    let blocks = (0..count).map(|at| {
        let to = (at + 1) % count;
        let bundles = (to as i64 - at as i64) * apart as i64 / 16;
        let ends = branch(false, bundles) | hint;
        block(at as u32, START + apart * at as u64, memory(at), ends)
    });
    blocks.collect()
}

/// The turn through `count` blocks, once from each of its places on.
fn rotations(count: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..count).map(move |first| (0..count).map(|at| (first + at) % count).collect())
}

/// Turns from each place on: the least parts, among these, of all executions that were in chains (as [`Chained`]).
fn least_chained(
    machine: &Machine,
    blocks: &[Block],
    turns: u64,
    data: impl Fn(u64, u64) -> u64,
) -> [f64; 3] {
    let mut least = [1.0f64; 3];
    for way in rotations(blocks.len()) {
        let all = (turns * way.len() as u64) as f64;
        let chained = turn_on(machine, blocks, (&way, turns), &data);
        for (least, count) in least.iter_mut().zip(chained) {
            *least = least.min(count as f64 / all);
        }
    }
    least
}

/// The same line in each turn.
fn near(_: u64, place: u64) -> u64 {
    0x6000_0000 + 0x100 * place
}

#[test]
fn a_turn_with_streaming_prefetches_is_chained() {
    // The line behind each target is in L1I, or it is not.
    for apart in [16, 64, 4096] {
        let blocks = ring(4, apart, |_| NOP_M, MANY);
        let [chained, folded, _] = least_chained(&itanium(), &blocks, 200, near);
        assert!(chained > 0.5 && folded > 0.5, "{apart}: {chained} {folded}");
        least_chained(&itanium2(), &blocks, 200, near);
    }
}

#[test]
fn a_turn_through_several_pages_is_chained() {
    // Each block in another page and in another set of L1I.
    let apart = (3 << 14) + 64;
    for hint in [0, MANY] {
        let blocks = ring(4, apart, |at| if at == 2 { LOAD } else { NOP_M }, hint);
        for (name, machine) in [("itanium", itanium()), ("itanium2", itanium2())] {
            let [chained, folded, _] = least_chained(&machine, &blocks, 200, near);
            assert!(
                chained > 0.5 && folded > 0.5,
                "{name}, {hint}: {chained} {folded}"
            );
        }
    }
}

#[test]
fn a_turn_with_a_late_load_is_chained_as_long_as_it_is_as_late() {
    let blocks = ring(8, 16, |at| if at == 3 { LOAD } else { NOP_M }, 0);
    for (machine, rarely) in [(itanium(), 0), (itanium2(), 0), (itanium(), 50)] {
        let [chained, ..] = least_chained(&machine, &blocks, 300, |number, place| {
            // More lines of a set of L1D than it has ways, which L2 has; now and then one that no cache has.
            let far = rarely != 0 && number % rarely == 0;
            let line = if far { 16 + number } else { number % 16 };
            0x6000_0000 + 8 * place + 4096 * line
        });
        assert!(chained > 0.4, "{rarely}: {chained}");
    }
}

#[test]
fn a_turn_in_which_more_than_every_fourth_execution_is_late_is_no_chain() {
    let blocks = ring(4, 16, |at| if at % 2 == 0 { LOAD } else { NOP_M }, 0);
    let [chained, ..] = turn_on(
        &itanium(),
        &blocks,
        (&[0, 1, 2, 3], 300),
        |number, place| 0x6000_0000 + 0x100_0000 * place + 4096 * (number % 16),
    );
    assert_eq!(chained, 0);
}

#[test]
fn a_turn_with_a_check_load_that_finds_its_entry_is_chained() {
    let blocks = ring(4, 16, |at| if at == 1 { CHECK } else { LOAD }, 0);
    for machine in [itanium(), itanium2()] {
        let [chained, folded, _] = least_chained(&machine, &blocks, 200, near);
        assert!(chained > 0.5 && folded > 0.5, "{chained} {folded}");
    }
}

#[test]
fn a_loop_of_one_block_inside_a_turn_is_chained() {
    let blocks = blocks(&[
        (LOAD, branch(false, 1)),
        (NOP_M, branch(false, 0)),
        (STORE, branch(false, -2)),
    ]);
    let [chained, folded, _] = turn(&itanium(), &blocks, &[0, 1, 1, 1, 2], 200);
    assert!(chained > 500 && folded > 300, "{chained} {folded}");
    // A turn that is hardly more than that loop is left to its repeats.
    let long: Vec<usize> = [0].into_iter().chain([1; 12]).chain([2]).collect();
    assert_eq!(turn(&itanium(), &blocks, &long, 100)[0], 0);
    for turns in 200..205 {
        turn(&itanium2(), &blocks, &[1, 1, 1, 1, 1, 1, 1, 2, 0], turns);
    }
}

#[test]
fn branches_that_take_turns_in_the_target_cache_are_folded_when_they_come_round() {
    // More branches of a set than it has ways.
    let machine = itanium();
    let tables = &machine.branch.itanium;
    let sets = u64::from(tables.tac_entries / tables.tac_ways);
    let blocks = ring(6, 16 * sets, |_| NOP_M, 0);
    for way in rotations(6) {
        let [_, folded, _] = turn(&machine, &blocks, &way, 1600);
        assert!(folded > 6 * 500, "{folded}");
    }
}

#[test]
fn frames_that_a_turn_leaves_as_they_were_are_not_followed() {
    // alloc r34 = 0, 9, 5, 0
    let frame = 1 << 37 | 6 << 33 | 14 << 13 | 9 << 20 | 34 << 6;
    // A load into the caller's r41, which is the callee's r32, and one from there.
    let [into, from] = [41 << 6 | 3 << 20, 4 << 6 | 32 << 20].map(|registers| {
        let load: u128 = 4 << 37 | 3 << 30;
        load | registers
    });
    let blocks = blocks(&[
        (into, branch(true, 3)),
        (NOP_M, branch(true, 2)),
        (STORE, branch(false, -2)),
        (frame, branch(true, 2)),
        (NOP_M, RETURN),
        (from, RETURN),
    ]);
    let way = [0, 3, 5, 4, 1, 3, 5, 4, 2];
    for machine in [itanium(), itanium2()] {
        for first in 0..way.len() {
            let mut way = way;
            way.rotate_left(first);
            let zero = way.iter().position(|&at| at == 0).unwrap_or_default() as u64;
            // What is loaded into r41 is not in L1D.
            let data = |number: u64, place| match place == zero {
                true => 0x6000_0000 + 4096 * (number % 16),
                false => 0x7000_0000 + 0x100 * place,
            };
            let [chained, _, frames] = turn_on(&machine, &blocks, (&way, 100), data);
            assert!(chained > 300 && frames > 200, "{first}: {chained} {frames}");
        }
    }
}
