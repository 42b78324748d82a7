//! Loops of several blocks, beside the model that times everything in full.

use crate::Timing;
use crate::testing::{LOAD, block, branch, execution, itanium, itanium2};
use config::Machine;
use config::model::Replacement;
use events::{Block, Off};

/// `st8 [r3] = r2` and `nop.m 0`.
const STORE: u128 = 4 << 37 | 0x33 << 30;
const NOP_M: u128 = 1 << 27;
/// `br.ret.sptk.few b0`.
const RETURN: u128 = 0x21 << 27 | 4 << 6;

/// Turns through blocks, by number; how many of the executions were in a chain, and in how many the predictor was not asked.
fn turn(machine: &Machine, blocks: &[Block], turn: &[usize], turns: u64) -> (u64, u64) {
    let mut full = Timing::new(machine, Off).with_replay(0);
    let mut replaying = Timing::new(machine, Off);
    let (mut chained, mut folded) = (0, 0);
    for number in 0..turns {
        for (place, &at) in turn.iter().enumerate() {
            // The last turn ends early, and another way.
            let last = number + 1 == turns && place == turn.len() / 2;
            let next = match last {
                true => at,
                false => turn[(place + 1) % turn.len()],
            };
            let data = 0x6000_0000 + 0x100 * place as u64 + 8 * (number % 5);
            let execution = execution(&blocks[at], blocks[next].ip, data);
            full.execute(&blocks[at], &execution);
            replaying.execute(&blocks[at], &execution);
            assert_eq!(replaying.now(), full.now(), "turn {number}, place {place}");
            let (is_chained, is_folded) = replaying.chained();
            chained += u64::from(is_chained);
            folded += u64::from(is_folded);
            if last {
                break;
            }
        }
    }
    let (full, replaying) = (full.totals(), replaying.totals());
    assert_eq!(replaying.counts, full.counts);
    assert_eq!(replaying.caches, full.caches);
    assert_eq!(replaying.ledger, full.ledger);
    assert_eq!(replaying.identities(), Ok(()));
    (chained, folded)
}

const START: u64 = 0x4000_0000;

/// Blocks of a bundle each, one behind the other; each branches to another one, by number.
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
    // Branches that are taken, or not; and one that is both, by turns.
    for (way, longest) in [
        (&[0, 2, 3][..], 3),
        (&[0, 1, 2, 3], 4),
        (&[0, 2, 3, 0, 1, 2, 3], 7),
    ] {
        // Where the branch is both, this says nothing of Itanium 2 but that it takes the same cycles.
        let both = longest == 7;
        for (machine, chains) in [(itanium(), true), (itanium2(), !both)] {
            let (chained, folded) = turn(&machine, &blocks, way, 100);
            let all = 100 * longest;
            assert!(!chains || chained > all / 2, "{way:?}: {chained} of {all}");
            assert!(!chains || folded > all / 3, "{way:?}: {folded} of {all}");
        }
    }
}

#[test]
fn a_loop_whose_uses_of_l1i_are_not_the_same_in_each_turn_is_no_chain() {
    let blocks = blocks(&[
        (LOAD, branch(false, 2)),
        (NOP_M, branch(false, 1)),
        (STORE, branch(false, -2)),
    ]);
    // Two lines of a bundle in each of two sets: the loop is in both of one.
    let mut machine = itanium2();
    let l1i = &mut machine.caches.l1i;
    (l1i.bytes, l1i.ways, l1i.line_bytes) = (64, 2, 16);
    // A use of either clears the bit of the other.
    l1i.replacement = Replacement::Nru;
    assert_eq!(turn(&machine, &blocks, &[0, 2], 100), (0, 0));
    machine.caches.l1i.replacement = Replacement::Lru;
    assert!(turn(&machine, &blocks, &[0, 2], 100).0 > 100);
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
    let (chained, folded) = turn(&itanium(), &blocks, &way, 60);
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
