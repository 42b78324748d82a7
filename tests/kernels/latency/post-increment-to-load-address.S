// The updated address of a load feeding the address of the next load.
//
// LD/addr has a latency of 1 (secondary result addr=1 in insn_class_ports_latency.csv) and an extra to MM units
// only.
//
// Producer at cycle t, consumer at t + 1, the next producer at t + 2. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

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
	ld8	r11 = [r9]
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
