// A procedure that stores the registers of its caller, forgets them and loads them again, as a switch of contexts does.
//
// flushrs as in its kernel: 89 words, 45 cycles. A write of ar.bspstore makes the engine forget what it holds; the read
// in front of it takes 13 cycles (insn_class_ports_latency.csv: ar_bspstore). Ten groups of nops keep it away from
// what follows. loadrs loads 712 bytes, the 88 registers and their NaT collection, two words a cycle from L1D, which has
// the lines since the first trip: 45 cycles, and on Itanium one more until the last pair of words, which takes 2 cycles,
// is there. The return loads nothing.
// Call, alloc (loadrs wants an empty frame), flushrs, the two moves, the nops, loadrs, return and loop branch issue in a
// cycle each: 18. The second move waits 12 cycles for the first one.
// expect itanium:  cycles 121, unstalled 18, rse 91, scoreboard 12
// expect itanium2: cycles 120, unstalled 18, rse 90, scoreboard 12

	.include "kernel.inc"
	kernel_start
	movl	r9 = 712 << 16
	;;
	mov.m	ar.rsc = r9			// enforced lazy mode; loadrs = 712 bytes
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
	alloc	r8 = ar.pfs, 0, 0, 0, 0
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	flushrs
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	r8 = ar.bspstore
	nop.i	0
	nop.i	0
	;;
}
{	.mii
	mov.m	ar.bspstore = r8
	nop.i	0
	nop.i	0
	;;
}
	.rept	10
{	.mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
	.endr
{	.mii
	loadrs
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
