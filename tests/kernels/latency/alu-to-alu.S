// An add feeding an add.
//
// IALU has a result latency of 1 on both processors (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 1, the next producer at t + 2. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	add	r8 = 1, r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = 1, r8
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
