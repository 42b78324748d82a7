// Twelve bottlenecks, each in a function of its own; the one argument chooses: a to l.
	.text
	.explicit
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 8, 4, 0
	adds	r15 = 32, sp
	;;
	ld8	r15 = [r15]			// argv[1]
	movl	r16 = table
	;;
	ld1	r15 = [r15]
	;;
	adds	r15 = -97, r15
	;;
	shladd	r16 = r15, 3, r16
	;;
	ld8	r16 = [r16]
	;;
	mov	b6 = r16
	;;
	br.call.sptk.few b0 = b6
	;;
	mov	out0 = 0
	mov	r15 = 1025			// exit
	break.m	0x100000
	;;
	.endp	_start

.macro	function name, trips
	.align	64
	.global	\name
	.proc	\name
\name:
	movl	r8 = \trips - 1
	;;
	mov.i	ar.lc = r8
	;;
.endm

.macro	end name
	br.ret.sptk.few	b0
	;;
	.endp	\name
.endm

// A branch that goes either way by the bits of a shift register with feedback.
	function mispredicted_branch, 20000
	movl	r9 = 0x1d872b41c3d8e61b
	;;
1:	shl	r10 = r9, 13
	;;
	xor	r9 = r9, r10
	;;
	shr.u	r10 = r9, 7
	;;
	xor	r9 = r9, r10
	;;
	shl	r10 = r9, 17
	;;
	xor	r9 = r9, r10
	;;
	tbit.nz	p6, p0 = r9, 20
(p6)	br.cond.dptk.few 2f
	;;
	nop.i	0
	;;
2:	br.cloop.sptk.few 1b
	;;
	end	mispredicted_branch

// Loads of lines that L2 has given up, each before the next: 192 lines, 4 KB apart.
	function second_level_miss, 20
	movl	r11 = 4096
	;;
1:	movl	r9 = buffer
	movl	r12 = buffer + 192 * 4096
	;;
2:	ld8	r10 = [r9]
	;;
	add	r9 = r9, r10
	;;
	add	r9 = r9, r11
	;;
	cmp.ltu	p6, p0 = r9, r12
(p6)	br.cond.sptk.few 2b
	;;
	br.cloop.sptk.few 1b
	;;
	adds	r12 = -16, sp
	;;
	end	second_level_miss

// Two getf, which one port takes.
	function busy_port, 3000
1:
	.rept	8
{	.mmi
	getf.sig r9 = f6
	getf.sig r10 = f7
	nop.i	0
	;;
}
	.endr
	br.cloop.sptk.few 1b
	;;
	end	busy_port

// A parallel result used a cycle later.
	function early_multimedia_use, 3000
1:	padd2	r9 = r10, r11
	;;
	add	r14 = r9, r0
	;;
	br.cloop.sptk.few 1b
	;;
	end	early_multimedia_use

// Calls deeper than the register stack holds.
	function register_stack_storm, 60
	mov	r20 = b0
	mov.i	r22 = ar.pfs
	;;
1:	mov	r21 = 30
	br.call.sptk.few b0 = deeper
	;;
	br.cloop.sptk.few 1b
	;;
	mov	b0 = r20
	mov.i	ar.pfs = r22
	;;
	end	register_stack_storm

	.align	64
	.proc	deeper
deeper:
	alloc	r32 = ar.pfs, 0, 40, 0, 0
	mov	r33 = b0
	adds	r21 = -1, r21
	;;
	cmp.eq	p6, p0 = 0, r21
(p6)	br.cond.spnt.few 1f
	br.call.sptk.few b0 = deeper
	;;
1:	mov	b0 = r33
	mov.i	ar.pfs = r32
	;;
	end	deeper

// A store spoils the advanced load each time.
	function failing_check, 2000
	movl	r9 = buffer
	;;
1:	ld8.a	r10 = [r9]
	;;
	st8	[r9] = r0
	;;
	chk.a.clr r10, 3f
	;;
2:	br.cloop.sptk.few 1b
	;;
	br.ret.sptk.few	b0
	;;
3:	mov	r10 = r0
	br.cond.sptk.few 2b
	;;
	.endp	failing_check

// Bundles of three branch slots, which end issue.
	function split_group, 3000
1:
	.rept	8
{	.bbb
	nop.b	0
	nop.b	0
	nop.b	0
}
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
	;;
}
	.endr
	br.cloop.sptk.few 1b
	;;
	end	split_group

// The target of a branch becomes known together with it.
	function late_brp, 5000
1:
{	.mib
	nop.m	0
	nop.i	0
	brp.sptk 1b, 2f
}
2:
{	.mib
	nop.m	0
	nop.i	0
	br.cloop.sptk.few.clr 1b
	;;
}
	end	late_brp

// More pages in turn than both levels of the TLB know.
	function tlb_thrash, 10
	movl	r11 = 16384 + 64
	;;
1:	movl	r9 = buffer
	mov	r12 = 400
	;;
2:	ld8	r10 = [r9]
	add	r9 = r9, r11
	adds	r12 = -1, r12
	;;
	cmp.ne	p6, p0 = 0, r12
(p6)	br.cond.sptk.few 2b
	;;
	br.cloop.sptk.few 1b
	;;
	end	tlb_thrash

// More stores that miss L2 than there is room for.
	function full_store_queue, 400
	movl	r11 = 4096
	;;
1:	movl	r9 = buffer
	;;
	.rept	96
	st8	[r9] = r0
	add	r9 = r9, r11
	;;
	.endr
	br.cloop.sptk.few 1b
	;;
	end	full_store_queue

// Every line of six megabytes, as fast as the bus brings them.
	function bus_bound_stream, 6144
	movl	r9 = buffer
	movl	r10 = buffer + 128
	movl	r11 = 256
	;;
1:
	.rept	4
	ld8	r14 = [r9]
	ld8	r15 = [r10]
	add	r9 = r9, r11
	add	r10 = r10, r11
	;;
	.endr
	add	r14 = r14, r15
	br.cloop.sptk.few 1b
	;;
	end	bus_bound_stream

// An indirect branch to two places in turn, behind the write of its register.
	function late_branch_register, 5000
	movl	r9 = 2f
	movl	r10 = 3f
	;;
	xor	r10 = r9, r10
	;;
1:	mov	b6 = r9
	xor	r9 = r9, r10
	;;
	br.cond.sptk.few b6
	;;
2:	nop.i	0
	br.cond.sptk.few 4f
	;;
	.align	32
3:	nop.i	0
	;;
4:	br.cloop.sptk.few 1b
	;;
	end	late_branch_register

	.section .rodata
	.balign	8
table:	data8	mispredicted_branch, second_level_miss, busy_port, early_multimedia_use
	data8	register_stack_storm, failing_check, split_group, late_brp
	data8	tlb_thrash, full_store_queue, bus_bound_stream, late_branch_register

	.bss
	.balign	16384
buffer:	.skip	8 * 1024 * 1024
