// fetchadd and nothing that uses its result.
//
// Itanium: a semaphore stalls the pipe for its 10 cycles (uarch_itanium.md section 3). Itanium 2 goes on; the
// semaphore and the group behind it leave in a cycle each.
// 16 times, and one cycle for the branch. Sixteen targets, so that no two results of one register are under way.
// expect itanium:  cycles 177, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.irp	n, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47
{	.mmi
	fetchadd8.acq	r\n = [r9], 1
	;;
	nop.m	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
