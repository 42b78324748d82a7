// A branch with the hint .spnt that is taken in one of four trips.
//
// The static hint predicts it each time: no history is kept, and that the target address cache has its target since the
// first time does not turn it (published_measurements.md section 4; docs/timing.md, "Branch prediction" 2). Three trips are as long as the chain
// of fma in the end of the loop, 3 * 5 cycles on Itanium, 3 * 4 on Itanium 2, beside which the groups of the trip find room. The fourth, up to the
// next: three groups, of which the last is mispredicted, 9 or 6 cycles, the jump back, which finds the buffer empty, 1 + 2 bubbles from the target
// address cache, 1 + 0 on Itanium 2, and the end of the loop, 11 or 9. Itanium: (3 * 15 + 26) / 4; Itanium 2: (3 * 12 + 19) / 4.
// expect itanium:  cycles 71/4, backend_flush 9/4
// expect itanium2: cycles 55/4, backend_flush 6/4

	.include "kernel.inc"
	kernel_start
	loop_top
{	.mii
	adds	r20 = 1, r20
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	and	r21 = 3, r20
	nop.i	0
	nop.i	0
	;;
}
{	.mib
	cmp.eq	p6, p0 = r0, r21
	nop.i	0
(p6)	br.cond.spnt.few	.Lout
	;;
}
.Lback:
	loop_end_filled
	br.cond.sptk.few	.Lexit
	;;
	.align	64
.Lout:
{	.mib
	nop.m	0
	nop.i	0
	br.cond.sptk.few	.Lback
	;;
}
.Lexit:
	kernel_exit
