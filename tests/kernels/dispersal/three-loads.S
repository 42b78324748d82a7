// Three loads in two bundles.
//
// LD may use M0 and M1 only, also on Itanium 2 with its four M ports (insn_class_ports_latency.csv): the third
// load splits issue before itself, then M0 I0 I1.
//
// 2 cycles on both processors, 10 times, and the end of the loop.
// expect itanium:  cycles 31, unstalled 13, scoreboard 8, issue_limit 10
// expect itanium2: cycles 29, unstalled 13, scoreboard 6, issue_limit 10

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
}
{	.mii
	ld8	r6\n = [r11]
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
