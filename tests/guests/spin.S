// Never ends: for instruction limits, interrupts and watchdogs.
	.text
	.global	_start
	.proc	_start
_start:
	br.cond.sptk.few _start
	;;
	.endp	_start
