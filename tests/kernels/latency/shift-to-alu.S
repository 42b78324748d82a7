// An extract feeding an add.
//
// ISHF (extr, dep, shrp) has a result latency of 1; only MM units and addresses cost more (insn_bypass_extra.csv).
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
	extr	r8 = r9, 4, 8
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
