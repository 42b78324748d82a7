// mov b6 = feeding mov = b6.
//
// TOBR 0 + 1 to FRBR (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 1, the next producer at t + 2. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	nop.m	0
	mov	b6 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
