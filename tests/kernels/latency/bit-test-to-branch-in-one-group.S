// A bit test and the branch that reads it in one group.
//
// TBIT has a latency of 0 to a branch (insn_class_ports_latency.csv): both leave in one cycle. The branch is never
// taken.
// 16 groups, and one cycle for the branch of the loop.
// expect itanium:  cycles 17, unstalled 17
// expect itanium2: cycles 17, unstalled 17

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mib
	nop.m	0
	tbit.nz	p6, p0 = r0, 3
(p6)	br.cond.spnt.few	.Lnever
	;;
}
	.endr
	loop_end
.Lnever:
	kernel_exit
