// mov pr = feeding a qualifying predicate.
//
// TOPR 1 (insn_class_ports_latency.csv). The predicate is false afterwards; the add must still know it.
//
// Producer at cycle t, consumer at t + 1, the next producer at t + 2. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6)	add	r10 = r9, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
