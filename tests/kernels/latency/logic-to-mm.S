// A logical instruction feeding a parallel shift.
//
// ILOG 1, + 2 to MMSHF on Itanium, + 1 on Itanium 2 (insn_bypass_extra.csv).
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
	xor	r8 = r9, r11
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r10 = r8, r11
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
