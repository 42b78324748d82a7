// mov ar.bspstore = feeding flushrs.
//
// A write of ar.bspstore reaches a spill or fill after 10 cycles on both processors (uarch_itanium.md section 3; KNB). flushrs finds
// no register to spill.
//
// Producer at cycle t, consumer at t + 10, the next producer at t + 11. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 177, unstalled 33, scoreboard 144
// expect itanium2: cycles 177, unstalled 33, scoreboard 144

	.include "kernel.inc"
	kernel_start
	flushrs
	mov.m	ar.rsc = 0
	;;
	mov.m	r9 = ar.bspstore
	;;
	loop_top
	.rept	16
{	.mii
	mov.m	ar.bspstore = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	flushrs
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
