// A write of a branch register and the branch that uses it in one group.
//
// TOBR has a latency of 0 to a branch (insn_class_ports_latency.csv). The target never changes, so the target
// address cache has it: 2 bubbles on Itanium (uarch_itanium.md section 6); and so for the
// branch of the loop. Itanium 2's front end reads the register before it is written, and finds the target of the branch before
// (docs/timing.md, "Branch prediction" 6): 6 cycles each time, none for the branch of the loop.
// Sixteen jumps and the branch of the loop, each from and to blocks of 32 bytes of their own.
// expect itanium:  cycles 51, unstalled 17, taken_branch 34
// expect itanium2: cycles 113, unstalled 17, backend_flush 96

	.include "kernel.inc"
	kernel_start
	movl	r32 = .L0
	movl	r33 = .L1
	movl	r34 = .L2
	movl	r35 = .L3
	movl	r36 = .L4
	movl	r37 = .L5
	movl	r38 = .L6
	movl	r39 = .L7
	movl	r40 = .L8
	movl	r41 = .L9
	movl	r42 = .L10
	movl	r43 = .L11
	movl	r44 = .L12
	movl	r45 = .L13
	movl	r46 = .L14
	movl	r47 = .L15
	;;
	loop_top
{	.mib
	nop.m	0
	mov	b6 = r32
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L0:
{	.mib
	nop.m	0
	mov	b6 = r33
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L1:
{	.mib
	nop.m	0
	mov	b6 = r34
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L2:
{	.mib
	nop.m	0
	mov	b6 = r35
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L3:
{	.mib
	nop.m	0
	mov	b6 = r36
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L4:
{	.mib
	nop.m	0
	mov	b6 = r37
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L5:
{	.mib
	nop.m	0
	mov	b6 = r38
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L6:
{	.mib
	nop.m	0
	mov	b6 = r39
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L7:
{	.mib
	nop.m	0
	mov	b6 = r40
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L8:
{	.mib
	nop.m	0
	mov	b6 = r41
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L9:
{	.mib
	nop.m	0
	mov	b6 = r42
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L10:
{	.mib
	nop.m	0
	mov	b6 = r43
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L11:
{	.mib
	nop.m	0
	mov	b6 = r44
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L12:
{	.mib
	nop.m	0
	mov	b6 = r45
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L13:
{	.mib
	nop.m	0
	mov	b6 = r46
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L14:
{	.mib
	nop.m	0
	mov	b6 = r47
	br.cond.sptk.few	b6
	;;
}
	.align	32
.L15:
	loop_end
	kernel_exit
