// Two floating-point loads in each cycle, from addresses that are 256 bytes apart, and a use of the second.
//
// Itanium 2: both name one bank of L2 (16 of 16 bytes; config caches.l2_banks, l2_bank_bytes), and the second starts a cycle behind the first: the
// multiplication issues 6 + 1 cycles after them, the next loads one cycle later; seven times. The eighth loads issue with
// their branch a cycle behind the seventh multiplication, and nothing waits for them; but the second of them starts in the cycle of the next trip's first
// loads, which start a cycle later for it: 7 * 8 + 1 + 1.
// Itanium: L2 has two ports, and its banks are not modelled; the multiplication issues 9 cycles after the loads: 7 * 10 + 1.
// expect itanium:  cycles 71, unstalled 15, data_access 56
// expect itanium2: cycles 58, unstalled 15, data_access 43

	.include "kernel.inc"
	kernel_buffer 16384
	kernel_start
	movl	r8 = buffer
	movl	r9 = buffer + 256
	;;
	loop_top
	.rept	7
{	.mmi
	ldfd	f32 = [r8]
	ldfd	f33 = [r9]
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.d	f34 = f33, f0, f0
	nop.i	0
	;;
}
	.endr
{	.mmb
	ldfd	f35 = [r8]
	ldfd	f36 = [r9]
	br.cloop.sptk.few .Ltop
	;;
}
	kernel_exit
