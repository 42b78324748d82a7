// Floating-point loads that hit L3.
//
// Thirty lines that are 32 KB apart miss L2 and hit L3 as in chase-l3.
// L3 hit of a floating-point load: 24 cycles on Itanium (uarch_itanium.md section 4), 17 on Itanium 2 (config
// caches.l3.fp_latency; no source).
// Load at cycle t, its use at t + 24 (Itanium 2: t + 17), the next load one cycle later; 30 of them, and one cycle
// for the branch.
// expect itanium:  cycles 751, unstalled 61, data_access 690
// expect itanium2: cycles 541, unstalled 61, data_access 480

	.include "kernel.inc"
	kernel_buffer 983040, 33554432, 16384
	kernel_start
	movl	r8 = buffer - 16384
	movl	r9 = 16384
	movl	r10 = buffer + 60 * 16384
	;;
.Ltouch:
	ld8	r11 = [r8], r9
	;;
	cmp.ltu	p6, p0 = r8, r10
(p6)	br.cond.dptk.few .Ltouch
	;;
	mov	pr = r0, -1
	;;
	movl	r8 = buffer
	movl	r9 = 32768
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
