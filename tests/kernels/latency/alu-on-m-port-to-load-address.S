// An add on an M port feeding the address of a load.
//
// The add stands in an M slot and goes to M0, whose result an address may use one cycle later: IALU 1; only
// cportI0 and cportI1 have an extra to LD/addr (insn_bypass_extra.csv).
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
	add	r8 = 0, r9
	nop.i	0
	nop.i	0
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
