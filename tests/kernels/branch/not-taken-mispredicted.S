// Sixteen branches that are not taken, hinted taken with .sptk.
//
// A branch that was never taken is not in the target address cache, and a static hint keeps it out of the
// prediction table: the hint predicts taken, wrongly. Nothing issues for 9 cycles on Itanium, 6 on Itanium 2
// (uarch_itanium.md section 6). The branch of the loop behind the last one finds the buffer empty: 2 bubbles on
// Itanium, none on Itanium 2.
// Each branch ends a block of 32 bytes.
// expect itanium:  cycles 179, unstalled 33, backend_flush 144, taken_branch 2
// expect itanium2: cycles 129, unstalled 33, backend_flush 96

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6)	br.cond.sptk.few	.Lnever
	;;
}
	.endr
	loop_end
.Lnever:
	kernel_exit
