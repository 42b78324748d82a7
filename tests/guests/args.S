// With arguments: prints each after argv[0], one to a line, "argv: TEXT". Without: prints the environment, "envp: TEXT". Exits with argc.
	.text
	.global	_start
	.proc	_start
_start:
	alloc	loc0 = ar.pfs, 0, 4, 3, 0
	adds	r14 = 16, sp
	adds	loc1 = 24, sp			// argv
	;;
	ld8	loc2 = [r14]			// argc
	movl	out1 = argument
	;;
	cmp.lt	p6, p7 = 1, loc2
	shladd	loc3 = loc2, 3, loc1
	;;
(p6)	adds	loc1 = 8, loc1			// argv[1]
(p7)	adds	loc1 = 8, loc3			// envp[0]
(p7)	br.cond.sptk.few .Lenvironment
	;;
.Largument:
	ld8	out0 = [loc1], 8
	;;
	cmp.eq	p6, p0 = r0, out0
(p6)	br.cond.spnt.few .Ldone
	br.call.sptk.many b0 = print_line
	;;
	movl	out1 = argument
	br.cond.sptk.few .Largument
	;;
.Lenvironment:
	movl	out1 = variable
	ld8	out0 = [loc1], 8
	;;
	cmp.eq	p6, p0 = r0, out0
(p6)	br.cond.spnt.few .Ldone
	br.call.sptk.many b0 = print_line
	;;
	br.cond.sptk.few .Lenvironment
	;;
.Ldone:
	mov	out0 = loc2
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	_start

// void print_line(const char *text, const char *label): the label has 6 characters.
	.proc	print_line
print_line:
	alloc	loc0 = ar.pfs, 2, 1, 3, 0
	mov	out0 = 1
	mov	out1 = in1
	mov	out2 = 6
	mov	r15 = 1027			// write
	break	0x100000
	;;
	mov	r14 = in0
	;;
.Llength:
	ld1	r16 = [r14], 1
	;;
	cmp.ne	p6, p0 = r0, r16
(p6)	br.cond.sptk.few .Llength
	;;
	mov	out0 = 1
	mov	out1 = in0
	adds	r14 = -1, r14
	;;
	sub	out2 = r14, in0
	mov	r15 = 1027			// write
	break	0x100000
	;;
	mov	out0 = 1
	movl	out1 = newline
	mov	out2 = 1
	mov	r15 = 1027			// write
	break	0x100000
	;;
	mov	ar.pfs = loc0
	br.ret.sptk.many b0
	;;
	.endp	print_line

	.section .rodata
argument:
	.ascii	"argv: "
variable:
	.ascii	"envp: "
newline:
	.ascii	"\n"
