// The predicate of frcpa feeding the qualifying predicate of an add.
//
// FMISC/predicate 1 + 1 to a predicate use but a branch on Itanium, 1 without extra on Itanium 2
// (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 2 (Itanium 2: t + 1), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 49, unstalled 33, scoreboard 16
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f1, f1
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
