// Calls a system call number that does not exist; exits with status 0 when r8 is ENOSYS (38) and r10 is -1, else 1.
	.text
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 0, 1, 0
	mov	r15 = 2047
	break	0x100000
	;;
	cmp.eq	p6, p0 = 38, r8
	mov	out0 = 1
	mov	r15 = 1025			// exit
	;;
(p6)	cmp.eq.unc p7, p0 = -1, r10
	;;
(p7)	mov	out0 = 0
	break	0x100000
	;;
	.endp	_start
