// mov ar.unat = feeding mov = ar.unat.
//
// TOAR_M ar_unat=5 on both processors (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 5, the next producer at t + 6. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 97, unstalled 33, scoreboard 64
// expect itanium2: cycles 97, unstalled 33, scoreboard 64

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	mov.m	ar.unat = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.unat
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
