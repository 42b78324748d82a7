// A load of four bytes that are not aligned, inside an aligned block of eight.
//
// The processor does it with a delay: on Itanium 10 cycles more (config latency.special.misaligned_cycles; no source) than an
// L1D hit of 2, on Itanium 2 3 cycles more (fits OpenSSL's AES) than 1.
// Load at cycle t, its use at t + 12 (Itanium 2: t + 4), the next load one cycle later; 16 times, and one cycle
// for the branch.
// expect itanium:  cycles 209, unstalled 33, data_access 176
// expect itanium2: cycles 81, unstalled 33, data_access 48

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer + 2
	;;
	loop_top
	.rept	16
{	.mii
	ld4	r8 = [r9]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r10 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
