// Writes a function, calls it four times and writes over it: 3000 times, without end if it has an argument. No two of a million functions
// in a row are the same: the immediate of a nop tells them apart. Each call adds one; the status is 0 if all were counted.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r32 = ar.pfs, 0, 1, 1, 0
	adds	r14 = 16, sp
	movl	r16 = written
	movl	r21 = 3000
	;;
	ld8	r15 = [r14]			// argc
	ld8	r17 = [r16]
	mov	r20 = 0
	mov	r8 = 0
	;;
	cmp.lt	p6, p7 = 1, r15
	mov	b6 = r16
	;;
.Lwrite:
	dep.z	r18 = r20, 11, 20		// where the immediate of slot 0 is
	mov	r19 = 3
	;;
	or	r18 = r17, r18
	mov.i	ar.lc = r19
	;;
	st8	[r16] = r18
	;;
	fc.i	r16
	;;
	sync.i
	;;
	srlz.i
	;;
.Lcall:
	br.call.sptk.many b0 = b6
	;;
	br.cloop.sptk.few .Lcall
	;;
	adds	r20 = 1, r20
	;;
	cmp.lt	p8, p9 = r20, r21
	;;
(p6)	br.cond.sptk.few .Lwrite
(p8)	br.cond.sptk.few .Lwrite
	;;
	shladd	r21 = r21, 2, r0
	;;
	cmp.eq	p10, p11 = r8, r21
	;;
(p10)	mov	out0 = 0
(p11)	mov	out0 = 1
	mov	r15 = 1025			// exit
	;;
	break.m	0x100000
	;;
	.endp	_start

	.section .jit, "awx"
	.align	32
	.proc	written
written:
{ .mib
	nop.m	0
	adds	r8 = 1, r8
	br.ret.sptk.many b0
}
	;;
	.endp	written
