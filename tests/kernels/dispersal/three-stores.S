// Three stores in two bundles.
//
// ST may use M0 and M1 on Itanium, M2 and M3 on Itanium 2 (insn_class_ports_latency.csv): two a cycle.
//
// 2 cycles on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 41, unstalled 19, scoreboard 6, issue_limit 16

	.include "kernel.inc"
	kernel_buffer 256
	kernel_start
	movl	r9 = buffer
	movl	r11 = buffer + 64
	;;
	movl	r14 = buffer + 128
	;;
	loop_top
	.rept	16
{	.mmi
	st8	[r9] = r0
	st8	[r11] = r0
	nop.i	0
}
{	.mfi
	st8	[r14] = r0
	nop.f	0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
