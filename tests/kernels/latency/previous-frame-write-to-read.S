// mov ar.pfs = feeding mov = ar.pfs.
//
// TOAR_I ar_pfs=0 + 1 to FRAR_I/ar_pfs (insn_bypass_extra.csv).
//
// Producer at cycle t, consumer at t + 1, the next producer at t + 2. 16 of them, and one cycle for the branch.
// expect itanium:  cycles 33, unstalled 33
// expect itanium2: cycles 33, unstalled 33

	.include "kernel.inc"
	kernel_start
	mov.i	r9 = ar.pfs
	;;
	loop_top
	.rept	16
{	.mii
	nop.m	0
	mov.i	ar.pfs = r9
	nop.i	0
	;;
}
{	.mii
	nop.m	0
	mov.i	r8 = ar.pfs
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
