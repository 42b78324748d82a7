// Branches that share a bundle, and jumps to a computed address. The random numbers are those of next_random in guest.h.

	.text
	.explicit

// r32 = next_random(r32)
	.macro	next_random
	shl	r14 = r32, 13
	;;
	xor	r32 = r32, r14
	;;
	shr.u	r14 = r32, 7
	;;
	xor	r32 = r32, r14
	;;
	shl	r14 = r32, 17
	;;
	xor	r32 = r32, r14
	;;
	.endm

// i64 multiway_bbb(u64 seed, i64 count): one of four arms, chosen by a bundle of three branches.
	.global	multiway_bbb
	.proc	multiway_bbb
	.align	32
multiway_bbb:
	adds	r15 = -1, r33
	mov.i	r31 = ar.lc
	mov	r8 = 0
	;;
	mov.i	ar.lc = r15
	;;
.Lbbb:
	next_random
	extr.u	r16 = r32, 20, 2
	;;
{ .mii
	cmp.eq	p6, p0 = 0, r16
	cmp.eq	p7, p0 = 1, r16
	cmp.eq	p8, p0 = 2, r16
}
{ .bbb
(p6)	br.cond.dptk.few .Lbbb_add
(p7)	br.cond.dptk.few .Lbbb_xor
(p8)	br.cond.dptk.few .Lbbb_sub
	;;
}
	shladd	r8 = r8, 1, r32
	br.cloop.sptk.few .Lbbb
	br.cond.sptk.few .Lbbb_end
	;;
.Lbbb_add:
	add	r8 = r8, r32
	br.cloop.sptk.few .Lbbb
	br.cond.sptk.few .Lbbb_end
	;;
.Lbbb_xor:
	xor	r8 = r8, r32
	br.cloop.sptk.few .Lbbb
	br.cond.sptk.few .Lbbb_end
	;;
.Lbbb_sub:
	sub	r8 = r8, r32
	br.cloop.sptk.few .Lbbb
	;;
.Lbbb_end:
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
	.endp	multiway_bbb

// i64 multiway_mbb(u64 seed, i64 count): two branches in a bundle, the third way falls through.
	.global	multiway_mbb
	.proc	multiway_mbb
	.align	32
multiway_mbb:
	adds	r15 = -1, r33
	mov.i	r31 = ar.lc
	mov	r8 = 0
	;;
	mov.i	ar.lc = r15
	;;
.Lmbb:
	next_random
{ .mii
	nop.m	0
	tbit.nz	p6, p0 = r32, 8
	tbit.nz	p7, p0 = r32, 9
}
{ .mbb
	nop.m	0
(p6)	br.cond.dpnt.few .Lmbb_add
(p7)	br.cond.dpnt.few .Lmbb_xor
	;;
}
	adds	r8 = 1, r8
	br.cloop.sptk.few .Lmbb
	br.cond.sptk.few .Lmbb_end
	;;
.Lmbb_add:
	zxt1	r16 = r32
	;;
	add	r8 = r8, r16
	br.cloop.sptk.few .Lmbb
	br.cond.sptk.few .Lmbb_end
	;;
.Lmbb_xor:
	xor	r8 = r8, r32
	br.cloop.sptk.few .Lmbb
	;;
.Lmbb_end:
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
	.endp	multiway_mbb

// i64 multiway_computed(u64 seed, i64 count): jumps into a row of eight arms of 32 bytes.
	.global	multiway_computed
	.proc	multiway_computed
	.align	32
multiway_computed:
	movl	r17 = .Larms
	adds	r15 = -1, r33
	mov.i	r31 = ar.lc
	mov	r8 = 0
	;;
	mov.i	ar.lc = r15
	;;
.Lcomputed:
	next_random
	extr.u	r16 = r32, 33, 3
	andcm	r18 = r8, r32
	;;
	shladd	r16 = r16, 4, r0
	;;
	shladd	r16 = r16, 1, r17
	;;
	mov	b6 = r16
	;;
	br.cond.dptk.few b6
	;;
	.align	32
.Larms:
	// Every arm is two bundles; the second jumps to the common end.
	.macro	arm op:vararg
{ .mii
	\op
	nop.i	0
	nop.i	0
	;;
}
{ .bbb
	nop.b	0
	nop.b	0
	br.cond.sptk.few .Larm_end
	;;
}
	.endm
	arm	add	r8 = r8, r32
	arm	xor	r8 = r8, r32
	arm	sub	r8 = r8, r32
	arm	shladd	r8 = r8, 1, r32
	arm	shladd	r8 = r8, 2, r32
	arm	mov	r8 = r18
	arm	or	r8 = r8, r32
	arm	adds	r8 = 7, r8
.Larm_end:
	br.cloop.sptk.few .Lcomputed
	;;
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
	.endp	multiway_computed
