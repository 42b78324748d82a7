// Loads that miss the first-level data TLB and hit the second.
//
// Sixty-four pages in turn, more than the 32 entries of the first level and fewer than the 96 (Itanium 2: 128) of
// the second, both least recently used: every load misses the first one. The sixty-four lines have a set of L1D
// each and hit.
// Itanium: the pipe is flushed for 10 cycles and the load replayed (uarch_itanium.md section 5), then an L1D hit
// of 2 + 1 to an address: 13. Itanium 2: 4 cycles, and the data come from L2 (7-cpu.com): 4 + 5 + 1 = 10.
// The next load issues when the pointer is there, 16 of them; the branch hides behind the last one.
// expect itanium:  cycles 208, unstalled 17
// expect itanium2: cycles 160, unstalled 17, data_access 143

	.include "kernel.inc"
	kernel_buffer 1052672
	kernel_start
	kernel_ring 64, 16448
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
