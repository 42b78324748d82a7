// More stores that miss L2 than the store buffer holds.
//
// Forty stores to lines that miss L2 and hit L3: two lines in each of twenty pages that are 32 KB apart, twenty lines to
// a set of L2 as in chase-l3. A store leaves the buffer, in order, when L2 has its line. Line k is asked for when an
// entry for a miss of L2 is free, and each costs L3's one port two cycles, the read and the write-back of the line that
// leaves L2, which an earlier round has written.
// Itanium (L3 21 cycles, 8 misses of L2 at once, 16 entries in the buffer: config caches.l2.outstanding_misses,
// memory.store_buffer_entries; no source): from the first store at t on, the first eight lines arrive at t + 21,
// t + 23 ... t + 35, each later one 21 cycles after the one eight places before it. Store 17 waits for the place of
// store 1, t + 21, and so on to store 40, which waits for that of store 24: t + 77. The last line arrives at t + 119,
// where the fence goes on; then the branch. 42 groups, 38 cycles without room, 41 until the buffer is empty.
// Itanium 2 (L3 16 cycles, 16 misses, 24 entries): line k arrives at t + 16 + 2 (k - 1). Store 34 is the first that
// waits, for the place of store 10; store 40 waits for that of store 16: t + 46. The last line arrives at t + 94. 42
// groups, 7 cycles without room, 47 until the buffer is empty.
// expect itanium:  cycles 121, unstalled 42, data_access 38, scoreboard 41
// expect itanium2: cycles 96, unstalled 42, data_access 7, scoreboard 47

	.include "kernel.inc"
	kernel_buffer 655360, 33554432, 16384
	kernel_start
	movl	r8 = buffer - 16384
	movl	r9 = 16384
	movl	r10 = buffer + 40 * 16384
	;;
.Ltouch:
	ld8	r11 = [r8], r9
	;;
	cmp.ltu	p6, p0 = r8, r10
(p6)	br.cond.dptk.few .Ltouch
	;;
	mov	pr = r0, -1
	movl	r9 = 32768
	movl	r11 = buffer
	movl	r17 = buffer + 256
	;;
	mov	r8 = r11
	mov	r10 = r17
	;;
	loop_top
	.rept	19
{	.mii
	st8	[r8] = r0
	add	r8 = r8, r9
	nop.i	0
	;;
}
{	.mii
	st8	[r10] = r0
	add	r10 = r10, r9
	nop.i	0
	;;
}
	.endr
{	.mii
	st8	[r8] = r0
	mov	r8 = r11
	nop.i	0
	;;
}
{	.mii
	st8	[r10] = r0
	mov	r10 = r17
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
