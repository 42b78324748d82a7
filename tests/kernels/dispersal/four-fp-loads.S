// Four floating-point loads in two bundles.
//
// Itanium has two M ports. FLD may use all four of Itanium 2 (insn_class_ports_latency.csv), and L2 takes four
// accesses a cycle of different banks (16 of 16 bytes; config caches.l2_banks, l2_bank_bytes). The addresses differ by 64, 1040 and
// 1104 bytes from the first: 4, 1 and 5 banks, modulo 16. (1024 and 1088 would be 0 and 4 banks, and the second two
// loads would start a cycle behind the first two.)
//
// 2 cycles on Itanium, 1 on Itanium 2, 10 times, and the end of the loop.
// expect itanium:  cycles 31, unstalled 13, scoreboard 8, issue_limit 10
// expect itanium2: cycles 19, unstalled 13, scoreboard 6

	.include "kernel.inc"
	kernel_buffer 2048
	kernel_start
	movl	r9 = buffer
	movl	r11 = buffer + 64
	movl	r14 = buffer + 1040
	movl	r15 = buffer + 1104
	;;
	loop_top
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
{	.mmi
	ldfd	f4\n = [r9]
	ldfd	f5\n = [r11]
	nop.i	0
}
{	.mmi
	ldfd	f6\n = [r14]
	ldfd	f7\n = [r15]
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
