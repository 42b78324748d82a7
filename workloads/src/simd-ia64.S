// Parallel integer arithmetic. simd_length and simd_differences use a multimedia result in the next instruction.

	.text
	.explicit

	.macro	counted_loop
	adds	r15 = -1, r34
	mov.i	r31 = ar.lc
	mov	r8 = 0
	;;
	mov.i	ar.lc = r15
	;;
	.endm

	.macro	loop_end label
	br.cloop.sptk.few \label
	;;
	mov.i	ar.lc = r31
	br.ret.sptk.many b0
	;;
	.endm

// u64 simd_differences(const u64 *a, const u64 *b, i64 count): sum of the absolute differences of all bytes.
	.global	simd_differences
	.proc	simd_differences
	.align	32
simd_differences:
	counted_loop
.Ldifferences:
	ld8	r16 = [r32], 8
	ld8	r17 = [r33], 8
	;;
	psad1	r18 = r16, r17
	;;
	add	r8 = r8, r18
	loop_end .Ldifferences
	.endp	simd_differences

// u64 simd_length(const u64 *text): bytes before the first zero byte; text is aligned.
	.global	simd_length
	.proc	simd_length
	.align	32
simd_length:
	mov	r8 = 0
	;;
.Llength:
	ld8	r16 = [r32], 8
	;;
	czx1.r	r17 = r16
	;;
	add	r8 = r8, r17
	cmp.eq	p6, p0 = 8, r17
(p6)	br.cond.sptk.few .Llength
	;;
	br.ret.sptk.many b0
	;;
	.endp	simd_length

// u64 simd_bytes(const u64 *a, const u64 *b, i64 count)
	.global	simd_bytes
	.proc	simd_bytes
	.align	32
simd_bytes:
	counted_loop
.Lbytes:
	ld8	r16 = [r32], 8
	ld8	r17 = [r33], 8
	shladd	r8 = r8, 1, r0
	;;
	padd1.uuu r18 = r16, r17
	pcmp1.eq r19 = r16, r17
	pmax1.u	r20 = r16, r17
	;;
	xor	r18 = r18, r19
	add	r8 = r8, r20
	;;
	add	r8 = r8, r18
	loop_end .Lbytes
	.endp	simd_bytes

// u64 simd_halves(const u64 *a, const u64 *b, i64 count)
	.global	simd_halves
	.proc	simd_halves
	.align	32
simd_halves:
	counted_loop
.Lhalves:
	ld8	r16 = [r32], 8
	ld8	r17 = [r33], 8
	shladd	r8 = r8, 1, r0
	;;
	pmpyshr2 r18 = r16, r17, 16
	padd2.sss r19 = r16, r17
	pmin2	r20 = r16, r17
	;;
	pack2.uss r21 = r19, r20
	popcnt	r22 = r19
	;;
	nop.m	0
	;;
	xor	r18 = r18, r21
	add	r8 = r8, r22
	;;
	add	r8 = r8, r18
	loop_end .Lhalves
	.endp	simd_halves

// u64 simd_permute(const u64 *a, i64 count)
	.global	simd_permute
	.proc	simd_permute
	.align	32
simd_permute:
	alloc	r14 = ar.pfs, 3, 0, 0, 0	// the third input is the count of counted_loop
	mov	r34 = r33
	;;
	counted_loop
.Lpermute:
	ld8	r16 = [r32], 8
	shladd	r8 = r8, 1, r0
	;;
	mux1	r17 = r16, @rev
	mux1	r18 = r16, @shuf
	;;
	unpack1.l r19 = r16, r17
	mix2.r	r20 = r16, r17
	;;
	xor	r17 = r17, r18
	xor	r19 = r19, r20
	;;
	add	r17 = r17, r19
	;;
	add	r8 = r8, r17
	loop_end .Lpermute
	.endp	simd_permute
