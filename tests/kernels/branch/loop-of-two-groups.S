// A loop of two groups.
//
// Both bundles are in one block of 32 bytes: fetch takes one cycle and 2 bubbles on Itanium (second stage,
// uarch_itanium.md section 6), issue two cycles: one bubble shows. Itanium 2 has no bubble.
// expect itanium:  cycles 3, unstalled 2, taken_branch 1
// expect itanium2: cycles 2, unstalled 2

	.include "kernel.inc"
	kernel_start
	loop_top
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
	loop_end
	kernel_exit
