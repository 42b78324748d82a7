// Copies the standard input to the standard output and exits with status 0; status 1 when a system call fails.
	.text
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 0, 3, 0
	movl	r20 = buffer
	;;
.Lread:
	mov	out0 = 0
	mov	out1 = r20
	mov	out2 = 512
	mov	r15 = 1026			// read
	break	0x100000
	;;
	cmp.ne	p6, p0 = 0, r10
	cmp.eq	p7, p0 = 0, r8
	mov	out2 = r8
	movl	r20 = buffer			// a system call may change r14 to r31
(p6)	br.cond.spnt.few .Lfailed
(p7)	br.cond.spnt.few .Ldone
	;;
	mov	out0 = 1
	mov	out1 = r20
	mov	r15 = 1027			// write
	break	0x100000
	;;
	cmp.ne	p6, p0 = 0, r10
	movl	r20 = buffer
(p6)	br.cond.spnt.few .Lfailed
	br.cond.sptk.few .Lread
	;;
.Ldone:
	mov	out0 = 0
	mov	r15 = 1025			// exit
	break	0x100000
	;;
.Lfailed:
	mov	out0 = 1
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	_start

	.bss
	.align	16
buffer:
	.skip	512
