// An MFI and a BBB of nops.
//
// M0 F0 I0 B0 B1 B2; the split comes after the second bundle, where the group ends anyway (uarch_itanium.md
// section 2).
//
// 1 cycle on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 27, unstalled 19, scoreboard 8
// expect itanium2: cycles 25, unstalled 19, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
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
