// An MIB with nop.b and a BBB.
//
// MIB followed by BBB splits after the first bundle (uarch_itanium.md section 2); the nop.b of the MIB would want
// B0 as well.
//
// 2 cycles on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 41, unstalled 19, scoreboard 6, issue_limit 16

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mib
	nop.m	0
	nop.i	0
	nop.b	0
}
{	.bbb
	nop.b	0
	nop.b	0
	nop.b	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
