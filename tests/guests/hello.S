// Writes one line and exits with status 0.
	.text
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 0, 3, 0
	movl	out1 = message
	mov	out0 = 1
	mov	out2 = message_end - message
	mov	r15 = 1027			// write
	break	0x100000
	;;
	mov	out0 = 0
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	_start

	.section .rodata
message:
	.ascii	"hello, world\n"
message_end:
