// A load that says .nta.
//
// A hint of no locality keeps the line out of L1D (docs/timing.md, "Caches"): every load of it is an L2 hit, 6 cycles
// on Itanium, 5 on Itanium 2 (as in chase-l2).
// Load at cycle t, its use at t + 6 (Itanium 2: t + 5), the next load one cycle later; 16 times, and one cycle for
// the branch.
// expect itanium:  cycles 113, unstalled 33, data_access 80
// expect itanium2: cycles 97, unstalled 33, data_access 64

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.rept	16
{	.mii
	ld8.nta	r8 = [r9]
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
