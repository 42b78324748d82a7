// mov = pr feeding a parallel add.
//
// FRPR 2 + 1 to MMALU_A on both processors (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 3, the next producer at t + 4. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 65, unstalled 33, scoreboard 32
// expect itanium2: cycles 65, unstalled 33, scoreboard 32

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	padd1	r10 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
