// A parallel result used by an add four cycles later.
//
// Four cycles are what Itanium wants between an MM result and its use elsewhere (uarch_itanium.md section 3): no
// flush. Itanium 2 wants 3 cycles: no stall.
// Producer at cycle t, the add 4 groups later, then the next producer; 16 times, and one cycle for the branch.
// expect itanium:  cycles 81, unstalled 81
// expect itanium2: cycles 81, unstalled 81

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	padd2	r8 = r9, r10
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
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
