// A modulo-scheduled loop that waits for a recurrence.
//
// Each iteration multiplies what the iteration two before produced: two iterations take the latency of fma -> fma,
// 5 cycles on Itanium, 4 on Itanium 2 (insn_class_ports_latency.csv). The target address register makes the loop
// branch free (uarch_itanium.md section 6).
// expect itanium:  cycles 5/2, unstalled 1, scoreboard 3/2
// expect itanium2: cycles 2, unstalled 1, scoreboard 1

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
	fma.s1	f32 = f34, f1, f0
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
