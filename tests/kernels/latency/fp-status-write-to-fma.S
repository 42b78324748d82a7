// mov ar.fpsr = feeding a multiply-add.
//
// TOAR_M ar_fpsr=9 on both processors, to every instruction that reads the status register
// (insn_class_ports_latency.csv).
//
// Producer at cycle t, consumer at t + 9, the next producer at t + 10. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 161, unstalled 33, scoreboard 128
// expect itanium2: cycles 161, unstalled 33, scoreboard 128

	.include "kernel.inc"
	kernel_start
	mov.m	r9 = ar.fpsr
	;;
	loop_top
	.rept	16
{	.mii
	mov.m	ar.fpsr = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f11
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
