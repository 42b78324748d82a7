// Jumps between lines that miss L1I.
//
// Sixteen lines that are 4 KB apart fall into one set of L1I, four ways of 4 KB on both processors, and into one
// set of the target address cache: every fetch misses, every branch is predicted by its hint and the first branch
// address calculator.
// Itanium: an L2 access of 6 cycles instead of an L1I access of 2, which the pipe hides, 3 bubbles, and the fetch
// itself: 8 cycles. Itanium 2: 5 and the 2 that a fetch takes longer (published_measurements.md section 4) instead of 1,
// 1 bubble: 8. Sixteen times.
// The code is made at run time: copies of a bundle that jumps one stride ahead, and of the branch of the loop
// behind them.
// expect itanium:  cycles 128, unstalled 16, inst_access 64, taken_branch 48
// expect itanium2: cycles 128, unstalled 16, inst_access 96, taken_branch 16

	.include "kernel.inc"
	.section	.code, "awx", @nobits
	.align	16384
buffer:
	.skip	65536
	kernel_start
	movl	r8 = buffer
	movl	r9 = .Ljump
	movl	r10 = 15
	movl	r11 = 4096
	;;
	ld8	r18 = [r9], 8
	;;
	ld8	r19 = [r9], 8
	;;
.Lcopy:
	adds	r20 = 8, r8
	st8	[r8] = r18
	;;
	st8	[r20] = r19
	fc.i	r8
	adds	r10 = -1, r10
	add	r8 = r8, r11
	;;
	cmp.ne	p6, p0 = r0, r10
(p6)	br.cond.dptk.few .Lcopy
	;;
	ld8	r18 = [r9], 8
	;;
	ld8	r19 = [r9], 8
	adds	r20 = 8, r8
	;;
	ld8	r21 = [r9], 8
	adds	r22 = 16, r8
	;;
	ld8	r23 = [r9]
	adds	r24 = 24, r8
	;;
	st8	[r8] = r18
	st8	[r20] = r19
	;;
	st8	[r22] = r21
	st8	[r24] = r23
	fc.i	r8
	;;
	sync.i
	;;
	srlz.i
	;;
	movl	r8 = buffer
	movl	r9 = .Ldone
	;;
	mov	b6 = r8
	mov	b7 = r9
	mov	pr = r0, -1
	;;
	br.cond.sptk.few	b6
	;;
	.align	16
.Ljump:
{	.mib
	nop.m	0
	nop.i	0
	br.cond.sptk.few	.Ljump + 4096
	;;
}
.Lloop:
{	.mib
	nop.m	0
	nop.i	0
	br.cloop.sptk.few	.Lloop - 61440
	;;
}
{	.mib
	nop.m	0
	nop.i	0
	br.cond.sptk.few	b7
	;;
}
.Ldone:
	kernel_exit
