// A branch that is taken every other time.
//
// A local history of four outcomes tells the two cases apart (uarch_itanium.md section 6, BPT): never wrong after
// the first few. Issue takes longer than fetch with its bubbles, so the decoupling buffer hides them.
// Add, test, branch, a bundle that every other iteration skips, the end of the loop: 4 + 11 and 3 + 11 cycles on
// Itanium, 4 + 9 and 3 + 9 on Itanium 2; the mean is given. On Itanium the shorter way takes one cycle more: the last
// fma of the loop's end is only 4 cycles ahead of the first one of the next end, which wants 5.
// expect itanium:  cycles 15, unstalled 13/2, scoreboard 17/2
// expect itanium2: cycles 25/2, unstalled 13/2, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
{	.mii
	add	r8 = 1, r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p6, p7 = r8, 0
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
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
1:
	loop_end_filled
	kernel_exit
