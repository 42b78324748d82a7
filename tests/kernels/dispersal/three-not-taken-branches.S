// Three branches that are not taken.
//
// B0 B1 B2: up to three branches a cycle (uarch_itanium.md section 2).
//
// 1 cycle on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 27, unstalled 19, scoreboard 8
// expect itanium2: cycles 25, unstalled 19, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.bbb
(p6)	br.cond.spnt.few	.Lnever
(p6)	br.cond.spnt.few	.Lnever
(p6)	br.cond.spnt.few	.Lnever
	;;
}
	.endr
	loop_end_filled
.Lnever:
	kernel_exit
