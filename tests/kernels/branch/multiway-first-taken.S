// Three branches in one bundle, of which the last is taken.
//
// All three leave in one cycle on B0, B1 and B2. Find-first-taken skips the two that are predicted not taken; the
// target of the third comes from the target address cache at the second stage: 2 bubbles on Itanium, none on
// Itanium 2 (uarch_itanium.md section 6).
// expect itanium:  cycles 3, unstalled 1, taken_branch 2
// expect itanium2: cycles 1, unstalled 1

	.include "kernel.inc"
	kernel_start
	loop_top
{	.bbb
(p6)	br.cond.spnt.few	.Lnever
(p8)	br.cond.spnt.few	.Lnever
	br.cloop.sptk.few	.Ltop
	;;
}
.Lnever:
	kernel_exit
