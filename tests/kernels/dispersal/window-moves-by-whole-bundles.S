// Two MII and an MFI without a stop between them.
//
// First cycle: M0 I0 I1 of the first bundle, M of the second, no I port. The rest of the second bundle is the
// first of the next window: I0 I1, then M and F of the MFI, and no I port for its last slot, which leaves in a
// third cycle (uarch_itanium.md section 2).
//
// 3 cycles on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 59
// expect itanium2: cycles 57

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
}
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
