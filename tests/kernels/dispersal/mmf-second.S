// An MFI and an MMF.
//
// Itanium splits issue before the first M of an MMF whatever surrounds it (uarch_itanium.md section 2); Itanium 2
// has dropped the rule and has three M ports for them.
//
// 2 cycles on Itanium, 1 on Itanium 2, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
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
{	.mmf
	nop.m	0
	nop.m	0
	nop.f	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
