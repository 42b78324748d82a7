// A compare in the first F slot.
//
// FCMP gets F0, fma F1 (uarch_itanium.md section 2, rule 2).
//
// 1 cycle on both processors, 10 times, and the end of the loop.
// expect itanium:  cycles 21, unstalled 13, scoreboard 8
// expect itanium2: cycles 19, unstalled 13, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
{	.mfi
	nop.m	0
	fcmp.eq.s1	p1\n, p2\n = f0, f1
	nop.i	0
}
{	.mfi
	nop.m	0
	fma.s1	f4\n = f0, f1, f0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
