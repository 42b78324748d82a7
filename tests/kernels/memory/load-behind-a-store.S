// A load of what the group before stored.
//
// A load that meets a store to the same eight bytes within 3 cycles does not get its data from L1D (config
// caches.store_to_load_cycles; no source), but with the 6 cycles of L2 (Itanium 2: 5).
// Itanium: store at cycle t, load at t + 1, its use at t + 7, the next store one cycle later; 16 times, and one cycle for
// the branch.
// Itanium 2: the store starts in L2 at t, and no load of its eight bytes starts there in cycles t to t + 3 (config
// caches.l2_store_to_load_cycles; no source): that of t + 1 starts at t + 4, its use is at t + 9.
// expect itanium:  cycles 129, unstalled 49, data_access 80
// expect itanium2: cycles 161, unstalled 49, data_access 112

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	ld8	r8 = [r9]
	;;
	loop_top
	.rept	16
{	.mii
	st8	[r9] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r9]
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
