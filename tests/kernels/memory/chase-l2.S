// Pointers that miss L1D and hit L2.
//
// Sixteen lines that are 4 KB apart fall into one set of L1D, four ways of 4 KB, on both processors: it never
// keeps one. L2 keeps them (Itanium: 96 KB in six ways of 16 KB, four lines to a set; Itanium 2: 256 KB in eight
// ways of 32 KB).
// L2 hit: 6 cycles on Itanium, 5 on Itanium 2 (uarch_itanium.md section 4: 5 at least, and section 8: a chase of 6),
// + 1 from a loaded value to an address.
// The next load issues when the pointer is there, 16 of them; the branch hides behind the last one.
// expect itanium:  cycles 112, unstalled 17, data_access 95
// expect itanium2: cycles 96, unstalled 17, data_access 79

	.include "kernel.inc"
	kernel_buffer 65536
	kernel_start
	kernel_ring 16, 4096
	loop_top
	.rept	16
{	.mii
	ld8	r8 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
