// Calls start_c with the initial stack: argc lies 16 bytes above sp.
        .text
        .global _start
        .proc _start
_start:
        .prologue
        .save rp, r0
        .body
        alloc r34 = ar.pfs, 0, 3, 1, 0 ;;
        movl gp = __gp
        adds out0 = 16, sp ;;
        br.call.sptk.many rp = start_c
        .endp _start

// long call(long a, long b, long c, long d, long number): the arguments are where the system call wants them.
        .global call
        .proc call
call:
        .prologue
        .body
        mov r15 = r36
        break 0x100000 ;;
        br.ret.sptk.many rp
        .endp call
