// Two loads that miss L2 at once.
//
// Thirty lines that are 32 KB apart miss L2 and hit L3 as in chase-l3. L3 has one port (uarch_itanium.md section
// 4) and starts one access a cycle, so that the second load would have its data one cycle behind the first, after 22 cycles on
// Itanium, 17 on Itanium 2; but the path to L2 carries the line of the first one for four cycles (lines-from-l3-take-turns).
// Loads at cycle t, their use at t + 21 + 4 (Itanium 2: t + 16 + 4), the next loads one cycle later; fifteen times, and
// one cycle for the branch.
// expect itanium:  cycles 391, unstalled 31, data_access 360
// expect itanium2: cycles 316, unstalled 31, data_access 285

	.include "kernel.inc"
	kernel_buffer 983040, 33554432, 16384
	kernel_start
	movl	r8 = buffer - 16384
	movl	r9 = 16384
	movl	r10 = buffer + 60 * 16384
	;;
.Ltouch:
	ld8	r11 = [r8], r9
	;;
	cmp.ltu	p6, p0 = r8, r10
(p6)	br.cond.dptk.few .Ltouch
	;;
	mov	pr = r0, -1
	;;
	movl	r8 = buffer
	movl	r10 = buffer + 32768
	movl	r9 = 65536
	movl	r11 = buffer
	movl	r17 = buffer + 32768
	;;
	loop_top
	.rept	14
{	.mmi
	ld8	r14 = [r8], r9
	ld8	r15 = [r10], r9
	nop.i	0
	;;
}
{	.mii
	add	r16 = r14, r15
	nop.i	0
	nop.i	0
	;;
}
	.endr
{	.mmi
	ld8	r14 = [r8], r9
	ld8	r15 = [r10], r9
	nop.i	0
	;;
}
{	.mmi
	add	r16 = r14, r15
	mov	r8 = r11
	mov	r10 = r17
	;;
}
	loop_end
	kernel_exit
