// Pointers through a ring of chosen size and order: the latency of each level of caches and TLBs.
//
//   ring TRIPS PAGES LOG2-LINES ORDER
//
// PAGES pages of 16 KB, in ORDER 2 parts of 4 KB, with 2^LOG2-LINES nodes each, a node a line of 128 bytes. A trip makes sixteen steps, each one
// load that needs the pointer of the one before. ORDER 0 takes the pages in turn, ORDER 2 the parts, one node of each, then the next node
// of each: no page is used again before all others were. ORDER 1 is a random single cycle through all nodes (Sattolo's
// shuffle, a fixed seed).
//
// With fewer than 128 nodes in a page, those of successive pairs of pages lie behind one another, so that they spread
// over the sets of L1D and L2 (256 KB in eight ways: two pages cover the sets once). The pages are touched in order
// first, so that physical addresses follow virtual ones.
//
// tools/latency-sweep runs it; docs/latencies.md says what came of it.

	.include "kernel.inc"

	// The decimal number in argv[\index].
.macro	number register, index
	adds	r14 = 24 + 8 * \index, r12
	mov	\register = 0
	;;
	ld8	r14 = [r14]
	;;
.Lnumber\@:
	ld1	r15 = [r14], 1
	;;
	cmp.eq	p6, p0 = 0, r15
	adds	r15 = -48, r15
	shladd	r16 = \register, 2, \register
(p6)	br.cond.spnt.few .Lparsed\@
	;;
	shladd	\register = r16, 1, r15
	br.cond.sptk.few .Lnumber\@
	;;
.Lparsed\@:
.endm

	// The address of node \node of page \page; \to may be neither.
.macro	address to, page, node
	shr.u	\to = \page, 1
	;;
	shl	\to = \to, r33
	;;
	add	\to = \to, \node
	;;
	and	\to = r53, \to
	shl	r14 = \page, r52
	;;
	shl	\to = \to, 7
	;;
	add	\to = \to, r14
	;;
	add	\to = \to, r36
	;;
.endm

	// The address of the node with number \number.
.macro	numbered to, number
	shr.u	r15 = \number, r33
	and	r16 = r35, \number
	;;
	address	\to, r15, r16
.endm

	kernel_buffer 33554432, 16384, 16384
	kernel_start
	number	r32, 2
	number	r33, 3
	number	r37, 4
	mov	r34 = 1
	movl	r36 = buffer
	movl	r38 = buffer - 16384
	mov	r39 = 0
	;;
	cmp.eq	p10, p11 = 2, r37		// p10: parts
	;;
(p10)	mov	r52 = 12			// bytes of a page or part
(p11)	mov	r52 = 14
(p10)	mov	r53 = 31			// its last line
(p11)	mov	r53 = 127
	ld8	r38 = [r38]
	shl	r34 = r34, r33			// nodes in a page
	cmp.eq	p8, p9 = 1, r37			// p8: random
	mov	r41 = r36			// the node before
	;;
	adds	r35 = -1, r34
	// The ring page by page, or every node its own ring.
.Lnode:
	mov	r40 = 0
	;;
.Lpage:
	address	r42, r40, r39
(p8)	mov	r41 = r42
	adds	r40 = 1, r40
	;;
	st8	[r41] = r42
	mov	r41 = r42
	cmp.ltu	p6, p0 = r40, r32
(p6)	br.cond.dptk.few .Lpage
	;;
	adds	r39 = 1, r39
	;;
	cmp.ltu	p6, p0 = r39, r34
(p6)	br.cond.dptk.few .Lnode
	;;
(p9)	st8	[r41] = r36
	shl	r43 = r32, r33			// nodes in all
(p9)	br.cond.dptk.few .Lready
	;;
	// Sattolo's shuffle: node i changes its pointer with a node before it.
	movl	r44 = 6364136223846793005
	movl	r45 = 1442695040888963407
	movl	r46 = 0x5eed
	;;
	setf.sig f32 = r44
	setf.sig f33 = r45
	setf.sig f34 = r46
	adds	r43 = -1, r43
	;;
.Lshuffle:
	xma.l	f34 = f34, f32, f33
	;;
	getf.sig r47 = f34
	;;
	shr.u	r47 = r47, 32
	;;
	setf.sig f35 = r47
	setf.sig f36 = r43
	;;
	xma.l	f35 = f35, f36, f0
	;;
	getf.sig r47 = f35
	;;
	shr.u	r47 = r47, 32
	;;
	numbered r48, r43
	numbered r49, r47
	ld8	r50 = [r48]
	ld8	r51 = [r49]
	;;
	st8	[r48] = r51
	st8	[r49] = r50
	adds	r43 = -1, r43
	;;
	cmp.ne	p6, p0 = r0, r43
(p6)	br.cond.dptk.few .Lshuffle
	;;
.Lready:
	mov	pr = r0, -1
	mov	r8 = r36
	;;
	loop_top
	.rept	16
{	.mii
	ld8	r8 = [r8]
	nop.i	0
	nop.i	0
	;;
}
	.endr
	loop_end
	kernel_exit
