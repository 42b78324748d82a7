// Misses that can be counted beforehand, for the event address registers. Nothing else loads from the two arrays, and
// no load starts before the one before it is done.
//
// walk_data_lines   8192 loads of data_lines, one in each 64 bytes: every one comes from memory
// walk_data_pages   20 passes of 200 loads of data_pages, each in another page: more pages than both data TLBs hold
// code_lines        4096 functions of one bundle, 64 bytes apart, called in turn four times: more than L1I and L2 hold
// code_pages        100 functions of one bundle, each in another page, called in turn 20 times: more than the
//                   instruction TLB holds
// The functions of one bundle are written at run time.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r32 = ar.pfs, 0, 1, 4, 0
	;;
	br.call.sptk.many b0 = walk_data_lines
	;;
	br.call.sptk.many b0 = walk_data_pages
	;;
	movl	out0 = code_lines
	mov	out1 = 4096
	mov	out2 = 64
	br.call.sptk.many b0 = write_code
	;;
	movl	out0 = code_pages
	mov	out1 = 100
	movl	out2 = 16384 + 64
	br.call.sptk.many b0 = write_code
	;;
	movl	out0 = code_lines
	mov	out1 = 4096
	mov	out2 = 64
	mov	out3 = 4
	br.call.sptk.many b0 = walk_code
	;;
	movl	out0 = code_pages
	mov	out1 = 100
	movl	out2 = 16384 + 64
	mov	out3 = 20
	br.call.sptk.many b0 = walk_code
	;;
	mov	out0 = 0
	mov	r15 = 1025			// exit
	break.m	0x100000
	;;
	.endp	_start

	.align	32
	.global	walk_data_lines
	.proc	walk_data_lines
walk_data_lines:
	movl	r14 = data_lines
	movl	r15 = 8191
	;;
	mov.i	ar.lc = r15
	;;
	.align	32
.Lline:
{ .mii
	ld8	r16 = [r14]
	nop.i	0
	nop.i	0
	;;
}
{ .mib
	add	r14 = r14, r16			// the array holds zeros
	nop.i	0
	nop.b	0
	;;
}
{ .mib
	adds	r14 = 64, r14
	nop.i	0
	br.cloop.sptk.few .Lline
	;;
}
	br.ret.sptk.many b0
	;;
	.endp	walk_data_lines
	.size	walk_data_lines, . - walk_data_lines

	.align	32
	.global	walk_data_pages
	.proc	walk_data_pages
walk_data_pages:
	mov	r18 = 20
	movl	r17 = 16384 + 64
	;;
.Lpass:
	movl	r14 = data_pages
	mov	r15 = 199
	adds	r18 = -1, r18
	;;
	mov.i	ar.lc = r15
	;;
	.align	32
.Lpage:
{ .mii
	ld8	r16 = [r14]
	nop.i	0
	nop.i	0
	;;
}
{ .mib
	add	r14 = r14, r16
	nop.i	0
	nop.b	0
	;;
}
{ .mib
	add	r14 = r14, r17
	nop.i	0
	br.cloop.sptk.few .Lpage
	;;
}
	cmp.ne	p6, p0 = 0, r18
	;;
(p6)	br.cond.sptk.few .Lpass
	br.ret.sptk.many b0
	;;
	.endp	walk_data_pages
	.size	walk_data_pages, . - walk_data_pages

// write_code(to, count, stride)
	.align	32
	.global	write_code
	.proc	write_code
write_code:
	movl	r14 = one_bundle
	adds	r33 = -1, r33
	;;
	ld8	r16 = [r14], 8
	mov.i	ar.lc = r33
	;;
	ld8	r17 = [r14]
	;;
.Lwrite:
	adds	r15 = 8, r32
	st8	[r32] = r16
	;;
	st8	[r15] = r17
	fc	r32
	add	r32 = r32, r34
	br.cloop.sptk.few .Lwrite
	;;
	sync.i
	;;
	srlz.i
	;;
	br.ret.sptk.many b0
	;;
	.endp	write_code

// walk_code(from, count, stride, passes)
	.align	32
	.global	walk_code
	.proc	walk_code
walk_code:
	alloc	r36 = ar.pfs, 4, 4, 0, 0
	mov	r37 = b0
	adds	r33 = -1, r33
	;;
.Lagain:
	mov	r38 = r32
	adds	r35 = -1, r35
	mov.i	ar.lc = r33
	;;
.Lcall:
	mov	b6 = r38
	add	r38 = r38, r34
	;;
	br.call.sptk.many b0 = b6
	;;
	br.cloop.sptk.few .Lcall
	;;
	cmp.ne	p6, p0 = 0, r35
	;;
(p6)	br.cond.sptk.few .Lagain
	mov	b0 = r37
	mov.i	ar.pfs = r36
	;;
	br.ret.sptk.many b0
	;;
	.endp	walk_code

	.align	16
one_bundle:
{ .mib
	nop.m	0
	nop.i	0
	br.ret.sptk.many b0
	;;
}

	.section .bss
	.balign	16384
	.global	data_lines, data_pages
	.type	data_lines, @object
	.size	data_lines, 8192 * 64
data_lines:
	.skip	8192 * 64
	.type	data_pages, @object
	.size	data_pages, 200 * (16384 + 64)
data_pages:
	.skip	200 * (16384 + 64)

	.section .code, "awx", @nobits
	.balign	16384
	.global	code_lines, code_pages
	.type	code_lines, @function
	.size	code_lines, 4096 * 64
code_lines:
	.skip	4096 * 64
	.type	code_pages, @function
	.size	code_pages, 100 * (16384 + 64)
code_pages:
	.skip	100 * (16384 + 64)
