// fetchadd feeding an add.
//
// SEM 10 on Itanium, 6 on Itanium 2 (insn_class_ports_latency.csv). The semaphore ends its group anyway.
// Semaphore at cycle t, its use at t + 10 (Itanium 2: t + 6), the next semaphore one cycle later; 16 times, and
// one cycle for the branch.
// expect itanium:  cycles 177, unstalled 33
// expect itanium2: cycles 113, unstalled 33

	.include "kernel.inc"
	kernel_buffer 64
	kernel_start
	movl	r9 = buffer
	;;
	loop_top
	.rept	16
{	.mmi
	fetchadd8.acq	r8 = [r9], 1
	;;
	add	r10 = r8, r0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
