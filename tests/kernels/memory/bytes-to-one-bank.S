// A store of one byte in each cycle, into the same sixteen bytes.
//
// Itanium 2: a store of a byte takes its bank of L2 for four cycles (rc4-ia64.pl; config caches.l2_short_store_bytes, l2_short_store_cycles), so
// that one in four cycles leaves the store buffer, and no more find room: 15 * 4 = 60 cycles.
// Itanium: a store in each cycle.
// expect itanium:  cycles 15, unstalled 15
// expect itanium2: cycles 60, unstalled 15, data_access 45

	.include "kernel.inc"
	kernel_buffer 16384
	kernel_start
	movl	r8 = buffer
	;;
	loop_top
	.rept	14
{	.mii
	st1	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
{	.mib
	st1	[r8] = r0
	nop.i	0
	br.cloop.sptk.few .Ltop
	;;
}
	kernel_exit
