//! Kernels whose cycles follow by hand from the rules of `docs/timing.md`.
//!
//! Each test states its derivation. A kernel is a loop: the cycles are those of one iteration in the
//! steady state.

use crate::bench::{Kernel, bundle, ideal_front_end, insn, itanium, itanium2, nops, template};
use config::Machine;
use events::{Fact, Note, Raw, Stall};

/// The loop branch of most kernels: MFB with the branch in the last slot, taken.
pub(crate) fn looped(body: &[u128]) -> Kernel {
    let mut raw = body.to_vec();
    let back = -(raw.len() as i64);
    raw.push(bundle(
        template::MFB + 1,
        [insn::NOP, insn::NOP, insn::br(0, back)],
    ));
    let mut kernel = Kernel::new(&raw);
    kernel.taken = Some(3 * body.len() as u8 + 2);
    kernel
}

/// One instruction with a stop behind it, in an M slot.
pub(crate) fn alone_m(instruction: u64) -> u128 {
    bundle(template::MFB + 1, [instruction, insn::NOP, insn::NOP_B])
}

/// One instruction with a stop behind it, in an I slot.
pub(crate) fn alone_i(instruction: u64) -> u128 {
    bundle(template::MII + 1, [insn::NOP, instruction, insn::NOP])
}

/// One instruction with a stop behind it, in the F slot.
fn alone_f(instruction: u64) -> u128 {
    bundle(template::MFI + 1, [insn::NOP, instruction, insn::NOP])
}

pub(crate) fn both() -> [(Machine, bool); 2] {
    [
        (ideal_front_end(itanium()), false),
        (ideal_front_end(itanium2()), true),
    ]
}

/// Cycles from a producer to its consumer: the loop is producer, consumer, loop branch, each a group of
/// its own, so one iteration without waits takes 3 cycles and a latency of n takes n + 2.
pub(crate) fn latency(machine: &Machine, producer: u128, consumer: u128, addresses: &[u64]) -> u64 {
    let mut kernel = looped(&[producer, consumer]);
    kernel.addresses = addresses.to_vec();
    let cycles = kernel.cycles(machine);
    (cycles - 2.0) as u64
}

#[test]
fn an_alu_result_is_used_in_the_next_cycle() {
    for (machine, _) in both() {
        let n = latency(
            &machine,
            alone_m(insn::add(2, 3, 3)),
            alone_m(insn::add(4, 2, 2)),
            &[],
        );
        assert_eq!(n, 1);
    }
}

#[test]
fn a_loaded_value_takes_two_cycles_on_itanium_and_one_on_itanium_2() {
    for (machine, two) in both() {
        let n = latency(
            &machine,
            alone_m(insn::ld8(2, 3)),
            alone_m(insn::add(4, 2, 2)),
            &[0x6000_0000],
        );
        assert_eq!(n, if two { 1 } else { 2 });
    }
}

#[test]
fn a_loaded_address_costs_one_cycle_more() {
    for (machine, two) in both() {
        let n = latency(
            &machine,
            alone_m(insn::ld8(2, 3)),
            alone_m(insn::ld8(4, 2)),
            &[0x6000_0000, 0x6000_0100],
        );
        assert_eq!(n, if two { 2 } else { 3 });
    }
}

#[test]
fn an_add_on_an_i_port_reaches_an_address_a_cycle_later_than_one_on_an_m_port_on_itanium() {
    for (machine, two) in both() {
        let load = alone_m(insn::ld8(4, 2));
        let address = [0x6000_0000];
        let on_m = latency(&machine, alone_m(insn::add(2, 3, 3)), load, &address);
        let on_i = latency(&machine, alone_i(insn::add(2, 3, 3)), load, &address);
        assert_eq!((on_m, on_i), (1, if two { 1 } else { 2 }));
    }
}

#[test]
fn an_a_type_instruction_of_itanium_2_in_an_i_slot_is_on_an_m_port_wherever_it_may_take_one() {
    let mut machine = ideal_front_end(itanium2());
    machine.latency.extra.alu_to_address = 5;
    let load = alone_m(insn::ld8(4, 2));
    for (to_m, cycles) in [(true, 1), (false, 6)] {
        machine.dispersal.a_type_to_m = to_m;
        let add = alone_i(insn::add(2, 3, 3));
        assert_eq!(latency(&machine, add, load, &[0x6000_0000]), cycles);
    }
}

#[test]
fn a_logical_result_reaches_an_address_late_from_any_port_on_itanium() {
    for (machine, two) in both() {
        let load = alone_m(insn::ld8(4, 2));
        let n = latency(&machine, alone_m(insn::and(2, 3, 3)), load, &[0x6000_0000]);
        assert_eq!(n, if two { 1 } else { 2 });
    }
}

#[test]
fn an_fma_feeds_an_fma_after_five_cycles_on_itanium_and_four_on_itanium_2() {
    for (machine, two) in both() {
        let n = latency(
            &machine,
            alone_f(insn::fma(8, 9, 9, 0)),
            alone_f(insn::fma(10, 8, 8, 0)),
            &[],
        );
        assert_eq!(n, if two { 4 } else { 5 });
    }
}

#[test]
fn an_fma_reaches_a_store_after_eight_cycles_on_itanium_and_five_on_itanium_2() {
    for (machine, two) in both() {
        let n = latency(
            &machine,
            alone_f(insn::fma(8, 9, 9, 0)),
            alone_m(insn::stfd(3, 8)),
            &[0x6000_0000],
        );
        assert_eq!(n, if two { 5 } else { 8 });
    }
}

#[test]
fn getf_and_setf_take_their_time() {
    for (machine, two) in both() {
        let set = latency(
            &machine,
            alone_m(insn::setf(8, 2)),
            alone_f(insn::fma(9, 8, 8, 0)),
            &[],
        );
        let get = latency(
            &machine,
            alone_m(insn::getf(2, 8)),
            alone_m(insn::add(3, 2, 2)),
            &[],
        );
        assert_eq!((set, get), if two { (5, 5) } else { (9, 2) });
    }
}

#[test]
fn a_floating_point_load_comes_from_l2() {
    for (machine, two) in both() {
        let n = latency(
            &machine,
            alone_m(insn::ldfd(8, 3)),
            alone_f(insn::fma(9, 8, 8, 0)),
            &[0x6000_0000],
        );
        assert_eq!(n, if two { 6 } else { 9 });
    }
}

#[test]
fn a_compare_feeds_a_branch_in_the_same_cycle_and_another_instruction_in_the_next() {
    for (machine, _) in both() {
        // cmp and br in one MIB bundle: one cycle for the pair.
        let mut same = Kernel::new(&[bundle(
            template::MIB + 1,
            [insn::cmp(6, 7, 2, 3), insn::NOP, insn::br(6, 0)],
        )]);
        same.taken = Some(2);
        assert_eq!(same.cycles(&machine), 1.0);
        let n = latency(
            &machine,
            alone_m(insn::cmp(6, 7, 2, 3)),
            alone_m(insn::under(6, insn::add(4, 5, 5))),
            &[],
        );
        assert_eq!(n, 1);
    }
}

#[test]
fn a_consumer_that_is_predicated_off_does_not_wait() {
    let machine = ideal_front_end(itanium());
    // The load misses to L2 every time: forced by a store to the same doubleword in front of it.
    let mut kernel = looped(&[
        alone_f(insn::fma(8, 9, 9, 0)),
        alone_f(insn::under(6, insn::fma(10, 8, 8, 0))),
    ]);
    assert_eq!(kernel.cycles(&machine), 7.0);
    kernel.off = 1 << 4;
    assert_eq!(kernel.cycles(&machine), 3.0);
}

#[test]
fn a_multimedia_result_used_too_early_flushes_itanium_and_delays_itanium_2() {
    for (machine, two) in both() {
        let kernel = looped(&[alone_m(insn::padd1(2, 3, 3)), alone_m(insn::add(4, 2, 2))]);
        // Itanium: the consumer issues next, and is flushed for 10 cycles. Itanium 2: latency 3.
        let expected = if two {
            vec![(Stall::Unstalled, 96), (Stall::ScoreInteger, 64)]
        } else {
            vec![(Stall::Unstalled, 96), (Stall::FlushOther, 320)]
        };
        assert_eq!(kernel.steady(&machine), expected);
    }
}

#[test]
fn a_multimedia_result_is_too_early_again_for_a_use_behind_one_that_was_flushed() {
    // The hazard lasts 20 + 2 cycles from the issue of the result. A use that would issue in cycle 1 issues in 6, and so on: the first four issue in
    // cycles 6, 12, 18 and 24, in each case 5 cycles after the flush, the fifth in 25.
    let mut machine = ideal_front_end(itanium());
    machine.latency.result.mmalu = 20;
    machine.latency.special.mm_flush_cycles = 5;
    let uses = [4, 5, 6, 7, 8].map(|target| alone_m(insn::add(target, 2, 2)));
    let kernel = looped(&[&[alone_m(insn::padd1(2, 3, 3))][..], &uses].concat());
    let expected = [(Stall::Unstalled, 7 * 32), (Stall::FlushOther, 4 * 5 * 32)];
    assert_eq!(kernel.steady(&machine), expected);
}

#[test]
fn a_multimedia_result_feeds_its_own_kind_after_two_cycles() {
    for (machine, _) in both() {
        let n = latency(
            &machine,
            alone_m(insn::padd1(2, 3, 3)),
            alone_m(insn::padd1(4, 2, 2)),
            &[],
        );
        assert_eq!(n, 2);
    }
}

#[test]
fn each_class_of_multimedia_results_has_its_own_latency() {
    // pmpy2.r r2 = r3, r3, mix2.r r2 = r3, r3 and pmin2 r2 = r3, r3: MMMUL, MMSHF and MMALU_I.
    let two = 7 << 37 | 2 << 34 | 1 << 33 | 3 << 20 | 3 << 13 | 2 << 6;
    let multiply = two | 3 << 30 | 1 << 28;
    let [shift, alu] = [two | 2 << 30, two | 3 << 28];
    for (mut machine, is_itanium2) in both() {
        let result = &mut machine.latency.result;
        (result.mmmul, result.mmshf) = (7, 5);
        for (producer, cycles) in [(multiply, 7), (shift, 5), (alu, 2)] {
            let producer = alone_i(producer);
            let multimedia = alone_m(insn::padd1(4, 2, 2));
            let n = latency(&machine, producer, multimedia, &[]);
            assert_eq!(n, cycles);
            // One or two more elsewhere, for which Itanium 2 waits and Itanium is flushed for 10 cycles.
            let other = alone_m(insn::add(4, 2, 2));
            let n = latency(&machine, producer, other, &[]);
            assert_eq!(n, if is_itanium2 { cycles + 1 } else { 11 });
            // Cycles between them take the wait away, and the hazard.
            let mut apart = vec![producer];
            apart.extend([alone_m(insn::NOP); 8]);
            apart.push(other);
            let of_loop = looped(&apart).cycles(&machine);
            assert_eq!(of_loop, 11.0, "{cycles}");
        }
    }
}

#[test]
fn two_bundles_of_mii_issue_four_instructions_first_on_itanium_and_all_six_at_once_on_itanium_2() {
    let add = insn::add(2, 3, 3);
    let pair = [
        bundle(template::MII, [add; 3]),
        bundle(template::MII + 1, [add; 3]),
    ];
    for (machine, two) in both() {
        let kernel = looped(&pair);
        let steady = kernel.steady(&machine);
        let expected = if two {
            vec![(Stall::Unstalled, 64)]
        } else {
            vec![(Stall::Unstalled, 64), (Stall::IssueLimit, 32)]
        };
        assert_eq!(steady, expected);
    }
}

#[test]
fn two_shifts_of_one_group_split_because_only_i0_shifts() {
    for (machine, _) in both() {
        let kernel = looped(&[bundle(
            template::MII + 1,
            [insn::NOP, insn::extr(2, 3), insn::extr(4, 5)],
        )]);
        assert_eq!(
            kernel.steady(&machine),
            [(Stall::Unstalled, 64), (Stall::IssueLimit, 32)]
        );
    }
}

#[test]
fn a_third_load_splits_itanium_2_and_four_m_instructions_split_itanium() {
    let load = |r| insn::ld8(r, 10);
    let pair = |third: u64| {
        [
            bundle(template::MMI, [load(2), load(3), insn::NOP]),
            bundle(template::MMI + 1, [third, insn::NOP, insn::NOP]),
        ]
    };
    for (machine, two) in both() {
        let mut three_loads = looped(&pair(load(4)));
        three_loads.addresses = vec![0x6000_0000; 3];
        let mut load_and_store = looped(&pair(insn::st8(11, 12)));
        load_and_store.addresses = vec![0x6000_0000, 0x6000_0000, 0x6000_0800];
        // Itanium has two M ports: the second bundle waits in both cases. Itanium 2 has four, but
        // only M0 and M1 load.
        assert_eq!(three_loads.cycles(&machine), 3.0);
        assert_eq!(load_and_store.cycles(&machine), if two { 2.0 } else { 3.0 });
    }
}

/// Whether two bundles of nops issue together, from the rules alone: counts of units and the list of
/// templates that end a group.
fn dual(first: u128, second: u128, two: bool) -> bool {
    let count = |unit: isa::SlotUnit| {
        [first, second]
            .iter()
            .flat_map(|t| isa::Template::of(*t).units().expect("a template"))
            .filter(|u| *u == unit)
            .count()
    };
    let (m, i, long) = (
        count(isa::SlotUnit::M),
        count(isa::SlotUnit::I),
        count(isa::SlotUnit::X),
    );
    let ends = [template::MBB, template::BBB].contains(&first)
        || (!two && [first, second].contains(&template::MMF))
        || (first == template::MIB && second == template::BBB);
    // Two F instructions, one in each bundle, have a port each; so have the branches of the second.
    let f_ok = count(isa::SlotUnit::F) + long <= 2;
    // nop.b of the first bundle takes B0, which a BBB needs.
    let b_ok = !(second == template::BBB && count(isa::SlotUnit::B) > 3);
    !ends && m <= if two { 4 } else { 2 } && i + long <= 2 && f_ok && b_ok
}

#[test]
fn every_pair_of_templates_issues_together_exactly_when_the_rules_allow_it() {
    for (machine, two) in both() {
        for first in template::ALL {
            for second in template::ALL {
                let kernel = Kernel::new(&[nops(first), nops(second + 1)]);
                let alone = |t: u128| Kernel::new(&[nops(t + 1)]).cycles(&machine);
                let together = kernel.cycles(&machine);
                let expected = if dual(first, second, two) {
                    1.0
                } else {
                    alone(first).max(1.0) + 1.0
                };
                let names = [first, second].map(|t| isa::Template::of(t).name());
                let steady = kernel.steady(&machine);
                assert_eq!(
                    together, expected,
                    "{names:?}, Itanium 2: {two}, {steady:?}"
                );
            }
        }
    }
}

#[test]
fn a_predicted_taken_branch_costs_its_stage_when_the_loop_is_short() {
    // One bundle with a taken branch in the last slot, in the target cache: two bubbles behind each fetch.
    let mut kernel = Kernel::new(&[bundle(
        template::MIB + 1,
        [insn::NOP, insn::NOP, insn::br(0, 0)],
    )]);
    kernel.taken = Some(2);
    assert_eq!(
        kernel.steady(&itanium()),
        [(Stall::Unstalled, 32), (Stall::TakenBranch, 64)]
    );
    assert_eq!(kernel.steady(&itanium2()), [(Stall::Unstalled, 32)]);
}

#[test]
fn a_mispredicted_branch_costs_nine_cycles_on_itanium_and_six_on_itanium_2() {
    for (mut machine, cost) in [(itanium(), 9), (itanium2(), 6)] {
        machine.branch.predictor = config::model::BranchPredictor::None;
        let mut kernel = Kernel::new(&[bundle(
            template::MIB + 1,
            [insn::NOP, insn::NOP, insn::br(0, 0)],
        )]);
        kernel.taken = Some(2);
        assert_eq!(
            kernel.steady(&machine),
            [(Stall::Unstalled, 32), (Stall::FlushMispredict, 32 * cost)]
        );
    }
}

#[test]
fn the_buffer_hides_bubbles_behind_a_long_stall() {
    // A chain of two fma's holds the back end for 10 cycles in each iteration: the front end has
    // fetched the next one long before.
    let kernel = looped(&[
        alone_f(insn::fma(8, 8, 8, 0)),
        alone_f(insn::fma(8, 8, 8, 0)),
    ]);
    let steady = kernel.steady(&itanium());
    assert_eq!(
        steady,
        [(Stall::Unstalled, 96), (Stall::ScoreFloat, 224)],
        "10 cycles for each iteration, none of them a bubble"
    );
}

#[test]
fn a_streaming_store_runs_at_the_rate_of_the_bus() {
    let machine = ideal_front_end(itanium());
    let kernel = |stride: u64| {
        let mut kernel = Kernel::new(&[alone_m(insn::st8(2, 3)); 8]);
        kernel.addresses = (0..8).map(|i| 0x6000_0000 + stride * i).collect();
        kernel
    };
    // The same line again and again: the store buffer drains as fast as it fills.
    let same = kernel(0).steady(&machine);
    assert_eq!(same, [(Stall::Unstalled, 256)]);
}

#[test]
fn a_failed_check_costs_a_flush() {
    // chk.s.m r2 to the bundle itself: opcode 1, x3 = 1.
    let chk = 1 << 37 | 1 << 33 | 2 << 13;
    let mut kernel = Kernel::new(&[bundle(template::MFI + 1, [chk, insn::NOP, insn::NOP])]);
    kernel.taken = Some(0);
    let machine = itanium();
    assert_eq!(
        kernel.steady(&machine),
        [(Stall::Unstalled, 32), (Stall::FlushException, 288)]
    );
    let totals = kernel.run(&machine, 10);
    assert_eq!(totals.counts[Raw::SpeculationFailuresInteger], 10);
}

#[test]
fn static_events_follow_predicates_and_the_slots_that_retired() {
    let mut kernel = Kernel::new(&[bundle(
        template::MMI + 1,
        [
            insn::under(6, insn::NOP),
            insn::under(7, insn::add(2, 3, 3)),
            insn::NOP,
        ],
    )]);
    kernel.off = 1 << 1;
    let counts = kernel.run(&itanium(), 10).counts;
    assert_eq!(counts[Raw::InstructionsRetired], 30);
    assert_eq!(counts[Raw::NopsRetired], 20);
    assert_eq!(counts[Raw::SquashedRetired], 10);
    assert_eq!(counts[Raw::ExplicitStops], 10);
}

#[test]
fn the_cause_of_a_wait_is_the_memory_when_a_load_is_waited_for() {
    let machine = ideal_front_end(itanium2());
    let mut kernel = looped(&[alone_m(insn::ld8(2, 3)), alone_m(insn::ld8(4, 2))]);
    kernel.addresses = vec![0x6000_0000, 0x6000_0100];
    assert_eq!(
        kernel.steady(&machine),
        [(Stall::Unstalled, 96), (Stall::DataInteger, 32)]
    );
}

#[test]
fn a_reference_that_misses_the_first_data_tlb_flushes_itanium_and_delays_only_its_data_on_itanium_2()
 {
    // 38 pages, each load a group of its own: more than the 32 entries of the first level, less than
    // the second level holds. No instruction waits for the data.
    let body = vec![
        bundle(
            template::M_MI + 1,
            [insn::ld8(2, 3), insn::ld8(4, 3), insn::NOP]
        );
        19
    ];
    let mut kernel = looped(&body);
    kernel.addresses = (0..38)
        .map(|i| 0x6000_0000 + i * 0x4000 + i * 128)
        .collect();
    for (machine, two) in both() {
        let expected = if two {
            vec![(Stall::Unstalled, 39 * 32)]
        } else {
            vec![
                (Stall::Unstalled, 39 * 32),
                (Stall::FlushOther, 38 * 10 * 32),
            ]
        };
        assert_eq!(kernel.steady(&machine), expected);
    }
}

#[test]
fn a_mandatory_spill_moves_two_registers_a_cycle() {
    let mut kernel = looped(&[alone_m(insn::add(2, 3, 3))]);
    kernel.notes = vec![Note {
        slot: 0,
        fact: Fact::RseSpill {
            address: 0x6000_0000,
            count: 16,
        },
    }];
    let machine = ideal_front_end(itanium());
    assert_eq!(
        kernel.steady(&machine),
        [(Stall::Unstalled, 64), (Stall::RseSpill, 8 * 32)]
    );
    assert_eq!(kernel.run(&machine, 10).counts[Raw::RseStores], 160);
}

#[test]
fn a_semaphore_holds_the_pipe_of_itanium_for_its_latency() {
    let mut kernel = looped(&[bundle(
        template::M_MI + 1,
        [insn::fetchadd(2, 3), insn::NOP, insn::NOP],
    )]);
    kernel.addresses = vec![0x6000_0000];
    for (machine, two) in both() {
        let expected = if two {
            vec![(Stall::Unstalled, 96)]
        } else {
            vec![(Stall::Unstalled, 96), (Stall::ScoreSerialize, 9 * 32)]
        };
        assert_eq!(kernel.steady(&machine), expected);
    }
}

#[test]
fn an_access_across_its_doubleword_is_completed_by_the_system() {
    let mut kernel = looped(&[alone_m(insn::ld8(2, 3))]);
    kernel.addresses = vec![0x6000_0004];
    let machine = ideal_front_end(itanium());
    assert_eq!(
        kernel.steady(&machine),
        [(Stall::Unstalled, 64), (Stall::DataFault, 1000 * 32)]
    );
    assert_eq!(kernel.run(&machine, 10).counts[Raw::UnalignedFaults], 10);
}

#[test]
fn two_accesses_of_a_group_are_completed_one_after_the_other() {
    let mut kernel = looped(&[bundle(
        template::MMI + 1,
        [insn::ld8(2, 3), insn::ld8(4, 3), insn::NOP],
    )]);
    kernel.addresses = vec![0x6000_0004, 0x6000_000c];
    let machine = ideal_front_end(itanium());
    assert_eq!(
        kernel.steady(&machine),
        [(Stall::Unstalled, 64), (Stall::DataFault, 2 * 1000 * 32)]
    );
    assert_eq!(kernel.run(&machine, 10).counts[Raw::UnalignedFaults], 20);
}

#[test]
fn a_load_behind_a_store_to_its_doubleword_misses_l1d() {
    let machine = ideal_front_end(itanium());
    let mut kernel = looped(&[
        alone_m(insn::st8(3, 5)),
        alone_m(insn::ld8(2, 3)),
        alone_m(insn::add(4, 2, 2)),
    ]);
    kernel.addresses = vec![0x6000_0000, 0x6000_0000];
    // The load comes from L2: 6 cycles to its consumer instead of 2.
    assert_eq!(
        kernel.steady(&machine),
        [(Stall::Unstalled, 128), (Stall::DataInteger, 5 * 32)]
    );
    let counts = kernel.run(&machine, 10).counts;
    assert_eq!(counts[Raw::L1dForcedMisses], 10);
}

#[test]
fn a_load_that_hits_another_way_than_the_last_one_of_its_set_flushes_the_pipe() {
    // Two lines of one set of L1D in turn: each load finds the way of the other one predicted.
    let mut kernel = looped(&[alone_m(insn::ld8(2, 3)), alone_m(insn::ld8(4, 3))]);
    kernel.addresses = vec![0x6000_0000, 0x6000_1000];
    let mut machine = ideal_front_end(itanium());
    assert_eq!(kernel.run(&machine, 20).counts[Raw::FlushesWay], 0);
    machine.caches.l1d_way_prediction = true;
    assert_eq!(
        kernel.steady(&machine),
        [(Stall::Unstalled, 3 * 32), (Stall::FlushOther, 2 * 9 * 32)]
    );
    let flushes = |times| kernel.run(&machine, times).counts[Raw::FlushesWay];
    assert_eq!(flushes(30) - flushes(20), 20);
}

#[test]
fn a_taken_branch_marked_many_streams_the_lines_behind_its_target_and_one_marked_few_does_not() {
    let mut machine = itanium();
    machine.frontend.next_lines = 0;
    let streamed = |many: u64, times| {
        let branch = insn::br(0, 0) | many << 12;
        let mut kernel = Kernel::new(&[bundle(template::MFB + 1, [insn::NOP, insn::NOP, branch])]);
        kernel.taken = Some(2);
        kernel.run(&machine, times).counts[Raw::L1iStreamPrefetches]
    };
    assert_eq!(streamed(0, 20), 0);
    // The first time eight lines behind the target, then each time the one that is there already.
    assert_eq!((streamed(1, 10), streamed(1, 20)), (8 + 9, 8 + 19));
}

#[test]
fn a_brp_between_two_branch_slots_is_dropped_by_itanium_and_executed_by_itanium_2() {
    // brp.sptk to the bundle itself, from the one behind it.
    let brp = 7 << 37 | 1 << 6;
    for (mut machine, drops) in [(itanium(), true), (itanium2(), false)] {
        machine.frontend.next_lines = 0;
        let streamed = |slots| {
            let mut kernel = looped(&[bundle(template::MBB + 1, slots)]);
            kernel.ip += 0x40;
            kernel.run(&machine, 20).counts[Raw::L1iStreamPrefetches]
        };
        let middle = streamed([insn::NOP, brp, insn::NOP_B]);
        let last = streamed([insn::NOP, insn::NOP_B, brp]);
        assert!(last > 0);
        assert_eq!(middle, if drops { 0 } else { last });
    }
}
