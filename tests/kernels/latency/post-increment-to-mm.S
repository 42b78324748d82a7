// The updated address of a load feeding a parallel add.
//
// LD/addr 1, + 2 to MMALU_A on Itanium, + 1 on Itanium 2 (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 3 (Itanium 2: t + 2), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 65, unstalled 33, scoreboard 32
// expect itanium2: cycles 49, unstalled 33, scoreboard 16

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
	ld8	r10 = [r9], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r11 = r9, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
