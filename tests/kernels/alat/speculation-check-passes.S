// chk.s of a register without a NaT.
//
// CHK_I has a latency of 0 (insn_class_ports_latency.csv) and does not branch.
// One group, 16 times, and one cycle for the branch.
// expect itanium:  cycles 17, unstalled 17
// expect itanium2: cycles 17, unstalled 17

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	nop.m	0
	chk.s.i	r8, .Lnever
	nop.i	0
	;;
}
	.endr
	loop_end
.Lnever:
	kernel_exit
