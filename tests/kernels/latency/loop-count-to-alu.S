// mov = ar.lc feeding an add.
//
// FRAR_I ar_lc=2 on both processors (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 2, the next producer at t + 3. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 49, unstalled 33, scoreboard 16
// expect itanium2: cycles 49, unstalled 33, scoreboard 16

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	nop.m	0
	mov.i	r8 = ar.lc
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
