// A predicated-off consumer of a load.
//
// A predicated-off consumer need not wait (uarch_itanium.md section 1); p8 is false. The next load of r8 issues
// two cycles later, when the value has arrived.
//
// Producer at cycle t, consumer at t + 1, the next producer at t + 2. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	st8	[r9] = r9
	;;
	loop_top
	.rept	16
{	.mii
	ld8	r8 = [r9]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p8)	add	r10 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
