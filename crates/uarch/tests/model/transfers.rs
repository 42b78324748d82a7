//! Which references that the second level of the data TLB serves count as transfers, and which of these as transfers of reads of L1D.

use crate::bench::{insn, itanium2};
use crate::kernels::{alone_m, looped};
use events::Raw;

/// Transfers of ten turns of a loop of a store and another reference, whose pages leave the only entry of the first level in turn: all, and those of
/// reads.
fn transfers(instruction: u64) -> [u64; 2] {
    let mut machine = itanium2();
    machine.tlbs.data.fp_bypasses_first = false;
    (
        machine.tlbs.data.first.entries,
        machine.tlbs.data.first.ways,
    ) = (1, 1);
    let mut kernel = looped(&[alone_m(insn::st8(3, 2)), alone_m(instruction)]);
    kernel.addresses = vec![0x6000_0000, 0x6001_0000];
    let [short, long] = [20, 30].map(|times| kernel.run(&machine, times).counts);
    [Raw::DtlbTransfers, Raw::DtlbReadTransfers].map(|raw| long[raw] - short[raw])
}

#[test]
fn only_reads_of_l1d_are_transfers_of_reads() {
    assert_eq!(transfers(insn::ld8(4, 3)), [20, 10]);
    assert_eq!(transfers(insn::st8(3, 4)), [20, 0]);
    assert_eq!(transfers(insn::ldfd(8, 3)), [20, 0]);
    assert_eq!(transfers(insn::fetchadd(4, 3)), [20, 0]);
}
