// A memory fence behind a load that misses L1D.
//
// Sixteen lines in one set of L1D as in chase-l2: 6 cycles, 5 on Itanium 2. mf itself waits until the data of all loads
// are there (docs/timing.md, "Holds"); nobody uses them.
// Load at cycle t, mf at t + 6 (Itanium 2: t + 5), the next load one cycle later; sixteen times, and one cycle for the
// branch.
// expect itanium:  cycles 113, unstalled 33, scoreboard 80
// expect itanium2: cycles 97, unstalled 33, scoreboard 64

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
	ld8	r14 = [r8], r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mf
	nop.i	0
	nop.i	0
	;;
}
	.endr
{	.mii
	ld8	r14 = [r8], r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mf
	mov	r8 = r11
	nop.i	0
	;;
}
	loop_end
	kernel_exit
