// A parallel multiply-add feeding a parallel minimum.
//
// SFMAC 5 + 2 to SFMISC on Itanium; 4 on Itanium 2 (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 7 (Itanium 2: t + 4), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 129, unstalled 33, scoreboard 96
// expect itanium2: cycles 81, unstalled 33, scoreboard 48

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mfi
	nop.m	0
	fpma.s1	f8 = f9, f10, f11
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmin.s1	f12 = f8, f1
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
