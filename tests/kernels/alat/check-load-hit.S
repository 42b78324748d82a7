// A check load that finds its ALAT entry, and a use of the value.
//
// CLD has a latency of 0 when the ALAT has the entry (insn_class_ports_latency.csv): the use in the next group
// does not wait.
// Two groups, 16 times, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	ld8.a	r8 = [r9]
	;;
	loop_top
	.rept	16
{	.mii
	ld8.c.nc	r8 = [r9]
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
