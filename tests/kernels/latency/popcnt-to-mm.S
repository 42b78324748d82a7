// A population count feeding a pack.
//
// popcnt is of class MMMUL with a latency of 2; MMSHF reads it without an extra (insn_class_ports_latency.csv).
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
	popcnt	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pack2.sss	r10 = r8, r11
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
