// A parallel multiplication feeding a parallel add.
//
// MMMUL has a result latency of 2; MMALU_A reads it without an extra (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 2, the next producer at t + 3. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 49, unstalled 33, scoreboard 16
// expect itanium2: cycles 49, unstalled 33, scoreboard 16

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	nop.m	0
	pmpy2.r	r8 = r9, r11
	nop.i	0
	;;
}
{	.mii
	padd1	r10 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
