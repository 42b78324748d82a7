// A loop of twelve bundles, the first of which is the second one of its block.
//
// Issue takes six cycles. Fetch reads aligned blocks of 32 bytes: seven of them, and 2 bubbles of the second stage on Itanium
// (uarch_itanium.md section 6): 9 cycles. Itanium 2 has no bubble, and lets the block of one bundle enter with the next one (docs/timing.md,
// "Front end" 2, fitted to GMP's cnd_add_n): 6.
// expect itanium:  cycles 9, unstalled 6, taken_branch 3
// expect itanium2: cycles 6, unstalled 6

	.include "kernel.inc"
	kernel_start
	.align	64
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
	;;
}
.Ltop:
	.rept	5
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
}
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
	;;
}
	.endr
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
}
	loop_end
	kernel_exit
