// An indirect branch that goes to two places in turn, long after its branch register was written.
//
// Itanium's target address cache has the target of the time before, which is always the wrong one: 9 cycles. Itanium 2 reads the
// branch register: the block with the branch enters the buffer eight bundles behind what has issued, behind the waits of a chain of fma, when the register
// has long been written (docs/timing.md, "Branch prediction" 6): right, with 2 bubbles, which hide behind the buffer: the branch is fetched
// ahead of five groups, its two bubbles and the jump's block behind it are over when it has issued.
// The group that writes the register, the chain (2 * fma + 1), five groups of two bundles, the branch, the jump and the end of the loop (2 * fma + 1):
// Itanium 1 + 11 + 5 + 1 + 9 + 1 + 2 bubbles of the jump + 11; Itanium 2: 1 + 9 + 5 + 1 + 1 + 9.
// expect itanium:  cycles 41, backend_flush 9
// expect itanium2: cycles 26, backend_flush 0

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
{	.mfi
	nop.m	0
	fma.s1	f7 = f7, f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f7 = f7, f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f7 = f7, f0, f0
	nop.i	0
	;;
}
	.rept	5
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
}
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
	;;
}
	.endr
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
