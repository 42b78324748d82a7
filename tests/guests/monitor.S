// Reads the performance monitor's counters. Exits with the sum of these:
//   1: PMD4 grew by 12 over four bundles          2: with psr.up cleared by rum it did not
//   4: after sum it grew by 12 again              8: PMD6 is not zero
//  16: PMD5 grew by 15 over these and a bundle on each side
//  32: PMD4 grew by 150006 over a loop           64: psr.up is set at the start
// So PMD4 has to count retired instructions, PMD5 nops, PMD6 anything.
#define NOPS	{ .mii; nop.m 0; nop.i 0; nop.i 0; }

	.text
	.global	_start
	.proc	_start
_start:
	mov	r4 = 4
	mov	r5 = 5
	mov	r6 = 6
	mov	r31 = 0
	;;
	mov	r16 = psr.um
	;;
	tbit.nz	p6, p0 = r16, 2
	;;
(p6)	add	r31 = 64, r31
	;;
	{ .mii
	mov	r20 = pmd[r5]
	nop.i	0
	nop.i	0
	;;
	}
// Four bundles between the two reads of PMD4.
	{ .mii
	mov	r16 = pmd[r4]
	nop.i	0
	nop.i	0
	;;
	}
	NOPS
	NOPS
	NOPS
	;;
	{ .mii
	mov	r17 = pmd[r4]
	nop.i	0
	nop.i	0
	;;
	}
	{ .mii
	mov	r21 = pmd[r5]
	sub	r17 = r17, r16
	sub	r20 = r0, r20
	;;
	}
	cmp.eq	p6, p0 = 12, r17
	;;
(p6)	add	r31 = 1, r31
	rum	4
	;;
	mov	r16 = pmd[r4]
	;;
	NOPS
	NOPS
	mov	r17 = pmd[r4]
	;;
	cmp.eq	p6, p0 = r16, r17
	;;
(p6)	add	r31 = 2, r31
	sum	4
	;;
	{ .mii
	mov	r16 = pmd[r4]
	nop.i	0
	nop.i	0
	;;
	}
	NOPS
	NOPS
	NOPS
	;;
	mov	r17 = pmd[r4]
	;;
	sub	r17 = r17, r16
	;;
	cmp.eq	p6, p0 = 12, r17
	;;
(p6)	add	r31 = 4, r31
	mov	r16 = pmd[r6]
	;;
	cmp.ne	p6, p0 = 0, r16
	;;
(p6)	add	r31 = 8, r31
	add	r20 = r21, r20
	;;
	cmp.eq	p6, p0 = 15, r20
	;;
(p6)	add	r31 = 16, r31
	movl	r18 = 150006
	movl	r19 = 49999
	;;
	{ .mii
	mov	r16 = pmd[r4]
	mov	ar.lc = r19
	nop.i	0
	;;
	}
	NOPS
	;;
1:	{ .mib
	nop.m	0
	nop.i	0
	br.cloop.sptk.few 1b
	;;
	}
	mov	r17 = pmd[r4]
	;;
	sub	r17 = r17, r16
	;;
	cmp.eq	p6, p0 = r18, r17
	;;
(p6)	add	r31 = 32, r31
	;;
	alloc	r14 = ar.pfs, 0, 0, 1, 0
	;;
	mov	out0 = r31
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	_start
