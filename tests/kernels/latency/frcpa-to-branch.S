// The predicate of frcpa feeding a branch.
//
// The secondary result predicate=1 of FMISC on both processors (insn_class_ports_latency.csv). Zero divided by one
// needs no approximation, so p6 is false and the branch is never taken.
//
// Producer at cycle t, consumer at t + 1, the next producer at t + 2. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6)	br.cond.spnt.few	.Lnever
	;;
}
	.endr
	loop_end
.Lnever:
	kernel_exit
