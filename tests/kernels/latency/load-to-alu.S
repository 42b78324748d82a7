// A load that hits L1D feeding an add.
//
// LD has a latency of 2 on Itanium and 1 on Itanium 2 (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 2 (Itanium 2: t + 1), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 49, unstalled 33, data_access 16
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
	ld8	r8 = [r9]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r10 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
