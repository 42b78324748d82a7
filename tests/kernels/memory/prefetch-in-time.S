// A line that lfetch brings before it is loaded.
//
// Sixteen lines in one set of L1D as in chase-l2, so that every one misses. lfetch without a hint brings its line
// to L1D (docs/timing.md); eight groups later, more than the 6 or 5 cycles of L2, the load hits: 2 cycles on Itanium, 1
// on Itanium 2.
// lfetch at cycle t, nops to t + 8, load at t + 9, its use at t + 11 (Itanium 2: t + 10), the next lfetch one
// cycle later; sixteen times, and one cycle for the branch.
// expect itanium:  cycles 193, unstalled 177, data_access 16
// expect itanium2: cycles 177, unstalled 177

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
	nop.m	0
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
	nop.m	0
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
	nop.m	0
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
	nop.m	0
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
	nop.m	0
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
	nop.m	0
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
