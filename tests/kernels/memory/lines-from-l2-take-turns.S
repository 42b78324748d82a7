// Loads that miss L1D and hit L2, one in each cycle: their lines take turns on the path to L1D.
//
// Sixteen lines that are 4 KB apart fall into one set of L1D, so that each has left when it is used again, and into four (Itanium 2:
// eight) sets of L2, which keep them. A line of 32 bytes is two cycles on a path of 16 bytes (Itanium), and so is one of
// 64 bytes on a path of 32 bytes (Itanium 2; config caches.l1d_path_bytes): the first is there 6 (5) cycles after its load,
// each later one two cycles after the one before, and the last one, for which the fence waits, after 6 + 15 * 2 = 36
// (5 + 15 * 2 = 35); then the branch.
// expect itanium:  cycles 38, unstalled 18, scoreboard 20
// expect itanium2: cycles 37, unstalled 18, scoreboard 19

	.include "kernel.inc"
	kernel_buffer 65536, 65536
	kernel_start
	movl	r8 = buffer
	movl	r9 = 4096
	movl	r11 = buffer
	;;
	loop_top
	.rept	16
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
