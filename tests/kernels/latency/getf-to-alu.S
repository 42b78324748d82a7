// getf feeding an add.
//
// FRFR 2 on Itanium, 5 on Itanium 2 (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 2 (Itanium 2: t + 5), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 49, unstalled 33, scoreboard 16
// expect itanium2: cycles 97, unstalled 33, scoreboard 64

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	getf.sig	r8 = f9
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
