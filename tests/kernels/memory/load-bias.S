// A load that says .bias.
//
// The hint asks for ownership of the line, which the only processor always has: the load is like any other, an L1D
// hit of 2 cycles on Itanium, 1 on Itanium 2 (uarch_itanium.md section 4).
// Load at cycle t, its use at t + 2 (Itanium 2: t + 1), the next load one cycle later; 16 times, and one cycle for
// the branch.
// expect itanium:  cycles 49, unstalled 33, data_access 16
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.rept	16
{	.mii
	ld8.bias	r8 = [r9]
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
