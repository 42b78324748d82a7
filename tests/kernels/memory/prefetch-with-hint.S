// Lines that lfetch with a hint of no locality has brought to L2 only.
//
// Sixteen lines in one set of L1D as in chase-l2, so that every one misses. .nt1, .nt2 and .nta keep the line out of L1D
// (docs/timing.md, "Caches"): the load behind is an L2 hit, 6 cycles on Itanium, 5 on Itanium 2, where prefetch-in-time
// has a hit of L1D.
// lfetch at cycle t, nops to t + 8, load at t + 9, its use at t + 15 (Itanium 2: t + 14), the next lfetch one cycle
// later; sixteen times, and one cycle for the branch.
// expect itanium:  cycles 257, unstalled 177, data_access 80
// expect itanium2: cycles 241, unstalled 177, data_access 64

	.include "kernel.inc"
	kernel_buffer 65536
	kernel_start
	movl	r8 = buffer
	movl	r9 = 4096
	movl	r11 = buffer
	;;
	loop_top
	.rept	5
{	.mii
	lfetch.nt1	[r8]
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
{	.mii
	lfetch.nt2	[r8]
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
{	.mii
	lfetch.nta	[r8]
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
	lfetch.nt1	[r8]
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
