// A predicated-off consumer of a multiply-add.
//
// A predicated-off consumer need not wait (uarch_itanium.md section 1); p8 is false. Sixteen targets, so that no
// two results are outstanding for one register.
//
// Producer at cycle t, consumer at t + 1, the next producer at t + 2. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_start
	loop_top
	.irp	n, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47
{	.mfi
	nop.m	0
	fma.s1	f\n = f9, f10, f11
	nop.i	0
	;;
}
{	.mfi
	nop.m	0
(p8)	fma.s1	f12 = f\n, f1, f0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
