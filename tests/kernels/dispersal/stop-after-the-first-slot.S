// A stop after the first slot.
//
// A stop ends the group (uarch_itanium.md section 2): two groups, two unstalled cycles.
//
// 2 cycles on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 35, scoreboard 8
// expect itanium2: cycles 41, unstalled 35, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mmi
	nop.m	0
	;;
	nop.m	0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
