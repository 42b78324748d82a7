// A loop of one bundle.
//
// The loop exit predictor says taken, the target address cache (every taken branch enters it) supplies the target
// at the second stage: 2 bubbles on Itanium, none on Itanium 2 (uarch_itanium.md section 6). Fetch needs one cycle
// for the bundle and has no other to run ahead with.
// expect itanium:  cycles 3, unstalled 1, taken_branch 2
// expect itanium2: cycles 1, unstalled 1

	.include "kernel.inc"
	kernel_start
	loop_top
	loop_end
	kernel_exit
