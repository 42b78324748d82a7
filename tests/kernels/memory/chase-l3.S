// Pointers that miss L2 and hit L3.
//
// Thirty lines at the same place of thirty consecutive pages fall into one set of L1D and of L2 on Itanium (ways
// of 4 and 16 KB), into one set of L1D and two of L2 on Itanium 2 (ways of 4 and 32 KB): fifteen lines and more
// for eight ways and less, used in turn, are never found again. L3 (ways of 1 MB and 256 KB) keeps them; thirty
// pages fit into the first-level data TLB of 32.
// L3 hit: 21 cycles on Itanium, 16 on Itanium 2 (uarch_itanium.md section 4), + 1 from a loaded value to an
// address.
// The next load issues when the pointer is there, 16 of them; the branch hides behind the last one.
// expect itanium:  cycles 352, unstalled 17, data_access 335
// expect itanium2: cycles 272, unstalled 17, data_access 255

	.include "kernel.inc"
	kernel_buffer 491520
	kernel_start
	kernel_ring 30, 16384
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
