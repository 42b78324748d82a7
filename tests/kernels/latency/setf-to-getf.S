// setf feeding getf.
//
// TOFR 9 on Itanium without extra (GCC has 8, the table wins); 5 + 1 to FRFR on Itanium 2 (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 9 (Itanium 2: t + 6), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 161, unstalled 33, scoreboard 128
// expect itanium2: cycles 113, unstalled 33, scoreboard 80

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	setf.sig	f8 = r11
	nop.i	0
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
