// A change of the user mask followed by srlz.d.
//
// PSR writes want 5 cycles until srlz (uarch_itanium.md section 7; config latency.special.psr_to_srlz).
//
// Producer at cycle t, consumer at t + 5, the next producer at t + 6. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 97, unstalled 33, scoreboard 64
// expect itanium2: cycles 97, unstalled 33, scoreboard 64

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	sum	8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	srlz.d
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
