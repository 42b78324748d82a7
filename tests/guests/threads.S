// Two threads of one process. Each calls itself down to a depth of twelve and stores into a page of its own on the way, 600 times
// over; the first one then waits for the other.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r32 = ar.pfs, 0, 3, 6, 0
	mov	r15 = 1213			// clone2
	movl	r35 = 0x10f00			// VM, FS, FILES, SIGHAND, THREAD
	movl	r36 = stack
	movl	r37 = 0x10000
	mov	r38 = 0
	mov	r39 = 0
	mov	r40 = 0
	;;
	break.m	0x100000
	;;
	cmp.eq	p6, p7 = 0, r8
	movl	r33 = first
	movl	r16 = second
	mov	r17 = 599
	;;
(p6)	mov	r33 = r16
	mov.i	ar.lc = r17
	;;
.Lpass:
	mov	r35 = 12
	mov	r36 = r33
	br.call.sptk.few b0 = descend
	;;
	br.cloop.sptk.few .Lpass
	;;
	movl	r16 = ended
	mov	r17 = 1
	;;
(p6)	st8.rel	[r16] = r17
(p6)	br.cond.spnt.few .Lend
	;;
.Lwait:
	ld8.acq	r17 = [r16]
	;;
	cmp.eq	p8, p9 = 0, r17
(p8)	br.cond.sptk.few .Lwait
	;;
.Lend:
	mov	r35 = 0
	mov	r15 = 1025			// exit
	;;
	break.m	0x100000
	;;
	.endp	_start

// r32: how deep; r33: where to store.
	.proc	descend
descend:
	alloc	r34 = ar.pfs, 2, 3, 2, 0
	mov	r35 = b0
	adds	r37 = -1, r32
	adds	r38 = 2056, r33
	cmp.eq	p10, p11 = 0, r32
	;;
	st8	[r33] = r32
(p11)	br.call.sptk.few b0 = descend
	;;
	mov	b0 = r35
	mov.i	ar.pfs = r34
	;;
	br.ret.sptk.few b0
	;;
	.endp	descend

	.section .bss
	.align	16384
stack:	.skip	65536
first:	.skip	32768
second:	.skip	32768
ended:	.skip	8
