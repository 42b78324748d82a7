// Pointers that miss L2 and hit L3.
//
// Thirty lines that are 32 KB apart fall into one set of L1D (ways of 4 KB) and of L2 (ways of 16 KB, on Itanium 2 of
// 32 KB): used in turn, they are never found again in eight ways or less, whether the least recently used line leaves
// or one of those not recently used. L3 (ways of 1 MB and 256 KB) keeps them. The pages are touched in order first, so
// that physical addresses follow virtual ones (see chase-memory); thirty pages fit into the first-level data TLB of 32.
// L3 hit: 21 cycles on Itanium, 16 on Itanium 2 (uarch_itanium.md section 4), + 1 from a loaded value to an
// address.
// The next load issues when the pointer is there, 16 of them; the branch hides behind the last one.
// expect itanium:  cycles 352, unstalled 17, data_access 335
// expect itanium2: cycles 272, unstalled 17, data_access 255

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
	kernel_ring 30, 32768
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
