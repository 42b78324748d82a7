// A procedure whose frame fits beside that of its caller.
//
// The loop has 8 outputs after 40 local registers here, the procedure a frame of 48: the 96 physical registers
// hold both, and nothing is stored or loaded. Call, alloc, return, loop branch; 2 bubbles each for call, return
// and loop branch on Itanium, of which the one cycle that alloc takes before the return hides one; none on Itanium
// 2 (uarch_itanium.md section 6).
// expect itanium:  cycles 9, unstalled 4, taken_branch 5
// expect itanium2: cycles 4, unstalled 4

	.include "kernel.inc"
	kernel_start
	alloc	r8 = ar.pfs, 0, 40, 8, 0
	;;
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
	alloc	r8 = ar.pfs, 0, 88, 8, 0
	;;
	kernel_exit
