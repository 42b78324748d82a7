// Executes rfi at user level: SIGILL.
	.text
	.global	_start
	.proc	_start
_start:
	nop.m	0
	;;
	.global	crash
crash:
	rfi
	;;
	.endp	_start
