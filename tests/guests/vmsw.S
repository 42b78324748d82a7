// A virtual machine switch, which only the most privileged level may ask for.
	.text
	.global	_start
	.proc	_start
_start:
	.global	crash
crash:
	vmsw.0
	;;
	mov	r15 = 1025
	break	0x100000
	;;
	.endp	_start
