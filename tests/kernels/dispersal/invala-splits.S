// invala.e in front of two nops.
//
// Issue splits after invala.e (uarch_itanium.md section 2).
//
// 2 cycles on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 41, unstalled 19, scoreboard 6, issue_limit 16

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	invala.e	r16
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
