// An MLX and an MII.
//
// M0 F0 I0, then M1 I1 and no port for the last I: issue splits before it (uarch_itanium.md section 2, rules 1, 4,
// 5).
//
// 2 cycles on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 43, unstalled 19, scoreboard 8, issue_limit 16
// expect itanium2: cycles 41, unstalled 19, scoreboard 6, issue_limit 16

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mlx
	nop.m	0
	movl	r16 = 1
}
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end_filled
	kernel_exit
