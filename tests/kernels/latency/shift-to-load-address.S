// An extract feeding the address of a load.
//
// Itanium: ISHF 1 + 1 extra to LD/addr. Itanium 2: no extra (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 2 (Itanium 2: t + 1), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 49, unstalled 33, scoreboard 16
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
	nop.m	0
	extr.u	r8 = r9, 0, 63
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
