// An MMF bundle by itself.
//
// M0 M1 F0.
//
// 1 cycle on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 27, unstalled 19, scoreboard 8
// expect itanium2: cycles 25, unstalled 19, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mmf
	nop.m	0
	nop.m	0
	nop.f	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
