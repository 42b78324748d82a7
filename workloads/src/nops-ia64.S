// A loop of 12 bundles (35 instructions: the long nop counts once) with 10 additions and the loop branch; the other 24 are nops.

	.text
	.explicit

// i64 nops_run(i64 rounds)
	.global	nops_run
	.proc	nops_run
	.align	64
nops_run:
{ .mii
	adds	r15 = -1, r32
	mov.i	r31 = ar.lc
	mov	r8 = 0
	;;
}
{ .mii
	nop.m	0
	mov.i	ar.lc = r15
	nop.i	0
	;;
}
	.align	64
.Lnops:
{ .mii
	adds	r8 = 1, r8
	nop.i	0
	nop.i	0x1234
	;;
}
{ .mfi
	nop.m	0
	nop.f	0
	adds	r8 = 2, r8
	;;
}
{ .mmi
	nop.m	0
	nop.m	0x7ffff
	adds	r8 = 3, r8
	;;
}
{ .mmf
	adds	r8 = 4, r8
	nop.m	0
	nop.f	0
	;;
}
{ .mib
	nop.m	0
	adds	r8 = 5, r8
	nop.b	0
	;;
}
{ .mfb
	adds	r8 = 6, r8
	nop.f	0
	nop.b	0
	;;
}
{ .mmb
	nop.m	0
	adds	r8 = 7, r8
	nop.b	0
	;;
}
{ .mbb
	adds	r8 = 8, r8
	nop.b	0
	nop.b	0
	;;
}
{ .bbb
	nop.b	0
	nop.b	0
	nop.b	0
}
{ .mlx
	adds	r8 = 9, r8
	nop.x	0x123456789
	;;
}
{ .mii
	nop.m	0
	nop.i	0
	hint.i	@pause
	;;
}
{ .mib
	adds	r8 = 10, r8
	nop.i	0
	br.cloop.sptk.few .Lnops
	;;
}
{ .mib
	nop.m	0
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
}
	.endp	nops_run
