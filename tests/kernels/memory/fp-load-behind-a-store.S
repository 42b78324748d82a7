// A floating-point load of what the group before stored.
//
// Itanium 2: both go to L2. The store starts there in its own cycle t, and no load of its eight bytes starts in cycles t to t + 3 (config
// caches.l2_store_to_load_cycles; no source): the load of t + 1 is refused three times, starts at t + 4, and gives its
// data 6 cycles later. The multiplication issues at t + 10, the next store one cycle later; 16 times, and one cycle for the
// branch: 16 * 11 + 1.
// Itanium: nothing is known to keep the load back; the multiplication issues 9 cycles after it, at t + 10 too.
// expect itanium:  cycles 177, unstalled 49, data_access 128
// expect itanium2: cycles 177, unstalled 49, data_access 128

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	ldfd	f33 = [r9]
	;;
	loop_top
	.rept	16
{	.mii
	stfd	[r9] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f33 = [r9]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.d	f34 = f33, f0, f0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
