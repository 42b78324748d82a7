// Two MLX bundles.
//
// MLX uses ports like MFI: M0 F0 I0, M1 F1 I1 (uarch_itanium.md section 2, rule 4).
//
// 1 cycle on both processors, 16 times, and the end of the loop.
// expect itanium:  cycles 27, unstalled 19, scoreboard 8
// expect itanium2: cycles 25, unstalled 19, scoreboard 6

	.include "kernel.inc"
	kernel_start
	loop_top
	.rept	16
{	.mlx
	nop.m	0
	movl	r16 = 1
}
{	.mlx
	nop.m	0
	movl	r17 = 1
	;;
}
	.endr
	loop_end_filled
	kernel_exit
