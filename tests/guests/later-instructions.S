// Instructions that came after the first Itanium: mpy4, clz, a 16-byte load and a long branch. Exits with 0 when all execute
// and give what they should; a processor that is simulated `as-built` ends it by SIGILL at the slot named "crash".
	.text
	.global	_start
	.proc	_start
_start:
	alloc	r14 = ar.pfs, 0, 0, 1, 0
	movl	r16 = pair
	mov	out0 = 1
	;;
	brl.sptk.few	reached			// as-built: completed by the personality, as Linux does
	;;
	br.sptk.few	done
	;;
reached:
	.global	crash
crash:
	ld16	r17, ar.csd = [r16]
	;;
	mov	r18 = ar.csd
	mov	r19 = 6
	mov	r20 = 7
	;;
	mpy4	r21 = r19, r20
	clz	r22 = r19
	;;
	cmp.ne	p7, p0 = 42, r21
	cmp.ne	p8, p0 = 61, r22
	cmp.ne	p9, p0 = 1, r17
	cmp.ne	p10, p0 = 2, r18
	;;
(p7)	br.cond.spnt done
(p8)	br.cond.spnt done
(p9)	br.cond.spnt done
(p10)	br.cond.spnt done
	;;
	mov	out0 = 0
	;;
done:
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	_start

	.section .rodata
	.align	16
pair:
	data8	1, 2
