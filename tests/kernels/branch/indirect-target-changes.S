// An indirect branch that goes to two places in turn.
//
// Itanium's target address cache has the target of the time before, which is always the wrong one; Itanium 2's front end reads the branch
// register before the group in front of the branch has written it, and finds the same: a misprediction, 9 cycles on Itanium, 6 on Itanium 2
// (uarch_itanium.md section 6). Both places jump on to the end of the loop, from the target
// address cache at the second stage: with the buffer empty, 2 bubbles on Itanium, none on Itanium 2.
// The group that writes the branch register, the branch, the flush, the jump and its bubbles, then the end of the loop, 11
// and 9 cycles, behind whose stalls the rest is fetched: 1 + 1 + 9 + 1 + 2 + 11 and 1 + 1 + 6 + 1 + 9.
// expect itanium:  cycles 25, unstalled 6, backend_flush 9, taken_branch 2, scoreboard 8
// expect itanium2: cycles 18, unstalled 6, backend_flush 6, scoreboard 6

	.include "kernel.inc"
	kernel_start
	movl	r8 = .Lone
	movl	r9 = .Ltwo
	;;
	xor	r9 = r8, r9
	;;
	loop_top
{	.mii
	nop.m	0
	mov	b6 = r8
	xor	r8 = r8, r9
	;;
}
{	.mib
	nop.m	0
	nop.i	0
	br.cond.sptk.few	b6
	;;
}
	.align	32
.Lone:
{	.mib
	nop.m	0
	nop.i	0
	br.cond.sptk.few	.Lend
	;;
}
	.align	32
.Ltwo:
{	.mib
	nop.m	0
	nop.i	0
	br.cond.sptk.few	.Lend
	;;
}
	.align	64
.Lend:
	loop_end_filled
	kernel_exit
