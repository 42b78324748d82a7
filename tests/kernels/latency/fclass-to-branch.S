// fclass feeding the predicate of a branch.
//
// fclass is of class FCMP: 1 on Itanium, 2 on Itanium 2 (insn_class_ports_latency.csv). The branch is never taken.
//
// Producer at cycle t, consumer at t + 1 (Itanium 2: t + 2), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 49, unstalled 33, scoreboard 16

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mfi
	nop.m	0
	fclass.m	p6, p7 = f0, @nat
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
