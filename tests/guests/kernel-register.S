// Writes a kernel register: privileged register, SIGILL.
	.text
	.global	_start
	.proc	_start
_start:
	nop.m	0
	;;
	.global	crash
crash:
	mov.m	ar.k6 = r0
	;;
	.endp	_start
