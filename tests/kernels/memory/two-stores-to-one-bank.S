// Two stores in each cycle, into the same sixteen bytes.
//
// Itanium 2: they name one bank of L2 (config caches.l2_banks, l2_bank_bytes: 16 of 16 bytes), which takes one of them in a cycle (Linux'
// copy_page_mck.S: such stores conflict). Stores leave in order: the store buffer is full all the time, and two stores find room every second
// cycle: 30 cycles for 30 stores. The branch issues with the last two.
// Itanium: L2 has two ports, and its banks are not modelled: 15 cycles.
// expect itanium:  cycles 15, unstalled 15
// expect itanium2: cycles 30, unstalled 15, data_access 15

	.include "kernel.inc"
	kernel_buffer 16384
	kernel_start
	movl	r8 = buffer
	movl	r9 = buffer + 8
	;;
	loop_top
	.rept	14
{	.mmi
	st8	[r8] = r0
	st8	[r9] = r0
	nop.i	0
	;;
}
	.endr
{	.mmb
	st8	[r8] = r0
	st8	[r9] = r0
	br.cloop.sptk.few .Ltop
	;;
}
	kernel_exit
