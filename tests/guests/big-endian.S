// Data of the other byte order through um.be, for every kind of reference. Exits with the number of the first check that fails, or 0.
#define CHECK(number, expected, got)	\
	movl	r20 = expected;		\
	mov	r21 = number;;		\
	cmp.ne	p7, p0 = r20, got;;	\
(p7)	br.spnt	fail;;

	.text
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 0, 1, 0
	movl	r10 = bytes
	;;
	adds	r11 = 16, r10
	adds	r12 = 32, r10
	sum	2
	;;
	ld8	r16 = [r10]
	ld4	r17 = [r10]
	ld2	r18 = [r10]
	ld1	r19 = [r10]
	;;
	rum	2
	;;
	CHECK(1, 0x0102030405060708, r16)
	CHECK(2, 0x01020304, r17)
	CHECK(3, 0x0102, r18)
	CHECK(4, 0x01, r19)
	sum	2
	movl	r15 = 0x1122334455667788
	;;
	st8	[r11] = r15
	st4	[r12] = r15
	;;
	rum	2
	;;
	ld8	r16 = [r11]
	ld8	r17 = [r12]
	;;
	CHECK(5, 0x8877665544332211, r16)
	CHECK(6, 0x88776655, r17)
// Semaphores compare, add and exchange what the program sees.
	mov	r18 = 1
	mov	ar.ccv = r15
	sum	2
	;;
	cmpxchg8.acq r16 = [r11], r18, ar.ccv
	;;
	fetchadd8.acq r17 = [r11], 16
	;;
	xchg2	r19 = [r12], r15
	;;
	rum	2
	;;
	ld8	r22 = [r11]
	ld8	r23 = [r12]
	;;
	CHECK(7, 0x1122334455667788, r16)
	CHECK(8, 1, r17)
	CHECK(9, 0x5566, r19)
	CHECK(10, 0x1100000000000000, r22)
	CHECK(11, 0x88778877, r23)
// Floating-point loads and stores, pairs, and the spilled form.
	sum	2
	;;
	ldfd	f6 = [r10]
	ldfps	f8, f9 = [r10]
	;;
	stf.spill [r11] = f6
	stfs	[r12] = f8
	;;
	ldf.fill f7 = [r11]
	ld16	r24, ar.csd = [r10]
	;;
	rum	2
	;;
	getf.d	r16 = f7
	getf.s	r17 = f9
	ld8	r18 = [r11]
	ld4	r19 = [r12]
	mov	r25 = ar.csd
	;;
	CHECK(12, 0x0102030405060708, r16)
	CHECK(13, 0x05060708, r17)
	CHECK(14, 0x10fc000000000000, r18)	// sign and exponent come first
	CHECK(15, 0x04030201, r19)
	CHECK(16, 0x0102030405060708, r24)
	CHECK(17, 0x090a0b0c0d0e0f10, r25)
	mov	r21 = 0
	;;
fail:
	mov	out0 = r21
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	_start

	.section .data
	.align	16
bytes:
	data1	1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
	.skip	64
