// chk.s of a register with a NaT, in a bundle whose last slot holds a branch.
//
// The failed check leaves the bundle before the branch, which never executes: nothing is predicted, and the cost is
// that of a failed check, 9 cycles on Itanium, 18 on Itanium 2, as in speculation-check-fails, not that of a
// mispredicted branch.
// One group and the flush, 16 times, and the branch of the loop, which finds the decoupling buffer empty: one cycle
// and on Itanium 2 bubbles.
// expect itanium:  cycles 163, unstalled 17, backend_flush 144, taken_branch 2
// expect itanium2: cycles 305, unstalled 17, backend_flush 288

	.include "kernel.inc"
	kernel_start
	ld8.s	r8 = [r0]
	;;
	loop_top
	.rept	16
{	.mib
	chk.s.m	r8, 1f
	nop.i	0
(p6)	br.cond.dpnt.few .Ltop
	;;
}
1:
	.endr
	loop_end
	kernel_exit
