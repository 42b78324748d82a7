// Stores to an address that is a NaT: register NaT consumption, SIGILL.
	.text
	.global	_start
	.proc	_start
_start:
	ld8.s	r14 = [r0]			// address 0 has no page: the load defers
	;;
	.global	crash
crash:
	st8	[r14] = r0
	;;
	.endp	_start
