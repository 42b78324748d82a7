//! Waits for application and control registers, and what a later write makes of them (Latencies 2 and 7, Holds 1).

use crate::bench::{Kernel, bundle, insn, template};
use crate::kernels::{alone_i, alone_m, both, latency, looped};
use isa::{Ar, Cr};

/// Cycles of a loop of groups of one M instruction each.
fn cycles(machine: &config::Machine, body: &[u64], addresses: &[u64]) -> f64 {
    let body: Vec<u128> = body.iter().map(|insn| alone_m(*insn)).collect();
    let mut kernel = looped(&body);
    kernel.addresses = addresses.to_vec();
    kernel.cycles(machine)
}

#[test]
fn a_short_write_of_another_control_register_does_not_end_the_wait_of_srlz() {
    for (machine, _) in both() {
        // cr.itm until srlz: 35 cycles; then the loop branch.
        let itm = insn::to_cr(Cr::ITM, 2);
        let alone = cycles(&machine, &[itm, insn::SRLZ_D], &[]);
        assert_eq!(alone, 37.0);
        // cr.ifa is there after 5, a bit of the user mask after psr_to_srlz.
        for between in [insn::to_cr(Cr::IFA, 2), insn::SUM] {
            assert_eq!(cycles(&machine, &[itm, between, insn::SRLZ_D], &[]), 37.0);
        }
    }
}

#[test]
fn a_spill_does_not_end_the_wait_for_a_write_of_the_whole_of_ar_unat() {
    for (machine, _) in both() {
        // mov ar.unat until mov = ar.unat: 5 cycles; then the loop branch.
        let body = [
            insn::to_ar(Ar::UNAT, 2),
            insn::spill(3, 4),
            insn::from_ar(5, Ar::UNAT),
        ];
        assert_eq!(cycles(&machine, &body, &[0x6000_0000]), 7.0);
        // The other way round the move replaces all bits: 1 + 5 cycles to the read.
        let body = [body[1], body[0], body[2]];
        assert_eq!(cycles(&machine, &body, &[0x6000_0000]), 8.0);
    }
}

#[test]
fn what_the_register_stack_engine_uses_is_waited_for_by_all_that_use_the_engine() {
    for (machine, _) in both() {
        let rnat = alone_m(insn::to_ar(Ar::RNAT, 2));
        let bspstore = alone_m(insn::to_ar(Ar::BSPSTORE, 2));
        let rsc = alone_m(insn::to_ar(Ar::RSC, 2));
        // Spills and fills wait twice as long for ar.bspstore (spec/uarch_itanium.md, section 3).
        for (user, cycles) in [
            (insn::alloc(32), 5),
            (insn::FLUSHRS, 10),
            (insn::LOADRS, 10),
        ] {
            let user = alone_m(user);
            assert_eq!(latency(&machine, rnat, user, &[]), 9);
            assert_eq!(latency(&machine, bspstore, user, &[]), cycles);
            assert_eq!(latency(&machine, rsc, user, &[]), 10);
        }
        // A write of ar.bspstore writes ar.bsp and ar.rnat too.
        for ar in [Ar::BSP, Ar::BSPSTORE, Ar::RNAT] {
            let read = alone_m(insn::from_ar(4, ar));
            assert_eq!(latency(&machine, bspstore, read, &[]), 5);
        }
        // ar.rsc is read with ar.bspstore and ar.rnat, and not with ar.bsp.
        for (ar, cycles) in [(Ar::BSP, 1), (Ar::BSPSTORE, 10), (Ar::RNAT, 10)] {
            let read = alone_m(insn::from_ar(4, ar));
            assert_eq!(latency(&machine, rsc, read, &[]), cycles);
        }
        let cover = bundle(template::MFB + 1, [insn::NOP, insn::NOP, insn::COVER]);
        assert_eq!(latency(&machine, bspstore, cover, &[]), 5);
        assert_eq!(latency(&machine, rnat, cover, &[]), 1);
    }
}

#[test]
fn a_call_waits_for_the_backing_store_pointer() {
    for (mut machine, _) in both() {
        // The call is predicted and its target is the loop: one group behind the move, and no other.
        machine.latency.to_ar.bspstore = 20;
        let call = bundle(template::MFB + 1, [insn::NOP, insn::NOP, insn::call(-1)]);
        let mut kernel = Kernel::new(&[alone_m(insn::to_ar(Ar::BSPSTORE, 2)), call]);
        kernel.taken = Some(5);
        assert_eq!(kernel.cycles(&machine), 21.0);
    }
}

#[test]
fn each_application_register_has_a_latency_of_its_own() {
    for (machine, itanium2) in both() {
        // KNB's list of moves to application registers (spec/insn_class_ports_latency.csv, TOAR_M). A move from ar.fpsr waits shorter on Itanium than
        // an operation (spec/uarch_itanium.md, section 3).
        for (ar, cycles) in [
            (Ar::FSR, 23),
            (Ar::FCR, 4),
            (Ar::FIR, 4),
            (Ar::FDR, 2),
            (Ar::SSD, 2),
            (Ar::K0, 2),
            (Ar::FPSR, if itanium2 { 9 } else { 2 }),
        ] {
            let write = alone_m(insn::to_ar(ar, 2));
            let read = alone_m(insn::from_ar(4, ar));
            assert_eq!(latency(&machine, write, read, &[]), cycles, "{ar}");
        }
        // Another register is not waited for.
        let write = alone_m(insn::to_ar(Ar::FSR, 2));
        let read = alone_m(insn::from_ar(4, Ar::SSD));
        assert_eq!(latency(&machine, write, read, &[]), 1);
    }
}

#[test]
fn the_latency_of_mov_to_pr_is_that_of_the_configuration() {
    for (mut machine, _) in both() {
        // mov pr = r2, 0x40 and a user of p6.
        let write = alone_i(3 << 33 | 0x20 << 6 | 2 << 13);
        let read = alone_m(insn::under(6, insn::add(4, 5, 5)));
        for cycles in [1, 7] {
            machine.latency.result.topr = cycles;
            assert_eq!(latency(&machine, write, read, &[]), u64::from(cycles));
        }
    }
}
