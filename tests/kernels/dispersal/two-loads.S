// Two loads in one bundle.
//
// LD may use M0 and M1 (insn_class_ports_latency.csv).
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
	ld8	r4\n = [r9]
	ld8	r5\n = [r11]
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
