// Every pair of a producer and a consumer class 3 times in a loop.
//
// Written by tools/kernels-bypasses, which holds the rules; table.csv holds the cycles. The second argument is the number
// of the row.

	.include "kernel.inc"
	kernel_buffer 8192
	.set	second, buffer + 2048
	kernel_start
	movl	r20 = buffer
	movl	r21 = second
	movl	r24 = buffer + 4096
	movl	r22 = buffer + 6144
	movl	r26 = buffer + 7168
	movl	r25 = 0x0001000100010001
	;;
	st8	[r20] = r21
	setf.sig f20 = r21
	mov	b6 = r21
	mov.m	ar.ccv = r21
	ldfd.a	f8 = [r26]
	adds	r23 = 1024, r20
	;;
	ld8.a	r8 = [r20]
	;;
	kernel_select 128
	.align	128
.L0:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L0
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L2:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L2
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L3:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L3
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L4:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L4
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L5:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L5
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L6:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L6
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L7:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L7
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L8:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L8
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L9:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L9
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L10:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L10
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L11:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L11
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L12:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L12
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L13:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L13
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L14:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L14
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L15:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L15
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L16:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L16
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L17:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L17
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L18:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L18
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L19:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L19
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L20:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L20
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L21:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L21
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L22:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L22
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L23:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L23
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L24:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L24
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L25:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L25
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L26:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L26
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L27:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L27
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L28:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L28
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L29:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L29
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L30:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L30
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L31:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L31
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L32:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L32
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L33:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L33
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L34:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L34
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L35:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L35
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L36:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L36
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L37:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L37
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L38:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L38
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L39:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L39
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L40:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L40
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L41:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L41
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L42:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L42
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L43:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L43
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L44:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L44
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L45:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L45
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L46:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L46
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L47:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L47
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L48:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L48
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L49:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L49
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L50:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L50
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L51:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L51
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L52:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L52
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L53:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L53
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L54:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L54
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L55:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L55
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L56:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L56
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L57:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L57
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L58:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L58
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L59:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L59
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L60:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L60
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L61:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L61
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L62:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L62
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L63:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L63
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L64:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L64
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L65:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L65
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L66:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L66
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L67:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L67
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L68:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L68
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L69:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L69
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L70:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L70
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L71:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L71
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L72:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L72
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L73:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L73
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L74:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L74
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L75:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L75
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L76:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L76
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L77:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L77
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L78:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L78
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L79:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L79
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L80:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L80
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L81:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L81
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L82:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L82
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L83:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L83
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L84:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L84
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L85:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L85
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L86:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L86
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L87:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L87
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L88:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L88
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L89:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L89
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L90:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L90
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L91:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L91
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L92:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L92
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L93:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L93
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L94:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L94
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L95:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L95
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L96:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L96
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L97:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L97
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L98:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L98
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L99:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L99
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L100:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L100
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L101:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L101
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L102:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L102
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L103:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L103
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L104:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L104
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L105:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L105
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L106:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L106
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L107:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L107
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L108:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L108
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L109:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L109
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L110:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L110
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L111:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L111
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L112:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L112
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L113:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L113
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L114:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L114
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L115:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L115
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L116:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L116
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L117:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L117
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L118:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L118
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L119:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L119
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L120:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L120
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L121:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L121
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L122:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L122
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L123:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L123
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L124:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L124
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L125:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L125
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L126:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L126
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L127:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L127
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L128:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L128
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L129:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L129
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L130:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L130
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L131:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L131
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L132:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L132
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L133:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L133
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L134:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L134
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L135:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L135
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L136:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L136
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L137:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L137
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L138:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L138
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L139:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L139
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L140:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L140
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L141:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L141
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L142:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L142
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L143:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L143
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L144:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L144
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L145:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L145
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L146:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L146
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L147:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L147
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L148:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L148
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L149:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L149
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L150:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L150
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L151:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L151
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L152:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L152
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L153:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L153
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L154:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L154
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L155:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L155
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L156:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L156
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L157:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L157
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L158:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L158
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L159:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L159
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L160:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L160
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L161:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L161
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L162:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L162
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L163:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L163
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L164:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L164
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L165:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L165
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L166:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L166
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L167:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L167
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L168:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L168
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L169:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L169
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L170:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L170
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L171:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L171
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L172:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L172
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L173:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L173
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L174:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L174
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L175:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L175
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L176:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L176
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L177:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L177
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L178:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L178
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L179:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L179
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L180:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L180
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L181:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L181
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L182:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L182
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L183:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L183
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L184:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L184
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L185:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L185
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L186:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L186
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L187:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L187
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L188:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L188
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L189:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L189
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L190:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L190
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L191:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L191
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L192:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L192
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L193:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L193
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L194:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L194
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L195:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L195
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L196:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L196
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L197:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L197
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L198:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L198
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L199:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L199
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L200:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L200
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L201:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L201
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L202:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L202
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L203:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L203
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L204:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L204
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L205:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L205
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L206:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L206
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L207:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L207
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L208:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L208
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L209:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L209
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L210:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L210
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L211:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L211
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L212:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L212
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L213:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L213
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L214:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L214
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L215:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L215
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L216:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L216
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L217:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L217
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L218:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L218
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L219:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L219
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L220:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L220
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L221:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L221
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L222:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L222
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L223:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L223
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L224:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L224
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L225:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L225
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L226:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L226
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L227:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L227
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L228:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L228
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L229:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L229
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L230:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L230
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L231:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L231
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L232:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L232
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L233:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L233
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L234:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L234
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L235:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L235
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L236:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L236
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L237:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L237
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L238:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L238
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L239:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L239
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L240:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L240
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L241:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L241
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L242:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L242
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L243:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L243
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L244:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L244
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L245:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L245
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L246:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L246
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L247:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L247
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L248:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L248
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L249:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L249
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L250:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L250
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L251:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L251
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L252:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L252
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L253:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L253
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L254:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L254
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L255:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L255
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L256:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L256
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L257:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L257
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L258:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L258
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L259:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L259
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L260:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L260
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L261:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L261
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L262:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L262
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L263:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L263
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L264:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L264
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L265:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L265
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L266:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L266
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L267:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L267
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L268:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L268
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L269:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L269
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L270:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L270
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L271:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L271
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L272:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L272
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L273:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L273
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L274:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L274
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L275:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L275
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L276:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L276
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L277:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L277
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L278:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L278
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L279:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L279
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L280:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L280
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L281:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L281
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L282:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L282
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L283:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L283
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L284:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L284
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L285:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L285
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L286:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L286
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L287:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L287
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L288:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L288
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L289:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L289
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L290:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L290
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L291:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L291
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L292:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L292
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L293:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L293
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L294:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L294
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L295:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L295
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L296:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L296
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L297:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L297
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L298:
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L298
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L299:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L299
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L300:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L300
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L301:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L301
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L302:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L302
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L303:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L303
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L304:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L304
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L305:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L305
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L306:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L306
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L307:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L307
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L308:
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L308
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L309:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L309
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L310:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L310
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L311:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L311
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L312:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L312
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L313:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L313
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L314:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L314
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L315:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L315
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L316:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L316
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L317:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L317
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L318:
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L318
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L319:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L319
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L320:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L320
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L321:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L321
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L322:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L322
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L323:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L323
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L324:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L324
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L325:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L325
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L326:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L326
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L327:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L327
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L328:
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r21, 0, 63
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L328
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L329:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L329
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L330:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L330
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L331:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L331
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L332:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L332
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L333:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L333
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L334:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L334
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L335:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L335
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L336:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L336
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L337:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L337
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L338:
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
	movl	r8 = second
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L338
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L339:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L339
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L340:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L340
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L341:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L341
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L342:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L342
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L343:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L343
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L344:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L344
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L345:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L345
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L346:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L346
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L347:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L347
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L348:
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L348
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L349:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L349
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L350:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L350
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L351:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L351
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L352:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L352
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L353:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L353
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L354:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L354
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L355:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L355
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L356:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L356
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L357:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L357
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L358:
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L358
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L359:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L359
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L360:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L360
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L361:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L361
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L362:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L362
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L363:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L363
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L364:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L364
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L365:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L365
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L366:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L366
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L367:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L367
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L368:
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8], 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L368
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L369:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L369
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L370:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L370
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L371:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L371
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L372:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L372
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L373:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L373
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L374:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L374
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L375:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L375
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L376:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L376
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L377:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L377
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L378:
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = b6
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L378
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L379:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L379
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L380:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L380
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L381:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L381
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L382:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L382
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L383:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L383
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L384:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L384
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L385:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L385
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L386:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L386
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L387:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L387
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L388:
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L388
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L389:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L389
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L390:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L390
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L391:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L391
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L392:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L392
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L393:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L393
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L394:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L394
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L395:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L395
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L396:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L396
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L397:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L397
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L398:
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L398
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L399:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L399
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L400:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L400
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L401:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L401
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L402:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L402
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L403:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L403
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L404:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L404
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L405:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L405
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L406:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L406
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L407:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L407
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L408:
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r21, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L408
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L409:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L409
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L410:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L410
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L411:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L411
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L412:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L412
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L413:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L413
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L414:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L414
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L415:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L415
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L416:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L416
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L417:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L417
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L418:
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r21, r21
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L418
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L419:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L419
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L420:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L420
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L421:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L421
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L422:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L422
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L423:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L423
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L424:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L424
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L425:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L425
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L426:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L426
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L427:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L427
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L428:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r21, r25, 0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L428
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L429:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L429
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L430:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L430
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L431:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L431
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L432:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L432
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L433:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L433
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L434:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L434
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L435:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L435
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L436:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L436
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L437:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L437
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L438:
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r21, r0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L438
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L439:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L439
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L440:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L440
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L441:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L441
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L442:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L442
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L443:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L443
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L444:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L444
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L445:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L445
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L446:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L446
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L447:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L447
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L448:
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r8 = [r20], r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L448
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L449:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L449
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L450:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r8] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L450
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L451:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L451
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L452:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f12, f13 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L452
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L453:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stfd	[r8] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L453
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L454:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	lfetch	[r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L454
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L455:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.clr	r11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L455
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L456:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.clr	f11 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L456
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L457:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	fetchadd8.acq	r11 = [r8], 1
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L457
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L458:
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8.c.nc	r8 = [r20]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	xchg8	r11 = [r24], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L458
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L459:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L459
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L460:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L460
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L461:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L461
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L462:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L462
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L463:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L463
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L464:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L464
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L465:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L465
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L466:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L466
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L467:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L467
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L468:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L468
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L469:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L469
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L470:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L470
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L471:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L471
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L472:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L472
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L473:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L473
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L474:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L474
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L475:
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	addp4	r8 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L475
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L476:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L476
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L477:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L477
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L478:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L478
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L479:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L479
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L480:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L480
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L481:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L481
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L482:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L482
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L483:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L483
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L484:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L484
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L485:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L485
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L486:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L486
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L487:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L487
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L488:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L488
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L489:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L489
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L490:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L490
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L491:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L491
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L492:
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	sxt4	r8 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L492
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L493:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L493
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L494:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L494
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L495:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L495
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L496:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L496
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L497:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L497
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L498:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L498
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L499:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L499
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L500:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L500
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L501:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L501
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L502:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L502
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L503:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L503
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L504:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L504
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L505:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L505
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L506:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L506
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L507:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L507
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L508:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L508
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L509:
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L509
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L510:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L510
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L511:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L511
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L512:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L512
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L513:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L513
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L514:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L514
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L515:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L515
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L516:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L516
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L517:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L517
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L518:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L518
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L519:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L519
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L520:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L520
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L521:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L521
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L522:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L522
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L523:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L523
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L524:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L524
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L525:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L525
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L526:
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L526
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L527:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	add	r11 = r8, r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L527
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L528:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	and	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L528
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L529:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr	r11 = r8, 2, 5
	nop.i	0
	;;
}
	loop_end .L529
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L530:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	addp4	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L530
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L531:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	zxt2	r11 = r8
	nop.i	0
	;;
}
	loop_end .L531
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L532:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	cmp.eq	p8, p9 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L532
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L533:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.z	p8, p9 = r8, 2
	nop.i	0
	;;
}
	loop_end .L533
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L534:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	padd2	r11 = r8, r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L534
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L535:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmin2	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L535
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L536:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpy2.r	r11 = r8, r9
	nop.i	0
	;;
}
	loop_end .L536
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L537:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mux2	r11 = r8, 0
	nop.i	0
	;;
}
	loop_end .L537
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L538:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	st8	[r24] = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L538
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L539:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	setf.sig	f11 = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L539
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L540:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	b7 = r8
	nop.i	0
	;;
}
	loop_end .L540
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L541:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.unat = r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L541
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L542:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	chk.s.m	r8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L542
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L543:
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r8 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	chk.s.i	r8, .Lexit
	nop.i	0
	;;
}
	loop_end .L543
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L544:
{	.mii
	add	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L544
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L545:
{	.mii
	add	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	add	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L545
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L546:
{	.mii
	nop.m	0
	add	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L546
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L547:
{	.mii
	nop.m	0
	add	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	add	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L547
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L548:
{	.mii
	or	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L548
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L549:
{	.mii
	or	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	or	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L549
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L550:
{	.mii
	nop.m	0
	extr.u	r8 = r0, 0, 63
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r0, 0, 63
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r0, 0, 63
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L550
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L551:
{	.mii
	nop.m	0
	extr.u	r8 = r0, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r0, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	extr.u	r8 = r0, 0, 63
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L551
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L552:
{	.mii
	ld8	r8 = [r23]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r23]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r23]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L552
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L553:
{	.mii
	ld8	r8 = [r23]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r23]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r8 = [r23]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L553
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L554:
{	.mii
	getf.sig	r8 = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L554
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L555:
{	.mii
	getf.sig	r8 = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.sig	r8 = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L555
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L556:
{	.mii
	padd1	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L556
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L557:
{	.mii
	padd1	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	padd1	r8 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L557
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L558:
{	.mii
	nop.m	0
	pmax2	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L558
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L559:
{	.mii
	nop.m	0
	pmax2	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmax2	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L559
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L560:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r0, r25, 0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r0, r25, 0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r0, r25, 0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L560
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L561:
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r0, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r0, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	pmpyshr2.u	r8 = r0, r25, 0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L561
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L562:
{	.mii
	nop.m	0
	shl	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ld8	r11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L562
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L563:
{	.mii
	nop.m	0
	shl	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	shl	r8 = r0, r0
	nop.i	0
	;;
}
{	.mii
	ldfd	f11 = [r22], r8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L563
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L564:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L564
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L565:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L565
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L566:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L566
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L567:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L567
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L568:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L568
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L569:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L569
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L570:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L570
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L571:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L571
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L572:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L572
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L573:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L573
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L574:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L574
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L575:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L575
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L576:
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L576
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L577:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L577
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L578:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L578
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L579:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L579
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L580:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L580
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L581:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L581
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L582:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L582
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L583:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L583
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L584:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L584
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L585:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L585
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L586:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L586
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L587:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L587
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L588:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L588
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L589:
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L589
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L590:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L590
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L591:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L591
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L592:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L592
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L593:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L593
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L594:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L594
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L595:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L595
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L596:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L596
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L597:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L597
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L598:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L598
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L599:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L599
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L600:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L600
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L601:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L601
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L602:
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f8 = f9
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L602
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L603:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L603
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L604:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L604
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L605:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L605
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L606:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L606
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L607:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L607
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L608:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L608
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L609:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L609
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L610:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L610
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L611:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L611
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L612:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L612
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L613:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L613
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L614:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L614
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L615:
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fxu.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L615
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L616:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L616
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L617:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L617
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L618:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L618
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L619:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L619
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L620:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L620
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L621:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L621
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L622:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L622
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L623:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L623
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L624:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L624
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L625:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L625
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L626:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L626
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L627:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L627
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L628:
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.h	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L628
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L629:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L629
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L630:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L630
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L631:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L631
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L632:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L632
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L633:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L633
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L634:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L634
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L635:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L635
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L636:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L636
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L637:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L637
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L638:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L638
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L639:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L639
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L640:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L640
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L641:
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpms.s1	f8 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L641
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L642:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L642
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L643:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L643
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L644:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L644
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L645:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L645
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L646:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L646
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L647:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L647
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L648:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L648
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L649:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L649
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L650:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L650
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L651:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L651
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L652:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L652
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L653:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L653
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L654:
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmax.s1	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L654
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L655:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L655
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L656:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L656
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L657:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L657
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L658:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L658
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L659:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L659
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L660:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L660
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L661:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L661
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L662:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L662
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L663:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L663
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L664:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L664
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L665:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L665
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L666:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L666
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L667:
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f8 = f9, f10
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L667
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L668:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L668
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L669:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L669
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L670:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L670
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L671:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L671
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L672:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L672
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L673:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L673
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L674:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L674
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L675:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L675
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L676:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L676
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L677:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L677
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L678:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L678
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L679:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L679
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L680:
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.s1	f8 = f9
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L680
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L681:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L681
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L682:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L682
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L683:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L683
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L684:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L684
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L685:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L685
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L686:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L686
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L687:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L687
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L688:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L688
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L689:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L689
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L690:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L690
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L691:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L691
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L692:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L692
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L693:
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	setf.d	f8 = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L693
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L694:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L694
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L695:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L695
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L696:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L696
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L697:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L697
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L698:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L698
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L699:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L699
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L700:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L700
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L701:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L701
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L702:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L702
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L703:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L703
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L704:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L704
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L705:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L705
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L706:
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd	f8 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L706
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L707:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L707
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L708:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L708
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L709:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L709
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L710:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L710
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L711:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L711
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L712:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L712
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L713:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L713
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L714:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L714
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L715:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L715
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L716:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L716
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L717:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L717
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L718:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L718
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L719:
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfpd	f8, f7 = [r24]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L719
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L720:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fnma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L720
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L721:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fmerge.ns	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L721
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L722:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p8, p9 = f8, f9
	nop.i	0
	;;
}
	loop_end .L722
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L723:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.xf	f11 = f8
	nop.i	0
	;;
}
	loop_end .L723
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L724:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcvt.fx.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L724
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L725:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	xma.l	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L725
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L726:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpma.s1	f11 = f8, f9, f10
	nop.i	0
	;;
}
	loop_end .L726
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L727:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.s	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L727
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L728:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpmerge.se	f11 = f8, f9
	nop.i	0
	;;
}
	loop_end .L728
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L729:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fpcvt.fx.trunc.s1	f11 = f8
	nop.i	0
	;;
}
	loop_end .L729
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L730:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	getf.exp	r11 = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L730
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L731:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	stf8	[r21] = f8
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L731
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L732:
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	ldfd.c.nc	f8 = [r26]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	chk.s	f8, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L732
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L733:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end .L733
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L734:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L734
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L735:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L735
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L736:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
	loop_end .L736
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L737:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L737
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L738:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
	loop_end .L738
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L739:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
	loop_end .L739
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L740:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L740
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L741:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
	loop_end .L741
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L742:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L742
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L743:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L743
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L744:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L744
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L745:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L745
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L746:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L746
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L747:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L747
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L748:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L748
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L749:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L749
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L750:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L750
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L751:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L751
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L752:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L752
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L753:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L753
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L754:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
	loop_end .L754
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L755:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
	loop_end .L755
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L756:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L756
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L757:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L757
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L758:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L758
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L759:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L759
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L760:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L760
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L761:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L761
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L762:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
	loop_end .L762
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L763:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
	loop_end .L763
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L764:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L764
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L765:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L765
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L766:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L766
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L767:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
	loop_end .L767
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L768:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
	loop_end .L768
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L769:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
	loop_end .L769
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L770:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L770
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L771:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L771
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L772:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L772
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L773:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L773
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L774:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L774
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L775:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L775
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L776:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L776
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L777:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
	loop_end .L777
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L778:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
	loop_end .L778
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L779:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
	loop_end .L779
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L780:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
	loop_end .L780
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L781:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L781
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L782:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L782
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L783:
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mii
	cmp.ne	p6, p7 = r0, r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
	loop_end .L783
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L784:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end .L784
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L785:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L785
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L786:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L786
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L787:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
	loop_end .L787
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L788:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L788
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L789:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
	loop_end .L789
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L790:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
	loop_end .L790
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L791:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L791
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L792:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
	loop_end .L792
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L793:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L793
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L794:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L794
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L795:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L795
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L796:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L796
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L797:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L797
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L798:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L798
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L799:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L799
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L800:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L800
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L801:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L801
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L802:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L802
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L803:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L803
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L804:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L804
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L805:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
	loop_end .L805
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L806:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
	loop_end .L806
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L807:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L807
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L808:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L808
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L809:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L809
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L810:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L810
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L811:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L811
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L812:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L812
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L813:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
	loop_end .L813
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L814:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
	loop_end .L814
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L815:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L815
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L816:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L816
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L817:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L817
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L818:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
	loop_end .L818
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L819:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
	loop_end .L819
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L820:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
	loop_end .L820
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L821:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L821
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L822:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L822
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L823:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L823
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L824:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L824
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L825:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L825
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L826:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L826
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L827:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L827
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L828:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
	loop_end .L828
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L829:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
	loop_end .L829
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L830:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
	loop_end .L830
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L831:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
	loop_end .L831
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L832:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L832
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L833:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L833
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L834:
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	tbit.nz	p6, p7 = r0, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
	loop_end .L834
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L835:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end .L835
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L836:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L836
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L837:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L837
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L838:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
	loop_end .L838
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L839:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L839
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L840:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
	loop_end .L840
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L841:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
	loop_end .L841
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L842:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L842
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L843:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
	loop_end .L843
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L844:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L844
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L845:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L845
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L846:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L846
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L847:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L847
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L848:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L848
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L849:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L849
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L850:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L850
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L851:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L851
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L852:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L852
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L853:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L853
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L854:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L854
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L855:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L855
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L856:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
	loop_end .L856
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L857:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
	loop_end .L857
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L858:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L858
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L859:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L859
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L860:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L860
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L861:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L861
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L862:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L862
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L863:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L863
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L864:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
	loop_end .L864
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L865:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
	loop_end .L865
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L866:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L866
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L867:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L867
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L868:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L868
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L869:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
	loop_end .L869
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L870:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
	loop_end .L870
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L871:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
	loop_end .L871
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L872:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L872
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L873:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L873
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L874:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L874
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L875:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L875
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L876:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L876
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L877:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L877
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L878:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L878
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L879:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
	loop_end .L879
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L880:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
	loop_end .L880
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L881:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
	loop_end .L881
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L882:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
	loop_end .L882
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L883:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L883
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L884:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L884
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L885:
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fcmp.lt.s1	p6, p7 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
	loop_end .L885
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L886:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end .L886
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L887:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L887
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L888:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L888
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L889:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
	loop_end .L889
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L890:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L890
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L891:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
	loop_end .L891
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L892:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
	loop_end .L892
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L893:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L893
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L894:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
	loop_end .L894
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L895:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L895
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L896:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L896
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L897:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L897
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L898:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L898
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L899:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L899
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L900:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L900
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L901:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L901
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L902:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L902
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L903:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L903
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L904:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L904
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L905:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L905
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L906:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L906
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L907:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
	loop_end .L907
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L908:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
	loop_end .L908
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L909:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L909
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L910:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L910
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L911:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L911
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L912:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L912
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L913:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L913
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L914:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L914
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L915:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
	loop_end .L915
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L916:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
	loop_end .L916
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L917:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L917
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L918:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L918
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L919:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L919
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L920:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
	loop_end .L920
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L921:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
	loop_end .L921
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L922:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
	loop_end .L922
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L923:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L923
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L924:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L924
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L925:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L925
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L926:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L926
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L927:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L927
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L928:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L928
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L929:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L929
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L930:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
	loop_end .L930
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L931:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
	loop_end .L931
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L932:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
	loop_end .L932
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L933:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
	loop_end .L933
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L934:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L934
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L935:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L935
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L936:
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	frcpa.s1	f8, p6 = f0, f1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
	loop_end .L936
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L937:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end .L937
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L938:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L938
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L939:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L939
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L940:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
	loop_end .L940
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L941:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L941
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L942:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
	loop_end .L942
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L943:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
	loop_end .L943
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L944:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L944
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L945:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
	loop_end .L945
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L946:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L946
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L947:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L947
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L948:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L948
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L949:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L949
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L950:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L950
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L951:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L951
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L952:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L952
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L953:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L953
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L954:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L954
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L955:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L955
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L956:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L956
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L957:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L957
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L958:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
	loop_end .L958
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L959:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
	loop_end .L959
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L960:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L960
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L961:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L961
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L962:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L962
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L963:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L963
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L964:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L964
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L965:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L965
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L966:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
	loop_end .L966
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L967:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
	loop_end .L967
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L968:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L968
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L969:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L969
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L970:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L970
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L971:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
	loop_end .L971
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L972:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
	loop_end .L972
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L973:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
	loop_end .L973
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L974:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L974
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L975:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L975
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L976:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L976
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L977:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L977
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L978:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L978
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L979:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L979
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L980:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L980
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L981:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
	loop_end .L981
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L982:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
	loop_end .L982
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L983:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
	loop_end .L983
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L984:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
	loop_end .L984
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L985:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L985
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L986:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L986
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L987:
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fprcpa.s1	f8, p6 = f0, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
	loop_end .L987
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L988:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end .L988
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L989:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) add r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L989
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L990:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) xor r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L990
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L991:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) dep.z r11 = r9, 2, 3
	nop.i	0
	;;
}
	loop_end .L991
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L992:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) addp4 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L992
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L993:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) sxt1 r11 = r9
	nop.i	0
	;;
}
	loop_end .L993
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L994:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mlx
	nop.m	0
(p6) movl r11 = 1
	;;
}
	loop_end .L994
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L995:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) cmp.eq p8, p9 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L995
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L996:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) tbit.z p8, p9 = r9, 1
	nop.i	0
	;;
}
	loop_end .L996
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L997:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) padd1 r11 = r9, r10
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L997
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L998:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmax2 r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L998
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L999:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) pmpy2.l r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L999
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1000:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) shr r11 = r9, r10
	nop.i	0
	;;
}
	loop_end .L1000
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1001:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ld8 r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1001
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1002:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) st8 [r21] = r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1002
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1003:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ldfd f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1003
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1004:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ldfpd f12, f13 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1004
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1005:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) stfd [r21] = f0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1005
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1006:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) lfetch [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1006
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1007:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L1007
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1008:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L1008
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1009:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcmp.eq.s1 p8, p9 = f9, f10
	nop.i	0
	;;
}
	loop_end .L1009
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1010:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.xf f11 = f9
	nop.i	0
	;;
}
	loop_end .L1010
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1011:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L1011
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1012:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) xma.l f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L1012
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1013:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpma.s1 f11 = f9, f10, f0
	nop.i	0
	;;
}
	loop_end .L1013
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1014:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmin.s1 f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L1014
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1015:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) setf.sig f11 = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1015
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1016:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) getf.sig r11 = f9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1016
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1017:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = b6
	nop.i	0
	;;
}
	loop_end .L1017
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1018:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov b7 = r9
	nop.i	0
	;;
}
	loop_end .L1018
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1019:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) mov.m r11 = ar.ccv
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1019
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1020:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) mov.m ar.unat = r9
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1020
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1021:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) nop.m 0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1021
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1022:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) nop.i 0
	nop.i	0
	;;
}
	loop_end .L1022
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1023:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) nop.f 0
	nop.i	0
	;;
}
	loop_end .L1023
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1024:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) chk.s.i r9, .Lexit
	nop.i	0
	;;
}
	loop_end .L1024
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1025:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) chk.s.m r9, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1025
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1026:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) chk.a.nc r11, .Lexit
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1026
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1027:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ld8.c.clr r11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1027
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1028:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) ldfd.c.clr f11 = [r21]
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1028
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1029:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) xchg8 r11 = [r24], r0
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1029
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1030:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpmerge.se f11 = f9, f10
	nop.i	0
	;;
}
	loop_end .L1030
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1031:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p6) fpcvt.fx.s1 f11 = f9
	nop.i	0
	;;
}
	loop_end .L1031
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1032:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i r11 = ar.ec
	nop.i	0
	;;
}
	loop_end .L1032
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1033:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov.i ar.ec = r9
	nop.i	0
	;;
}
	loop_end .L1033
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1034:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov r11 = ip
	nop.i	0
	;;
}
	loop_end .L1034
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1035:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
(p6) mov pr = r9, 0x40
	nop.i	0
	;;
}
	loop_end .L1035
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1036:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) fwb
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1036
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1037:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
(p6) fc r21
	nop.i	0
	nop.i	0
	;;
}
	loop_end .L1037
	br.cond.sptk.few .Lexit
	;;
	.align	128
.L1038:
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	pr = r0, 0x40
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov	r11 = pr
	nop.i	0
	;;
}
	loop_end .L1038
	br.cond.sptk.few .Lexit
	;;
.Lexit:
	kernel_exit
