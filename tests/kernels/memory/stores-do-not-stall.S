// A store in every cycle.
//
// Stores wait in the store buffer while L2 takes one or more a cycle; nothing waits for them.
// One group, 16 times, and one cycle for the branch.
// expect itanium:  cycles 17, unstalled 17
// expect itanium2: cycles 17, unstalled 17

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.rept	16
{	.mii
	st8	[r9] = r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
