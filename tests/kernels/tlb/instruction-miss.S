// Jumps between more pages than the instruction TLB holds.
//
// Eighty pages: Itanium's instruction TLB has 64 entries, least recently used, so every fetch is walked: 17 cycles
// and an L2 access of 6. Its target address cache has no room for eighty branches: 3 bubbles of the first branch
// address calculator. With the fetch itself 27 cycles. Itanium 2: the first level has 32 entries, the second 128:
// 4 cycles (config tlbs.instruction.first_miss_cycles; no source), and the targets stay in the target address
// cache: 5. Eighty times.
// The code is made at run time: copies of a bundle that jumps one stride ahead, and of the branch of the loop
// behind them.
// expect itanium:  cycles 2160, unstalled 80, inst_access 1840, taken_branch 240
// expect itanium2: cycles 400, unstalled 80, inst_access 320

	.include "kernel.inc"
	.section	.code, "awx", @nobits
	.align	16384
buffer:
	.skip	1310720
	kernel_start
	movl	r8 = buffer
	movl	r9 = .Ljump
	movl	r10 = 79
	movl	r11 = 16448
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
	br.cond.sptk.few	.Ljump + 16448
	;;
}
.Lloop:
{	.mib
	nop.m	0
	nop.i	0
	br.cloop.sptk.few	.Lloop - 1299392
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
