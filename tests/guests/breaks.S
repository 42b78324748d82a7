// System calls from each kind of slot: the issue group of each ends with a stop bit in its bundle, with the window, or with neither of
// these (docs/timing.md, Dispersal 11).
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
{ .mii
	alloc	r33 = ar.pfs, 0, 2, 1, 0
	mov	r15 = 1041			// getpid
	mov	r16 = 4
	;;
}
trip:
{ .mii
	nop.m	0
	nop.i	0
	break.i	0x100000			// in the first bundle of the window, without a stop
}
{ .mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
{ .mfi
	nop.m	0
	nop.f	0
	nop.i	0
}
{ .mfi
	nop.m	0
	nop.f	0
	break.i	0x100000			// in the second bundle
}
{ .mmi
	break.m	0x100000			// in front of two slots, without a stop
	nop.m	0
	nop.i	0
}
{ .mmi
	nop.m	0
	break.m	0x100000			// in front of a stop
	nop.i	0
	;;
}
{ .mfi
	nop.m	0
	break.f	0x100000
	nop.i	0
}
{ .mfi
	nop.m	0
	nop.f	0
	break.i	0x100000			// with a stop behind it
	;;
}
{ .mii
	adds	r16 = -1, r16
	nop.i	0
	nop.i	0
	;;
}
{ .mib
	cmp.ne	p6, p7 = 0, r16
	nop.i	0
	nop.b	0
	;;
}
{ .mib
	nop.m	0
	nop.i	0
(p6)	br.cond.sptk.few trip
	;;
}
{ .mii
	mov	r15 = 1025			// exit
	mov	r34 = 0
	nop.i	0
	;;
}
{ .mii
	nop.m	0
	nop.i	0
	break.i	0x100000
}
	.endp	_start
