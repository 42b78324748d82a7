//! Branches of a bundle before the one that stands for it.

use crate::bench::{Kernel, bundle, insn, itanium, itanium2, template};
use events::{Block, CodeId, Execution, Off, Raw};
use uarch::Timing;

const BEFORE: [Raw; 3] = [Raw::RelativeBefore, Raw::ReturnBefore, Raw::IndirectBefore];
const RELATIVE: u64 = insn::br(6, 1);
const RETURN: u64 = insn::under(7, insn::RETURN);
/// `(p8) br b0`
const INDIRECT: u64 = insn::under(8, 0x20 << 27);
const TAKEN: u64 = insn::br(0, 0);

#[test]
fn they_are_counted_by_kind() {
    // Branches, and which of them are counted before the last one. That one is taken if it is `TAKEN`; all others are off.
    let cases = [
        ([RELATIVE, INDIRECT, TAKEN], [1, 0, 1]),
        ([RETURN, RELATIVE, TAKEN], [1, 1, 0]),
        ([INDIRECT, RETURN, RELATIVE], [0, 1, 1]),
        ([insn::NOP_B, RETURN, RELATIVE], [0, 1, 0]),
        ([RELATIVE, RELATIVE, RETURN], [2, 0, 0]),
    ];
    for machine in [itanium(), itanium2()] {
        for (slots, expected) in cases {
            let mut kernel = Kernel::new(&[bundle(template::BBB + 1, slots)]);
            let is_taken = slots[2] == TAKEN;
            kernel.taken = is_taken.then_some(2);
            kernel.off = if is_taken { 0b011 } else { 0b111 };
            let totals = kernel.run(&machine, 1000);
            let before = BEFORE.map(|raw| totals.counts[raw]);
            assert_eq!(before, expected.map(|each| 1000 * each));
            // Each branch that retires is counted once: before another one, or with the outcome of its bundle.
            let branches = slots.iter().filter(|slot| **slot != insn::NOP_B).count();
            assert_eq!(
                totals.ledger.predictions + before.iter().sum::<u64>(),
                1000 * branches as u64
            );
        }
    }
}

#[test]
fn they_are_not_counted_if_the_block_begins_behind_them() {
    let raw = bundle(template::BBB + 1, [RELATIVE, RETURN, RELATIVE]);
    let ip = 0x4000_0000;
    for machine in [itanium(), itanium2()] {
        for (first, expected) in [(0, [1, 1, 0]), (1, [0, 1, 0]), (2, [0, 0, 0])] {
            let bundles = vec![isa::decode(raw)];
            let block = Block::decoded(CodeId(0), 0, ip, first..3, bundles, vec![raw]);
            let mut timing = Timing::new(&machine, Off);
            let execution = Execution {
                end: 3,
                predicates: 0,
                target: ip + 16,
                ..Execution::default()
            };
            timing.execute(&block, &execution);
            let counts = timing.finish().counts;
            assert_eq!(BEFORE.map(|raw| counts[raw]), expected);
        }
    }
}
