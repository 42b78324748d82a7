// Two stores of sixteen bytes in each cycle, to lines that L2 has.
//
// The path from L1D to L2 carries 16 bytes a cycle on Itanium, 32 on Itanium 2 (config caches.l1d_path_bytes): one store, or two.
// Itanium: the store buffer of 16 entries is full all the time, and two stores find room every second cycle: 32 cycles for 32
// stores, in which the branch issues too. Itanium 2: a store leaves the buffer 5 cycles after its issue, and 24 entries are
// enough: 16 cycles for the stores, and one for the branch.
// expect itanium:  cycles 32, unstalled 17, data_access 15
// expect itanium2: cycles 17, unstalled 17

	.include "kernel.inc"
	kernel_buffer 16384
	kernel_start
	movl	r8 = buffer
	movl	r9 = buffer + 16
	movl	r10 = buffer
	movl	r11 = buffer + 16
	;;
	loop_top
	.rept	15
{	.mmi
	stf.spill [r8] = f6, 32
	stf.spill [r9] = f7, 32
	nop.i	0
	;;
}
	.endr
{	.mmi
	stf.spill [r8] = f6
	stf.spill [r9] = f7
	nop.i	0
	;;
}
{	.mmb
	mov	r8 = r10
	mov	r9 = r11
	br.cloop.sptk.few .Ltop
	;;
}
	kernel_exit
