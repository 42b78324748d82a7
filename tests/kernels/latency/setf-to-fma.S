// setf feeding a multiply-add.
//
// TOFR 9 on Itanium, 5 on Itanium 2 (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 9 (Itanium 2: t + 5), the next producer one cycle later. 16 of them, and
// one cycle for the branch.
// expect itanium:  cycles 161, unstalled 33, scoreboard 128
// expect itanium2: cycles 97, unstalled 33, scoreboard 64

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f12 = f8, f1, f0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
