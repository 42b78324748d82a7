// A parallel result used by an add two cycles later.
//
// Itanium does not hold the add: a use outside the MM units before 4 cycles have passed flushes the pipe for 10
// cycles (uarch_itanium.md section 3, "MM early-use hazard"). Itanium 2 has the latency on its scoreboard: 3
// cycles.
// Producer at cycle t, the add 2 groups later, then the next producer; 16 times, and one cycle for the branch.
// expect itanium:  cycles 209, unstalled 49, backend_flush 160
// expect itanium2: cycles 65, unstalled 49, scoreboard 16

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
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
