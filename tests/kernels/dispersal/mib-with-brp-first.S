// An MIB with a branch prediction and an MFI.
//
// brp does not split issue (uarch_itanium.md section 2).
//
// 1 cycle on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 27, unstalled 19, scoreboard 8
// expect itanium2: cycles 25, unstalled 19, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mib
	nop.m	0
	nop.i	0
	brp.sptk	.Ltop, .Lnever
}
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
.Lnever:
{	.mib
	nop.m	0
	nop.i	0
	nop.b	0
	;;
}
	kernel_exit
