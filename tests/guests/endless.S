// Never ends and has a bit of everything: for what long runs cost.
//
// Each step draws a number (xorshift), changes the doubleword of 64 KB that it names, goes one of two ways by a bit of
// it, and in one of eight steps sums sixteen doublewords in a counted loop.
	.text
	.global	_start
	.proc	_start
_start:
	movl	r14 = words
	movl	r16 = 88172645463325252
	mov	r20 = 0
	;;
	.align	32
.Lstep:
	shl	r17 = r16, 13
	;;
	xor	r16 = r16, r17
	;;
	shr.u	r17 = r16, 7
	;;
	xor	r16 = r16, r17
	;;
	shl	r17 = r16, 17
	;;
	xor	r16 = r16, r17
	;;
	extr.u	r18 = r16, 20, 13
	extr.u	r22 = r16, 8, 3
	tbit.nz	p6, p7 = r16, 3
	;;
	shladd	r19 = r18, 3, r14
	cmp.eq	p8, p9 = 0, r22
	;;
	ld8	r21 = [r19]
	;;
	add	r21 = r21, r16
	;;
	st8	[r19] = r21
(p8)	br.call.dpnt.many b0 = sum
	;;
(p6)	br.cond.dptk.few .Lother
	;;
	add	r20 = r20, r21
	br.cond.sptk.few .Lstep
	;;
.Lother:
	xor	r20 = r20, r21
	;;
	shl	r21 = r20, 1
	br.cond.sptk.few .Lstep
	;;
	.endp	_start

	.align	32
	.proc	sum
sum:
	mov	r23 = r14
	mov	r24 = 15
	;;
	mov.i	ar.lc = r24
	;;
	.align	32
.Lword:
	ld8	r25 = [r23], 8
	;;
	add	r20 = r20, r25
	br.cloop.sptk.few .Lword
	;;
	br.ret.sptk.many b0
	;;
	.endp	sum

	.bss
	.align	16384
words:
	.skip	65536
