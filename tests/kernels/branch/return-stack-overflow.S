// Ten nested calls and their returns.
//
// The return stack has 8 entries: the inner eight returns are right, the outer two are not (no return address is
// like another). Calls, right returns and the loop branch: 2 bubbles each at the second stage on Itanium, on
// Itanium 2 one for each right return (published_measurements.md section 4); a wrong return: nothing issues for 9 cycles, 6 on Itanium 2 (uarch_itanium.md section 6).
// On Itanium ten calls of 3 cycles, eight returns of 3, two of 10, the loop branch of 3: 77. On Itanium 2 eleven
// of 1, eight of 2 and two of 7: 41.
// Every frame is an empty one, so that the one ar.pfs serves all returns, and every procedure keeps b6 in a
// register that no other one has.
// expect itanium:  cycles 77, unstalled 21, taken_branch 38, backend_flush 18
// expect itanium2: cycles 41, unstalled 21, taken_branch 8, backend_flush 12

	.include "kernel.inc"
	kernel_start
	alloc	r8 = ar.pfs, 0, 0, 0, 0
	;;
	loop_top
{	.mib
	nop.m	0
	nop.i	0
	br.call.sptk.few	b6 = .Llevel1
	;;
}
	loop_end
	br.cond.sptk.few .Lexit
	;;
	.align	32
.Llevel1:
{	.mib
	nop.m	0
	mov	r9 = b6
	br.call.sptk.few	b6 = .Llevel2
	;;
}
{	.mib
	nop.m	0
	mov	b6 = r9
	br.ret.sptk.few	b6
	;;
}
	.align	32
.Llevel2:
{	.mib
	nop.m	0
	mov	r10 = b6
	br.call.sptk.few	b6 = .Llevel3
	;;
}
{	.mib
	nop.m	0
	mov	b6 = r10
	br.ret.sptk.few	b6
	;;
}
	.align	32
.Llevel3:
{	.mib
	nop.m	0
	mov	r11 = b6
	br.call.sptk.few	b6 = .Llevel4
	;;
}
{	.mib
	nop.m	0
	mov	b6 = r11
	br.ret.sptk.few	b6
	;;
}
	.align	32
.Llevel4:
{	.mib
	nop.m	0
	mov	r12 = b6
	br.call.sptk.few	b6 = .Llevel5
	;;
}
{	.mib
	nop.m	0
	mov	b6 = r12
	br.ret.sptk.few	b6
	;;
}
	.align	32
.Llevel5:
{	.mib
	nop.m	0
	mov	r13 = b6
	br.call.sptk.few	b6 = .Llevel6
	;;
}
{	.mib
	nop.m	0
	mov	b6 = r13
	br.ret.sptk.few	b6
	;;
}
	.align	32
.Llevel6:
{	.mib
	nop.m	0
	mov	r25 = b6
	br.call.sptk.few	b6 = .Llevel7
	;;
}
{	.mib
	nop.m	0
	mov	b6 = r25
	br.ret.sptk.few	b6
	;;
}
	.align	32
.Llevel7:
{	.mib
	nop.m	0
	mov	r26 = b6
	br.call.sptk.few	b6 = .Llevel8
	;;
}
{	.mib
	nop.m	0
	mov	b6 = r26
	br.ret.sptk.few	b6
	;;
}
	.align	32
.Llevel8:
{	.mib
	nop.m	0
	mov	r27 = b6
	br.call.sptk.few	b6 = .Llevel9
	;;
}
{	.mib
	nop.m	0
	mov	b6 = r27
	br.ret.sptk.few	b6
	;;
}
	.align	32
.Llevel9:
{	.mib
	nop.m	0
	mov	r17 = b6
	br.call.sptk.few	b6 = .Llevel10
	;;
}
{	.mib
	nop.m	0
	mov	b6 = r17
	br.ret.sptk.few	b6
	;;
}
	.align	32
.Llevel10:
{	.mib
	nop.m	0
	nop.i	0
	br.ret.sptk.few	b6
	;;
}
.Lexit:
	alloc	r8 = ar.pfs, 0, 88, 8, 0
	;;
	kernel_exit
