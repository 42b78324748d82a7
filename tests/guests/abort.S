// Sends itself SIGABRT from a function called in a loop: the way there can be told from the bundles executed last.
	.text
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 0, 2, 0
	mov	r15 = 1041			// getpid
	break	0x100000
	;;
	mov	out0 = r8
	mov	out1 = 6
	mov	r16 = 20
	;;
	mov	ar.lc = r16
	;;
loop:
	br.cloop.sptk loop
	;;
	mov	r15 = 1053			// kill
	.global	crash
crash:
	break	0x100000
	;;
	.endp	_start
