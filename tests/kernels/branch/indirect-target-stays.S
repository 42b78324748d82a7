// An indirect branch that always goes to the same place.
//
// The target address cache has its target: the second stage resteers, 2 bubbles on Itanium
// (uarch_itanium.md section 6), and the same for the branch of the loop. Itanium 2 reads the branch register, which was
// written long ago: 2 bubbles (published_measurements.md section 4), none for the branch of the loop.
// expect itanium:  cycles 6, unstalled 2, taken_branch 4
// expect itanium2: cycles 4, unstalled 2, taken_branch 2

	.include "kernel.inc"
	kernel_start
	movl	r8 = .Lend
	;;
	mov	b6 = r8
	;;
	loop_top
{	.mib
	nop.m	0
	nop.i	0
	br.cond.sptk.few	b6
	;;
}
	.align	32
.Lend:
	loop_end
	kernel_exit
