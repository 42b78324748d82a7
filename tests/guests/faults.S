// Loads and stores to address 0 in turn, 32 faults, and a handler of SIGSEGV that goes on behind them without returning.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 0, 4, 0
	movl	r15 = stack
	movl	out1 = action
	;;
	st8	[r15] = r12
	mov	out0 = 11			// SIGSEGV
	mov	out2 = r0
	mov	out3 = 8
	mov	r15 = 1177			// rt_sigaction
	break.m	0x100000
	;;
again:
	movl	r14 = left
	;;
	ld8	r15 = [r14]
	;;
	adds	r16 = -1, r15
	tbit.z	p7, p8 = r15, 0
	cmp.eq	p6, p0 = 0, r15
	;;
	st8	[r14] = r16
(p6)	br.cond.spnt.few done
	;;
{ .mmi
	adds	r17 = 1, r17
(p7)	ld8	r18 = [r0]
	adds	r19 = 1, r19
	;;
}
{ .mmi
(p8)	st8	[r0] = r19
	adds	r20 = 1, r20
	nop.i	0
	;;
}
done:
	alloc	r14 = ar.pfs, 0, 0, 1, 0
	;;
	mov	out0 = r15			// 0 if every pass faulted
	mov	r15 = 1025			// exit
	break.m	0x100000
	;;
	.endp	_start

	.proc	handler
handler:
	movl	r14 = stack
	;;
	ld8	r12 = [r14]
	br.cond.sptk.few again
	;;
	.endp	handler

	.data
	.balign	16
action:	data8	descriptor, 0x40000000, 0	// SA_NODEFER
descriptor: data8 handler, 0
left:	data8	32
stack:	data8	0
