// More stores that miss L2 than the store buffer holds.
//
// Forty stores to lines that miss L2 and hit L3: two lines in each of twenty pages that are 32 KB apart, twenty lines to
// a set of L2 as in chase-l3. A store leaves the buffer, in order, when L2 has its line. Each line costs the path between L2
// and L3 (config caches.l2_path_bytes) eight cycles, four for the line and four for the one that leaves L2, which an earlier
// round has written: where the path is never idle, lines arrive eight cycles apart.
// Itanium (L3 21 cycles, 8 misses of L2 at once, 16 entries in the buffer: config caches.l2.outstanding_misses,
// memory.store_buffer_entries; no source): the last write-back of the trip before takes the path in t + 2 to t + 5, t being the
// cycle of the first store; those of lines 1 to 3 follow it, the fourth is not through when line 1 comes, and has to wait
// behind lines 1 to 4, in t + 21 to t + 36. From then on lines and write-backs take turns: line k arrives at t + 41 + 8 (k - 5).
// Store 17 waits for the place of store 1, and so on to store 40, which waits for that of store 24: t + 193. The last line
// arrives at t + 321, where the fence goes on; then the branch. 42 groups, 154 cycles without room, 127 until the buffer is empty.
// Itanium 2 (L3 16 cycles, 16 misses, 24 entries): the third write-back waits behind lines 1 to 3, in t + 16 to t + 27; line k
// arrives at t + 32 + 8 (k - 4). Store 40 waits for the place of store 16: t + 128. The last line arrives at t + 320. 42
// groups, 89 cycles without room, 191 until the buffer is empty.
// expect itanium:  cycles 323, unstalled 42, data_access 154, scoreboard 127
// expect itanium2: cycles 322, unstalled 42, data_access 89, scoreboard 191

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
