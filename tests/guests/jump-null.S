// Branches to address 0: SIGSEGV on the instruction fetch.
	.text
	.global	_start
	.proc	_start
_start:
	mov	b6 = r0
	;;
	br.cond.sptk.few b6
	;;
	.endp	_start
