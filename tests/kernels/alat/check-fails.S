// chk.a without an ALAT entry.
//
// A failed check branches to its recovery code like a mispredicted branch: 9 cycles on Itanium, 18 on Itanium 2
// with the traps (uarch_itanium.md section 5). Here the recovery code is the next bundle.
// One group and the flush, 16 times, and the branch of the loop, which finds the decoupling buffer empty: one cycle
// and on Itanium 2 bubbles.
// expect itanium:  cycles 163, unstalled 17, backend_flush 144, taken_branch 2
// expect itanium2: cycles 305, unstalled 17, backend_flush 288

	.include "kernel.inc"
	kernel_start
	invala
	loop_top
	.rept	16
{	.mii
	chk.a.nc	r8, 1f
	nop.i	0
	nop.i	0
	;;
}
1:
	.endr
	loop_end
	kernel_exit
