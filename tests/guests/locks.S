// A process and a child that lock a file in memory. The parent has the lock when the child asks for it: it is refused (EAGAIN), says so,
// tells the parent by a pipe and waits for the lock. The parent lets the child run, writes, and gives the lock up.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r32 = ar.pfs, 0, 6, 6, 0
	mov	r15 = 1340			// memfd_create
	movl	out0 = name
	mov	out1 = 0
	;;
	break.m	0x100000
	;;
	mov	r33 = r8			// the file
	mov	out0 = r8
	mov	r15 = 1066			// fcntl
	mov	out1 = 6			// F_SETLK
	movl	out2 = lock
	;;
	break.m	0x100000
	;;
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
	mov	out0 = r33
	mov	r15 = 1066			// fcntl
	mov	out1 = 6			// F_SETLK
	movl	out2 = lock
	;;
	break.m	0x100000
	;;
	cmp.eq	p6, p7 = 11, r8			// EAGAIN
	mov	out0 = 9
(p7)	br.cond.spnt.few .Lexit
	;;
	mov	out0 = 1
	mov	r15 = 1027			// write
	movl	out1 = refused
	mov	out2 = 8
	;;
	break.m	0x100000
	;;
	movl	r16 = ends + 4
	;;
	ld4	out0 = [r16]
	mov	r15 = 1027			// write
	movl	out1 = refused
	mov	out2 = 1
	;;
	break.m	0x100000
	;;
	mov	out0 = r33
	mov	r15 = 1066			// fcntl
	mov	out1 = 7			// F_SETLKW
	movl	out2 = lock
	;;
	break.m	0x100000
	;;
	mov	r34 = r8
	mov	out0 = 1
	mov	r15 = 1027			// write
	movl	out1 = locked
	mov	out2 = 7
	;;
	break.m	0x100000
	;;
	mov	out0 = r34
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
	mov	r35 = 8
	;;
.Lyield:
	mov	r15 = 1164			// sched_yield
	;;
	break.m	0x100000
	;;
	adds	r35 = -1, r35
	;;
	cmp.eq	p6, p7 = 0, r35
(p7)	br.cond.sptk.few .Lyield
	;;
	mov	out0 = 1
	mov	r15 = 1027			// write
	movl	out1 = written
	mov	out2 = 8
	;;
	break.m	0x100000
	;;
	movl	r16 = lock
	mov	r17 = 2				// F_UNLCK
	;;
	st2	[r16] = r17
	mov	out0 = r33
	mov	r15 = 1066			// fcntl
	mov	out1 = 6			// F_SETLK
	movl	out2 = lock
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
name:
	stringz	"locked"
refused:
	stringz	"refused\n"
written:
	stringz	"written\n"
locked:
	stringz	"locked\n"

	.data
	.align	8
lock:
	data2	1, 0				// F_WRLCK, from the beginning of the file on
	data4	0
	data8	0, 0				// the whole file
	data4	0, 0

	.bss
	.align	8
ends:
	.skip	8
status:
	.skip	4
heard:
	.skip	4
