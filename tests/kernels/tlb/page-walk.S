// Loads that miss both levels of the data TLB.
//
// A hundred and ninety-two pages in turn, more than the second level of the data TLB holds (96; Itanium 2: 128):
// every load is walked. The lines have a third of a set of L1D each and hit; the entries of the VHPT stay in L2.
// Itanium: the flush of 10 cycles of a first-level miss, a walk of 17 cycles and an L2 access of 6 (uarch_itanium.md
// section 9: 10, and 23), then an L1D hit of 2 + 1 to an address: 36. Itanium 2: 4, then 10 and 5 (section 8: the
// walk adds 15 to a chase), and the data come from L2: 5 + 1, 25 in all. That the first-level miss costs beside the walk follows from the chase on
// Madison, for Itanium it is a choice (docs/timing.md).
// The next load issues when the pointer is there, 16 of them; the branch hides behind the last one.
// expect itanium:  cycles 576, unstalled 17
// expect itanium2: cycles 400, unstalled 17

	.include "kernel.inc"
	kernel_buffer 3158016
	kernel_start
	kernel_ring 192, 16448
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
