// Two MII bundles of adds.
//
// Itanium: an I slot takes an I port: M0 I0 I1 M1, then the last two (uarch_itanium.md section 2). Itanium 2 sends
// A-type instructions of I slots to M ports: six at once.
//
// 2 cycles on Itanium, 1 on Itanium 2, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 25, unstalled 19, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mii
	add	r16 = r9, r0
	add	r17 = r9, r0
	add	r18 = r9, r0
}
{	.mii
	add	r19 = r9, r0
	add	r20 = r9, r0
	add	r21 = r9, r0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
