// Functions that call each other at random, deep: more call paths, and longer ones, than a profile tells apart. Each chain of calls is 600
// deep and another one than the 300 before; the functions, of 64, are chosen by a shift register with feedback (r9).
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 2, 1, 0
	movl	r9 = 0x1d872b41c3d8e61b
	movl	r8 = table
	mov	loc0 = 300
	;;
1:	mov	out0 = 600
	br.call.sptk.few b0 = fun_0
	;;
	adds	loc0 = -1, loc0
	;;
	cmp.ne	p6, p0 = 0, loc0
(p6)	br.cond.sptk.few 1b
	;;
	mov	out0 = 0
	mov	r15 = 1025			// exit
	break.m	0x100000
	;;
	.endp	_start

.macro	function number
	.align	32
	.proc	fun_\number
fun_\number:
	alloc	loc0 = ar.pfs, 1, 2, 1, 0
	mov	loc1 = b0
	shl	r10 = r9, 13
	;;
	xor	r9 = r9, r10
	cmp.eq	p6, p0 = 0, in0
	adds	out0 = -1, in0
	;;
	shr.u	r10 = r9, 7
(p6)	br.ret.sptk.few b0
	;;
	xor	r9 = r9, r10
	;;
	shl	r10 = r9, 17
	;;
	xor	r9 = r9, r10
	;;
	extr.u	r10 = r9, 20, 6
	;;
	shladd	r10 = r10, 3, r8
	;;
	ld8	r10 = [r10]
	;;
	mov	b6 = r10
	;;
	br.call.sptk.few b0 = b6
	;;
	mov	b0 = loc1
	mov.i	ar.pfs = loc0
	;;
	br.ret.sptk.few	b0
	;;
	.endp	fun_\number
.endm

	.altmacro
.macro	functions from
	.if	\from < 64
	function %\from
	functions %(\from + 1)
	.endif
.endm
	functions 0

.macro	entries from
	.if	\from < 64
	entry	%\from
	entries	%(\from + 1)
	.endif
.endm
.macro	entry number
	data8	fun_\number
.endm
	.section .rodata
	.balign	8
table:	entries	0
