// mov ar.ccv = feeding mov = ar.ccv.
//
// TOAR_M ar_ccv=5 on both processors (the last value listed; insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 5, the next producer at t + 6. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 97, unstalled 33, scoreboard 64
// expect itanium2: cycles 97, unstalled 33, scoreboard 64

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	mov.m	ar.ccv = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
