// A load that hits L1D feeding setf.
//
// LD 2 on Itanium, 1 on Itanium 2, + 1 from LD/data to TOFR on both (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 3 (Itanium 2: t + 2), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 65, unstalled 33, data_access 32
// expect itanium2: cycles 49, unstalled 33, data_access 16

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	st8	[r9] = r9
	;;
	loop_top
	.rept	16
{	.mii
	ld8	r8 = [r9]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f8 = r8
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
