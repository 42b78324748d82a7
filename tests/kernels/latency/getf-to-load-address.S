// getf feeding the address of a load.
//
// FRFR 2 on Itanium, 5 on Itanium 2; no extra to an address (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 2 (Itanium 2: t + 5), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 49, unstalled 33, scoreboard 16
// expect itanium2: cycles 97, unstalled 33, scoreboard 64

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	st8	[r9] = r9
	;;
	setf.sig	f9 = r9
	;;
	loop_top
	.rept	16
{	.mii
	getf.sig	r8 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r10 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
