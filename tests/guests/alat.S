// The advanced load address table: what removes an entry, and with an argument, what leaves one. Without an argument only the
// former is asked for, because a table may lose any entry at any time. Exits with the number of the first check that fails, or 0.

// An entry for r16 of the doubleword at r4, which holds 11.
#define ADVANCE				\
	st8	[r4] = r5;;		\
	ld8.a	r16 = [r4];;
// Check N: the entry must be gone.
#define GONE(number)			\
	mov	r20 = number;;		\
	chk.a.nc r16, 1f;;		\
	br.sptk	fail;;			\
1:
// Check N: the entry must still be there, if there is a table.
#define KEPT(number)			\
	mov	r20 = number;;		\
	chk.a.nc r16, 1f;;		\
	br.sptk	2f;;			\
1:					\
(p1)	br.sptk	fail;;			\
2:

	.text
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 0, 3, 0
	adds	r9 = 16, sp
	;;
	ld8	r9 = [r9]
	movl	r4 = word
	mov	r5 = 11
	;;
	cmp.ne	p1, p0 = 1, r9		// p1: there is an argument
	adds	r12 = 8, r4		// the next doubleword
	adds	r13 = 4, r4
	;;
	ADVANCE
	KEPT(1)
	ADVANCE				// a store beside it
	st8	[r12] = r0;;
	KEPT(2)
	ADVANCE				// a store of one byte into it
	adds	r17 = 7, r4;;
	st1	[r17] = r0;;
	GONE(3)
	ADVANCE				// a floating-point store that begins before it
	adds	r17 = -8, r4;;
	stf.spill [r17] = f0;;
	GONE(4)
	ADVANCE				// semaphores
	xchg4	r18 = [r13], r0;;
	GONE(5)
	ADVANCE
	fetchadd4.acq r18 = [r4], 1;;
	GONE(6)
	ADVANCE
	mov	ar.ccv = r5;;
	cmpxchg8.rel r18 = [r4], r0, ar.ccv;;
	GONE(7)
	ADVANCE				// one that does not store leaves it
	mov	ar.ccv = r0;;
	cmpxchg8.acq r18 = [r4], r0, ar.ccv;;
	KEPT(8)
	ADVANCE				// by name, and all
	invala.e r16;;
	GONE(9)
	ADVANCE
	invala;;
	GONE(10)
	ADVANCE				// an advanced load elsewhere takes its place
	ld4.a	r16 = [r12];;
	st8	[r4] = r0;;
	KEPT(11)
	st1	[r12] = r0;;
	GONE(12)
// 13: a check load that hits leaves the register, one that misses loads.
	ADVANCE
	mov	r16 = 77;;
	ld8.c.clr r16 = [r4];;
	mov	r20 = 13
	cmp.eq	p7, p8 = 77, r16
	cmp.ne	p9, p0 = r0, r0;;
(p8)	cmp.ne	p9, p0 = 11, r16;;	// loaded again
(p9)	br.spnt	fail
(p1)	cmp.ne	p9, p0 = 77, r16;;	// kept
(p9)	br.spnt	fail;;
	mov	r20 = 14;;			// and .clr removed the entry: now it loads
	mov	r16 = 78;;
	ld8.c.clr r16 = [r4];;
	cmp.ne	p7, p0 = 11, r16;;
(p7)	br.spnt	fail;;
// 15: what the operating system writes: uname's second field is 65 bytes on.
	ADVANCE
	adds	out0 = -65, r4
	mov	r15 = 1130;;
	break	0x100000;;
	cmp.ne	p7, p0 = 0, r8
	mov	r20 = 15;;
(p7)	br.spnt	fail;;
	GONE(15)
// 16: a floating-point entry, removed by an integer store.
	ldfd.a	f6 = [r4];;
	st2	[r4] = r0;;
	mov	r20 = 16;;
	chk.a.clr f6, 1f;;
	br.sptk	fail;;
1:
// 17: the entry of a stacked register outlives a call, and is not that of another register of the callee's.
	alloc	r14 = ar.pfs, 0, 2, 3, 0
	;;
	ld8.a	r32 = [r4];;
	br.call.sptk b0 = callee;;
	mov	r20 = 17;;
	chk.a.nc r32, 1f;;
	br.sptk	2f;;
1:
(p1)	br.sptk	fail;;
2:
	st8	[r4] = r0;;
	mov	r20 = 18;;
	chk.a.nc r32, 1f;;
	br.sptk	fail;;
1:
	mov	r20 = 0
	;;
fail:
	alloc	r14 = ar.pfs, 0, 0, 3, 0
	;;
	mov	out0 = r20
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	_start

	.proc	callee
callee:
	alloc	r14 = ar.pfs, 0, 1, 0, 0
	;;
	mov	r32 = 5
	mov	r20 = 19
	;;
	chk.a.nc r32, 1f
	;;
	br.sptk	fail
	;;
1:
	br.ret.sptk b0
	;;
	.endp	callee

	.section .data
	.align	16
	.skip	512
word:
	data8	11, 0
	.skip	512
