// A branch that is taken four times out of five.
//
// After four taken outcomes the history of four tells that the fifth is not (uarch_itanium.md section 6, BPT):
// never wrong after the first few. Issue takes longer than fetch with its bubbles.
// Count, compare, reload, branch, a bundle that four of five iterations skip, the end of the loop: the mean of 4 *
// (3 + 1 + 11) and 4 + 11 on Itanium (Itanium 2: 3 + 9
// and 4 + 9). The one cycle more on Itanium: the last fma of the loop's end is only 4 cycles ahead of the first one of
// the next end, which wants 5.
// expect itanium:  cycles 15, unstalled 31/5, scoreboard 44/5
// expect itanium2: cycles 61/5, unstalled 31/5, scoreboard 6

	.include "kernel.inc"
	kernel_start
	mov	r8 = 5
	;;
	loop_top
{	.mii
	add	r8 = -1, r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r8
	nop.i	0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6)	br.cond.dptk.few	1f
	;;
}
{	.mii
	mov	r8 = 5
	nop.i	0
	nop.i	0
	;;
}
1:
	loop_end_filled
	kernel_exit
