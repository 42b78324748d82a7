// Branches to the IA-32 instruction set: disabled instruction set transition, SIGILL.
	.text
	.global	_start
	.proc	_start
_start:
	nop.m	0
	;;
	.global	crash
crash:
	br.ia.sptk b0
	;;
	.endp	_start
