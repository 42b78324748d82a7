//! The register stack engine: what its traffic is charged to (Holds 4), and which instructions count as its operations.

use crate::bench::{Kernel, bundle, insn, template};
use crate::kernels::{alone_m, both, looped};
use events::{Fact, Note, Raw, Stall};

const ADDRESS: u64 = 0x6000_0000;

/// The stalls of a loop of one instruction at which the engine has moved eight registers.
fn moved(machine: &config::Machine, instruction: u64, fact: Fact) -> Vec<Stall> {
    let mut kernel = looped(&[alone_m(instruction)]);
    kernel.notes = vec![Note { slot: 0, fact }];
    let steady = kernel.steady(machine);
    steady.into_iter().map(|(stall, _)| stall).collect()
}

#[test]
fn what_flushrs_stores_is_charged_as_a_spill_and_what_loadrs_loads_as_loadrs() {
    for (machine, _) in both() {
        let spill = Fact::RseSpill {
            address: ADDRESS,
            count: 8,
        };
        let fill = Fact::RseFill {
            address: ADDRESS,
            count: 8,
        };
        let spilled = [Stall::Unstalled, Stall::RseSpill];
        assert_eq!(moved(&machine, insn::FLUSHRS, spill), spilled);
        assert_eq!(moved(&machine, insn::alloc(32), spill), spilled);
        let loaded = [Stall::Unstalled, Stall::RseLoadrs];
        assert_eq!(moved(&machine, insn::LOADRS, fill), loaded);
    }
}

#[test]
fn every_instruction_that_may_make_the_register_stack_engine_move_registers_is_one_of_its_operations()
 {
    for (machine, _) in both() {
        let in_m = |instruction| (alone_m(instruction), 0);
        let in_b = |instruction| {
            let slots = [insn::NOP, insn::NOP, instruction];
            (bundle(template::MFB + 1, slots), 2)
        };
        for ((raw, slot), operations) in [
            (in_m(insn::alloc(32)), 1),
            (in_m(insn::FLUSHRS), 1),
            (in_m(insn::LOADRS), 1),
            (in_b(insn::COVER), 1),
            (in_b(insn::call(0)), 1),
            (in_b(insn::RETURN), 1),
            (in_b(insn::br(0, 0)), 0),
            (in_m(insn::from_ar(4, isa::Ar::BSP)), 0),
        ] {
            let mut kernel = Kernel::new(&[raw]);
            let branches = [insn::call(0), insn::RETURN, insn::br(0, 0)].map(|i| in_b(i).0);
            kernel.taken = branches.contains(&raw).then_some(slot);
            // No registers move, and the count is that of the retired instructions.
            let count = |kernel: &Kernel| kernel.run(&machine, 5).counts[Raw::RseOperations];
            assert_eq!(count(&kernel), 5 * operations);
        }
        for instruction in [insn::call(0), insn::RETURN] {
            let mut kernel = Kernel::new(&[in_b(insn::under(6, instruction)).0]);
            kernel.off = 1 << 2;
            let counts = kernel.run(&machine, 5).counts;
            assert_eq!(counts[Raw::RseOperations], 0);
        }
    }
}
