// A miss of L1D whose value is used five groups later.
//
// Sixteen lines in one set of L1D as in chase-l2: 6 cycles, 5 on Itanium 2. A load does not block: four groups of
// nops issue behind it, and the use waits for the one cycle that is left on Itanium, for none on Itanium 2.
// Load at cycle t, nops to t + 4, the use at t + 6 (Itanium 2: t + 5), the next load one cycle later; sixteen times,
// and one cycle for the branch.
// expect itanium:  cycles 113, unstalled 97, data_access 16
// expect itanium2: cycles 97, unstalled 97

	.include "kernel.inc"
	kernel_buffer 65536
	kernel_start
	movl	r8 = buffer
	movl	r11 = buffer
	movl	r9 = 4096
	;;
	loop_top
	.rept	15
{	.mii
	ld8	r14 = [r8], r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
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
	.endr
{	.mii
	ld8	r14 = [r8], r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{	.mmi
	add	r16 = r14, r0
	mov	r8 = r11
	nop.i	0
	;;
}
	loop_end
	kernel_exit
