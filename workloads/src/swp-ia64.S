// Software-pipelined loops. Register names with an index are rotating: what is written as name[0]
// is read as name[k] k iterations later. Stage k of the pipeline is guarded by stage[k], which is p16+k.

	.text
	.explicit

// i64 swp_sum(const i64 *a, i64 count): count >= 1. Stages: load, two of latency, add.
	.global	swp_sum
	.proc	swp_sum
	.align	32
swp_sum:
	alloc	r14 = ar.pfs, 2, 6, 0, 8
	.rotr	v[8]
	.rotp	stage[15]
	mov	r17 = pr
	mov.i	r18 = ar.lc
	mov	r15 = in0
	adds	r16 = -1, in1
	mov	r8 = 0
	;;
	mov.i	ar.lc = r16
	mov	pr.rot = 1 << 16
	;;
	mov.i	ar.ec = 4
	;;
.Lsum:
(stage[0]) ld8	v[0] = [r15], 8
(stage[3]) add	r8 = r8, v[3]
	br.ctop.sptk.few .Lsum
	;;
	mov	pr = r17, -1
	mov.i	ar.lc = r18
	br.ret.sptk.many b0
	;;
	.endp	swp_sum

// i64 swp_sum_by_two(const i64 *a, i64 count): a[0] + ~a[1] + a[2] + ~a[3] ..., count >= 1.
// The loop is unrolled by two; each half rotates, so the loop has two exits.
	.global	swp_sum_by_two
	.proc	swp_sum_by_two
	.align	32
swp_sum_by_two:
	alloc	r14 = ar.pfs, 2, 6, 0, 8
	.rotr	w[8]
	mov	r17 = pr
	mov.i	r18 = ar.lc
	mov	r15 = in0
	adds	r16 = -1, in1
	mov	r8 = 0
	;;
	mov.i	ar.lc = r16
	mov	pr.rot = 1 << 16
	;;
	mov.i	ar.ec = 3			// an even stage distance: the halves keep their parity
	;;
.Ltwo:
(stage[0]) ld8	w[0] = [r15], 8
(stage[2]) add	r8 = r8, w[2]
	br.cexit.spnt.few .Ltwo_end
	;;
(stage[0]) ld8	w[0] = [r15], 8
(stage[2]) andcm r19 = -1, w[2]
	;;
(stage[2]) add	r8 = r8, r19
	br.ctop.sptk.few .Ltwo
	;;
.Ltwo_end:
	mov	pr = r17, -1
	mov.i	ar.lc = r18
	br.ret.sptk.many b0
	;;
	.endp	swp_sum_by_two

// double swp_dot(const double *x, const double *y, i64 count): count >= 5.
// acc[5] is the sum written five iterations ago, so five partial sums are in flight.
	.global	swp_dot
	.proc	swp_dot
	.align	32
swp_dot:
	alloc	r14 = ar.pfs, 3, 5, 0, 8
	.rotf	fx[10], fy[10], acc[6]
	mov	r17 = pr
	mov.i	r18 = ar.lc
	mov	r15 = in0
	mov	r19 = in1
	adds	r16 = -1, in2
	;;
	mov.i	ar.lc = r16
	mov	pr.rot = 1 << 16
	// acc[5] of the iterations 9 to 13, the first that add, are fy[6] down to fy[2] before the loop.
	mov	fy[2] = f0
	mov	fy[3] = f0
	;;
	mov.i	ar.ec = 10
	mov	fy[4] = f0
	mov	fy[5] = f0
	;;
	mov	fy[6] = f0
	;;
.Ldot:
(stage[0]) ldfd	fx[0] = [r15], 8
(stage[0]) ldfd	fy[0] = [r19], 8
(stage[9]) fma.d acc[0] = fx[9], fy[9], acc[5]
	br.ctop.sptk.few .Ldot
	;;
	// The last iteration rotates too: the youngest sum is acc[1].
	fadd.d	f6 = acc[1], acc[2]
	fadd.d	f7 = acc[3], acc[4]
	;;
	fadd.d	f6 = f6, f7
	;;
	fadd.d	f8 = f6, acc[5]
	mov	pr = r17, -1
	mov.i	ar.lc = r18
	br.ret.sptk.many b0
	;;
	.endp	swp_dot

// void swp_axpy(double *y, const double *x, i64 count, double factor): y += factor * x, count >= 1.
	.global	swp_axpy
	.proc	swp_axpy
	.align	32
swp_axpy:
	alloc	r14 = ar.pfs, 3, 5, 0, 8
	.rotf	gx[10], gy[10], sum[6]
	mov	r17 = pr
	mov.i	r18 = ar.lc
	mov	r15 = in0			// y to load
	mov	r20 = in0			// y to store
	mov	r19 = in1
	adds	r16 = -1, in2
	;;
	mov.i	ar.lc = r16
	mov	pr.rot = 1 << 16
	;;
	mov.i	ar.ec = 15
	;;
.Laxpy:
(stage[0]) ldfd	gx[0] = [r19], 8
(stage[0]) ldfd	gy[0] = [r15], 8
(stage[9]) fma.d sum[0] = f8, gx[9], gy[9]
(stage[14]) stfd [r20] = sum[5], 8
	br.ctop.sptk.few .Laxpy
	;;
	mov	pr = r17, -1
	mov.i	ar.lc = r18
	br.ret.sptk.many b0
	;;
	.endp	swp_axpy

// i64 swp_copy(i64 *to, const i64 *from): copies up to and with the first zero, returns the words before it.
// A while loop: the loads of two iterations ahead are speculative, the predicates come from the compare.
	.global	swp_copy
	.proc	swp_copy
	.align	32
swp_copy:
	alloc	r14 = ar.pfs, 2, 6, 0, 8
	.rotr	u[8]
	mov	r17 = pr
	mov	r15 = in0
	mov	r19 = in1
	mov	r8 = -1
	;;
	mov.i	ar.ec = 2
	mov	pr.rot = 1 << 16
	;;
.Lcopy:
	ld8.s	u[0] = [r19], 8
(stage[2]) chk.s u[2], .Lcopy_again
	;;
.Lcopy_checked:
(stage[2]) cmp.ne p17, p0 = r0, u[2]
(stage[2]) st8	[r15] = u[2], 8
(stage[2]) adds	r8 = 1, r8
	;;
(stage[1]) br.wtop.sptk.few .Lcopy
	;;
	mov	pr = r17, -1
	br.ret.sptk.many b0
	;;
.Lcopy_again:
	adds	r20 = -24, r19			// the address has advanced three times since
	;;
	ld8	u[2] = [r20]
	br.cond.sptk.few .Lcopy_checked
	;;
	.endp	swp_copy
