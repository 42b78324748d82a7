// chk.a that finds its ALAT entry.
//
// CHK_ALAT has a latency of 0 when the ALAT has the entry (insn_class_ports_latency.csv) and does not branch.
// One group, 16 times, and one cycle for the branch.
// expect itanium:  cycles 17, unstalled 17
// expect itanium2: cycles 17, unstalled 17

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
	chk.a.nc	r8, .Lnever
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
.Lnever:
	kernel_exit
