// Three nop.m in two bundles.
//
// NOP_M needs one of M0 M1 on Itanium, of M0 to M3 on Itanium 2 (insn_class_ports_latency.csv): on Itanium the
// third M splits issue before itself.
//
// 2 cycles on Itanium, 1 on Itanium 2, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 25, unstalled 19, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mmi
	nop.m	0
	nop.m	0
	nop.i	0
}
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
