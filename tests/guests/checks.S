// Advanced loads that a store spoils in every fourth of 100 passes: each pass checks one by ld.c and one by chk.a.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	movl	r14 = word
	movl	r15 = word + 64
	mov	r16 = 99
	mov	r17 = 0
	;;
	mov.i	ar.lc = r16
	;;
.Lpass:
	ld8.a	r18 = [r14]
	ld8.a	r19 = [r15]
	and	r20 = 3, r17
	adds	r17 = 1, r17
	;;
	cmp.eq	p6, p0 = 0, r20
	;;
(p6)	st8	[r14] = r17
(p6)	st8	[r15] = r17
	;;
	ld8.c.clr	r18 = [r14]
	;;
	chk.a.clr	r19, .Lagain
	;;
.Lback:
	add	r21 = r18, r19
	br.cloop.sptk.few .Lpass
	;;
	alloc	r14 = ar.pfs, 0, 0, 1, 0
	mov	out0 = 0
	mov	r15 = 1025			// exit
	break.m	0x100000
	;;
.Lagain:
	ld8	r19 = [r15]
	br.cond.sptk.few .Lback
	;;
	.endp	_start

	.bss
	.balign	64
word:	.skip	128
