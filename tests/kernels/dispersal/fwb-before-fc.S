// An fwb and an fc.
//
// On Itanium fwb takes the lowest free port, M0, which fc needs. On Itanium 2 they need M0 and M2
// (insn_mnemonic_class.csv: SYST_M and SYST_M0; SYST_M0 and SYST_M2).
//
// 2 and 1 cycles on Itanium and Itanium 2, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 25, unstalled 19, scoreboard 6

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.rept	16
{	.mmi
	fwb
	fc	r9
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
