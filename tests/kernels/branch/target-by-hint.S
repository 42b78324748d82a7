// A loop as in target-cleared, with a brp ahead of its branch.
//
// brp without .imp enters the branch of its tag into the target address cache (uarch_itanium.md section 6; no source
// says which slot it means, docs/timing.md: the last one of the bundle), from which .clr takes it again after the
// branch. The second stage has the target: 2 bubbles on Itanium, none on Itanium 2. The bundles issue together: neither
// split rule nor port stands between a brp and the branch behind it.
// expect itanium:  cycles 3, unstalled 1, taken_branch 2
// expect itanium2: cycles 1, unstalled 1

	.include "kernel.inc"
	kernel_start
	loop_top
{	.mib
	nop.m	0
	nop.i	0
	brp.sptk	.Ltop, .Lbranch
}
.Lbranch:
{	.mib
	nop.m	0
	nop.i	0
	br.cloop.sptk.few.clr	.Ltop
	;;
}
	kernel_exit
