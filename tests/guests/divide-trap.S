// break 1 is what compilers emit for an integer division by zero: SIGFPE.
	.text
	.global	_start
	.proc	_start
_start:
	nop.m	0
	;;
	.global	crash
crash:
	break	1
	;;
	.endp	_start
