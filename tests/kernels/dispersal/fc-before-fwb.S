// An fc and an fwb.
//
// fc takes M0 and leaves M1 to fwb on Itanium; on Itanium 2 they need M2 and M0 (insn_mnemonic_class.csv).
//
// 1 and 1 cycles on Itanium and Itanium 2, 16 times, and the end of the loop.
// expect itanium:  cycles 27, unstalled 19, scoreboard 8
// expect itanium2: cycles 25, unstalled 19, scoreboard 6

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.rept	16
{	.mmi
	fc	r9
	fwb
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
