// Two MII bundles of nops.
//
// NOP_I runs on I0 and I1 only, on both processors (insn_class_ports_latency.csv): M0 I0 I1 M1, then the last two.
//
// 2 cycles on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 41, unstalled 19, scoreboard 6, issue_limit 16

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
