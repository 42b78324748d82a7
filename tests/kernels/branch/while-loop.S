// A loop of one bundle that ends by its predicate: br.wtop.
//
// A compare feeds the qualifying predicate of a branch in the same group (uarch_itanium.md section 3). The branch is taken
// from the target address cache at the second stage: 2 bubbles on Itanium, none on Itanium 2 (section 6).
// expect itanium:  cycles 3, unstalled 1, taken_branch 2
// expect itanium2: cycles 1, unstalled 1

	.include "kernel.inc"
	kernel_start
	loop_top
{	.mib
	cmp.ne	p7, p0 = r0, r31
	adds	r31 = -1, r31
(p7)	br.wtop.sptk.few	.Ltop
	;;
}
	kernel_exit
