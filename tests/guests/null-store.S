// Prints a line, then stores to address 0: SIGSEGV at the slot named "crash".
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
	.global	crash
crash:
	st8	[r0] = r0
	;;
	mov	out0 = 1
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	_start

	.section .rodata
message:
	.ascii	"before the crash\n"
message_end:
