// A floating-point load that hits L2 behind integer loads that wait for a register of L1D's misses: misses of two kinds.
//
// Twenty lines that are 32 KB apart, two a cycle, miss L2 and hit L3 as in lines-from-l3-take-turns: line n of 0 to 19 is there 21 + 4 n
// (Itanium 2: 16 + 4 n) cycles after the first load. They need a register each while they are under way, and wait for those before them
// when there is none (config caches.l1d.outstanding_misses: 8, 16), not at the ports of L2: what does not need one goes on.
// Itanium 2: loads in cycles 0 to 9, the last four without a register. The floating-point load of cycle 10 starts in L2 at once, and is
// used 6 cycles later, in cycle 16: 5 cycles of data access. The fence waits for line 19, in cycle 92, and then comes the branch.
// Itanium: the queue in front of L2 holds 16 accesses. The two loads of cycle 8 enter it when lines 0 and 1 leave, in cycles 21 and 25, and
// let the next two issue in cycle 26, which enter in cycles 29 and 33; the floating-point load issues in 34, enters in 37 and asks L2 in
// that cycle: its data come 9 later, in 46. So 17, 7 and 11 cycles of data access; the fence waits for line 19, in cycle 97.
// expect itanium:  cycles 99, unstalled 14, data_access 35, scoreboard 50
// expect itanium2: cycles 94, unstalled 14, data_access 5, scoreboard 75

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
	movl	r10 = buffer + 32768 + 16
	movl	r9 = 65536
	movl	r11 = buffer
	movl	r17 = buffer + 32768 + 16
	movl	r18 = buffer + 8192
	;;
	loop_top
	.rept	10
{	.mmi
	ld8	r14 = [r8], r9
	ld8	r15 = [r10], r9
	nop.i	0
	;;
}
	.endr
{	.mii
	ldfd	f8 = [r18]
	mov	r8 = r11
	mov	r10 = r17
	;;
}
{	.mfi
	nop.m	0
	fma.d	f9 = f8, f1, f0
	nop.i	0
	;;
}
{	.mii
	mf
	nop.i	0
	nop.i	0
	;;
}
	loop_end
	kernel_exit
