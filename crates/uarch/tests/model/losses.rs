//! What is lost at both ends of the decoupling buffer, and to software, counted by hand.

use crate::bench::{Kernel, bundle, insn, itanium, itanium2, template};
use events::{Block, CodeId, Execution, Fact, Note, Off, Raw, Stall};
use uarch::{Timing, Totals};

/// A loop of one bundle at an even address with a branch in its last slot.
fn short_loop() -> Kernel {
    let mut kernel = Kernel::new(&[bundle(
        template::MIB + 1,
        [insn::NOP, insn::NOP, insn::br(0, 0)],
    )]);
    kernel.taken = Some(2);
    kernel
}

/// What 32 passes in the steady state count.
fn steady(kernel: &Kernel, machine: &config::Machine, raw: Raw) -> u64 {
    let [short, long] = [64, 96].map(|times| kernel.run(machine, times).counts[raw]);
    long - short
}

#[test]
fn each_bubble_of_a_branch_loses_two_bundles_at_both_ends_of_the_buffer() {
    // Two bubbles a pass on Itanium, and the second bundle of the block is never reached.
    let count = |raw| steady(&short_loop(), &itanium(), raw);
    assert_eq!(count(Raw::FrontBubblesBranch), 64);
    assert_eq!(count(Raw::FrontLostBranch), 128);
    assert_eq!(count(Raw::FrontLostUnreached), 32);
    assert_eq!(count(Raw::BackLostBranch), 128);
    assert_eq!(count(Raw::IdealLostBranch), 128);
    assert_eq!(count(Raw::LostFrontEnd), 0);
}

/// Rounds of four passes of a loop of two bundles and one that leaves it, with a branch back from behind it.
fn rounds(machine: &config::Machine, rounds: u32) -> Totals {
    const IP: u64 = 0x4000_0000;
    let cloop = insn::br(0, -1) | 5 << 6;
    let nops = bundle(template::MII, [insn::NOP; 3]);
    let last = |branch| bundle(template::MIB + 1, [insn::NOP, insn::NOP, branch]);
    let pass = Block::new(CodeId(0), IP, &[nops, last(cloop)]);
    let back = Block::new(CodeId(1), IP + 32, &[last(insn::br(0, -2))]);
    let execution = |end, taken: Option<u8>| Execution {
        end,
        predicates: !0,
        taken,
        target: if taken.is_some() { IP } else { IP + 32 },
        ..Execution::default()
    };
    let mut timing = Timing::new(machine, Off);
    for _ in 0..rounds {
        for _ in 0..4 {
            timing.execute(&pass, &execution(6, Some(5)));
        }
        timing.execute(&pass, &execution(6, None));
        timing.execute(&back, &execution(3, Some(2)));
    }
    timing.finish()
}

#[test]
fn bubbles_of_a_resteer_that_the_loop_predictor_takes_back_are_counted_apart() {
    let machine = itanium();
    let bubbles = u64::from(machine.branch.bubbles.bac1);
    let [short, long] = [64, 96].map(|times| rounds(&machine, times).counts);
    let count = |raw| long[raw] - short[raw];
    assert_eq!(count(Raw::FrontBubblesLoop), 32 * bubbles);
    assert_eq!(count(Raw::FrontLostLoop), 2 * 32 * bubbles);
    assert_eq!(count(Raw::IdealLostLoop), count(Raw::BackLostLoop));
    assert!(count(Raw::BackLostLoop) > 0);
}

#[test]
fn a_misprediction_loses_the_bundles_of_its_flush() {
    let mut machine = itanium();
    machine.branch.predictor = config::model::BranchPredictor::None;
    let count = |raw| steady(&short_loop(), &machine, raw);
    // Nine cycles behind the issue of the branch, which issues with the entry of its block.
    assert_eq!(count(Raw::FrontBubblesFlush), 32 * 9);
    assert_eq!(count(Raw::BackLostFlush), 32 * 18);
    assert_eq!(count(Raw::IdealLostFlush), 32 * 18);
    assert_eq!(count(Raw::FrontBubblesBranch), 0);
}

#[test]
fn a_group_whose_second_bundle_comes_late_has_three_slots_that_wait() {
    // The group begins with the second bundle of a block and ends with the first one of the next, which enters a cycle
    // later: the target of each pass is at an odd bundle.
    let mut kernel = Kernel::new(&[
        bundle(template::MII, [insn::NOP, insn::NOP, insn::NOP]),
        bundle(template::MIB + 1, [insn::NOP, insn::NOP, insn::br(0, -1)]),
    ]);
    kernel.ip += 16;
    kernel.taken = Some(5);
    let machine = itanium();
    let stalls = kernel.steady(&machine);
    let bubbles: u64 = stalls
        .iter()
        .filter(|(stall, _)| *stall == Stall::TakenBranch)
        .map(|(_, cycles)| cycles)
        .sum();
    // Of each pass one of the cycles that are lost has the first bundle.
    assert_eq!(steady(&kernel, &machine, Raw::LostFrontEnd), 3 * 32);
    assert_eq!(
        steady(&kernel, &machine, Raw::BackLostBranch),
        2 * bubbles - 32
    );
    // In front of the first bundle of the one block, and behind that of the other.
    assert_eq!(steady(&kernel, &machine, Raw::FrontLostUnreached), 2 * 32);
}

#[test]
fn an_instruction_that_software_completes_costs_what_the_system_says() {
    let mut kernel = Kernel::new(&[bundle(
        template::MFB + 1,
        [insn::NOP, insn::fma(8, 9, 10, 0), insn::br(0, 0)],
    )]);
    kernel.taken = Some(2);
    let plain = kernel.run(&itanium(), 50);
    kernel.notes = vec![Note {
        slot: 1,
        fact: Fact::Assisted,
    }];
    let mut machine = itanium();
    machine.os.assist_cycles = 0;
    let free = kernel.run(&machine, 50);
    assert_eq!(free.counts[Raw::FloatFaults], 50);
    assert_eq!(free.cycles, plain.cycles);
    machine.os.assist_cycles = 300;
    let cost = steady(&kernel, &machine, Raw::CyclesScoreSystem);
    // The two bubbles of the branch and its fetch lie in the 300 cycles.
    assert_eq!(cost, 32 * 300);
}

#[test]
fn floating_point_faults_and_traps_that_the_program_is_told_of_count_as_those_that_software_completes()
 {
    let code = bundle(
        template::MFB + 1,
        [insn::NOP, insn::fma(8, 9, 10, 0), insn::br(0, 0)],
    );
    let block = Block::new(CodeId(0), 0x4000_0000, &[code]);
    let execution = |end, facts: &[Fact]| Execution {
        end,
        predicates: !0,
        target: 0x4000_0000,
        notes: (facts.iter().map(|&fact| Note { slot: 1, fact })).collect(),
        ..Execution::default()
    };
    let fault = |vector| Fact::Fault { vector };
    let cases = [
        ("fault", 1, vec![fault(0x5c00)], 1),
        ("trap", 2, vec![fault(0x5d00)], 1),
        (
            "completed, then a trap",
            2,
            vec![Fact::Assisted, fault(0x5d00)],
            1,
        ),
        ("disabled registers", 1, vec![fault(0x5500)], 0),
        ("first of its group", 0, vec![fault(0x5c00)], 1),
    ];
    for (text, end, facts, expected) in cases {
        let mut timing = Timing::new(&itanium2(), Off);
        for _ in 0..3 {
            timing.execute(&block, &execution(2, &[]));
            timing.execute(&block, &execution(end, &facts));
        }
        let totals = timing.finish();
        assert_eq!(totals.counts[Raw::FloatFaults], 3 * expected, "{text}");
    }
}

/// Software completes an access of the same group, too, behind or before the assist.
#[test]
fn an_unaligned_access_beside_an_assist_costs_as_much_again() {
    let mut kernel = Kernel::new(&[bundle(
        template::MFB + 1,
        [insn::ld8(2, 3), insn::fma(8, 9, 10, 0), insn::br(0, 0)],
    )]);
    kernel.taken = Some(2);
    kernel.addresses = vec![0x6000_0004];
    kernel.notes = vec![Note {
        slot: 1,
        fact: Fact::Assisted,
    }];
    let mut machine = itanium();
    (machine.os.assist_cycles, machine.os.unaligned_cycles) = (300, 1000);
    let cost = [Raw::CyclesScoreSystem, Raw::CyclesDataFault];
    let cost = cost.map(|raw| steady(&kernel, &machine, raw));
    assert_eq!(cost.into_iter().sum::<u64>(), 32 * 1300, "{cost:?}");
}

#[test]
fn a_long_branch_that_software_completes_costs_as_much() {
    let mut kernel = Kernel::new(&[bundle(
        template::MIB + 1,
        [insn::NOP, insn::NOP, insn::br(0, 0)],
    )]);
    kernel.taken = Some(2);
    kernel.notes = vec![Note {
        slot: 2,
        fact: Fact::Assisted,
    }];
    let mut machine = itanium();
    machine.os.assist_cycles = 300;
    assert_eq!(steady(&kernel, &machine, Raw::CyclesScoreSystem), 32 * 300);
    assert_eq!(kernel.run(&machine, 50).counts[Raw::FloatFaults], 0);
}

#[test]
fn results_that_are_flushed_to_zero_are_counted_one_by_one() {
    let mut kernel = short_loop();
    kernel.notes = vec![Note {
        slot: 1,
        fact: Fact::FlushedToZero { results: 2 },
    }];
    assert_eq!(kernel.run(&itanium(), 50).counts[Raw::FlushedToZero], 100);
}
