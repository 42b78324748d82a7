// Appends a line to the file `app` of the working directory. `written` is reached behind that.
	.explicit
	.section .data
path:	stringz	"app"
line:	stringz	"x\n"
	.text
	.global	_start, written
	.proc	_start
_start:
	alloc	r32 = ar.pfs, 0, 2, 3, 0
	movl	out0 = path
	mov	out1 = 02001			// O_WRONLY, O_APPEND
	mov	r15 = 1028			// open
	;;
	break.m	0x100000
	;;
	mov	out0 = r8
	movl	out1 = line
	mov	out2 = 2
	mov	r15 = 1027			// write
	;;
	break.m	0x100000
	;;
	.endp	_start
	.proc	written
written:
{ .mii
	nop.m	0
	nop.i	0
	nop.i	0
	;;
}
	mov	out0 = 0
	mov	r15 = 1025			// exit
	;;
	break.m	0x100000
	;;
	.endp	written
