// An add feeding a parallel add.
//
// IALU 1, + 2 to MMALU_A on Itanium, + 1 on Itanium 2 (insn_bypass_extra.csv; GCC has 3 for Itanium 2, the table
// wins).
//
// Producer at cycle t, consumer at t + 3 (Itanium 2: t + 2), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 65, unstalled 33, scoreboard 32
// expect itanium2: cycles 49, unstalled 33, scoreboard 16

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	add	r8 = r9, r11
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
