// A loop of four groups.
//
// Fetch takes two cycles and 2 bubbles on Itanium (second stage, uarch_itanium.md section 6), as long as issue
// takes for four groups of one bundle: the decoupling buffer hides the bubbles.
// expect itanium:  cycles 4, unstalled 4
// expect itanium2: cycles 4, unstalled 4

	.include "kernel.inc"
	kernel_start
	loop_top
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
	loop_end
	kernel_exit
