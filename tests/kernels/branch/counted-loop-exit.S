// A counted loop of five trips inside another loop.
//
// The loop exit predictor follows ar.lc: the exit is never mispredicted (uarch_itanium.md section 6, BAC1).
// Itanium: fetch of the block with the write of ar.lc and the inner branch, four times 2 bubbles and a cycle for
// the inner branch alone; at the exit the target address cache had sent fetch to the top, and BAC1 brings it back
// with 3 bubbles; the block with the outer branch, 2 bubbles: 1 + 4 * 3 + 3 + 1 + 2 = 19. Eight groups issue.
// Itanium 2: no bubble but 1 at the exit, which hides behind the fetch that runs ahead; the eight groups take 8
// cycles.
// expect itanium:  cycles 19, unstalled 8, taken_branch 11
// expect itanium2: cycles 8, unstalled 8

	.include "kernel.inc"
	kernel_start
	mov	r9 = 4
	adds	r20 = 1, r31
	;;
	.align	64
.Louter:
{	.mii
	nop.m	0
	mov.i	ar.lc = r9
	nop.i	0
	;;
}
.Linner:
{	.mib
	nop.m	0
	nop.i	0
	br.cloop.sptk.few	.Linner
	;;
}
{	.mmi
	adds	r20 = -1, r20
	;;
	cmp.ne	p6, p0 = r0, r20
	nop.i	0
}
{	.mib
	nop.m	0
	nop.i	0
(p6)	br.cond.dptk.few	.Louter
	;;
}
	kernel_exit
