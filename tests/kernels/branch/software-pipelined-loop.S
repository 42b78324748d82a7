// A modulo-scheduled loop of one cycle.
//
// Each iteration multiplies what the iteration five before produced: the rotating f37 is the f32 of then, and 5
// cycles have passed, the latency of fma -> fma on Itanium (4 on Itanium 2). The target address register makes the
// loop branch free (uarch_itanium.md section 6).
// expect itanium:  cycles 1, unstalled 1
// expect itanium2: cycles 1, unstalled 1

	.include "kernel.inc"
	kernel_start
	mov.i	ar.ec = 1
	brp.loop.imp	.Ltop, .Lbottom
	;;
	clrrrb
	;;
	loop_top
{	.mfi
	nop.m	0
	fma.s1	f32 = f37, f1, f0
	nop.i	0
}
.Lbottom:
{	.mib
	nop.m	0
	nop.i	0
	br.ctop.sptk.few	.Ltop
	;;
}
	clrrrb
	;;
	kernel_exit
