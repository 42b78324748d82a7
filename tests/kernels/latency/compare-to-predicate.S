// A compare feeding the qualifying predicate of an add.
//
// ICMP 0 + 1 to any predicate use but a branch (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 1, the next producer at t + 2. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	cmp.eq	p6, p7 = r0, r12
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p7)	add	r10 = r9, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
