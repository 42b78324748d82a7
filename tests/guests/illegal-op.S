// Executes a bundle with a reserved template (6): SIGILL.
	.text
	.global	_start
	.proc	_start
_start:
	nop.m	0
	;;
	.global	crash
crash:
	data8	0x0000000000000006, 0
	.endp	_start
