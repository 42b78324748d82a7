// A store in the first M slot, getf in the second.
//
// Itanium: the store takes M0, the lowest free M port; getf is assigned M1 and can only run on M0, so issue splits before it (uarch_itanium.md
// section 2, rule 5). Itanium 2 keeps program order inside M2 M3 (the same section): the store, which is first, takes M2, and getf can only run there.
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
	st8	[r9] = r0
	getf.sig	r4\n = f9
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
