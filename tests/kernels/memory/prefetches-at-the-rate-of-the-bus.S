// Prefetches of lines that miss every cache, one in each cycle: the pipe stands until the queue in front of L2 takes them.
//
// Twenty-six lines that are 1 MB apart fall into one set of every cache as in bus-bandwidth, and twenty-six more, 4 KB
// behind them in the same pages, into another. Nothing waits for a prefetch, but each keeps its entry of the queue in front
// of L2 (config caches.l2_queue_entries, 16 and 32) until its line is there. The lines of a trip are more than the queue
// holds, so that the prefetches of one trip are still under way in the next one, and in the steady state one issues each
// time that the bus has carried a line: 24 cycles on Itanium, 26 on Itanium 2 (config memory.line_cycles, line_overhead_cycles).
// Itanium: 52 * 24 = 1248 cycles; Itanium 2: 52 * 26 = 1352. The groups of a trip are 52 prefetches, two new addresses and
// the branch.
// expect itanium:  cycles 1248, unstalled 55, data_access 1193
// expect itanium2: cycles 1352, unstalled 55, data_access 1297

	.include "kernel.inc"
	kernel_buffer 27262976, 33554432, 16384
	kernel_start
	movl	r8 = buffer - 16384
	movl	r9 = 16384
	movl	r10 = buffer + 26 * 1048576
	;;
.Ltouch:
	ld8	r11 = [r8], r9
	;;
	cmp.ltu	p6, p0 = r8, r10
(p6)	br.cond.dptk.few .Ltouch
	;;
	mov	pr = r0, -1
	movl	r9 = 1048576
	movl	r8 = buffer
	;;
	mov	r11 = r8
	adds	r14 = 4096, r8
	;;
	.macro	prefetches
	.rept	26
{	.mii
	lfetch	[r8], r9
	nop.i	0
	nop.i	0
	;;
}
	.endr
	.endm

	loop_top
	prefetches
{	.mii
	nop.m	0
	mov	r8 = r14
	nop.i	0
	;;
}
	prefetches
{	.mii
	nop.m	0
	mov	r8 = r11
	nop.i	0
	;;
}
	loop_end
	kernel_exit
