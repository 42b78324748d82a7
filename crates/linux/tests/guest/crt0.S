// Start code: the argument block is 16 bytes above the stack pointer, as the software conventions ask.
	.text
	.global _start#
	.proc _start#
_start:
	.prologue
	.save rp, r0
	alloc loc0 = ar.pfs, 0, 2, 1, 0
	.body
	movl gp = @gprel(0f)
0:	mov loc1 = ip
	;;
	sub gp = loc1, gp
	adds out0 = 16, sp
	br.call.sptk.many rp = begin#
	;;
	break 0
	.endp _start#

// long start_thread(flags, base, size, tls, child_tid, function): clone2, with the function called in the child.
	.global start_thread#
	.proc start_thread#
start_thread:
	.prologue
	.save ar.pfs, loc0
	alloc loc0 = ar.pfs, 6, 3, 6, 0
	.save rp, loc1
	mov loc1 = rp
	.body
	mov out0 = in0
	mov out1 = in1
	mov out2 = in2
	mov out3 = r0
	mov out4 = in4
	mov out5 = in3
	mov loc2 = gp
	mov r15 = 1213
	;;
	break 0x100000
	;;
	cmp.eq p6, p7 = r0, r8
(p7)	br.cond.sptk 1f
	;;
	ld8 r14 = [in5], 8
	;;
	ld8 gp = [in5]
	mov b6 = r14
	;;
	br.call.sptk.many rp = b6
	;;
	mov r15 = 1025
	mov out0 = r0
	;;
	break 0x100000
	;;
1:
	mov rp = loc1
	mov ar.pfs = loc0
	br.ret.sptk.many rp
	.endp start_thread#

// long long_branch(void): 42, by way of brl.call, a brl that is not taken and one that is.
	.global long_branch#
	.proc long_branch#
long_branch:
	.prologue
	.save ar.pfs, loc0
	alloc loc0 = ar.pfs, 0, 3, 0, 0
	.save rp, loc1
	mov loc1 = rp
	.body
	mov loc2 = 2
	;;
	brl.call.sptk.many rp = forty#
	;;
	cmp.eq p6, p7 = r0, r0
	add loc2 = loc2, r8
	;;
(p7)	brl.cond.sptk.many 2f
	;;
(p6)	brl.cond.sptk.many 1f
	;;
2:	mov loc2 = r0
	;;
1:	mov r8 = loc2
	mov rp = loc1
	mov ar.pfs = loc0
	br.ret.sptk.many rp
	.endp long_branch#

	.proc forty#
forty:
	mov r8 = 40
	br.ret.sptk.many rp
	.endp forty#
