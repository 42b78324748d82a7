// Maps four pages, loads from each of them some times, and unmaps them: 100 times at addresses that follow one another, then 100 times at the
// last one.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r32 = ar.pfs, 0, 5, 6, 0
	movl	r33 = 0x2000000100000000		// where the pages are mapped
	mov	r34 = 199
	;;
.Lround:
	mov	r15 = 1151			// mmap: to be read and written; private, anonymous, at this address
	mov	out0 = r33
	movl	out1 = 0x10000
	mov	out2 = 3
	mov	out3 = 0x32
	mov	out4 = -1
	mov	out5 = 0
	;;
	break.m	0x100000
	;;
	mov	r35 = 8
	;;
.Lagain:
	mov	r36 = r33
	mov	r16 = 3
	;;
	mov.i	ar.lc = r16
	movl	r17 = 0x4000
	;;
.Lpage:
	ld8	r18 = [r36]
	;;
	add	r36 = r36, r17
	add	r19 = r18, r19
	br.cloop.sptk.few .Lpage
	;;
	adds	r35 = -1, r35
	;;
	cmp.ne	p6, p7 = 0, r35
(p6)	br.cond.sptk.few .Lagain
	;;
	mov	r15 = 1152			// munmap
	mov	out0 = r33
	movl	out1 = 0x10000
	;;
	break.m	0x100000
	;;
	cmp.ne	p8, p9 = 0, r8
	mov	r20 = 100
	movl	r21 = 0x10000
	;;
	cmp.lt	p6, p7 = r20, r34
	;;
(p6)	add	r33 = r33, r21
	adds	r34 = -1, r34
(p8)	br.cond.spnt.few .Lfailed
	;;
	cmp.le	p6, p7 = 0, r34
(p6)	br.cond.sptk.few .Lround
	;;
	mov	out0 = 0
	br	.Lexit
	;;
.Lfailed:
	mov	out0 = 1
	;;
.Lexit:
	mov	r15 = 1025			// exit
	;;
	break.m	0x100000
	.endp	_start
