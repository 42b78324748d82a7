// Two loads that miss L1D at once.
//
// Sixteen lines in one set of L1D as in chase-l2, two in each cycle. Loads do not block and L2 has two ports (four
// on Itanium 2): both take the 6 cycles (5) of an L2 hit side by side, but the path to L1D carries the line of the first one
// for two cycles (lines-from-l2-take-turns).
// Loads at cycle t, their use at t + 6 + 2 (Itanium 2: t + 5 + 2), the next loads one cycle later; eight times, and one
// cycle for the branch.
// expect itanium:  cycles 73, unstalled 17, data_access 56
// expect itanium2: cycles 65, unstalled 17, data_access 48

	.include "kernel.inc"
	kernel_buffer 65536
	kernel_start
	movl	r8 = buffer
	movl	r11 = buffer
	movl	r10 = buffer + 4096
	movl	r17 = buffer + 4096
	movl	r9 = 8192
	;;
	loop_top
	.rept	7
{	.mmi
	ld8	r14 = [r8], r9
	ld8	r15 = [r10], r9
	nop.i	0
	;;
}
{	.mii
	add	r16 = r14, r15
	nop.i	0
	nop.i	0
	;;
}
	.endr
{	.mmi
	ld8	r14 = [r8], r9
	ld8	r15 = [r10], r9
	nop.i	0
	;;
}
{	.mmi
	add	r16 = r14, r15
	mov	r8 = r11
	mov	r10 = r17
	;;
}
	loop_end
	kernel_exit
