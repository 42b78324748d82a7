// Basic blocks that begin with a tagged nop: the low bits of its immediate are the block's number, which an opcode
// matcher can see. Of 1000 trips all run block 1, the 500 even ones block 2, the 125 multiples of eight block 3.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
{ .mii
	mov	r14 = 999
	mov	r15 = 0
	nop.i	0
	;;
}
{ .mii
	nop.m	0
	mov.i	ar.lc = r14
	nop.i	0
	;;
}
.Lblock1:
{ .mii
	and	r16 = 1, r15
	and	r17 = 7, r15
	nop.i	1
	;;
}
{ .mib
	cmp.ne	p6, p0 = 0, r16
	cmp.ne	p7, p0 = 0, r17
(p6)	br.cond.dptk.few .Lnext
	;;
}
.Lblock2:
{ .mib
	nop.m	0
	nop.i	2
(p7)	br.cond.dptk.few .Lnext
	;;
}
.Lblock3:
{ .mii
	nop.m	0
	nop.i	3
	nop.i	0
	;;
}
.Lnext:
{ .mib
	adds	r15 = 1, r15
	nop.i	4
	br.cloop.sptk.few .Lblock1
	;;
}
	alloc	r14 = ar.pfs, 0, 0, 1, 0
	mov	out0 = 0
	mov	r15 = 1025			// exit
	break.m	0x100000
	;;
	.endp	_start
