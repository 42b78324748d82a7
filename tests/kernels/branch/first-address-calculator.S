// 128 taken branches in the last slots of their bundles.
//
// The 129 branches of the loop turn out each other's targets from the target address cache of Itanium (64
// entries): the static hint predicts, and the first branch address calculator, for a branch in the last slot,
// supplies the target: 3 bubbles (uarch_itanium.md section 6), 128 times and for the loop branch. On Itanium 2 the
// targets stay: no bubble.
// Each branch and its target are in blocks of 32 bytes of their own; nothing runs ahead.
// expect itanium:  cycles 516, unstalled 129, taken_branch 387
// expect itanium2: cycles 129, unstalled 129

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	128
	.align	32
{	.mib
	nop.m	0
	nop.i	0
	br.cond.sptk.few	1f
	;;
}
	.align	32
1:
	.endr
	loop_end
	kernel_exit
