// Pointers that miss every cache.
//
// Twenty-six lines that are 1 MB apart fall into one set of every cache: L3 has four ways of 1 MB on Itanium,
// twelve of 256 KB on Itanium 2. The pages are touched in order first, so that physical addresses follow virtual
// ones: frames are handed out at first touch. They lie under one page of the VHPT, whose own first touch comes with
// that of the page before the buffer. Twenty-six pages fit into the first-level data TLB of 32.
// Memory: 120 cycles on Itanium, 160 on Itanium 2 (config memory.latency; no source), + 1 from a loaded value to
// an address. One line at a time never finds the bus busy.
// The next load issues when the pointer is there, 16 of them; the branch hides behind the last one.
// expect itanium:  cycles 1936, unstalled 17, data_access 1919
// expect itanium2: cycles 2576, unstalled 17, data_access 2559

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
	;;
	kernel_ring 26, 1048576
	loop_top
	.rept	16
{	.mii
	ld8	r8 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
