// fetchadd in front of two nops.
//
// Issue splits after a semaphore (uarch_itanium.md section 2); on Itanium it also stalls the pipe for 10 cycles
// (section 3).
// Semaphore at cycle t, the nops at t + 10 (Itanium 2: t + 1); 16 times, and one cycle for the branch.
// expect itanium:  cycles 177, unstalled 17, issue_limit 16
// expect itanium2: cycles 33, unstalled 17, issue_limit 16

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.irp	n, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47
{	.mii
	fetchadd8.acq	r\n = [r9], 1
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
