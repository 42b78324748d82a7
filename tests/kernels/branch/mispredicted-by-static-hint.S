// Sixteen taken branches with the hints .spnt and .clr.
//
// .clr takes a branch out of the prediction structures, so the static hint predicts: not taken, wrongly. Nothing
// issues for 9 cycles on Itanium, 6 on Itanium 2 (uarch_itanium.md section 6). The branch of the loop behind the
// last one finds the buffer empty: 2 bubbles on Itanium, none on Itanium 2.
// expect itanium:  cycles 163, unstalled 17, backend_flush 144, taken_branch 2
// expect itanium2: cycles 113, unstalled 17, backend_flush 96

	.include "kernel.inc"
	kernel_start
	cmp.eq	p7, p0 = r0, r0
	;;
	loop_top
	.rept	16
{	.mib
	nop.m	0
	nop.i	0
(p7)	br.cond.spnt.few.clr	1f
	;;
}
{	.mib
	nop.m	0
	nop.i	0
	nop.b	0
	;;
}
1:
	.endr
	loop_end
	kernel_exit
