// Floating-point loads that find their bank taken by a line that comes in.
//
// A load misses L2 and hits L3 as in chase-l3; its line of 128 bytes begins a bank of L2's sixteen of sixteen bytes (Itanium 2) and takes banks 0 and 1 in the
// cycle in which its data are there, t + 17 (floating-point; uarch_itanium.md section 4, config caches.l3.fp_latency), then 2 and 3, 4 and 5, 6 and
// 7 (config caches.l2_path_bytes: 32 bytes a cycle). A load of bank 2 would start in cycle t + 18, as the multiplication of the line's first word
// leaves in t + 17 and it one cycle later: it is refused and starts in t + 19. Its use leaves in t + 19 + 6, the next trip's first load one cycle later:
// with the fourteen others 15 * 26 cycles and one for the branch.
// Itanium: no banks; t + 24, t + 25, its use in t + 25 + 9: 15 * 35 + 1.
// expect itanium:  cycles 526, unstalled 61, data_access 465
// expect itanium2: cycles 391, unstalled 61, data_access 330

	.include "kernel.inc"
	kernel_buffer 999424, 33554432, 16384
	kernel_start
	movl	r8 = buffer - 16384
	movl	r9 = 16384
	movl	r10 = buffer + 61 * 16384
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
	movl	r10 = buffer + 983040 + 1024 + 32
	movl	r9 = 65536
	movl	r11 = buffer
	movl	r14 = 32768
	;;
	loop_top
	.rept	14
{	.mii
	ldfd	f32 = [r8], r9
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.d	f34 = f32, f0, f0
	nop.i	0
	;;
}
{	.mii
	ldfd	f33 = [r10]
	nop.i	0
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.d	f35 = f33, f0, f0
	nop.i	0
	;;
}
	.endr
{	.mii
	ldfd	f32 = [r8]
	xor	r11 = r11, r14
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.d	f34 = f32, f0, f0
	nop.i	0
	;;
}
{	.mii
	ldfd	f33 = [r10]
	mov	r8 = r11
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
	fma.d	f35 = f33, f0, f0
	nop.i	0
	;;
}
	loop_end
	kernel_exit
