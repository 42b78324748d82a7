// An integer multiply-add feeding getf.
//
// XMA 7 + 1 to FRFR on Itanium; 4 without extra on Itanium 2 (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 8 (Itanium 2: t + 4), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 145, unstalled 33, scoreboard 112
// expect itanium2: cycles 81, unstalled 33, scoreboard 48

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mfi
	nop.m	0
	xma.l	f8 = f9, f10, f11
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f8
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
