// A long immediate feeding the address of a load.
//
// LONG_I has no extra to an address on either processor (insn_bypass_extra.csv).
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
{	.mlx
	nop.m	0
	movl	r8 = buffer
	;;
}
{	.mii
	ld8	r10 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
