// mov = ar.itc feeding an add.
//
// FRAR_M ar_itc=38 on both processors (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 38, the next producer at t + 39. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 625, unstalled 33, scoreboard 592
// expect itanium2: cycles 625, unstalled 33, scoreboard 592

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	mov.m	r8 = ar.itc
	nop.i	0
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
