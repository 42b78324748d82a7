// fchkf of a status field whose flags the main field does not have.
//
// The conversion of a half raised the inexact flag of status field 1, not that of field 0: fchkf branches to its recovery
// code, here the next bundle, and costs what a failed chk.s does: 9 cycles on Itanium, 18 on Itanium 2 (config
// latency.special.failed_check_cycles).
// One group and the flush, 16 times, and the branch of the loop, which finds the decoupling buffer empty: one cycle
// and on Itanium 2 bubbles.
// expect itanium:  cycles 163, unstalled 17, backend_flush 144, taken_branch 2
// expect itanium2: cycles 305, unstalled 17, backend_flush 288

	.include "kernel.inc"
	kernel_start
	movl	r8 = 0x3fe0000000000000
	;;
	setf.d	f8 = r8
	;;
	fcvt.fx.s1 f9 = f8
	;;
	loop_top
	.rept	16
{	.mfi
	nop.m	0
	fchkf.s1 1f
	nop.i	0
	;;
}
1:
	.endr
	loop_end
	kernel_exit
