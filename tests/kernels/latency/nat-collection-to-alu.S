// mov = ar.unat feeding an add.
//
// FRAR_M ar_unat=6 on both processors (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 6, the next producer at t + 7. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 113, unstalled 33, scoreboard 80
// expect itanium2: cycles 113, unstalled 33, scoreboard 80

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	mov.m	r8 = ar.unat
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
