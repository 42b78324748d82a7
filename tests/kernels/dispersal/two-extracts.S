// Two extracts in one bundle.
//
// ISHF runs on I0 only (insn_class_ports_latency.csv).
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
	extr	r16 = r9, 0, 4
	extr	r17 = r9, 4, 4
	;;
}
	.endr
	loop_end_filled
	kernel_exit
