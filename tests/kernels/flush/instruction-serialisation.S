// srlz.i in every group.
//
// srlz.i refetches what is behind it: nothing issues for 9 cycles on Itanium, 6 on Itanium 2, as after a mispredicted
// branch (config latency.special.serialize_cycles; no source).
// A group and the cycles behind it sixteen times, and one cycle for the branch.
// expect itanium:  cycles 161, unstalled 17, scoreboard 144
// expect itanium2: cycles 113, unstalled 17, scoreboard 96

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	srlz.i
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
