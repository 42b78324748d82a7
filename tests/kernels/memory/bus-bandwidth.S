// Loads that miss every cache as fast as the bus carries their lines.
//
// Twenty-six lines that are 1 MB apart fall into one set of every cache as in chase-memory. Nothing waits for a load, so
// that one issues in every cycle; the bus carries a line in 24 cycles on Itanium, in 20 on Itanium 2, which pauses 6 behind each (config
// memory.line_cycles, line_overhead_cycles), and the misses that are allowed at once (8 and 16) are more than the lines that fit into the
// latency of memory: the first line arrives 120 (160) cycles after its load, each later one 24 (26) cycles after
// the one before.
// Itanium: the last line arrives 120 + 25 * 24 = 720 cycles after the first load, where the fence goes on; then the
// branch. Itanium 2: 160 + 25 * 26 = 810.
// The queue in front of L2 holds 16 accesses on Itanium (config caches.l2_queue_entries): the 17th enters it in cycle 120, so that
// the 18th issues in cycle 121 instead of 17, and each later one, at last the fence, 24 cycles after the one before
// instead of 1: 104 + 9 * 23 cycles of data access. The queue of Itanium 2 holds them all.
// expect itanium:  cycles 722, unstalled 28, data_access 311, scoreboard 383
// expect itanium2: cycles 812, unstalled 28, scoreboard 784

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
	movl	r11 = buffer
	;;
	loop_top
	.rept	26
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
