// Sleeps for a microsecond 1,050,000 times and exits with status 7: no deadlock, however often nobody is awake.
	.text
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 2, 2, 0
	movl	loc0 = duration
	movl	loc1 = 1050000
	;;
	adds	loc1 = -1, loc1
	;;
	mov	ar.lc = loc1
	;;
.Lsleep:
	mov	out0 = loc0
	mov	out1 = r0
	mov	r15 = 1168			// nanosleep
	break	0x100000
	;;
	br.cloop.sptk.few .Lsleep
	;;
	mov	out0 = 7
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	_start
	.data
	.align	8
duration:
	data8	0, 1000
