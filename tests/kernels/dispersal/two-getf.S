// Two getf in one bundle.
//
// FRFR runs on M0 only, on M2 only on Itanium 2 (insn_class_ports_latency.csv).
//
// 2 cycles on both processors, 10 times, and the end of the loop.
// expect itanium:  cycles 31, unstalled 13, scoreboard 8, issue_limit 10
// expect itanium2: cycles 29, unstalled 13, scoreboard 6, issue_limit 10

	.include "kernel.inc"
	kernel_start
	loop_top
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
{	.mmi
	getf.sig	r4\n = f9
	getf.sig	r5\n = f9
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
