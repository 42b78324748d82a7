// Loads that miss L2 and hit L3, one in each cycle: their lines take turns on the path to L2.
//
// Thirty lines that are 32 KB apart miss L2 and hit L3 as in chase-l3, and nothing waits for a load. A line of 64 bytes is four
// cycles on a path of 16 bytes (Itanium), and so is one of 128 bytes on a path of 32 bytes (Itanium 2; config
// caches.l2_path_bytes): the first is there 21 (16) cycles after its load, each later one four cycles after the one before,
// and the last one, for which the fence waits, after 21 + 29 * 4 = 137 (16 + 29 * 4 = 132); then the branch.
// Itanium: the queue in front of L2 holds 16 accesses (config caches.l2_queue_entries). The 17th load issues in cycle 16, enters
// the queue when the first line is there, in cycle 21, and the next one issues in cycle 22: 5 cycles of data access. From then
// on each of 13 loads enters, and lets the next group issue, four cycles after the one before: 13 * 3 more.
// expect itanium:  cycles 139, unstalled 32, data_access 44, scoreboard 63
// expect itanium2: cycles 134, unstalled 32, scoreboard 102

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
	movl	r9 = 32768
	movl	r11 = buffer
	;;
	loop_top
	.rept	30
{	.mii
	ld8	r14 = [r8], r9
	nop.i	0
	nop.i	0
	;;
}
	.endr
{	.mii
	mf
	mov	r8 = r11
	nop.i	0
	;;
}
	loop_end
	kernel_exit
