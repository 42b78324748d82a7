// Start code of the freestanding guests: no libc, only what a static IA-64 Linux executable needs.
//
// Linux enters with sp 16-byte aligned, 16 bytes of scratch area at [sp], argc at [sp+16] and
// argv directly behind it; gp is not set.

	.text
	.explicit

	.global	_start
	.proc	_start
_start:
	alloc	loc0 = ar.pfs, 0, 1, 3, 0
	movl	gp = __gp
	adds	r14 = 16, sp
	adds	out1 = 24, sp			// argv
	;;
	ld8	out0 = [r14]			// argc
	mov	b0 = r0				// a backtrace ends here
	;;
	shladd	out2 = out0, 3, out1
	;;
	adds	out2 = 8, out2			// envp
	br.call.sptk.many b0 = main
	;;
	mov	out0 = r8
	br.call.sptk.many b0 = guest_exit
	;;
	.endp	_start

// void guest_exit(int status): does not return.
	.global	guest_exit
	.proc	guest_exit
guest_exit:
	mov	r15 = 1025			// exit
	break	0x100000
	;;
	.endp	guest_exit

// i64 guest_write(int fd, const void *buf, u64 size): bytes written, or -errno.
	.global	guest_write
	.proc	guest_write
guest_write:
	mov	r15 = 1027			// write
	break	0x100000
	;;
	cmp.ne	p6, p0 = 0, r10
	;;
(p6)	sub	r8 = r0, r8
	br.ret.sptk.many b0
	;;
	.endp	guest_write

// i64 guest_read(int fd, void *buf, u64 size): bytes read, 0 at the end of the file, or -errno.
	.global	guest_read
	.proc	guest_read
guest_read:
	mov	r15 = 1026			// read
	break	0x100000
	;;
	cmp.ne	p6, p0 = 0, r10
	;;
(p6)	sub	r8 = r0, r8
	br.ret.sptk.many b0
	;;
	.endp	guest_read
