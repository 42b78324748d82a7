// mov ar.fpsr = feeding mov = ar.fpsr.
//
// On Itanium a read waits 2 cycles, on Itanium 2 9 (uarch_itanium.md section 3; KNB).
//
// Producer at cycle t, consumer at t + 2 or t + 9, the next producer a cycle later. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 49, unstalled 33, scoreboard 16
// expect itanium2: cycles 161, unstalled 33, scoreboard 128

	.include "kernel.inc"
	kernel_start
	mov.m	r9 = ar.fpsr
	;;
	loop_top
	.rept	16
{	.mii
	mov.m	ar.fpsr = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r10 = ar.fpsr
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
