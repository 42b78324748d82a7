// Loads moved above a store that may write the same word. A store to the word removes the entry of
// the advanced load from the ALAT; the check then loads again (ld.c) or branches to recovery code (chk.a).
// In ds_*(table, stores, loads, count) step i stores to table[stores[i]] and then uses table[loads[i]].

	.text
	.explicit

// i64 ds_load_check(...): sum = 2 * sum + loaded, repaired by ld8.c.clr.
	.global	ds_load_check
	.proc	ds_load_check
	.align	32
ds_load_check:
	alloc	r14 = ar.pfs, 4, 0, 0, 0
	mov.i	r31 = ar.lc
	adds	r15 = -1, in3
	mov	r8 = 1
	;;
	mov.i	ar.lc = r15
	;;
.Lcheck:
	ld8	r16 = [in1], 8
	ld8	r17 = [in2], 8
	;;
	shladd	r16 = r16, 3, in0
	shladd	r17 = r17, 3, in0
	;;
	ld8.a	r18 = [r17]
	;;
	st8	[r16] = r8
	shladd	r19 = r8, 1, r0
	;;
	ld8.c.clr r18 = [r17]
	;;
	add	r8 = r19, r18
	br.cloop.sptk.few .Lcheck
	;;
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
	.endp	ds_load_check

// i64 ds_recover(...): sum += 3 * loaded + 1; the product is computed before the store too, so chk.a.clr.
	.global	ds_recover
	.proc	ds_recover
	.align	32
ds_recover:
	alloc	r14 = ar.pfs, 4, 0, 0, 0
	mov.i	r31 = ar.lc
	adds	r15 = -1, in3
	mov	r8 = 1
	;;
	mov.i	ar.lc = r15
	;;
.Lrecover:
	ld8	r16 = [in1], 8
	ld8	r17 = [in2], 8
	;;
	shladd	r16 = r16, 3, in0
	shladd	r17 = r17, 3, in0
	;;
	ld8.a	r18 = [r17]
	;;
	shladd	r19 = r18, 1, r18
	st8	[r16] = r8
	;;
	chk.a.clr r18, .Lrecover_again
	;;
.Lrecover_checked:
	add	r8 = r8, r19, 1
	br.cloop.sptk.few .Lrecover
	;;
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
.Lrecover_again:
	ld8	r18 = [r17]
	;;
	shladd	r19 = r18, 1, r18
	br.cond.sptk.few .Lrecover_checked
	;;
	.endp	ds_recover

// i64 ds_invariant(table, stores, cell, count): table[stores[i]] = sum ^ i; sum += *cell.
// The load stands before the loop, ld8.c.nc keeps its entry alive. Every sixteenth step invala.e drops
// the entry, every sixty-fourth invala drops all: the check must load again and allocate again.
	.global	ds_invariant
	.proc	ds_invariant
	.align	32
ds_invariant:
	alloc	r14 = ar.pfs, 4, 0, 0, 0
	mov.i	r31 = ar.lc
	adds	r15 = -1, in3
	mov	r8 = 0
	mov	r20 = 0
	ld8.a	r18 = [in2]
	;;
	mov.i	ar.lc = r15
	;;
.Linvariant:
	ld8	r16 = [in1], 8
	xor	r19 = r8, r20
	adds	r20 = 1, r20
	;;
	shladd	r16 = r16, 3, in0
	and	r21 = 15, r20
	and	r22 = 63, r20
	;;
	st8	[r16] = r19
	cmp.eq	p6, p0 = 0, r21
	cmp.eq	p7, p0 = 0, r22
	;;
(p6)	invala.e r18
	;;
(p7)	invala
	;;
	ld8.c.nc r18 = [in2]
	;;
	add	r8 = r8, r18
	br.cloop.sptk.few .Linvariant
	;;
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
	.endp	ds_invariant

// i64 ds_bytes(table, ...): the store is one byte inside a word, the load is the whole word.
	.global	ds_bytes
	.proc	ds_bytes
	.align	32
ds_bytes:
	alloc	r14 = ar.pfs, 4, 0, 0, 0
	mov.i	r31 = ar.lc
	adds	r15 = -1, in3
	mov	r8 = 1
	;;
	mov.i	ar.lc = r15
	;;
.Lbytes:
	ld8	r16 = [in1], 8
	ld8	r17 = [in2], 8
	;;
	shladd	r16 = r16, 3, in0
	shladd	r17 = r17, 3, in0
	;;
	ld8.a	r18 = [r17]
	adds	r16 = 3, r16
	;;
	st1	[r16] = r8
	shladd	r19 = r8, 1, r0
	;;
	chk.a.nc r18, .Lbytes_again
	;;
.Lbytes_checked:
	add	r8 = r19, r18
	br.cloop.sptk.few .Lbytes
	;;
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
.Lbytes_again:
	ld8	r18 = [r17]
	br.cond.sptk.few .Lbytes_checked
	;;
	.endp	ds_bytes

// double ds_float(table, ...): sum = sum * 0.5 + loaded * 0.25. Even steps check with ldfd.c.clr, odd steps with chk.a.clr.
	.global	ds_float
	.proc	ds_float
	.align	32
ds_float:
	alloc	r14 = ar.pfs, 4, 0, 0, 0
	mov.i	r31 = ar.lc
	adds	r15 = -1, in3
	movl	r20 = 0x3fe0000000000000	// 0.5
	movl	r21 = 0x3fd0000000000000	// 0.25
	mov	f8 = f1
	;;
	mov.i	ar.lc = r15
	setf.d	f10 = r20
	setf.d	f11 = r21
	mov	r22 = 0
	;;
.Lfloat:
	ld8	r16 = [in1], 8
	ld8	r17 = [in2], 8
	tbit.z	p6, p7 = r22, 0			// p6: an even step
	adds	r22 = 1, r22
	;;
	shladd	r16 = r16, 3, in0
	shladd	r17 = r17, 3, in0
	;;
	ldfd.a	f9 = [r17]
	;;
(p7)	fmpy.d	f12 = f9, f11
	stfd	[r16] = f8
	;;
(p6)	ldfd.c.clr f9 = [r17]
	;;
(p7)	chk.a.clr f9, .Lfloat_again
	;;
.Lfloat_checked:
(p6)	fmpy.d	f12 = f9, f11
	;;
	fma.d	f8 = f8, f10, f12
	br.cloop.sptk.few .Lfloat
	;;
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
.Lfloat_again:
	ldfd	f9 = [r17]
	;;
	fmpy.d	f12 = f9, f11
	br.cond.sptk.few .Lfloat_checked
	;;
	.endp	ds_float

// i64 ds_pointers(table, stores, pointers, count): the load is both advanced and speculative, above the store
// and above the test of the pointer: sum += *pointer, or sum ^= 0x55 where the pointer is null.
	.global	ds_pointers
	.proc	ds_pointers
	.align	32
ds_pointers:
	alloc	r14 = ar.pfs, 4, 0, 0, 0
	mov.i	r31 = ar.lc
	adds	r15 = -1, in3
	mov	r8 = 1
	;;
	mov.i	ar.lc = r15
	;;
.Lpointers:
	ld8	r16 = [in1], 8
	ld8	r17 = [in2], 8
	;;
	ld8.sa	r18 = [r17]
	shladd	r16 = r16, 3, in0
	cmp.ne	p6, p7 = r0, r17
	;;
	st8	[r16] = r8
	;;
(p6)	chk.a.clr r18, .Lpointers_again
	;;
.Lpointers_checked:
(p6)	add	r8 = r8, r18
	;;
(p7)	xor	r8 = 0x55, r8
	br.cloop.sptk.few .Lpointers
	;;
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
.Lpointers_again:
	ld8	r18 = [r17]
	br.cond.sptk.few .Lpointers_checked
	;;
	.endp	ds_pointers

// i64 ds_many(table, stores, count): forty advanced loads in flight, more than the 32 entries of the ALAT, then eight
// stores, then forty checks. Every step: table[stores[8i + k]] = sum + k; sum = 2 * sum + table[k] for all k.
	.global	ds_many
	.proc	ds_many
	.align	32
ds_many:
	alloc	r14 = ar.pfs, 3, 45, 0, 0
	mov.i	r31 = ar.lc
	adds	r15 = -1, in2
	mov	r8 = 0
	;;
	mov.i	ar.lc = r15
	;;
.Lmany:
	mov	r16 = in0
	;;
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39
	ld8.a	loc\n = [r16], 8
	;;
	.endr
	.irp	k, 0,1,2,3,4,5,6,7
	ld8	r17 = [in1], 8
	;;
	shladd	r17 = r17, 3, in0
	adds	r18 = \k, r8
	;;
	st8	[r17] = r18
	;;
	.endr
	mov	r16 = in0
	shladd	r8 = r8, 1, r0
	;;
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38
	ld8.c.clr loc\n = [r16], 8
	;;
	add	r8 = r8, loc\n
	;;
	shladd	r8 = r8, 1, r0
	;;
	.endr
	ld8.c.clr loc39 = [r16], 8
	;;
	add	r8 = r8, loc39
	br.cloop.sptk.few .Lmany
	;;
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
	.endp	ds_many
