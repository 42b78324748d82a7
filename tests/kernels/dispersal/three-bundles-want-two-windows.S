// Three MFI without a stop between them.
//
// A group ends after two bundles (uarch_itanium.md section 2).
//
// 2 cycles on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 43
// expect itanium2: cycles 41

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
}
{	.mfi
	nop.m	0
	nop.f	0
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
