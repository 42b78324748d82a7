// Calls, jumps instead of calls, and returns over several callers at once, as longjmp makes them.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	br.call.sptk.few b0 = outer
	;;
	br.call.sptk.few b0 = leaf
	;;
	alloc	r14 = ar.pfs, 0, 0, 1, 0
	mov	out0 = 0
	mov	r15 = 1025			// exit
	break.m	0x100000
	;;
	.endp	_start

	.proc	outer
outer:
	alloc	r14 = ar.pfs, 0, 0, 1, 0
	mov	r20 = b0
	mov.i	r21 = ar.pfs
	movl	r22 = .Lback
	movl	r23 = .Lagain
	;;
	mov	b6 = r22
	mov	b7 = r23
	br.call.sptk.few b0 = middle
	;;
.Lback:
	br.call.sptk.few b0 = jumper
	;;
	br.call.sptk.few b0 = middle2
	;;
.Lagain:
	br.call.sptk.few b0 = leaf
	;;
	mov	b0 = r20
	mov.i	ar.pfs = r21
	;;
	br.ret.sptk.few	b0
	;;
	.endp	outer

	.proc	middle
middle:
	br.call.sptk.few b0 = far
	;;
	.endp	middle

// Returns to .Lback of outer, over middle.
	.proc	far
far:
	nop.i	0
	;;
	br.ret.sptk.few	b6
	;;
	.endp	far

	.proc	middle2
middle2:
	br.call.sptk.few b0 = far2
	;;
	.endp	middle2

// Jumps to .Lagain of outer, over middle2.
	.proc	far2
far2:
	nop.i	0
	;;
	br.cond.sptk.few b7
	;;
	.endp	far2

// Goes on in leaf, which returns for it.
	.proc	jumper
jumper:
	nop.i	0
	;;
	br.cond.sptk.few leaf
	;;
	.endp	jumper

	.proc	leaf
leaf:
	nop.i	0
	;;
	br.ret.sptk.few	b0
	;;
	.endp	leaf
