// link: -Wl,-Ttext=0x4000000000003000,-Tbss=0x600000000001c000
// Loads from the array B, most of them in doit: addresses and sizes are those of the pfmon document's examples.
//
// doit (at 0x4000000000003000, 240 bytes) loads each of B's 16384 words once and, beside each, a word of C, which lies
// behind B; it stores to every fourth word of C. _start calls it three times and loads 35 words of B itself.
	.text
	.explicit
	.global	doit
	.proc	doit
doit:
{ .mii
	alloc	r32 = ar.pfs, 0, 1, 0, 0
	mov	r17 = 0
	nop.i	0
}
{ .mlx
	nop.m	0
	movl	r14 = B
}
{ .mlx
	nop.m	0
	movl	r15 = C
	;;
}
{ .mii
	mov	r8 = 0
	mov.i	r31 = ar.lc
	mov	r16 = 16383
	;;
}
{ .mii
	nop.m	0
	mov.i	ar.lc = r16
	nop.i	0
	;;
}
.Lword:
{ .mmi
	ld8	r18 = [r14], 8			// B
	ld8	r19 = [r15]			// C
	and	r20 = 3, r17
	;;
}
{ .mmi
	cmp.eq	p6, p0 = 0, r20
	add	r8 = r8, r18
	adds	r17 = 1, r17
	;;
}
{ .mib
(p6)	st8	[r15] = r8
	add	r8 = r8, r19
	br.cloop.sptk.few .Lword
	;;
}
{ .mib
	nop.m	0
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
}
	.skip	doit + 240 - ., 0
	.endp	doit
	.size	doit, 240

	.align	64
	.global	_start
	.proc	_start
_start:
{ .mlx
	alloc	r32 = ar.pfs, 0, 2, 1, 0
	movl	r14 = B
	;;
}
{ .mib
	nop.m	0
	nop.i	0
	br.call.sptk.many b0 = doit
	;;
}
{ .mib
	nop.m	0
	nop.i	0
	br.call.sptk.many b0 = doit
	;;
}
{ .mib
	nop.m	0
	nop.i	0
	br.call.sptk.many b0 = doit
	;;
}
{ .mlx
	mov	r16 = 34
	movl	r14 = B
	;;
}
{ .mii
	nop.m	0
	mov.i	ar.lc = r16
	nop.i	0
	;;
}
.Lfew:
{ .mib
	ld8	r18 = [r14], 8
	nop.i	0
	br.cloop.sptk.few .Lfew
	;;
}
{ .mib
	mov	r15 = 1025			// exit
	mov	r34 = 0
	nop.b	0
	;;
}
{ .mib
	break.m	0x100000
	nop.i	0
	nop.b	0
	;;
}
	.endp	_start

	.bss
	.global	B, C
	.type	B, @object
	.size	B, 0x20000
B:	.skip	0x20000
	.type	C, @object
	.size	C, 8
C:	.skip	8
