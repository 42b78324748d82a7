// An MFB with a branch and an MFI.
//
// MFB splits issue after itself unless its B slot is nop.b or brp (uarch_itanium.md section 2). The branch is
// never taken.
//
// 2 cycles on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 41, unstalled 19, scoreboard 6, issue_limit 16

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mfb
	nop.m	0
	nop.f	0
(p6)	br.cond.spnt.few	.Lnever
}
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
.Lnever:
	kernel_exit
