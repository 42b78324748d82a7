// mov = ar.bsp feeding an add.
//
// FRAR_M ar_bsp=13 on both processors (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 13, the next producer at t + 14. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 225, unstalled 33, scoreboard 192
// expect itanium2: cycles 225, unstalled 33, scoreboard 192

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	mov.m	r8 = ar.bsp
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
