// Three branches in one bundle, of which the middle one is taken.
//
// The second branch is the first taken one; its target comes from the target address cache at the second stage: 2
// bubbles, and 2 for the branch of the loop (uarch_itanium.md section 6). Itanium 2: none.
// expect itanium:  cycles 6, unstalled 2, taken_branch 4
// expect itanium2: cycles 2, unstalled 2

	.include "kernel.inc"
	kernel_start
	cmp.eq	p7, p0 = r0, r0
	;;
	loop_top
{	.bbb
(p6)	br.cond.spnt.few	.Lnever
(p7)	br.cond.sptk.few	1f
(p8)	br.cond.spnt.few	.Lnever
	;;
}
	.align	32
1:
	loop_end
.Lnever:
	kernel_exit
