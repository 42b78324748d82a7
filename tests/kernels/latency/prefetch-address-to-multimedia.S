// The address that lfetch updates, feeding parallel arithmetic.
//
// insn_bypass_extra.csv has no pair of LFETCH and the multimedia classes: 1 cycle on both processors. (Of a load it has: 3 and 2 cycles.)
//
// Producer at cycle t, consumer at t + 1, the next producer at t + 2. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_buffer 128
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.rept	16
{	.mii
	lfetch	[r9], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	padd4	r10 = r9, r9
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
