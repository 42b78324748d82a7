// The register stack and its engine in every mode. Exits with the number of the first check that fails, or 0.
#define CHECK(number)			\
(p7)	mov	r20 = number;		\
(p7)	br.spnt	fail;;

	.text
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 2, 2, 0
	mov	r20 = 0
	mov	r9 = 0
	;;
// 1 to 4: a recursion 500 deep in each mode of the engine; every fifth frame holds a NaT, and all are right when it returns.
modes:
	mov	ar.rsc = r9
	mov	out0 = 500
	mov	r8 = 0
	;;
	br.call.sptk b0 = descend
	;;
	adds	r9 = 1, r9
	movl	r10 = 500 * 501 / 2
	;;
	cmp.ne	p7, p0 = r10, r8
	cmp.ne	p8, p0 = 4, r9
	;;
(p7)	mov	r20 = r9
(p7)	br.spnt	fail
(p8)	br.sptk	modes
	;;
// 5: flushrs leaves nothing dirty: bsp and bspstore are one.
	mov	ar.rsc = 0
	;;
	flushrs
	;;
	mov	r10 = ar.bsp
	mov	r11 = ar.bspstore
	;;
	cmp.ne	p7, p0 = r10, r11
	;;
	CHECK(5)
// 6: what a frame holds is where ar.bsp says after a flush, 7: and its NaT bit in ar.rnat or the collection behind it.
	mov	r32 = 1234
	ld8.s	r33 = [r0]
	br.call.sptk b0 = keep
	;;
	mov	r16 = 1234
	;;
	cmp.ne	p7, p0 = r16, r17
	;;
	CHECK(6)
	cmp.ne	p7, p0 = 1, r18
	;;
	CHECK(7)
// 8: cover makes the frame empty: sof, sol and the rest of cfm are zero, and bsp moves by its size.
	mov	r10 = ar.bsp
	;;
	cover
	;;
	mov	r11 = ar.bsp
	br.call.sptk b0 = 1f
1:
	mov	r12 = ar.pfs
	;;
	sub	r13 = r11, r10
	dep.z	r12 = r12, 0, 38
	;;
	cmp.ne	p7, p0 = r0, r12
	;;
	CHECK(8)
	cmp.ltu	p7, p0 = 40, r13		// four registers, and perhaps a NaT collection
	cmp.gtu	p8, p0 = 32, r13
	;;
	CHECK(9)
(p8)	mov	r20 = 9
(p8)	br.spnt	fail
	;;
	alloc	r14 = ar.pfs, 0, 2, 2, 0
	;;
// 10: another backing store: loadrs with zero drops what is in registers, the new store is read by a return.
	flushrs
	;;
	mov	r10 = ar.bspstore
	mov	r11 = ar.rnat
	movl	r12 = store + 576
	;;
	loadrs					// ar.rsc.loadrs is zero
	;;
	mov	ar.bspstore = r12
	;;
	mov	ar.rnat = r0
	;;
	mov	r13 = ar.bsp
	;;
	cmp.ne	p7, p0 = r12, r13
	;;
	CHECK(10)
// 11: loadrs brings in what lies below: 16 bytes of the new store.
	movl	r15 = 16 << 16
	movl	r16 = store + 560
	mov	r17 = 41
	mov	r18 = 42
	;;
	st8	[r16] = r17, 8
	;;
	st8	[r16] = r18
	mov	ar.rsc = r15
	;;
	alloc	r14 = ar.pfs, 0, 0, 0, 0	// loadrs wants an empty frame then
	;;
	loadrs
	;;
	mov	r16 = ar.bspstore
	;;
	sub	r16 = r12, r16
	;;
	cmp.ne	p7, p0 = 16, r16
	;;
	CHECK(11)
// 12: a return into a frame of these two gives them.
	movl	r16 = 0x102			// sof 2, sol 2
	movl	r17 = 2f
	;;
	mov	ar.pfs = r16
	mov	b6 = r17
	;;
	br.ret.sptk b6
	;;
2:
	cmp.ne	p7, p0 = 41, r32
	cmp.ne	p8, p0 = 42, r33
	;;
	CHECK(12)
(p8)	mov	r20 = 12
	;;
fail:
	mov	ar.rsc = 0
	alloc	r14 = ar.pfs, 0, 0, 1, 0
	;;
	mov	out0 = r20
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	_start

// The sum of n, n - 1 and so on to 1, added up on the way back.
	.proc	descend
descend:
	alloc	r33 = ar.pfs, 1, 4, 1, 0
	mov	r34 = b0
	;;
	cmp.eq	p7, p0 = 0, in0
(p7)	br.ret.spnt b0
	;;
// Every fifth frame: a NaT in r35.
	movl	r16 = 0x3333333333333334
	;;
	setf.sig f6 = r16
	setf.sig f7 = in0
	;;
	xma.hu	f8 = f6, f7, f0
	;;
	getf.sig r17 = f8
	;;
	shladd	r17 = r17, 2, r17
	mov	r35 = in0
	;;
	cmp.eq	p8, p9 = r17, in0
	;;
	mov	r36 = pr
(p8)	ld8.s	r35 = [r0]
	adds	out0 = -1, in0
	br.call.sptk b0 = descend
	;;
	mov	pr = r36, -1
	;;
(p8)	tnat.z	p7, p0 = r35
	;;
(p9)	tnat.nz	p7, p0 = r35
	;;
(p7)	br.spnt	wrong
(p9)	cmp.ne	p7, p0 = r35, in0
	;;
(p7)	br.spnt	wrong
	;;
	add	r8 = r8, in0
wrong:
	mov	ar.pfs = r33
	mov	b0 = r34
	;;
	br.ret.sptk b0
	;;
	.endp	descend

// Looks for the caller's r32 and the NaT bit of its r33 in memory: r17, r18.
	.proc	keep
keep:
	mov	r10 = ar.bsp
	flushrs
	;;
	mov	r11 = ar.rnat
	mov	r12 = ar.bspstore
	;;
// The caller's locals are the two registers below ar.bsp, with a collection between if bits 3 to 8 wrap.
	adds	r16 = -8, r10
	;;
	extr.u	r13 = r16, 3, 6
	;;
	cmp.eq	p7, p0 = 63, r13
	;;
(p7)	adds	r16 = -8, r16
	;;
	extr.u	r13 = r16, 3, 6			// of r33
	adds	r15 = -8, r16
	dep	r18 = -1, r16, 3, 6		// where its collection is
	;;
	cmp.ltu	p8, p9 = r18, r12		// stored already
	;;
(p8)	ld8	r11 = [r18]
	;;
	shr.u	r18 = r11, r13
	extr.u	r13 = r15, 3, 6
	;;
	and	r18 = 1, r18
	cmp.eq	p7, p0 = 63, r13
	;;
(p7)	adds	r15 = -8, r15
	;;
	ld8	r17 = [r15]
	br.ret.sptk b0
	;;
	.endp	keep

	.section .data
	.align	512
store:
	.skip	4096
