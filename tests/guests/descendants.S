// A process and a child that share a page of memory and a pipe. The child counts in the page, writes to the pipe and executes the same
// program by the name of its first argument; that one counts again and exits with 3. The parent reads the pipe and prints what is
// counted in the page by then, waits for the child and exits with its status.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r32 = ar.pfs, 0, 8, 6, 0
	adds	r14 = 16, sp
	adds	r15 = 24, sp
	;;
	ld8	r33 = [r14]			// argc
	ld8	r34 = [r15]			// argv[0]
	;;
	cmp.lt	p6, p7 = 1, r33
(p6)	br.cond.spnt.few .Lexecuted
	;;
	mov	r15 = 1151			// mmap: a page, to be read and written, shared and anonymous
	mov	out0 = 0
	movl	out1 = 0x4000
	mov	out2 = 3
	mov	out3 = 0x21
	mov	out4 = -1
	mov	out5 = 0
	;;
	break.m	0x100000
	;;
	mov	r35 = r8			// the page
	mov	r15 = 1317			// pipe2
	movl	out0 = ends
	mov	out1 = 0
	;;
	break.m	0x100000
	;;
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
(p7)	br.cond.sptk.few .Lparent
	;;
	mov	r16 = 2999
	;;
	mov.i	ar.lc = r16
	;;
.Lcount:
	ld8	r17 = [r35]
	;;
	adds	r17 = 1, r17
	;;
	st8	[r35] = r17
	br.cloop.sptk.few .Lcount
	;;
	movl	r16 = ends + 4
	;;
	ld4	out0 = [r16]
	mov	r15 = 1027			// write
	movl	out1 = told
	mov	out2 = 1
	;;
	break.m	0x100000
	;;
	// argv of the next program: its name and one more.
	movl	r16 = arguments
	movl	r17 = told
	;;
	st8	[r16] = r34, 8
	;;
	st8	[r16] = r17
	mov	r15 = 1033			// execve
	mov	out0 = r34
	movl	out1 = arguments
	mov	out2 = 0
	;;
	break.m	0x100000
	;;
	mov	out0 = 9
	br.cond.sptk.few .Lexit
	;;
.Lexecuted:
	mov	r16 = 4999
	;;
	mov.i	ar.lc = r16
	;;
.Lagain:
	nop.i	0
	br.cloop.sptk.few .Lagain
	;;
	mov	out0 = 1
	mov	r15 = 1027			// write
	movl	out1 = executed
	mov	out2 = 9
	;;
	break.m	0x100000
	;;
	mov	out0 = 3
	br.cond.sptk.few .Lexit
	;;
.Lparent:
	movl	r16 = ends
	;;
	ld4	out0 = [r16]
	mov	r15 = 1026			// read: waits for the child
	movl	out1 = heard
	mov	out2 = 1
	;;
	break.m	0x100000
	;;
	ld8	r36 = [r35]
	movl	r17 = 3000
	movl	r18 = agree
	movl	r19 = differ
	;;
	cmp.eq	p6, p7 = r36, r17
	;;
(p6)	mov	out1 = r18
(p7)	mov	out1 = r19
	mov	out0 = 1
	mov	r15 = 1027			// write
	mov	out2 = 7
	;;
	break.m	0x100000
	;;
	mov	out0 = -1
	mov	r15 = 1126			// wait4
	movl	out1 = status
	mov	out2 = 0
	mov	out3 = 0
	;;
	break.m	0x100000
	;;
	movl	r16 = status + 1
	;;
	ld1	out0 = [r16]
	;;
.Lexit:
	mov	r15 = 1025			// exit
	;;
	break.m	0x100000
	;;
	.endp	_start

	.section .rodata
told:
	stringz	"x"
executed:
	stringz	"executed\n"
agree:
	stringz	"agrees\n"
differ:
	stringz	"differs"

	.bss
	.align	8
arguments:
	.skip	24
ends:
	.skip	8
status:
	.skip	4
heard:
	.skip	4
