// An add on an M port feeding setf.
//
// The extra to TOFR is for an add on an I port only (IALU/cportI0, cportI1 in insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 1, the next producer at t + 2. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

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
	setf.sig	f8 = r8
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
