// A counted loop whose test is at its top: br.cexit, not taken until the end.
//
// The direction of cexit follows from ar.lc and ar.ec (uarch_itanium.md section 6: the loop-exit predictor): never
// wrong, and what is not taken costs no bubble. Issue splits after the branch of an MIB (section 2), so the two bundles,
// which are fetched together, leave in two cycles. The target of the other branch comes from the target address cache
// at the second stage: the next pair enters 3 cycles after this one on Itanium, 1 cycle after on Itanium 2.
// expect itanium:  cycles 3, unstalled 2, taken_branch 1
// expect itanium2: cycles 2, unstalled 2

	.include "kernel.inc"
	kernel_start
	loop_top
{	.mib
	nop.m	0
	nop.i	0
	br.cexit.spnt.few	.Lout
	;;
}
{	.mib
	nop.m	0
	nop.i	0
	br.cond.sptk.few	.Ltop
	;;
}
.Lout:
	kernel_exit
