// A load of what was stored five cycles ago.
//
// The store is through: an L1D hit of 2 cycles on Itanium, 1 on Itanium 2.
// Store at cycle t, four groups of nops, load at t + 5, its use at t + 7 (Itanium 2: t + 6), the next store one
// cycle later; 16 times, and one cycle for the branch.
// expect itanium:  cycles 129, unstalled 113, data_access 16
// expect itanium2: cycles 113, unstalled 113

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	ld8	r8 = [r9]
	;;
	loop_top
	.rept	16
{	.mii
	st8	[r9] = r0
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
	ld8	r8 = [r9]
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
