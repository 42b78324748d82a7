// A compare in the second F slot.
//
// Itanium: the F slot of the second bundle goes to F1, FCMP runs on F0 only: issue splits before it
// (uarch_itanium.md section 2, rules 2 and 5). Itanium 2: FCMP runs on either.
//
// 2 cycles on Itanium, 1 on Itanium 2, 10 times, and the end of the loop.
// expect itanium:  cycles 31, unstalled 13, scoreboard 8, issue_limit 10
// expect itanium2: cycles 19, unstalled 13, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
{	.mfi
	nop.m	0
	fma.s1	f4\n = f0, f1, f0
	nop.i	0
}
{	.mfi
	nop.m	0
	fcmp.eq.s1	p1\n, p2\n = f0, f1
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
