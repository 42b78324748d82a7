// Pointers in L1D.
//
// L1D hit: 2 cycles on Itanium, 1 on Itanium 2, + 1 from a loaded value to an address (insn_bypass_extra.csv).
// The next load issues when the pointer is there, 16 of them; the branch hides behind the last one.
// expect itanium:  cycles 48, unstalled 17, data_access 31
// expect itanium2: cycles 32, unstalled 17, data_access 15

	.include "kernel.inc"
	kernel_buffer 512
	kernel_start
	kernel_ring 8, 64
	loop_top
	.rept	16
{	.mii
	ld8	r8 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
