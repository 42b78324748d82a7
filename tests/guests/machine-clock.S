// Compares the clocks that a program reads with ar.itc, over a loop whose cycles are not its instructions. Exits with the sum of these:
//   1: CLOCK_MONOTONIC went as far as ar.itc      2: so did gettimeofday
//   4: the time of the process went as far        8: an alarm in a millisecond came a millisecond later
// at 800 MHz or at 1 GHz: with d the difference of ar.itc, the clock is to say d or 5/4 d nanoseconds.
	.text

// Nanoseconds \time and cycles \cycles agree but for 5000 of either: the bit is added to r31.
	.macro	compare time, cycles, bit
	sub	r20 = \time, \cycles
	shladd	r21 = \cycles, 2, \cycles
	shladd	r22 = \time, 2, r0
	;;
	sub	r21 = r22, r21
	adds	r20 = 5000, r20
	;;
	adds	r21 = 5000, r21
	mov	r22 = 10000
	;;
	cmp.ltu	p6, p7 = r20, r22
	;;
(p7)	cmp.ltu	p6, p0 = r21, r22
	;;
(p6)	add	r31 = \bit, r31
	;;
	.endm

// Nanoseconds of the struct at \place to \to; \unit: nanoseconds of its second word.
	.macro	time to, place, unit
	movl	r20 = \place
	;;
	ld8	r21 = [r20], 8
	movl	r22 = 1000000000
	;;
	ld8	r20 = [r20]
	setf.sig f7 = r21
	setf.sig f8 = r22
	;;
	mov	r22 = \unit
	setf.sig f9 = r20
	;;
	setf.sig f10 = r22
	;;
	xmpy.l	f7 = f7, f8
	;;
	xma.l	f7 = f9, f10, f7
	;;
	getf.sig \to = f7
	;;
	.endm

	.macro	call number, first, second, third
	movl	out0 = \first
	movl	out1 = \second
	mov	out2 = \third
	mov	out3 = 8
	mov	r15 = \number
	break	0x100000
	;;
	.endm

	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 0, 4, 0
	mov	r31 = 0
	movl	r2 = 100000
	;;
	call	1254, 2, before_process, 0	// clock_gettime(CLOCK_PROCESS_CPUTIME_ID)
	call	1087, before_day, 0, 0		// gettimeofday
	call	1254, 1, before, 0		// clock_gettime(CLOCK_MONOTONIC)
	mov.m	r16 = ar.itc
	mov	ar.lc = r2
	;;
.Lwait:
{	.mfb
	nop.m	0
	fma.s1	f6 = f6, f0, f0
	br.cloop.sptk.few .Lwait
	;;
}
	mov.m	r17 = ar.itc
	;;
	call	1254, 1, after, 0
	call	1087, after_day, 0, 0
	call	1254, 2, after_process, 0
	sub	r17 = r17, r16
	time	r18, before, 1
	time	r19, after, 1
	sub	r19 = r19, r18
	;;
	compare	r19, r17, 1
	time	r18, before_day, 1000
	time	r19, after_day, 1000
	sub	r19 = r19, r18
	;;
	compare	r19, r17, 2
	time	r18, before_process, 1
	time	r19, after_process, 1
	sub	r19 = r19, r18
	;;
	compare	r19, r17, 4
	call	1177, 14, action, 0		// rt_sigaction(SIGALRM)
	movl	r20 = saved
	;;
	st8	[r20] = r31, 8
	mov.m	r16 = ar.itc
	;;
	st8	[r20] = r16
	call	1118, 0, interval, 0		// setitimer(ITIMER_REAL)
.Lendless:
{	.mfb
	nop.m	0
	fma.s1	f6 = f6, f0, f0
	br.cond.sptk.few .Lendless
	;;
}
	.endp	_start

	.proc	handler
handler:
	alloc	r14 = ar.pfs, 0, 0, 4, 0
	mov.m	r17 = ar.itc
	movl	r20 = saved
	;;
	ld8	r31 = [r20], 8
	movl	r19 = 1000000
	;;
	ld8	r16 = [r20]
	;;
	sub	r17 = r17, r16
	;;
	compare	r19, r17, 8
	mov	out0 = r31
	mov	r15 = 1236			// exit_group
	break	0x100000
	;;
	.endp	handler

	.data
	.align	16
// The function descriptor of the handler, and what rt_sigaction takes: its address, flags, mask.
descriptor:
	data8	handler, 0
action:
	data8	descriptor, 0, 0
interval:
	data8	0, 0, 0, 1000
saved:
	data8	0, 0
before:
	data8	0, 0
after:
	data8	0, 0
before_day:
	data8	0, 0
after_day:
	data8	0, 0
before_process:
	data8	0, 0
after_process:
	data8	0, 0
