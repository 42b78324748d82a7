// Floating-point loads over more pages than the first-level data TLB has entries.
//
// Sixty-four pages in turn, as in first-level-data-miss, more than the 32 entries of the first level and fewer than the 96
// (Itanium 2: 128) of the second; their lines are in L2.
// Itanium: the pipe is flushed for 10 cycles (uarch_itanium.md section 5), then the load takes 9 from L2: load at t + 10, its use
// at t + 19, the next load one cycle later: 20 cycles. Floating-point loads of Itanium 2 ask the second level at once (config
// tlbs.data.fp_bypasses_first) and find their page there: 6 cycles to the use, 7 to the next load. 64 of them, and one cycle for the branch.
// expect itanium:  cycles 1281, unstalled 129, data_access 512, backend_flush 640
// expect itanium2: cycles 449, unstalled 129, data_access 320

	.include "kernel.inc"
	kernel_buffer 1052672
	kernel_start
	kernel_ring 64, 16448
	mov	r10 = r8
	;;
	loop_top
	.rept	63
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
