// A load of a page that nobody has touched, in every trip.
//
// Only software can supply the translation of a page at its first touch: 120 cycles (config os.tlb_fault_cycles;
// no source), in which the group is held, after the 10 cycles of the first-level miss on Itanium (on Itanium 2 its
// 4 cycles come with the load). The page of the VHPT is not new: the page before the buffer shares it. The line is
// not in any cache: 120 cycles on Itanium, 160 on Itanium 2, to its use (config memory.latency; no source).
// Itanium: load after 10 + 120 cycles, use 120 later, the branch, the next load: 252. Itanium 2: 120, 4 + 160, 2:
// 286.
// expect itanium:  cycles 252, unstalled 3
// expect itanium2: cycles 286, unstalled 3

	.include "kernel.inc"
	kernel_buffer 16777216, 33554432, 16384
	kernel_start
	movl	r8 = buffer - 16384
	movl	r9 = 16384
	;;
	ld8	r14 = [r8], r9
	;;
	loop_top
{	.mii
	ld8	r14 = [r8], r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r16 = r14, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end
	kernel_exit
