// An integer multiply-add feeding the data of a store.
//
// XMA 7 + 1 to STF/data on Itanium; 4 on Itanium 2, where insn_bypass_extra.csv has one more and GMP's divexact_1 was
// measured without it.
//
// Producer at cycle t, consumer at t + 8 (Itanium 2: t + 4), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 145, unstalled 33, scoreboard 112
// expect itanium2: cycles 81, unstalled 33, scoreboard 48

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	st8	[r9] = r9
	;;
	loop_top
	.rept	16
{	.mfi
	nop.m	0
	xma.l	f8 = f9, f10, f11
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
