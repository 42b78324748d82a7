// Counted loops with the bundles written out, so that instructions, issue groups and branches can be counted on paper.

	.text
	.explicit

// i64 cloop_single(i64 trips, i64 step): two bundles, six instructions, two issue groups for each trip.
	.global	cloop_single
	.proc	cloop_single
	.align	64
cloop_single:
{ .mii
	adds	r15 = -1, r32
	mov.i	r31 = ar.lc
	mov	r8 = 0
	;;
}
{ .mii
	mov	r16 = 1
	mov.i	ar.lc = r15
	nop.i	0
	;;
}
	.align	32
.Lsingle:
{ .mii
	add	r8 = r8, r33
	nop.i	0
	nop.i	0
	;;
}
{ .mib
	nop.m	0
	xor	r16 = r16, r8
	br.cloop.sptk.few .Lsingle
	;;
}
{ .mib
	add	r8 = r8, r16
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
}
	.endp	cloop_single

// i64 cloop_nested(i64 outer, i64 inner): sum of i ^ j; the inner loop is counted, the outer ends by a compare.
	.global	cloop_nested
	.proc	cloop_nested
	.align	64
cloop_nested:
{ .mii
	adds	r15 = -1, r33
	mov.i	r31 = ar.lc
	mov	r8 = 0
}
{ .mii
	mov	r16 = 0
	nop.i	0
	nop.i	0
	;;
}
.Louter:
{ .mii
	mov	r17 = 0
	mov.i	ar.lc = r15
	nop.i	0
	;;
}
.Linner:
{ .mii
	xor	r18 = r16, r17
	adds	r17 = 1, r17
	nop.i	0
	;;
}
{ .mib
	add	r8 = r8, r18
	nop.i	0
	br.cloop.sptk.few .Linner
	;;
}
{ .mii
	adds	r16 = 1, r16
	nop.i	0
	nop.i	0
	;;
}
{ .mib
	cmp.lt	p6, p0 = r16, r32
	nop.i	0
(p6)	br.cond.sptk.few .Louter
	;;
}
{ .mib
	nop.m	0
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
}
	.endp	cloop_nested

// void cloop_fill(i64 *to, i64 count, i64 value): one store for each trip.
	.global	cloop_fill
	.proc	cloop_fill
	.align	64
cloop_fill:
{ .mii
	adds	r15 = -1, r33
	mov.i	r31 = ar.lc
	nop.i	0
	;;
}
{ .mii
	nop.m	0
	mov.i	ar.lc = r15
	nop.i	0
	;;
}
	.align	32
.Lfill:
{ .mib
	st8	[r32] = r34, 8
	adds	r34 = 1, r34
	br.cloop.sptk.few .Lfill
	;;
}
{ .mib
	nop.m	0
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
}
	.endp	cloop_fill

// i64 cloop_sum(const i64 *from, i64 count): one load for each trip; the sum waits for it.
	.global	cloop_sum
	.proc	cloop_sum
	.align	64
cloop_sum:
{ .mii
	adds	r15 = -1, r33
	mov.i	r31 = ar.lc
	mov	r8 = 0
	;;
}
{ .mii
	nop.m	0
	mov.i	ar.lc = r15
	nop.i	0
	;;
}
	.align	32
.Lcloop_sum:
{ .mmi
	ld8	r16 = [r32], 8
	;;
	nop.m	0
	nop.i	0
}
{ .mib
	add	r8 = r8, r16
	nop.i	0
	br.cloop.sptk.few .Lcloop_sum
	;;
}
{ .mib
	nop.m	0
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
}
	.endp	cloop_sum
