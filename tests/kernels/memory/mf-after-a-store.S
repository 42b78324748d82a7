// A memory fence behind a store.
//
// A store is in the store buffer until L2 has its line: a hit of L2, 6 cycles, 5 on Itanium 2. mf waits until the buffer
// is empty (docs/timing.md, "Holds").
// Store at cycle t, mf at t + 6 (Itanium 2: t + 5), the next store one cycle later; sixteen times, and one cycle for the
// branch.
// expect itanium:  cycles 113, unstalled 33, scoreboard 80
// expect itanium2: cycles 97, unstalled 33, scoreboard 64

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
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
	mf
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
