// 128 taken branches in the middle slots of their bundles.
//
// As with the first address calculator, but a branch in another slot than the last waits for the second one: 4
// bubbles (uarch_itanium.md section 6), 128 times, and 3 for the loop branch. On Itanium 2 the targets stay in the
// target address cache: no bubble.
// expect itanium:  cycles 644, unstalled 129, taken_branch 515
// expect itanium2: cycles 129, unstalled 129

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	128
	.align	32
{	.mbb
	nop.m	0
	br.cond.sptk.few	1f
	nop.b	0
	;;
}
	.align	32
1:
	.endr
	loop_end
	kernel_exit
