// A call of an empty procedure.
//
// Call: the target address cache supplies the target at the second stage. Return: the return stack supplies it at
// the second stage. Loop branch: second stage. 2 bubbles each on Itanium (uarch_itanium.md
// section 6). Itanium 2: 1 bubble of the return (published_measurements.md section 4), none else.
// expect itanium:  cycles 9, unstalled 3, taken_branch 6
// expect itanium2: cycles 4, unstalled 3, taken_branch 1

	.include "kernel.inc"
	kernel_start
	loop_top
{	.mib
	nop.m	0
	nop.i	0
	br.call.sptk.few	b6 = .Lleaf
	;;
}
	loop_end
	br.cond.sptk.few .Lexit
	;;
	.align	32
.Lleaf:
{	.mib
	nop.m	0
	nop.i	0
	br.ret.sptk.few	b6
	;;
}
.Lexit:
	kernel_exit
