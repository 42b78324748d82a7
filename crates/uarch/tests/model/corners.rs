//! Corners of the rules in which the model once went wrong, each with its derivation.

use crate::bench::{Kernel, bundle, ideal_front_end, insn, itanium, itanium2, template};
use config::Machine;
use events::{Fact, Note, Raw, Stall};

/// A loop whose last bundle is an MFB with a branch that is taken.
fn looped(body: &[u128], back: u64) -> Kernel {
    let mut raw = body.to_vec();
    raw.push(bundle(template::MFB + 1, [insn::NOP, insn::NOP, back]));
    let mut kernel = Kernel::new(&raw);
    kernel.taken = Some(3 * body.len() as u8 + 2);
    kernel
}

fn m(instruction: u64) -> u128 {
    bundle(template::MFB + 1, [instruction, insn::NOP, insn::NOP_B])
}

fn f(instruction: u64) -> u128 {
    bundle(template::MFI + 1, [insn::NOP, instruction, insn::NOP])
}

#[test]
fn a_check_that_fails_beside_a_branch_is_a_failed_check_and_no_misprediction() {
    // Each pass is the check and the flush that it causes: 1 + 9 cycles, 1 + 18 on Itanium 2.
    let chk_s = 1 << 37 | 1 << 33 | 2 << 13;
    let raw = [bundle(
        template::MIB + 1,
        [chk_s, insn::NOP, insn::br(6, 4)],
    )];
    for (machine, flush) in [(itanium(), 9), (itanium2(), 18)] {
        let mut kernel = Kernel::new(&raw);
        kernel.taken = Some(0);
        let expected = [(Stall::Unstalled, 32), (Stall::FlushException, 32 * flush)];
        assert_eq!(kernel.steady(&machine), expected);
    }
}

#[test]
fn a_taken_rfi_is_an_interruption_and_no_failed_check() {
    // Each pass is the group of the `rfi`, and the flush that it causes: 1 + 9 cycles, 1 + 6 on Itanium 2.
    let raw = [bundle(template::MIB + 1, [insn::NOP, insn::NOP, 8 << 27])];
    for (machine, flush) in [(itanium(), 9), (itanium2(), 6)] {
        let special = &machine.latency.special;
        assert_eq!(special.interruption_cycles, flush);
        let mut kernel = Kernel::new(&raw);
        kernel.taken = Some(2);
        let expected = [
            (Stall::Unstalled, 32),
            (Stall::FlushException, 32 * u64::from(flush)),
        ];
        assert_eq!(kernel.steady(&machine), expected);
    }
}

fn one_store_at_a_time() -> Machine {
    let mut machine = ideal_front_end(itanium());
    machine.memory.store_buffer_entries = 1;
    machine
}

#[test]
fn a_store_that_is_predicated_off_needs_no_room_in_the_store_buffer() {
    // The only entry is taken for 6 cycles by the first store; the second one is off, so that the next pass waits for
    // the first only: 6 cycles.
    let mut kernel = looped(
        &[m(insn::st8(2, 3)), m(insn::under(6, insn::st8(2, 3)))],
        insn::br(0, -2),
    );
    kernel.addresses = vec![0x1000];
    kernel.off = 1 << 3;
    assert_eq!(kernel.cycles(&one_store_at_a_time()), 6.0);
}

#[test]
fn a_ten_byte_load_at_four_more_than_a_multiple_of_sixteen_is_misaligned() {
    let ldfe = 6 << 37 | 2 << 20 | 6 << 6;
    let mut kernel = Kernel::new(&[m(ldfe)]);
    for address in [0x1002, 0x1004, 0x1006] {
        kernel.addresses = vec![address];
        let totals = kernel.run(&itanium(), 5);
        assert_eq!(totals.counts[Raw::MisalignedLoads], 5, "{address:#x}");
    }
}

#[test]
fn an_approximation_that_is_predicated_off_writes_its_predicate_only() {
    // Three groups, and no wait of the second for a result of the first.
    let frcpa = 1 << 33 | 7 << 27 | 8 << 20 | 8 << 13 | 9 << 6;
    let mut kernel = looped(
        &[f(insn::under(6, frcpa)), f(insn::fma(10, 9, 9, 9))],
        insn::br(0, -2),
    );
    kernel.off = 1 << 1;
    assert_eq!(kernel.cycles(&ideal_front_end(itanium())), 3.0);
}

#[test]
fn a_loop_branch_waits_for_the_count_that_the_one_before_it_wrote() {
    // br.cloop reads ar.lc three cycles after the last one wrote it.
    let cloop = insn::br(0, 0) | 5 << 6;
    let mut machine = ideal_front_end(itanium());
    machine.latency.result.br = 3;
    assert_eq!(looped(&[], cloop).cycles(&machine), 3.0);
}

#[test]
fn a_part_that_would_use_a_multimedia_result_too_early_does_not_join_the_group_before_it() {
    // The result is made in cycle 1 and the last bundle of the pass issues in cycle 4, open. The first one of the next pass
    // would join it three cycles after the result: a cycle later it may use it.
    let i = |stop, instruction| bundle(template::MFI + stop, [instruction, insn::NOP, insn::NOP]);
    let kernel = Kernel::new(&[
        i(1, insn::add(4, 2, 2)),
        i(1, insn::padd1(2, 3, 3)),
        i(1, insn::NOP),
        i(1, insn::NOP),
        i(0, insn::NOP),
    ]);
    assert_eq!(
        kernel.steady(&ideal_front_end(itanium())),
        [(Stall::Unstalled, 32 * 4), (Stall::IssueLimit, 32)]
    );
}

#[test]
fn the_first_load_that_hits_a_set_is_predicted_to_its_first_way() {
    let mut machine = ideal_front_end(itanium());
    machine.caches.l1d_way_prediction = true;
    // One line in each of two sets.
    let mut kernel = Kernel::new(&[m(insn::ld8(9, 3)), m(insn::ld8(10, 4))]);
    kernel.addresses = vec![0x1000, 0x1020];
    assert_eq!(kernel.run(&machine, 50).counts[Raw::FlushesWay], 0);
}

#[test]
fn a_check_load_that_hits_leaves_the_wait_for_its_advanced_load() {
    // Opcodes of integer and floating-point loads.
    let (int, float) = (4 << 37, 6 << 37);
    let uses = [m(insn::add(10, 8, 8)), f(insn::fma(10, 8, 8, 8))];
    for mut machine in [itanium(), itanium2()].map(ideal_front_end) {
        (machine.caches.l1d.latency, machine.caches.l2.fp_latency) = (10, 10);
        for (opcode, used) in [(int, uses[0]), (float, uses[1])] {
            let load = |x6: u64| m(opcode | x6 << 30 | 3 << 20 | 8 << 6);
            let advanced = load(0xb);
            for check in [0x23, 0x27].map(load) {
                let mut kernel = Kernel::new(&[advanced, check, used]);
                kernel.addresses = vec![0x1000; 2];
                let fact = Fact::CheckLoadHit;
                kernel.notes = vec![Note { slot: 3, fact }];
                // The use issues 10 cycles after the advanced load, the next pass behind it.
                assert_eq!(kernel.cycles(&machine), 11.0);
                // Where the data are there when the check load issues, nothing waits.
                let mut apart = vec![advanced];
                apart.extend([m(insn::NOP); 10]);
                apart.extend([check, used]);
                let mut kernel = Kernel::new(&apart);
                kernel.addresses = vec![0x1000; 2];
                kernel.notes = vec![Note { slot: 33, fact }];
                assert_eq!(kernel.cycles(&machine), 13.0);
            }
        }
    }
}

#[test]
fn an_invala_e_does_not_wait_for_the_register_that_it_names() {
    let [general, float] = [2, 3].map(|x4: u64| 1 << 31 | x4 << 27 | 8 << 6);
    for machine in [itanium(), itanium2()].map(ideal_front_end) {
        for (load, invala) in [(insn::ld8(8, 3), general), (insn::ldfd(8, 3), float)] {
            let mut kernel = Kernel::new(&[m(load), m(invala)]);
            kernel.addresses = vec![0x1000];
            // Its group ends behind it, inside its bundle.
            let expected = [(Stall::Unstalled, 64), (Stall::IssueLimit, 32)];
            assert_eq!(kernel.steady(&machine), expected);
        }
    }
}
