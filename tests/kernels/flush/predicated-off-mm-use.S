// A parallel result and a predicated-off add in the next cycle.
//
// A predicated-off consumer does not read its operands: neither flush nor stall (uarch_itanium.md section 1).
// Two groups, 16 times, and one cycle for the branch. Every second producer has another target, so that no two
// results of one register are under way.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_start
	loop_top
	.irp	n, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47
{	.mii
	padd2	r\n = r9, r10
	nop.i	0
	nop.i	0
	;;
}
{	.mii
(p8)	add	r11 = r\n, r0
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
