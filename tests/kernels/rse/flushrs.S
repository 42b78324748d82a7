// A procedure that stores the registers of its caller on request.
//
// The loop has 88 local registers and 8 outputs. The call makes the locals dirty; flushrs stores them, and the NaT
// collection that lies among them: 89 words, two a cycle, 45 cycles before the next group (uarch_itanium.md section 7:
// two registers a cycle). They stay in the register file, so the return loads nothing; they are stored again in the
// next trip.
// Call, flushrs, return and loop branch issue in a cycle each; the front end has run ahead through all of them.
// expect itanium:  cycles 49, unstalled 4, rse 45
// expect itanium2: cycles 49, unstalled 4, rse 45

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
	flushrs
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
