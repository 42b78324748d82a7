// An extract, then a variable shift, in one bundle.
//
// ISHF takes I0, MMSHF I1 (insn_class_ports_latency.csv).
//
// 1 cycle on both processors, 10 times, and the end of the loop.
// expect itanium:  cycles 21, unstalled 13, scoreboard 8
// expect itanium2: cycles 19, unstalled 13, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
{	.mii
	nop.m	0
	extr	r17 = r9, 4, 4
	shl	r4\n = r9, r11
	;;
}
	.endr
	loop_end_filled
	kernel_exit
