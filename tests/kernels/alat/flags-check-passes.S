// fchkf of a status field without flags.
//
// A check that passes is an instruction like any other: one group, 16 times, and one cycle for the branch.
// expect itanium:  cycles 17, unstalled 17
// expect itanium2: cycles 17, unstalled 17

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mfi
	nop.m	0
	fchkf.s1 .Lexit
	nop.i	0
	;;
}
	.endr
	loop_end
.Lexit:
	kernel_exit
