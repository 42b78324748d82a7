// setf feeding the data of a store.
//
// TOFR 9 on Itanium without extra; 5 + 1 to the data of a store on Itanium 2 (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 9 (Itanium 2: t + 6), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 161, unstalled 33, scoreboard 128
// expect itanium2: cycles 113, unstalled 33, scoreboard 80

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	st8	[r9] = r9
	;;
	loop_top
	.rept	16
{	.mii
	setf.sig	f8 = r11
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r9] = f8
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
