// An extract in the last slot of the second bundle, I0 being free.
//
// Itanium: an I in the third slot of the second bundle always goes to I1, where ISHF cannot run: issue splits
// before it (uarch_itanium.md section 2, rules 1 and 5). Itanium 2 has no such rule and sends it to I0.
//
// 2 cycles on Itanium, 1 on Itanium 2, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 25, unstalled 19, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mfb
	nop.m	0
	nop.f	0
	nop.b	0
}
{	.mfi
	nop.m	0
	nop.f	0
	extr	r16 = r9, 0, 4
	;;
}
	.endr
	loop_end_filled
	kernel_exit
