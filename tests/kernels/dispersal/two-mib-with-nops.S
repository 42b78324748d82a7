// Two MIB bundles of nops.
//
// Itanium: the nop.b of an MIB goes to B0 (uarch_itanium.md section 2, rule 3), which the first one has taken:
// issue splits before the second (rule 5; GCC reserves the same unit for both). The rules for B slots are
// Itanium's; NOP_B may use any B port on Itanium 2.
//
// 2 cycles on Itanium, 1 on Itanium 2, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 25, unstalled 19, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mib
	nop.m	0
	nop.i	0
	nop.b	0
}
{	.mib
	nop.m	0
	nop.i	0
	nop.b	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
