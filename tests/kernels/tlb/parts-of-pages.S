// Loads of more parts of pages than the first-level data TLB of Itanium 2 has entries.
//
// Sixty-four places that are 4 KB and 64 bytes apart, on 17 pages: Itanium's first level has an entry for each page. That of Itanium 2 holds parts of
// 4 KB (config tlbs.data.first_part_bytes; 7-cpu.com), 64 of them in turn, more than its 32 entries: every load misses it. The sixty-four
// lines have a set of L1D each.
// Itanium: L1D hits of 2 + 1 to an address: 3. Itanium 2: 4 cycles of the miss, and the data come from L2: 4 + 5 + 1 = 10.
// The next load issues when the pointer is there, 16 of them; the branch hides behind the last one.
// expect itanium:  cycles 48, unstalled 17, data_access 31
// expect itanium2: cycles 160, unstalled 17, data_access 143

	.include "kernel.inc"
	kernel_buffer 266240
	kernel_start
	kernel_ring 64, 4160
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
