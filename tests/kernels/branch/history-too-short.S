// A branch that is taken five times out of six.
//
// Four taken outcomes come before a taken one and before the one that is not: their counter sees both in turn and
// stays on the taken side (uarch_itanium.md section 6, BPT: two-bit counters, histories of four). One
// misprediction in six: 9 cycles on Itanium, 6 on Itanium 2. The bundle behind the branch then issues at once, the
// end of the loop after it; fetch has bubbles to spare.
// Count, compare, branch, a bundle that five of six iterations skip, the end of the loop: the mean of 5 * (3 + 1 + 11)
// and 4 + 9 + 11 on Itanium, of 5 * (3 + 9) and 4 + 6 + 9 on Itanium 2. The one cycle more on Itanium: the last fma of
// the loop's end is only 4 cycles ahead of the first one of the next end, which wants 5.
// expect itanium:  cycles 99/6, unstalled 37/6, scoreboard 53/6, backend_flush 9/6
// expect itanium2: cycles 79/6, unstalled 37/6, scoreboard 6, backend_flush 1

	.include "kernel.inc"
	kernel_start
	mov	r8 = 6
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
	mov	r8 = 6
	nop.i	0
	nop.i	0
	;;
}
1:
	loop_end_filled
	kernel_exit
