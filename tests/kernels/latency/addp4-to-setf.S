// addp4 feeding setf.
//
// Itanium: PNT 1 + 1 extra to TOFR. Itanium 2: no extra (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 2 (Itanium 2: t + 1), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 49, unstalled 33, scoreboard 16
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	addp4	r8 = r9, r11
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f8 = r8
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
