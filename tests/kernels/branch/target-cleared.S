// A loop of two bundles whose branch says .clr.
//
// .clr keeps the branch out of the target address cache (docs/timing.md, "Branch prediction"): each time the first
// branch address calculator finds the target, 3 bubbles on Itanium (uarch_itanium.md section 6). Itanium 2 has its targets
// beside the lines of L1I, where .clr means nothing: no bubble (published_measurements.md section 4).
// The bundles issue together.
// expect itanium:  cycles 4, unstalled 1, taken_branch 3
// expect itanium2: cycles 1, unstalled 1

	.include "kernel.inc"
	kernel_start
	loop_top
{	.mfi
	nop.m	0
	nop.f	0
	nop.i	0
}
{	.mib
	nop.m	0
	nop.i	0
	br.cloop.sptk.few.clr	.Ltop
	;;
}
	kernel_exit
