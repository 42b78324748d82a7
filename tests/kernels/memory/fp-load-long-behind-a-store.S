// Floating-point loads four cycles behind a store to the same address, and one cycle behind a store to its neighbour.
//
// Itanium 2: a store is in a load's way in its own cycle t and the next three (config caches.l2_store_to_load_cycles; no source). The load
// of its eight bytes at t + 4 starts at once, like that of other bytes at t + 1, and both multiplications wait for the
// 6 cycles of L2 from t + 4: t + 10. The next store one cycle later; 16 times, and one cycle for the branch: 16 * 11 + 1.
// Itanium: 9 cycles from t + 4: t + 13; 16 * 14 + 1.
// expect itanium:  cycles 225, unstalled 97, data_access 128
// expect itanium2: cycles 177, unstalled 97, data_access 80

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	movl	r10 = buffer + 8
	;;
	ldfd	f33 = [r9]
	ldfd	f35 = [r10]
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
	ldfd	f35 = [r10]
	nop.i	0
	nop.i	0
	;;
}
	.rept	2
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
	.endr
{	.mii
	ldfd	f33 = [r9]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.d	f34 = f33, f35, f0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
