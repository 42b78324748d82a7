// A loop of one bundle whose target a brp.imp has put into a target address register.
//
// A TAR hit predicts taken and supplies the target without a bubble (uarch_itanium.md section 6).
// expect itanium:  cycles 1, unstalled 1
// expect itanium2: cycles 1, unstalled 1

	.include "kernel.inc"
	kernel_start
	brp.loop.imp .Ltop, .Ltop
	;;
	loop_top
	loop_end
	kernel_exit
