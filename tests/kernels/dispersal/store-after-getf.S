// getf in the first M slot, a store in the second.
//
// Itanium: getf gets M0, the store M1. Itanium 2: getf gets M2, the store M3 (insn_class_ports_latency.csv).
//
// 1 cycle on both processors, 10 times, and the end of the loop.
// expect itanium:  cycles 21, unstalled 13, scoreboard 8
// expect itanium2: cycles 19, unstalled 13, scoreboard 6

	.include "kernel.inc"
	kernel_buffer 128
	kernel_start
	movl	r9 = buffer
	movl	r11 = buffer + 64
	;;
	loop_top
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
{	.mmi
	getf.sig	r4\n = f9
	st8	[r9] = r0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
