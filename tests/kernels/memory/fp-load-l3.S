// Floating-point loads that hit L3.
//
// Thirty lines at the same place of thirty pages miss L2 as in chase-l3.
// L3 hit of a floating-point load: 24 cycles on Itanium (uarch_itanium.md section 4), 17 on Itanium 2 (config
// caches.l3.fp_latency; no source).
// Load at cycle t, its use at t + 24 (Itanium 2: t + 17), the next load one cycle later; 30 of them, and one cycle
// for the branch.
// expect itanium:  cycles 751, unstalled 61, data_access 690
// expect itanium2: cycles 541, unstalled 61, data_access 480

	.include "kernel.inc"
	kernel_buffer 491520
	kernel_start
	movl	r8 = buffer
	movl	r9 = 16384
	movl	r10 = buffer
	;;
	loop_top
	.rept	29
{	.mii
	ldfd	f8 = [r8], r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f12 = f8, f1, f0
	nop.i	0
	;;
}
	.endr
{	.mii
	ldfd	f8 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	mov	r8 = r10
	fma.s1	f12 = f8, f1, f0
	nop.i	0
	;;
}
	loop_end
	kernel_exit
