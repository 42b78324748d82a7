// Two processes: the child, forked by clone, makes 60000 passes of a loop of one bundle, the parent 20000 of the same
// loop, then waits for the child.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r32 = ar.pfs, 0, 1, 5, 0
	mov	r15 = 1128			// clone
	mov	out0 = 17			// SIGCHLD
	mov	out1 = 0
	mov	out2 = 0
	mov	out3 = 0
	mov	out4 = 0
	;;
	break.m	0x100000
	;;
	movl	r16 = 59999
	movl	r17 = 19999
	cmp.eq	p6, p7 = 0, r8
	;;
(p7)	mov	r16 = r17
	;;
	mov.i	ar.lc = r16
	;;
.Lpass:
{ .mib
	nop.m	0
	nop.i	0
	br.cloop.sptk.few .Lpass
	;;
}
(p6)	br.cond.spnt.few .Lend
	;;
	mov	out0 = -1
	mov	r15 = 1126			// wait4
	mov	out1 = 0
	mov	out2 = 0
	mov	out3 = 0
	;;
	break.m	0x100000
	;;
.Lend:
	mov	out0 = 0
	mov	r15 = 1025			// exit
	;;
	break.m	0x100000
	;;
	.endp	_start
