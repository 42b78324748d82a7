// Two flushes of a cache line.
//
// fc goes to M0 only on Itanium, to M2 only on Itanium 2 (insn_mnemonic_class.csv: SYST_M0, SYST_M2).
//
// 2 and 2 cycles on Itanium and Itanium 2, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 41, unstalled 19, scoreboard 6, issue_limit 16

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.rept	16
{	.mmi
	fc	r9
	fc	r9
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
