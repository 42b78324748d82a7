// A loop whose top is the second bundle of its block.
//
// Fetch reads aligned blocks of 32 bytes: one bundle in the first cycle, two in the next, then 2 bubbles on
// Itanium (second stage, uarch_itanium.md section 6): 4 cycles. Issue takes three. Itanium 2 has no bubble.
// expect itanium:  cycles 4, unstalled 3, taken_branch 1
// expect itanium2: cycles 3, unstalled 3

	.include "kernel.inc"
	kernel_start
	.align	64
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
.Ltop:
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
	loop_end
	kernel_exit
