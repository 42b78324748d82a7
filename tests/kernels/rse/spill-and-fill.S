// A procedure whose frame pushes forty registers of its caller out.
//
// The loop has 88 local registers and 8 outputs, the procedure a frame of 48: of the 96 physical registers 40 are
// missing. alloc stores 40 registers of the caller, two a cycle: 20 cycles before the next group (uarch_itanium.md
// section 7). The return loads them, two a cycle, from L1D, which has the lines since the first return: 20 cycles,
// and on Itanium one more until the last pair of loads, which takes 2 cycles, is there.
// Call, alloc, return and loop branch issue in a cycle each; the front end has run ahead through all of them. The
// 40 registers lie below the first NaT collection of the backing store.
// expect itanium:  cycles 45, unstalled 4, rse 41
// expect itanium2: cycles 44, unstalled 4, rse 40

	.include "kernel.inc"
	kernel_start
	loop_top
{	.mib
	nop.m	0
	nop.i	0
	br.call.sptk.few	b6 = .Lcallee
	;;
}
	loop_end
	br.cond.sptk.few .Lexit
	;;
	.align	32
.Lcallee:
{	.mii
	alloc	r8 = ar.pfs, 0, 48, 0, 0
	nop.i	0
	nop.i	0
	;;
}
{	.mib
	nop.m	0
	nop.i	0
	br.ret.sptk.few	b6
	;;
}
.Lexit:
	kernel_exit
