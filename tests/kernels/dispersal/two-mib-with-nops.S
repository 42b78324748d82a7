// Two MIB bundles of nops.
//
// The nop.b of an MIB goes to the lowest free B port, B0 and B1 (docs/timing.md, "Ports" 4: GMP's rsh1add_n was measured at
// 2.5 cycles a limb on Itanium, which leaves one cycle for its two MIB): they issue together, 16 times, and the end of the loop.
// expect itanium:  cycles 27, unstalled 19, scoreboard 8
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
