// Floating-point loads that miss every cache.
//
// Twenty-six lines that are 1 MB apart miss every cache as in chase-memory.
// Memory: 123 cycles on Itanium, 161 on Itanium 2 (config memory.fp_latency; no source).
// Load at cycle t, its use at t + 123 (Itanium 2: t + 161), the next load one cycle later; 26 of them, and one
// cycle for the branch.
// expect itanium:  cycles 3225, unstalled 53, data_access 3172
// expect itanium2: cycles 4213, unstalled 53, data_access 4160

	.include "kernel.inc"
	kernel_buffer 27262976, 33554432, 16384
	kernel_start
	movl	r8 = buffer - 16384
	movl	r9 = 16384
	movl	r10 = buffer + 26 * 1048576
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
	movl	r9 = 1048576
	movl	r10 = buffer
	;;
	loop_top
	.rept	25
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
