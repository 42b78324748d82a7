// A floating-point load feeding getf.
//
// FLD 9 on Itanium without extra; 6 + 1 to FRFR on Itanium 2 (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 9 (Itanium 2: t + 7), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 161, unstalled 33, data_access 128
// expect itanium2: cycles 129, unstalled 33, data_access 96

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.rept	16
{	.mii
	ldf8	f8 = [r9]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f8
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
