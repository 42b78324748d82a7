// A floating-point compare feeding the qualifying predicate of an add.
//
// FCMP 1 + 1 to a predicate use but a branch on Itanium; 2 without extra on Itanium 2 (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 2, the next producer at t + 3. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 49, unstalled 33, scoreboard 16
// expect itanium2: cycles 49, unstalled 33, scoreboard 16

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mfi
	nop.m	0
	fcmp.eq.s1	p6, p7 = f0, f1
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
