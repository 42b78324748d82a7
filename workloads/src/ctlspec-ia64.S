// Speculative loads moved above the branch or test that guards them. A load from an address without a page
// gives a NaT instead of a fault; chk.s branches to recovery code when its register holds one.

	.text
	.explicit

// i64 cs_guarded(i64 *const *pointers, i64 count, i64 *deferred): sum = sum * 3 + *pointer; null pointers are counted by their NaT.
	.global	cs_guarded
	.proc	cs_guarded
	.align	32
cs_guarded:
	alloc	r14 = ar.pfs, 3, 0, 0, 0
	mov.i	r31 = ar.lc
	adds	r15 = -1, in1
	mov	r8 = 0
	mov	r20 = 0
	;;
	mov.i	ar.lc = r15
	;;
.Lguarded:
	ld8	r16 = [in0], 8
	;;
	ld8.s	r17 = [r16]
	cmp.ne	p6, p7 = r0, r16
	;;
(p6)	chk.s.m	r17, .Lguarded_again
	;;
.Lguarded_checked:
(p7)	tnat.nz.unc p8, p0 = r17
(p6)	shladd	r8 = r8, 1, r8
	;;
(p6)	add	r8 = r8, r17
(p8)	adds	r20 = 1, r20
	br.cloop.sptk.few .Lguarded
	;;
	st8	[in2] = r20
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
.Lguarded_again:
	ld8	r17 = [r16]
	br.cond.sptk.few .Lguarded_checked
	;;
	.endp	cs_guarded

// i64 cs_chain(i64 **const *roots, i64 count): sum = 2 * sum + 5 * **root, with 7 for a value that cannot be reached.
// Two loads and the product are speculative; the NaT of either load reaches the product, and one check repairs all.
	.global	cs_chain
	.proc	cs_chain
	.align	32
cs_chain:
	alloc	r14 = ar.pfs, 2, 0, 0, 0
	mov.i	r31 = ar.lc
	adds	r15 = -1, in1
	movl	r22 = 0x10000			// below: no address
	mov	r8 = 0
	;;
	mov.i	ar.lc = r15
	;;
.Lchain:
	ld8	r16 = [in0], 8
	shladd	r8 = r8, 1, r0
	;;
	ld8.s	r17 = [r16]
	;;
	ld8.s	r18 = [r17]
	;;
	shladd	r19 = r18, 2, r18
	;;
	chk.s.i	r19, .Lchain_again
	;;
.Lchain_checked:
	add	r8 = r8, r19
	br.cloop.sptk.few .Lchain
	;;
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
.Lchain_again:
	cmp.ne	p6, p0 = r0, r16
	mov	r17 = 0
	mov	r18 = 7
	;;
(p6)	ld8	r17 = [r16]
	;;
	cmp.geu	p7, p0 = r17, r22
	;;
(p7)	ld8	r18 = [r17]
	;;
	shladd	r19 = r18, 2, r18
	br.cond.sptk.few .Lchain_checked
	;;
	.endp	cs_chain

// i64 cs_list(const struct link *first): sum = 2 * sum + value along the list. The loads from the next link start
// before it is known that there is one: the last of them defers.
	.global	cs_list
	.proc	cs_list
	.align	32
cs_list:
	alloc	r14 = ar.pfs, 1, 0, 0, 0
	adds	r17 = 8, in0
	mov	r16 = in0
	mov	r8 = 0
	;;
	ld8.s	r18 = [r16]			// next
	ld8.s	r19 = [r17]			// value
	cmp.eq	p6, p0 = r0, in0
(p6)	br.ret.spnt.many b0
	;;
.Llist:
	chk.s.m	r18, .Llist_again
	chk.s.m	r19, .Llist_again
	;;
.Llist_checked:
	shladd	r8 = r8, 1, r19
	adds	r17 = 8, r18
	mov	r16 = r18
	cmp.ne	p6, p0 = r0, r18
	;;
	ld8.s	r18 = [r16]
	ld8.s	r19 = [r17]
(p6)	br.cond.sptk.few .Llist
	;;
	br.ret.sptk.many b0
	;;
.Llist_again:
	ld8	r18 = [r16]
	ld8	r19 = [r17]
	br.cond.sptk.few .Llist_checked
	;;
	.endp	cs_list

// i64 cs_deep(i64 depth, const i64 *cell): recursion with 26 local registers, one of them a NaT at every even depth.
// The register stack engine must carry the NaT bit to the backing store and back.
	.global	cs_deep
	.proc	cs_deep
	.align	32
cs_deep:
	alloc	loc0 = ar.pfs, 2, 28, 2, 0
	cmp.eq	p6, p0 = r0, in0
	mov	r8 = 1
	;;
(p6)	br.ret.spnt.many b0
	;;
	mov	loc1 = b0
	tbit.nz	p7, p8 = in0, 0
	adds	out0 = -1, in0
	mov	out1 = in1
	;;
(p7)	ld8	loc2 = [in1]
(p8)	ld8.s	loc2 = [r0]
	.irp	n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27
	adds	loc\n = \n - 2, in0
	.endr
	br.call.sptk.many b0 = cs_deep
	;;
	shladd	r8 = r8, 1, r0
	tnat.nz	p6, p0 = loc2
	tbit.nz	p7, p0 = in0, 0
	mov	b0 = loc1
	mov.i	ar.pfs = loc0
	;;
	.irp	n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27
	add	r8 = r8, loc\n
	;;
	.endr
(p6)	adds	r8 = 1000, r8
	;;
(p7)	add	r8 = r8, loc2
	br.ret.sptk.many b0
	;;
	.endp	cs_deep

// i64 cs_spill(i64 *memory, i64 count, const i64 *cell): spills a NaT and a number, fills both; the NaT bits pass through ar.unat.
	.global	cs_spill
	.proc	cs_spill
	.align	32
cs_spill:
	alloc	r14 = ar.pfs, 3, 0, 0, 0
	mov.i	r31 = ar.lc
	adds	r15 = -1, in1
	ld8	r23 = [in2]
	mov.m	r30 = ar.unat
	mov	r8 = 0
	mov	r20 = 0
	;;
	mov.i	ar.lc = r15
	adds	r21 = 8, in0
	;;
.Lspill:
	ld8.s	r16 = [r0]
	xor	r17 = r23, r20
	adds	r20 = 1, r20
	;;
	st8.spill [in0] = r16
	;;
	st8.spill [r21] = r17
	;;
	ld8.fill r18 = [in0]
	ld8.fill r19 = [r21]
	;;
	tnat.nz	p6, p7 = r18
	tnat.z	p8, p9 = r19
	;;
(p6)	adds	r8 = 1, r8
	;;
(p8)	add	r8 = r8, r19
	br.cloop.sptk.few .Lspill
	;;
	mov.m	ar.unat = r30
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
	.endp	cs_spill

// double cs_float(double *const *pointers, i64 count): sum = sum * 0.5 + (x * x + x), x = *pointer, or 0.125 for a null pointer.
// A floating-point NaT value goes through the multiply-add.
	.global	cs_float
	.proc	cs_float
	.align	32
cs_float:
	alloc	r14 = ar.pfs, 2, 0, 0, 0
	mov.i	r31 = ar.lc
	adds	r15 = -1, in1
	movl	r20 = 0x3fe0000000000000	// 0.5
	movl	r21 = 0x3fc0000000000000	// 0.125
	mov	f8 = f1
	;;
	mov.i	ar.lc = r15
	setf.d	f10 = r20
	setf.d	f11 = r21
	;;
.Lcs_float:
	ld8	r16 = [in0], 8
	;;
	ldfd.s	f9 = [r16]
	;;
	fma.d	f12 = f9, f9, f9
	;;
	chk.s	f12, .Lcs_float_again
	;;
.Lcs_float_checked:
	fma.d	f8 = f8, f10, f12
	br.cloop.sptk.few .Lcs_float
	;;
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
.Lcs_float_again:
	cmp.ne	p6, p7 = r0, r16
	;;
(p6)	ldfd	f9 = [r16]
(p7)	mov	f9 = f11
	;;
	fma.d	f12 = f9, f9, f9
	br.cond.sptk.few .Lcs_float_checked
	;;
	.endp	cs_float
