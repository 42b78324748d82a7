// getf feeding a parallel add.
//
// FRFR 2 on Itanium, 5 on Itanium 2, + 1 to MMALU_A on both (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 3 (Itanium 2: t + 6), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 65, unstalled 33, scoreboard 32
// expect itanium2: cycles 113, unstalled 33, scoreboard 80

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	getf.sig	r8 = f9
	nop.i	0
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
