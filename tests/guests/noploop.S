// link: -Wl,-Ttext=0x4000000000000400
// noploop TRIPS: a loop of nops, six of which can issue in one cycle. main lies at 0x40000000000004c0 and is 464 bytes
// long, as in the pfmon document's example.
//
// main loads once for each character of its argument and once for the zero behind it. Each trip retires nine
// instructions: eight nops, six of them in one issue group, and a br.cloop.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
{ .mmi
	alloc	r34 = ar.pfs, 0, 3, 1, 0
	adds	r14 = 32, r12			// argv[1]
	nop.i	0
	;;
}
{ .mib
	ld8	out0 = [r14]
	nop.i	0
	br.call.sptk.many b0 = main
	;;
}
{ .mib
	mov	r15 = 1025			// exit
	mov	r35 = 0
	nop.b	0
}
{ .mib
	break.m	0x100000
	nop.i	0
	nop.b	0
	;;
}
	.endp	_start

	.org	0xc0
	.global	main
	.proc	main
main:
{ .mii
	mov	r16 = 0				// the number
	mov	r17 = 10
	nop.i	0
}
.Ldigit:
{ .mmi
	ld1	r18 = [r32], 1
	;;
	cmp.eq	p6, p7 = 0, r18
	adds	r18 = -48, r18
	;;
}
{ .mib
(p7)	setf.sig f6 = r16
	nop.i	0
(p6)	br.cond.dpnt.few .Lparsed
	;;
}
{ .mfi
	setf.sig f7 = r17
	nop.f	0
	nop.i	0
	;;
}
{ .mfi
	setf.sig f8 = r18
	xma.l	f6 = f6, f7, f0
	nop.i	0
	;;
}
{ .mfb
	getf.sig r16 = f6
	nop.f	0
	nop.b	0
	;;
}
{ .mib
	add	r16 = r16, r18
	nop.i	0
	br.cond.sptk.few .Ldigit
	;;
}
.Lparsed:
{ .mii
	adds	r16 = -1, r16
	mov.i	r31 = ar.lc
	nop.i	0
	;;
}
{ .mii
	cmp.gt	p6, p7 = 0, r16
	mov.i	ar.lc = r16
	nop.i	0
	;;
}
{ .mib
	nop.m	0
	nop.i	0
(p6)	br.cond.spnt.few .Ldone
	;;
}
	.align	32
.Lnops:
{ .mfi
	nop.m	0
	nop.f	0
	nop.i	0
}
{ .mfi
	nop.m	0
	nop.f	0
	nop.i	0
	;;
}
{ .mib
	nop.m	0
	nop.i	0
	br.cloop.sptk.few .Lnops
	;;
}
.Ldone:
{ .mib
	nop.m	0
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
}
	.skip	main + 464 - ., 0
	.endp	main
	.size	main, 464
