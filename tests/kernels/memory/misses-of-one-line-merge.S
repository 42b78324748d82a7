// Two loads of the same line that miss L1D at once.
//
// Sixteen lines in one set of L1D as in chase-l2; the second load finds the miss of the first one under way and
// gets its value with it: 6 cycles for both, 5 on Itanium 2.
// Loads at cycle t, their use at t + 6 (Itanium 2: t + 5), the next loads one cycle later; sixteen times, and one
// cycle for the branch.
// expect itanium:  cycles 113, unstalled 33, data_access 80
// expect itanium2: cycles 97, unstalled 33, data_access 64

	.include "kernel.inc"
	kernel_buffer 65536
	kernel_start
	movl	r8 = buffer
	movl	r11 = buffer
	movl	r10 = buffer + 8
	movl	r17 = buffer + 8
	movl	r9 = 4096
	;;
	loop_top
	.rept	15
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
