// Makes 33,000 processes, one after the other, each of which ends at once: their numbers run out, so the last ones have numbers that earlier
// ones had.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r32 = ar.pfs, 0, 2, 5, 0
	movl	r33 = 33000
	;;
.Lanother:
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
(p6)	br.cond.spnt.few .Lend
	;;
	mov	r15 = 1126			// wait4: any child
	mov	out0 = -1
	mov	out1 = 0
	mov	out2 = 0
	mov	out3 = 0
	;;
	break.m	0x100000
	;;
	adds	r33 = -1, r33
	;;
	cmp.ne	p6, p7 = 0, r33
(p6)	br.cond.sptk.few .Lanother
	;;
.Lend:
	mov	r15 = 1025			// exit
	mov	out0 = 0
	;;
	break.m	0x100000
	.endp	_start
