// A line that is loaded while lfetch is still bringing it.
//
// Sixteen lines in one set of L1D as in chase-l2, so that every one misses. The load two groups behind the lfetch
// finds the line under way and waits for it: 6 cycles of L2 from the lfetch, 5 on Itanium 2.
// lfetch at cycle t, nops at t + 1, load at t + 2, its use at t + 6 (Itanium 2: t + 5), the next lfetch one cycle
// later; sixteen times, and one cycle for the branch.
// expect itanium:  cycles 113, unstalled 65, data_access 48
// expect itanium2: cycles 97, unstalled 65, data_access 32

	.include "kernel.inc"
	kernel_buffer 65536
	kernel_start
	movl	r8 = buffer
	movl	r9 = 4096
	movl	r11 = buffer
	;;
	loop_top
	.rept	15
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r14 = [r8], r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r16 = r14, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r14 = [r8], r9
	nop.i	0
	nop.i	0
	;;
}
{	.mmi
	add	r16 = r14, r0
	mov	r8 = r11
	nop.i	0
	;;
}
	loop_end
	kernel_exit
