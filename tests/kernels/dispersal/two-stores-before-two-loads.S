// Two stores, then two loads of other lines.
//
// Itanium has two M ports. Itanium 2 reorders M instructions between M0 M1 and M2 M3: stores go to M2 and M3,
// loads to M0 and M1, in whatever slots they stand (uarch_itanium.md section 2). Loads and stores are 1 KB apart.
//
// 2 cycles on Itanium, 1 on Itanium 2, 10 times, and the end of the loop.
// expect itanium:  cycles 31, unstalled 13, scoreboard 8, issue_limit 10
// expect itanium2: cycles 19, unstalled 13, scoreboard 6

	.include "kernel.inc"
	kernel_buffer 2048
	kernel_start
	movl	r9 = buffer
	movl	r11 = buffer + 64
	movl	r14 = buffer + 1024
	movl	r15 = buffer + 1088
	;;
	loop_top
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
{	.mmi
	st8	[r14] = r0
	st8	[r15] = r0
	nop.i	0
}
{	.mmi
	ld8	r4\n = [r9]
	ld8	r5\n = [r11]
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
