// Instructions at the edge of what a program may do. Exits with the number of the first check that fails, or 0.
#define CHECK(number)			\
(p7)	mov	out0 = number;		\
(p7)	br.cond.spnt fail;;

	.text
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 0, 1, 0
	mov	r31 = ip
	;;
// 1: a probe sees that code may be read, 2: and not written.
	probe.r	r16 = r31, 3
	probe.w	r17 = r31, 3
	;;
	cmp.ne	p7, p0 = 1, r16
	;;
	CHECK(1)
	cmp.ne	p7, p0 = 0, r17
	;;
	CHECK(2)
// 3: the vendor in cpuid[0] is "GenuineI"; 4: cpuid[3] says that the last register is 4.
	mov	r16 = r0
	mov	r17 = 3
	movl	r19 = 0x49656e69756e6547
	;;
	mov	r16 = cpuid[r16]
	mov	r17 = cpuid[r17]
	;;
	cmp.ne	p7, p0 = r19, r16
	zxt1	r17 = r17
	;;
	CHECK(3)
	cmp.ne	p7, p0 = 4, r17
	;;
	CHECK(4)
// 5: a translation hash is an address in the region of the address hashed; 6: two pages of one region have two hashes.
	thash	r16 = r31
	addl	r18 = 0x4000, r0
	;;
	add	r18 = r18, r31
	;;
	thash	r17 = r18
	shr.u	r20 = r16, 61
	shr.u	r21 = r31, 61
	;;
	cmp.ne	p7, p0 = r20, r21
	;;
	CHECK(5)
	cmp.eq	p7, p0 = r16, r17
	;;
	CHECK(6)
// 7: a tag exists for every address and is the same twice.
	ttag	r16 = r31
	ttag	r17 = r31
	;;
	cmp.ne	p7, p0 = r16, r17
	;;
	CHECK(7)
// 8: kernel registers can be read.
	mov	r16 = ar.k0
	mov	r17 = ar.k7
	;;
	or	r16 = r16, r17
	;;
	cmp.ne	p7, p0 = r16, r16
	;;
	CHECK(8)
// 9: the resource utilization counter (ar45) does not run backwards.
	mov	r16 = ar45
	;;
	mov	r17 = ar45
	;;
	cmp.ltu	p7, p0 = r17, r16
	;;
	CHECK(9)
	CHECK(10)
// Flushing and ordering change nothing.
	fc	r31
	fc.i	r31
	mf
	;;
	mf.a
	sync.i
	;;
	srlz.i
	;;
	mov	out0 = 0
	;;
fail:
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	_start
