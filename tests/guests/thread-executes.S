// The second thread of a process executes the same program by the name of its first argument, which ends the first one. The program
// calls `outer`, which calls `inner`. That forks a child, waits for it and counts. The child exits with 3, and the program with its status.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r32 = ar.pfs, 0, 3, 6, 0
	adds	r14 = 16, sp
	adds	r15 = 24, sp
	;;
	ld8	r33 = [r14]			// argc
	ld8	r34 = [r15]			// argv[0]
	movl	r16 = arguments
	movl	r17 = more
	;;
	cmp.lt	p6, p7 = 1, r33
	st8	[r16] = r34, 8
	;;
	st8	[r16] = r17
(p6)	br.cond.spnt.few .Lexecuted
	;;
	mov	r15 = 1213			// clone2
	movl	out0 = 0x10f00			// VM, FS, FILES, SIGHAND, THREAD
	movl	out1 = stack
	movl	out2 = 0x10000
	mov	out3 = 0
	mov	out4 = 0
	mov	out5 = 0
	;;
	break.m	0x100000
	;;
	cmp.eq	p6, p7 = 0, r8
(p6)	br.cond.spnt.few .Lsecond
	;;
.Lwait:
	br.cond.sptk.few .Lwait
	;;
.Lsecond:
	movl	r16 = arguments
	;;
	ld8	out0 = [r16]
	mov	out1 = r16
	mov	out2 = 0
	mov	r15 = 1033			// execve
	;;
	break.m	0x100000
	;;
	mov	out0 = 9
	br.cond.sptk.few .Lexit
	;;
.Lexecuted:
	br.call.sptk.few b0 = outer
	;;
	mov	out0 = r8
	;;
.Lexit:
	mov	r15 = 1025			// exit
	;;
	break.m	0x100000
	;;
	.endp	_start

	.proc	outer
outer:
	alloc	r32 = ar.pfs, 0, 2, 0, 0
	mov	r33 = b0
	;;
	br.call.sptk.few b0 = inner
	;;
	mov	b0 = r33
	mov.i	ar.pfs = r32
	;;
	br.ret.sptk.few b0
	;;
	.endp	outer

	.proc	inner
inner:
	alloc	r32 = ar.pfs, 0, 2, 6, 0
	mov	r33 = b0
	mov	r15 = 1128			// clone
	mov	out0 = 17			// SIGCHLD
	mov	out1 = 0
	mov	out2 = 0
	mov	out3 = 0
	mov	out4 = 0
	;;
	break.m	0x100000
	;;
	cmp.eq	p6, p7 = 0, r8
	mov	out0 = 3
	mov	r15 = 1025			// exit
(p7)	br.cond.sptk.few .Lparent
	;;
	break.m	0x100000
	;;
.Lparent:
	mov	out0 = -1
	movl	out1 = status
	mov	out2 = 0
	mov	out3 = 0
	mov	r15 = 1126			// wait4
	;;
	break.m	0x100000
	;;
	mov	r16 = 299
	;;
	mov.i	ar.lc = r16
	;;
.Lcount:
	br.cloop.sptk.few .Lcount
	;;
	movl	r16 = status + 1
	mov	b0 = r33
	mov.i	ar.pfs = r32
	;;
	ld1	r8 = [r16]
	br.ret.sptk.few b0
	;;
	.endp	inner

	.section .rodata
more:
	stringz	"x"

	.section .bss
	.align	16384
stack:	.skip	65536
arguments:
	.skip	24
status:	.skip	8
