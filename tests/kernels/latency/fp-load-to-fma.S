// A floating-point load feeding a multiply-add.
//
// Floating-point loads go to L2. FLD 9 on Itanium, 6 on Itanium 2 (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 9 (Itanium 2: t + 6), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 161, unstalled 33, data_access 128
// expect itanium2: cycles 113, unstalled 33, data_access 80

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.rept	16
{	.mii
	ldfd	f8 = [r9]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f12 = f8, f1, f0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
